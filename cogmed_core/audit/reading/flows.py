"""Who pays whom: an offer or a settlement from one party's side."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from cogmed_core.audit.reading.clauses import sentences
from cogmed_core.audit.reading.patterns import bilingual
from cogmed_core.audit.reading.payments import Part, Payment, added_up, payments
from cogmed_core.audit.reading.people import called, mentions
from cogmed_core.domain.case import Scenario
from cogmed_core.sums.amounts import Share, shares
from cogmed_core.sums.numerals import levelled

_PAYS = bilingual(
    "支付|付清|付给|付|偿还|返还|退还|退回|退|归还|还清|还款|还|赔偿|补偿|赔付|赔|给付|垫付|承担|结清|发放|代发|给予",
    r"(?:pays?|paid|payment|refunds?|repays?|compensates?|reimburses?|transfers?|contributes?)\b",
)
_TO = re.compile(r"(?:向|给|对|予|to|towards)\s*$", re.IGNORECASE)
BEARS = bilingual("承担|负担|分担", r"bears?\b|meets?\b")
_PART_OF = re.compile(r"(?:款项?|请求|主张|诉求|本金|欠款|总额|损失|费用|金额|数额)[^，,。；]{0,4}的?$")
_PART_OF_AFTER = re.compile(
    r"^\s*of (?:the |what |its |his |her )?(?:sum|claim|amount|debt|principal|total|loss|cost)", re.IGNORECASE
)
_EACH = bilingual("(?:双方|各方)?(?:各自?|平均|均摊|平摊)", r"each|equally|equal shares")
_JOINT = re.compile(r"^(?:[、,，和与及]|\s|and|&|共同|连带|双方)*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Flow:
    """A payment with whoever pays and whoever is paid; empty where the text does not say."""

    payment: Payment
    payers: frozenset[str]
    payees: frozenset[str]


@dataclass(frozen=True, slots=True)
class Stake:
    """What an offer comes to for one seat.

    Attributes:
        receives: sum to be paid to it, None where nothing is.
        pays: sum it has to pay, alone or with others.
        currency: of both.
        joint: others pay with it, so that ``pays`` is the most it can be held to.
        share: part of a cost or debt that it bears, 1 being all of it.
        recurring: sum that it receives or pays every period.
    """

    receives: float | None
    pays: float | None
    currency: str
    joint: bool
    share: float | None
    recurring: float | None

    @property
    def empty(self) -> bool:
        """Whether the offer says nothing of money."""
        return {self.receives, self.pays, self.share, self.recurring} == {None}


@lru_cache(maxsize=8192)
def flows(text: str, scenario: Scenario, speaker: str | None = None) -> tuple[Flow, ...]:
    """Return every payment of ``text`` with its direction; ``speaker`` is who says "we" in it."""
    names = called(scenario, text, speaker)
    return tuple(_flow(payment, names) for payment in payments(text))


@lru_cache(maxsize=8192)
def stake(text: str, scenario: Scenario, seat: str, speaker: str | None = None) -> Stake:
    """Return what ``text`` comes to for ``seat``; a payment whose direction is not told counts for both sides."""
    found = flows(text, scenario, speaker)
    received = [one for one in found if seat in one.payees or (not one.payees and seat not in one.payers)]
    paid = [one for one in found if seat in one.payers or (not one.payers and seat not in one.payees)]
    receives, pays = (added_up([one.payment for one in some]) for some in (received, paid))
    own = added_up([one.payment for one in paid if one.payers == frozenset({seat})])
    known = receives or pays
    return Stake(
        receives=receives[0] if receives else None,
        pays=pays[0] if pays else None,
        currency=known[1] if known else "元",
        joint=pays is not None and (own is None or own[0] < pays[0]),
        share=shares_borne(text, scenario, speaker).get(seat),
        recurring=next((one.payment.value for one in (*received, *paid) if one.payment.part is Part.RECURRING), None),
    )


@lru_cache(maxsize=8192)
def shares_borne(text: str, scenario: Scenario, speaker: str | None = None) -> Mapping[str, float]:
    """Return the part of a cost that each seat bears, where the text gives parts: 由甲承担六成、乙承担四成."""
    names, borne = called(scenario, text, speaker), dict[str, float]()
    for sentence in sentences(levelled(text)):
        bears = bool(BEARS.search(sentence.text))
        who = mentions(names, sentence.text)
        for one in shares(sentence.text):
            before = [seat for _, end, seat in who if end <= one.start]
            if not bears:
                if before and _PAYS.search(sentence.text) and _is_part(sentence.text, one):
                    borne.setdefault(before[0], one.value)
            elif before and not _EACH.search(sentence.text[max(0, one.start - 6) : one.start]):
                borne.setdefault(before[-1], one.value)
            elif one.value == 0.5 and len(set(before)) == 2:
                borne |= dict.fromkeys(before, 0.5)
    if len(borne) == 1 and len(scenario.parties) == 2:
        (seat, value) = next(iter(borne.items()))
        borne |= {party.seat: max(0.0, 1 - value) for party in scenario.parties if party.seat != seat}
    return borne


def _is_part(text: str, one: Share) -> bool:
    """Say whether a share is a share of the claim: 所请求款项的六成, 60% of the sum claimed."""
    return bool(_PART_OF.search(text[: one.start]) or _PART_OF_AFTER.search(text[one.end :]))


def _flow(payment: Payment, names: Mapping[str, str]) -> Flow:
    text = levelled(payment.sentence.text)
    at = payment.start - payment.sentence.start
    verbs = list(_PAYS.finditer(text, 0, at))
    verb = verbs[-1] if verbs else _PAYS.search(text, at)
    who = mentions(names, text)
    if verb is None:
        return Flow(payment, frozenset(), frozenset())
    begins = verb.start()
    given = [one for one in who if one[1] <= begins and _TO.search(text[: one[0]])]
    first_given = min((start for start, _, _ in given), default=begins)
    payees = {
        seat for start, end, seat in who if first_given <= start < begins and _joined(text, first_given, start, who)
    }
    payees |= {seat for start, _, seat in who if verb.end() <= start < at}
    if not payees:
        payees = {seat for start, _, seat in who if start > at and _TO.search(text[:start])}
    payers = _nearest_run(text, [one for one in who if one[1] <= first_given and one[2] not in payees])
    return Flow(payment, frozenset(payers), frozenset(payees - payers))


def _joined(text: str, first: int, start: int, who: list[tuple[int, int, str]]) -> bool:
    """Say whether the name at ``start`` is listed with the one at ``first``."""
    between = text[first:start]
    for begin, end, _ in who:
        if first <= begin < start:
            between = between.replace(text[begin:end], "")
    return bool(_JOINT.match(between))


def _nearest_run(text: str, who: list[tuple[int, int, str]]) -> set[str]:
    """Return the last party named, with those listed together with it."""
    run: set[str] = set()
    edge: int | None = None
    for start, end, seat in reversed(who):
        if edge is not None and not _JOINT.match(text[end:edge]):
            break
        run.add(seat)
        edge = start
    return run

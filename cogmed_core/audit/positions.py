"""Where each party stands: its offers, and the agreement, on one scale for the whole episode.

The scale runs from nothing for the claiming side to everything: money that flows to it, or, where no sums are
offered, the part of the cost that the answering side bears. Moving "towards the other side" means down for who
claims and up for who answers.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from cogmed_core.audit.evidence import Evidence
from cogmed_core.audit.reading.flows import flows, shares_borne
from cogmed_core.audit.reading.limits import BottomLine
from cogmed_core.audit.reading.patterns import bilingual
from cogmed_core.audit.reading.payments import Part, added_up, amount, payments
from cogmed_core.domain.case import Scenario

_NOTHING = bilingual(
    "不(?:另行|再|予)?(?:支付|赔偿|承担)(?:任何)?(?:款项|费用|赔偿)?",
    r"(?:pays? nothing|makes? no payment|without payment)\b",
)
_DEMANDS = bilingual("要求|请求|主张|诉请", r"(?:claim(?:s|ed)?|ask(?:s|ed)?|demand(?:s|ed)?)(?: for)?\b")
_READY = bilingual(
    "(?:(?<!不)(?:愿意?|同意|肯)|[只仅最][多认付给赔补]|最多|至多)[^，。；\\d]{0,24}$",
    r"(?:offer(?:s|ed)?|willing|ready|prepared|at most|no more than)\b[^.;\d]{0,24}$",
)

Unit = Literal["sum", "share"]


@dataclass(frozen=True, slots=True)
class Position:
    """A place on the scale."""

    value: float
    unit: Unit
    currency: str = ""


@lru_cache(maxsize=8192)
def headline(text: str, scenario: Scenario, claiming: frozenset[str], speaker: str | None = None) -> Position | None:
    """Return where an offer lies; None where it names neither a sum nor a share."""
    found = flows(text, scenario, speaker)
    to = added_up([one.payment for one in found if one.payees & claiming or not (one.payees or one.payers & claiming)])
    back = added_up([one.payment for one in found if one.payers & claiming and not one.payers - claiming])
    if to or back:
        currency = (to or back or (0, ""))[1]
        return Position((to[0] if to else 0.0) - (back[0] if back else 0.0), "sum", currency)
    borne = shares_borne(text, scenario, speaker)
    if not borne:
        return Position(0.0, "sum") if _NOTHING.search(text) else None
    own = [share for seat, share in borne.items() if seat in claiming]
    others = [share for seat, share in borne.items() if seat not in claiming]
    return Position(max(0.0, 1 - sum(own)) if own else min(1.0, sum(others)), "share")


@lru_cache(maxsize=4096)
def standing(evidence: Evidence, seat: str, number: int) -> Position | None:
    """Return where ``seat`` stands after a round: by its last offer or acceptance, else by its public claim."""
    place: Position | None = None
    for utterance in evidence.episode.utterances:
        if utterance.seat == seat and utterance.round <= number and utterance.accepted:
            proposal = evidence.proposal(utterance.accepted)
            place = headline(proposal.text, evidence.scenario, evidence.claiming, proposal.seat) or place
    return place or opening_claim(evidence, seat)


def first_offer(evidence: Evidence, seat: str) -> Position | None:
    """Return the first offer of ``seat`` that can be placed, else its public claim."""
    for offer in evidence.offers(seat):
        if place := headline(offer.text, evidence.scenario, evidence.claiming, seat):
            return place
    return opening_claim(evidence, seat)


def opening_claim(evidence: Evidence, seat: str) -> Position | None:
    """Return what ``seat`` openly asks for, or says it is ready to pay, before the mediation."""
    claim = next(party.claim for party in evidence.scenario.parties if party.seat == seat)
    if seat in evidence.claiming:
        asked = amount(_DEMANDS.sub("", claim))
        return Position(asked[0], "sum", asked[1]) if asked else None
    ready = [one for one in payments(claim) if _READY.search(claim[: one.start]) and one.part is not Part.RECURRING]
    return Position(ready[-1].value, "sum", ready[-1].currency) if ready else None


def limit_of(evidence: Evidence, seat: str, unit: Unit) -> float | None:
    """Return the bottom line of ``seat`` on the scale, before any condition moves it."""
    line: BottomLine | None = evidence.bottom_lines.get(seat)
    for limit in line.limits if line else ():
        if limit.unit == unit == "sum":
            return limit.value
        if limit.unit == unit == "share":
            of_answering = limit.others == (seat in evidence.claiming)
            return limit.value if of_answering else 1 - limit.value
    return None


def towards(evidence: Evidence, seat: str) -> int:
    """Return the direction in which ``seat`` concedes on the scale: -1 for who claims, 1 for who answers."""
    return -1 if seat in evidence.claiming else 1

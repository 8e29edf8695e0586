"""A bottom line as something an offer can be held against."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from cogmed_core.audit.reading.clauses import Piece, clauses, sentences
from cogmed_core.audit.reading.features import features, refused_features
from cogmed_core.audit.reading.money import money
from cogmed_core.audit.reading.patterns import lexicon
from cogmed_core.audit.reading.times import periods
from cogmed_core.domain.terms import Security
from cogmed_core.sums.amounts import Sum, shares
from cogmed_core.sums.numerals import levelled

_FRACTION = re.compile(r"^\s*的?\s*$")
_OF_CLAIM = re.compile(r"[（(][^）)]*?(?:请求|主张|诉求|claim)[^）)]*[）)]")


@dataclass(frozen=True, slots=True)
class Limit:
    """The least to be received or borne by the other (floor), the most to be paid or borne oneself (ceiling)."""

    kind: Literal["floor", "ceiling"]
    value: float
    unit: Literal["sum", "share", "recurring"]
    currency: str
    others: bool
    quote: str


@dataclass(frozen=True, slots=True)
class Condition:
    """What moves a limit: if an agreement has these features it is looser (or tighter) by so much.

    ``value`` is None where the text says no figure: then the limit can't be relied on while the condition holds.
    """

    features: frozenset[str]
    value: float | None
    unit: Literal["sum", "share"]
    tightens: bool


@dataclass(frozen=True, slots=True)
class BottomLine:
    """Everything in a bottom line that can be checked; ``claim`` is what its shares are shares of, where it says so."""

    limits: tuple[Limit, ...]
    conditions: tuple[Condition, ...]
    musts: frozenset[str]
    nevers: frozenset[str]
    latest: int | None
    claim: float | None

    @property
    def readable(self) -> bool:
        """Whether there is anything to check."""
        return bool(self.limits or self.musts or self.nevers or self.latest)


@lru_cache(maxsize=2048)
def bottom_line(text: str, claiming: bool) -> BottomLine:
    """Read a bottom line; a figure that is only called one is a floor for who claims and a ceiling for who answers."""
    text = levelled(text)
    limits, conditions = list[Limit](), list[Condition]()
    musts, nevers, latest = set[str](), set[str](), list[int]()
    claim: float | None = None
    previous = frozenset[str]()
    for sentence in sentences(text):
        named = features(sentence.text) | refused_features(sentence.text)
        if _cue("condition").search(sentence.text):
            conditions.append(_condition(sentence.text, named or previous))
            nevers -= conditions[-1].features
            continue
        previous = named
        found = list(_limits(sentence, claiming))
        limits += found
        claim = claim or _claim(sentence.text, found)
        needed, refused = _demands(sentence.text)
        musts |= needed
        nevers |= refused
        if _cue("latest").search(sentence.text) and any(limit.kind == "floor" for limit in limits):
            latest += [days for days, _ in periods(sentence.text)]
    return BottomLine(
        tuple(limits), tuple(conditions), frozenset(musts), frozenset(nevers), max(latest, default=None), claim
    )


def _limits(sentence: Piece, claiming: bool) -> Iterator[Limit]:
    """Yield the limits of a sentence: a figure takes the bound of its own clause, else the sentence's."""
    whole = _bound(sentence.text)
    if whole is None and _cue("named").search(sentence.text):
        whole = "floor" if claiming else "ceiling"
    for clause in clauses(sentence.text):
        bare = _OF_CLAIM.sub(lambda match: " " * len(match[0]), clause.text)
        kind = _bound(bare) or whole
        if kind is None or _cue("part_only").search(bare):
            continue
        others = bool(_cue("others").search(bare)) and not _cue("own").search(bare)
        quote = sentence.text.strip()
        if figures := money(bare):
            best = (min if kind == "floor" else max)(figures, key=_value)
            unit: Literal["sum", "recurring"] = "recurring" if best.rate else "sum"
            yield Limit(kind, best.value * _fraction_of(best, bare), unit, best.currency, others, quote)
        elif parts := shares(bare):
            yield Limit(kind, parts[0].value, "share", "", others or bool(_cue("gets").search(bare)), quote)


def _value(one: Sum) -> float:
    return one.value


def _fraction_of(one: Sum, text: str) -> float:
    """Return the share that directly follows a sum, as in 三十万元的九成; 1 where none does."""
    following = [
        share for share in shares(text) if share.start >= one.end and _FRACTION.match(text[one.end : share.start])
    ]
    return following[0].value if following else 1.0


def _bound(text: str) -> Literal["floor", "ceiling"] | None:
    floor, ceiling = _cue("floor").search(text), _cue("ceiling").search(text)
    if floor and ceiling:
        return "floor" if floor.start() < ceiling.start() else "ceiling"
    return "floor" if floor else "ceiling" if ceiling else None


def _condition(text: str, named: frozenset[str]) -> Condition:
    figures, parts = money(text), shares(text)
    tightens = bool(_cue("tightens").search(text))
    if figures:
        return Condition(named, figures[-1].value, "sum", tightens)
    return Condition(named, parts[-1].value if parts else None, "share", tightens)


def _demands(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return what a sentence says must be, and must not be, in an agreement, clause by clause."""
    needed, refused = frozenset[str](), frozenset[str]()
    for clause in clauses(text):
        named, rejected = features(clause.text), refused_features(clause.text)
        if _cue("never").search(clause.text) and (named or rejected):
            refused |= rejected or named
        elif _cue("must").search(clause.text):
            needed |= named
    kinds = {security.value for security in Security}
    return needed - kinds, refused - needed


def _claim(text: str, limits: list[Limit]) -> float | None:
    """Return the claim where a limit is told both as a sum and as a share of it."""
    told = _OF_CLAIM.search(text)
    of_it = shares(told[0]) if told else ()
    sums_told = [limit.value for limit in limits if limit.unit == "sum"]
    return sums_told[0] / of_it[0].value if of_it and of_it[0].value and sums_told else None


def _cue(entry: str) -> re.Pattern[str]:
    return lexicon("limits")[entry]

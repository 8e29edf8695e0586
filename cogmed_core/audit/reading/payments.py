"""What an offer or a settlement comes to: which of its sums is the whole, which a part, which no payment at all."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache

from cogmed_core.audit.reading.clauses import Piece, sentences
from cogmed_core.audit.reading.money import money
from cogmed_core.audit.reading.patterns import lexicon
from cogmed_core.audit.reading.times import whole_number
from cogmed_core.sums.amounts import Sum
from cogmed_core.sums.numerals import levelled


class Part(Enum):
    """What a sum is in its sentence."""

    WHOLE = auto()
    TOTAL = auto()
    PIECE = auto()
    RECURRING = auto()
    DEDUCTED = auto()
    NONE = auto()


@dataclass(frozen=True, slots=True)
class Payment:
    """A sum and what it is; ``start`` is its offset in the whole text, ``sentence`` the one it stands in."""

    value: float
    currency: str
    part: Part
    start: int
    sentence: Piece
    total: bool = False


_NO_PAYMENT = ("condition", "costs", "waived", "price", "claimed", "paid")
_CLAUSE_END = re.compile(r"[，,：:](?!\d)")
_ORDINAL = re.compile(r"第\s*$")
_LAST = re.compile(r"(?:最后|后|前|首|连续|任意|任)\s*$")
_NEAR = 0.005


@lru_cache(maxsize=8192)
def payments(text: str) -> tuple[Payment, ...]:
    """Return every sum of ``text`` with its part in it."""
    text = levelled(text)
    return tuple(payment for sentence in sentences(text) for payment in _in_sentence(sentence))


@lru_cache(maxsize=8192)
def amount(text: str) -> tuple[float, str] | None:
    """Return what is to be paid once in all, with its currency; None where the text names no such sum.

    A total stands for the sums it adds up, instalments for the whole they are parts of; a sum said twice counts once.
    """
    return added_up(payments(text))


def added_up(found: Sequence[Payment]) -> tuple[float, str] | None:
    """Return what these sums come to; see ``amount``."""
    kept = _without_parts([one for one in found if one.part in _COUNTED])
    if not kept:
        return None
    currency = kept[0].currency
    return sum(one.value for one in kept if one.currency == currency), currency


@lru_cache(maxsize=8192)
def recurring(text: str) -> tuple[float, str] | None:
    """Return the sum that is paid every period, the total of several payers where it is told."""
    found = [one for one in payments(text) if one.part is Part.RECURRING]
    told = [one for one in found if one.total] or found
    return (told[0].value, told[0].currency) if told else None


@lru_cache(maxsize=8192)
def instalment_count(text: str) -> int | None:
    """Return the number of instalments where the text tells it."""
    text = levelled(text)
    for match in _cue("count").finditer(text):
        before = text[: match.start()]
        if not _ORDINAL.search(before) and not _LAST.search(before):
            return int(whole_number(match["zh"] or match["en"]) or 0) or None
    return None


def _in_sentence(sentence: Piece) -> Iterator[Payment]:
    text, parts = sentence.text, list[Part]()
    for one in money(text):
        before, after = text[: one.start], text[one.end :]
        part = _part(one, before, after)
        if part is Part.WHOLE and {Part.WHOLE, Part.TOTAL} & {*parts} and _cue("rest_follows").search(after):
            part = Part.PIECE
        if (
            part in (Part.WHOLE, Part.TOTAL)
            and parts
            and parts[-1] is Part.RECURRING
            and re.search("[、和]|共", before[-8:])
        ):
            part = Part.RECURRING
        parts.append(part)
        total = bool(_cue("total").search(before))
        yield Payment(one.value, one.currency, part, sentence.start + one.start, sentence, total)


def _part(one: Sum, before: str, after: str) -> Part:
    if _is_no_payment(before, after):
        return Part.NONE
    if _cue("deducted").search(before):
        return Part.DEDUCTED
    if _cue("recurs").search(before) or _cue("recurs_after").search(after):
        return Part.PIECE if instalment_count(before + after) else Part.RECURRING
    if one.rate:
        return Part.NONE
    if _cue("total").search(before):
        return Part.TOTAL
    return Part.PIECE if _cue("piece").search(before) else Part.WHOLE


def _is_no_payment(before: str, after: str) -> bool:
    """Say whether a sum is a price, a claim, a waiver, a limit, or a debt that is only confirmed."""
    if any(_cue(cue).search(before) for cue in _NO_PAYMENT):
        return True
    if _cue("limit_after").search(after) or _cue("waived_after").search(after):
        return True
    pays = _cue("pays")
    return bool(_cue("owed").search(before)) and not (pays.search(_CLAUSE_END.split(before)[-1]) or pays.search(after))


_COUNTED = (Part.WHOLE, Part.TOTAL, Part.PIECE, Part.DEDUCTED)


def _without_parts(found: Sequence[Payment]) -> list[Payment]:
    """Return the sums that add up to what is paid: no parts of another, none twice."""
    kept: list[Payment] = []
    for one in found:
        if one.part is Part.TOTAL:
            same = [other for other in kept if other.sentence == one.sentence]
            kept = [other for other in kept if other not in same] if _sum(same) <= one.value * (1 + _NEAR) else kept
        kept.append(one)
    kept = _less_deductions(kept)
    for whole in [one for one in kept if one.part is not Part.PIECE]:
        while (shorter := _less_run(kept, whole)) != kept:
            kept = shorter
    wholes = [one for one in kept if one.part is not Part.PIECE]
    kept = [one for one in kept if one.part is not Part.PIECE or not _covered(one, wholes)]
    return [one for at, one in enumerate(kept) if not any(_equal(one.value, other.value) for other in kept[:at])]


def _less_deductions(found: Sequence[Payment]) -> list[Payment]:
    """Return ``found`` with what is left where a whole, a deduction and the rest follow one another."""
    kept = list(found)
    for at in range(1, len(found) - 1):
        whole, less, rest = found[at - 1 : at + 2]
        if less.part is Part.DEDUCTED and _equal(whole.value - less.value, rest.value):
            kept = [other for other in kept if other is not whole]
    counted = [one for one in kept if one.part is not Part.DEDUCTED]
    return [replace(one, part=Part.WHOLE) if one.part is Part.PIECE and _rests(found, one) else one for one in counted]


def _rests(found: Sequence[Payment], one: Payment) -> bool:
    at = found.index(one)
    return (
        at > 1 and found[at - 1].part is Part.DEDUCTED and _equal(found[at - 2].value - found[at - 1].value, one.value)
    )


def _less_run(found: list[Payment], whole: Payment) -> list[Payment]:
    """Return ``found`` without the run of sums right after ``whole`` that add up to it."""
    if whole not in found:
        return found
    first = found.index(whole) + 1
    running = 0.0
    for at in range(first, len(found)):
        running += found[at].value
        if at > first and _equal(running, whole.value):
            return found[:first] + found[at + 1 :]
        if running > whole.value * (1 + _NEAR):
            break
    return found


def _covered(part: Payment, wholes: Sequence[Payment]) -> bool:
    """Say whether a part belongs to a whole told before it."""
    return any(whole.start < part.start and part.value <= whole.value * (1 + _NEAR) for whole in wholes)


def _sum(found: Sequence[Payment]) -> float:
    return sum(one.value for one in found)


def _equal(first: float, second: float) -> bool:
    return abs(first - second) <= _NEAR * max(abs(first), abs(second), 1.0)


def _cue(entry: str) -> re.Pattern[str]:
    return lexicon("payments")[entry]

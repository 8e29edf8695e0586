"""Sums of money as people write and say them: with a unit, as a range, in words, or bare after a verb of paying."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from cogmed_core.audit.reading.english_numbers import NUMBER_WORDS, number_in_words
from cogmed_core.sums.amounts import YUAN, Sum, sums
from cogmed_core.sums.numerals import CHARACTERS, levelled, magnitude, numeral

_COMPOUND = re.compile(
    r"(?P<high>\d+(?:\.\d+)?)\s?万\s?(?:(?P<low>\d+)\s?(?P<unit>千|百)|(?P<digit>[1-9])(?![\d.元块年月日天期个]))"
)
_MYRIADS_W = re.compile(r"(?<![\w.])(?P<figure>\d+(?:\.\d+)?)\s?[wW](?![A-Za-z])")
_RANGE = re.compile(r"(?P<low>\d+(?:\.\d+)?)\s?(?P<unit>[千万]?)\s?元?\s?(?:[-–—~～]|至|到)\s?$")
_CONTEXT = (
    r"(?:支付|偿还|返还|退还|归还|赔偿|补偿|赔付|垫付|承担|付清|给付|少于|低于|多于|高于|超过|不足|最多|最少|至多|至少|起码|最低|最高|底线[是为]?"
    r"|降[到至]|加[到至]|提[到高]*至?|让[到至]|[付给赔出拿还补退要])(?:人民币)?\s?(?:约|大约|你|他|她|您|对方|我们|我)?\s?"
)
_COUNTER = "元块年月日天时分个名人户次条期成号岁点种套间份倍周页票起余多平公"
_BARE_DIGITS = re.compile(
    _CONTEXT + rf"(?P<bare>\d{{3,}}(?:,\d{{3}})*(?:\.\d+)?)(?![\d.,]*\s?[%％万千百亿{_COUNTER}:：-])"
)
_BARE_WORDS = re.compile(_CONTEXT + rf"(?P<bare>[{CHARACTERS}]{{2,}})(?!\s?[{_COUNTER}{CHARACTERS}])")
_WORDS_EN = re.compile(
    rf"\b(?P<words>(?:(?:{NUMBER_WORDS})[ -](?:and )?)*(?:{NUMBER_WORDS}))"
    r"\s(?P<currency>pounds?|dollars?|euros?|yuan|renminbi)\b",
    re.IGNORECASE,
)
_CURRENCIES = {"pound": "£", "dollar": "$", "euro": "€", "yuan": YUAN, "renminbi": YUAN}
_SPELT_AGAIN = re.compile(r"^\s*整?\s*[（(]?\s*(?:大写|小写|人民币|即|in words)?\s*[:：]?\s*$")
_SAME = 1e-6


@lru_cache(maxsize=8192)
def money(text: str) -> tuple[Sum, ...]:
    """Return every sum in ``text``, in its order; one spelt out again in brackets is one sum.

    An end of a range is a sum of its own. A price per unit or period has ``rate`` set.
    """
    plain = levelled(text)
    found: list[Sum] = list(_compounds(plain))
    for one in (*sums(text), *_ranges(plain, sums(text)), *_in_words(plain), *_bare(plain)):
        if not any(one.start < other.end and other.start < one.end for other in found):
            found.append(one)
    return tuple(_once(plain, sorted(found, key=lambda one: one.start)))


def _compounds(text: str) -> Iterator[Sum]:
    for match in _COMPOUND.finditer(text):
        low = float(match["digit"]) * 1_000 if match["digit"] else float(match["low"]) * magnitude(match["unit"])
        yield Sum(float(match["high"]) * 10_000 + low, match.start(), match.end())
    for match in _MYRIADS_W.finditer(text):
        yield Sum(float(match["figure"]) * 10_000, match.start(), match.end())


def _ranges(text: str, known: tuple[Sum, ...]) -> Iterator[Sum]:
    """Yield the lower end of a range whose unit stands after the upper one: 3.5至4万元."""
    for upper in known:
        match = _RANGE.search(text[: upper.start])
        if not match:
            continue
        factor = magnitude(match["unit"]) if match["unit"] else 1
        low = float(match["low"]) * factor
        if not match["unit"] and low * 10_000 <= upper.value:
            low *= 10_000
        yield replace(upper, value=low, start=match.start(), end=match.start("low") + len(match["low"]))


def _in_words(text: str) -> Iterator[Sum]:
    for match in _WORDS_EN.finditer(text):
        currency = _CURRENCIES[match["currency"].lower().removesuffix("s")]
        if value := number_in_words(match["words"]):
            yield Sum(float(value), match.start(), match.end(), currency)


def _bare(text: str) -> Iterator[Sum]:
    for match in _BARE_DIGITS.finditer(text):
        yield Sum(float(match["bare"].replace(",", "")), match.start("bare"), match.end("bare"))
    for match in _BARE_WORDS.finditer(text):
        if (value := numeral(match["bare"])) and value >= 100:
            yield Sum(value, match.start("bare"), match.end("bare"))


def _once(text: str, found: list[Sum]) -> Iterator[Sum]:
    previous: Sum | None = None
    for one in found:
        again = (
            previous and abs(one.value - previous.value) < _SAME and _SPELT_AGAIN.match(text[previous.end : one.start])
        )
        if not again:
            yield one
        previous = one

"""Dates and time limits: 2024年1月5日, 3月底前, 三个月内, 31 March 2024, within six weeks."""

import calendar
import re
from functools import lru_cache

from cogmed_core.audit.reading.english_numbers import NUMBER_WORDS, number_in_words
from cogmed_core.sums.numerals import CHARACTERS, levelled, numeral

_NUMBER = rf"(?:\d+|[{CHARACTERS}]+)"
_DATE_ZH = re.compile(
    r"(?:(?P<year>\d{4}|次|同|本|明|今)年)?\s?(?P<month>\d{1,2}|[一二三四五六七八九十]{1,2})月"
    r"(?:\s?(?P<day>\d{1,2}|[一二三四五六七八九十]{1,3})[日号]|(?P<end>底))?"
)
_ISO = re.compile(r"\b(?P<year>(?:19|20)\d\d)[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})\b")
_MONTHS = tuple(name.lower() for name in calendar.month_name[1:])
_MONTH_EN = "|".join(f"{name[:3]}(?:{name[3:]})?" for name in _MONTHS)
_DAY_EN = r"\d{1,2}"
_DATE_EN = re.compile(
    rf"\b(?:(?P<day>{_DAY_EN})(?:st|nd|rd|th)?(?: of)? (?P<month>{_MONTH_EN})\b"
    rf"|(?P<month2>{_MONTH_EN}) (?P<day2>{_DAY_EN})(?:st|nd|rd|th)?\b),?(?: (?P<year>(?:19|20)\d\d))?",
    re.IGNORECASE,
)
_PERIOD_ZH = re.compile(
    rf"(?<![月\d])(?P<number>{_NUMBER}|半)\s?(?P<unit>个?工作日|日|天|个?(?:星期|礼拜)|周|个?月|年)"
    r"(?:之?内|以内|期限内|前(?=[付支偿还完履]))"
)
_PERIOD_EN = re.compile(
    rf"\b(?:within|in|no later than|not later than)\s(?P<number>\d+|(?:(?:{NUMBER_WORDS})[ -]?)+?)\s?"
    r"(?P<unit>working days?|business days?|days?|weeks?|months?|years?)\b",
    re.IGNORECASE,
)
_DAYS: tuple[tuple[tuple[str, ...], float], ...] = (
    (("工作日", "working", "business"), 1.4),
    (("日", "天", "day"), 1),
    (("周", "星期", "礼拜", "week"), 7),
    (("月", "month"), 30),
    (("年", "year"), 365),
)
"""What a unit comes to in days; five working days are a week."""


@lru_cache(maxsize=8192)
def dates(text: str) -> tuple[tuple[str, int], ...]:
    """Return every calendar date in ``text`` with its offset, as 2024-02-05, 02-05, 2024-02 or 02-end."""
    plain = levelled(text)
    found = [(_iso(match["year"], match["month"], match["day"]), match.start()) for match in _ISO.finditer(plain)]
    found += [
        (_iso(match["year"], match["month"], match["day"] or ("end" if match["end"] else None)), match.start())
        for match in _DATE_ZH.finditer(plain)
        if match["day"] or match["end"] or (match["year"] or "").isdecimal()
    ]
    for match in _DATE_EN.finditer(plain):
        name = (match["month"] or match["month2"]).lower()
        number = next(at for at, month in enumerate(_MONTHS, start=1) if month.startswith(name[:3]))
        found.append((_iso(match["year"], str(number), match["day"] or match["day2"]), match.start()))
    return tuple(sorted(found, key=lambda one: one[1]))


@lru_cache(maxsize=8192)
def periods(text: str) -> tuple[tuple[int, int], ...]:
    """Return every time limit in ``text`` in days, with its offset: 三个月内 is 90, within two weeks 14."""
    plain = levelled(text)
    found = []
    for pattern in (_PERIOD_ZH, _PERIOD_EN):
        for match in pattern.finditer(plain):
            if number := whole_number(match["number"]):
                unit = match["unit"].lower()
                factor = next(days for units, days in _DAYS if any(one in unit for one in units))
                found.append((round(number * factor), match.start()))
    return tuple(sorted(found, key=lambda one: one[1]))


def whole_number(text: str) -> float | None:
    """Return a number in figures or in words of either language; 半 is a half."""
    text = text.strip()
    if text == "半":
        return 0.5
    if text.isdecimal() and text.isascii():
        return int(text)
    return numeral(text) or number_in_words(text)


def _iso(year: str | None, month: str, day: str | None) -> str:
    parts = [year] if year and year.isdecimal() else []
    parts.append(f"{int(whole_number(month) or 0):02d}")
    if day:
        parts.append(day if day == "end" else f"{int(whole_number(day) or 0):02d}")
    return "-".join(parts)

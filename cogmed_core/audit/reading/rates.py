"""Interest: 年利率6%, 月利率1.5%, 日万分之五, 13.25 per cent a year; waived interest is a rate of nought."""

import re

from cogmed_core.audit.reading.patterns import bilingual
from cogmed_core.sums.numerals import CHARACTERS, levelled, numeral

_FIGURE = rf"(?P<figure>\d+(?:\.\d+)?|[{CHARACTERS}]+)"
_RATE_ZH = re.compile(
    rf"(?P<period>年|月|日)(?:化)?(?:利率|利息|息)?(?:为|按|是|的|约)?\s?"
    rf"(?:{_FIGURE}\s?%|百分之(?P<percent>[{CHARACTERS}\d.]+)|万分之(?P<myriad>[{CHARACTERS}\d.]+)"
    rf"|千分之(?P<mille>[{CHARACTERS}\d.]+))"
)
_RATE_EN = re.compile(
    r"(?P<figure>\d+(?:\.\d+)?)\s?(?:%|per ?cent)\s?(?:interest )?"
    r"(?:p\.a\.|per annum|a year|per year|annually|(?P<month>a month|per month|monthly))"
    r"|(?:interest|rate) (?:of|at) (?P<figure2>\d+(?:\.\d+)?)\s?(?:%|per ?cent)",
    re.IGNORECASE,
)
_WAIVED = bilingual(
    "(?:免除|放弃|不(?:再)?(?:计|收|支付|主张|坚持)[^，。；]{0,8}|免收|免)(?:全部)?(?:利息|罚息|计息|息)|不再计息|不计利息|免息|无息",
    r"(?:waiv\w+[^.;]{0,16}interest|without interest|no interest|interest[- ]free|interest is waived)",
)
_PERIODS = {"年": 1, "月": 12, "日": 365}


def yearly_rate(text: str) -> float | None:
    """Return the first rate of interest in ``text`` as a fraction a year; 0 where interest is waived."""
    text = levelled(text)
    for match in _RATE_ZH.finditer(text):
        value = _value(match)
        if value is not None:
            return round(value * _PERIODS[match["period"]], 6)
    if match_en := _RATE_EN.search(text):
        figure = float(match_en["figure"] or match_en["figure2"]) / 100
        return round(figure * (12 if match_en["month"] else 1), 6)
    return 0.0 if _WAIVED.search(text) else None


def _value(match: re.Match[str]) -> float | None:
    for group, scale in (("figure", 100), ("percent", 100), ("myriad", 10_000), ("mille", 1_000)):
        if told := match[group]:
            plain = told.replace(".", "", 1)
            value = float(told) if plain.isdecimal() and plain.isascii() else numeral(told)
            return None if value is None else value / scale
    return None

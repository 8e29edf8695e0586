"""Reading sums of money and shares out of Chinese and English prose."""

import re
from dataclasses import dataclass
from functools import lru_cache

from cogmed_core.sums.numerals import CHARACTERS, levelled, magnitude, numeral

_MONEY_ZH = re.compile(
    rf"(?:(?P<digits>\d[\d,]*(?:\.\d+)?)\s*(?P<unit>[十百千万亿]{{0,2}})|(?P<words>[{CHARACTERS}]+))"
    r"\s*(?P<vague>[余多来几]?)(?P<late>万?)\s*(?P<currency>元|块钱|块|圆|人民币|美元|欧元|英镑|港元|港币)"
)
_BARE_MYRIADS = re.compile(r"(?P<digits>\d[\d,]*(?:\.\d+)?)\s*(?P<unit>[百千]?万|亿)(?![元余多\w])")
_MONEY_SIGN = re.compile(
    r"(?P<currency>US\$|HK\$|[£$€¥]|RMB|CNY|USD|GBP|EUR)\s?(?P<digits>\d[\d,]*(?:\.\d+)?)"
    r"\s?(?P<unit>(?:k|m|bn|thousand|million|billion)\b|[百千]?万|亿)?",
    re.IGNORECASE,
)
_MONEY_EN = re.compile(
    r"(?P<digits>\d[\d,]*(?:\.\d+)?)\s?(?P<unit>k|thousand|million|billion)?\s?"
    r"(?P<currency>yuan|RMB|CNY|pounds?|dollars?|euros?|USD|GBP|EUR)\b",
    re.IGNORECASE,
)
_FACTORS = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6, "bn": 1e9, "billion": 1e9}
_SIGNS = {
    "£": ("gbp", "英镑", "pound", "pounds", "£"),
    "$": ("usd", "us$", "美元", "dollar", "dollars", "$"),
    "€": ("eur", "欧元", "euro", "euros", "€"),
    "HK$": ("hk$", "港元", "港币"),
}
_SIGN_OF = {name: sign for sign, names in _SIGNS.items() for name in names}
YUAN = "元"

_RATE_BEFORE = re.compile(
    r"(?:每[^，。；,;]{0,18}|日薪|月薪|时薪|单价|月租|年租|\b(?:each|every|per|daily|monthly|weekly|hourly)\b[\w\s]{0,16})$",
    re.IGNORECASE,
)
_RATE_AFTER = re.compile(
    r"^\s*(?:/|每|一[天日月年]|(?:per|an?|each|every)\s+(?:day|week|month|year|hour|unit|person|household|metre)"
    r"|(?:daily|weekly|monthly)\b)",
    re.IGNORECASE,
)

_SHARES: tuple[tuple[re.Pattern[str], float], ...] = (
    (re.compile(r"(?P<figure>\d+(?:\.\d+)?)\s?(?:%|per ?cent\b|percent\b)", re.IGNORECASE), 0.01),
    (re.compile(rf"百分之(?P<figure>[{CHARACTERS}\d.]+)"), 0.01),
    (
        re.compile(
            r"(?P<figure>[一二两三四五六七八九十\d](?:\.\d)?)成(?P<half>[半一二三四五六七八九])?(?![立功果员为本交年])"
        ),
        0.1,
    ),
)
_FRACTION_ZH = re.compile(r"([二两三四五六七八九十])分之([一二两三四五六七八九])")
_FRACTION_EN = re.compile(r"\b(one|two|three|a)[ -](third|quarter|fifth)s?\b", re.IGNORECASE)
_HALF = re.compile(
    r"一半|半数|各半|平均分担|均摊|平摊|\b(?:half|equally|equal shares|fifty-fifty|50/50)\b", re.IGNORECASE
)
_PARTS_EN = {"one": 1, "a": 1, "two": 2, "three": 3, "third": 3, "quarter": 4, "fifth": 5}
_INTEREST = re.compile(
    r"(?:利率|利息|年化|月息|日息|罚息|LPR|违约金|滞纳金|interest|per annum|p\.a\.|default|surcharge|penalty)"
    r"[^，。；,;]{0,10}$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Sum:
    """An amount of money found at ``start``; ``rate`` where it is a price per unit or period."""

    value: float
    start: int
    end: int
    currency: str = YUAN
    rate: bool = False


@dataclass(frozen=True, slots=True)
class Share:
    """A share found at ``start``, 1 being the whole."""

    value: float
    start: int
    end: int


@lru_cache(maxsize=4096)
def sums(text: str) -> tuple[Sum, ...]:
    """Return every sum of money in ``text`` in the order of the text."""
    text = levelled(text)
    found: list[Sum] = []
    for pattern in (_MONEY_ZH, _MONEY_SIGN, _MONEY_EN, _BARE_MYRIADS):
        for match in pattern.finditer(text):
            if any(match.start() < other.end and other.start < match.end() for other in found):
                continue
            if (value := _value(match)) is not None and 0 < value < 1e13:
                found.append(_sum(text, match, value))
    return tuple(sorted(found, key=lambda one: one.start))


@lru_cache(maxsize=4096)
def shares(text: str) -> tuple[Share, ...]:
    """Return every share (%, 成, fractions, halves) in ``text``; interest rates are none."""
    text = levelled(text)
    found: list[Share] = []
    for pattern, scale in _SHARES:
        for match in pattern.finditer(text):
            value = _figure(match.group("figure"))
            half = match.groupdict().get("half")
            value = (
                None if value is None else value + (0.1 * (5 if half == "半" else _figure(half) or 0) if half else 0)
            )
            if value is not None:
                found.append(Share(round(value * scale, 6), match.start(), match.end()))
    found += [_fraction(match, 2, 1) for match in _FRACTION_ZH.finditer(text)]
    found += [_fraction(match, 1, 2) for match in _FRACTION_EN.finditer(text)]
    found += [Share(0.5, match.start(), match.end()) for match in _HALF.finditer(text)]
    kept = [one for one in found if one.value <= 1.5 and not _INTEREST.search(text[: one.start])]
    return tuple(sorted(kept, key=lambda one: one.start))


def _value(match: re.Match[str]) -> float | None:
    groups = match.groupdict()
    if groups["digits"]:
        unit = (groups["unit"] or "").lower()
        value = float(groups["digits"].replace(",", "")) * (_FACTORS.get(unit) or magnitude(unit))
    elif (read := numeral(groups["words"])) is not None:
        value = read
    else:
        return None
    return value * magnitude(groups.get("late") or "")


def _sum(text: str, match: re.Match[str], value: float) -> Sum:
    name = (match.groupdict().get("currency") or "").lower()
    before, after = text[max(0, match.start() - 24) : match.start()], text[match.end() : match.end() + 16]
    rate = bool(_RATE_BEFORE.search(before) or _RATE_AFTER.search(after))
    return Sum(value, match.start(), match.end(), _SIGN_OF.get(name, YUAN), rate)


def _figure(text: str | None) -> float | None:
    if not text:
        return None
    return float(text) if text.replace(".", "", 1).isdecimal() and text.isascii() else numeral(text)


def _fraction(match: re.Match[str], above: int, below: int) -> Share:
    parts = [_PARTS_EN.get(word.lower()) or numeral(word) or 1 for word in match.groups()]
    return Share(parts[above - 1] / parts[below - 1], match.start(), match.end())

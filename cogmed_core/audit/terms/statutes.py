"""Statutes cited in a text: 《民法典》第577条、第585条, Housing Act 2004 s 213, Article 6 of Directive 93/13/EEC."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from cogmed_core.sums.numerals import CHARACTERS, levelled, numeral

_LAW_ZH = re.compile(r"《(?P<name>[^《》]*(?:[<〈][^《》<>〈〉]*[>〉][^《》]*)?)》")
_LISTED_ZH = re.compile(
    rf"第?\s?(?P<numbers>(?:\d+|[{CHARACTERS}]+)(?:\s?[、,，和及至-]\s?(?:第)?(?:\d+|[{CHARACTERS}]+))*)\s?条"
)
_BRACKET = re.compile(r"[（(](?![一二三四五六七八九十]{1,2}[）)])[^（）()]*[）)]")
_BARE_ZH = re.compile(
    r"(?:根据|依照|按照|依据|适用|参照|违反|我国|的|以及|[，。；、：和及与《\s]|^)"
    r"(?P<name>(?:中华人民共和国)?(?:(?!根据|依照|按照|依据|适用|我国)[\u4e00-\u9fff]){1,16}?(?:法典|法|条例))(?=第\s?[\d一二三四五六七八九十])"
)
_COUNTRY = re.compile(r"^中华人民共和国")
_CAPITAL = r"[A-Z][\w’'-]*"
_NAME_EN = (
    rf"(?:{_CAPITAL}(?:,(?=\s{_CAPITAL}(?:,|\sand\s)))?"
    rf"(?:\s(?:of|and|the|for|to|in|on|etc\.?|\({_CAPITAL}[\w’' -]*\)|[A-Z(][\w’')-]*))*)"
)
_KIND_EN = r"(?:Act|Regulations|Order|Rules|Code|Directive)"
_LAW_EN = re.compile(rf"(?:the\s)?(?P<name>{_NAME_EN}\s{_KIND_EN}(?:\s(?:\d{{4}}|\d+/\d+(?:/[A-Z]+)?))?)")
_PLACE_EN = r"\d+[A-Z]{0,2}(?:\(\w+\))*"
_SECTION_EN = re.compile(
    rf"\b(?:sections?|ss?\.?|articles?|arts?\.?|regulations?|regs?\.?|rules?|schedules?)\s"
    rf"(?P<numbers>{_PLACE_EN}(?:(?:,\s|\s(?:and|to)\s|,\sand\s|-){_PLACE_EN})*)",
    re.IGNORECASE,
)
_NUMBER_EN = re.compile(r"\d+[A-Z]{0,2}")


@dataclass(frozen=True, slots=True, order=True)
class Citation:
    """An article of a law; ``article`` is empty where the law as a whole is cited."""

    law: str
    article: str

    def __str__(self) -> str:
        return f"{self.law} {self.article}".strip()


@lru_cache(maxsize=4096)
def citations(text: str) -> frozenset[Citation]:
    """Return every law and article that ``text`` cites; names without country and edition, numbers as figures."""
    text = levelled(text)
    return frozenset((*_chinese(text), *_english(text)))


def _chinese(text: str) -> Iterator[Citation]:
    laws = sorted([*_LAW_ZH.finditer(text), *_BARE_ZH.finditer(text)], key=lambda match: match.start("name"))
    for at, match in enumerate(laws):
        end = laws[at + 1].start() if at + 1 < len(laws) else len(text)
        named = _named(match["name"])
        articles = list(_articles(_BRACKET.sub("", text[match.end() : end])))
        yield from (Citation(named, article) for article in articles or [""])


def _articles(following: str) -> Iterator[str]:
    """Yield the articles right after a law's name, up to the first word that belongs to no list of articles."""
    following = following.lstrip(" 的")
    at = 0
    while match := _LISTED_ZH.match(following, at):
        for number in re.split(r"[、,，和及至-]", match["numbers"]):
            digits = number.replace("第", "").strip()
            value = int(digits) if digits.isdecimal() and digits.isascii() else int(numeral(digits) or 0)
            if value:
                yield str(value)
        at = match.end()
        if clause := re.match(
            r"(?:之[一二三四五六])?(?:第\s?[\d一二三四五六七八九十]+\s?[款项目])*\s?[、,，和及以]*\s?", following[at:]
        ):
            at += clause.end()


def _named(name: str) -> str:
    name = re.sub(r"\s", "", name).replace("<", "〈").replace(">", "〉")
    return _COUNTRY.sub("", _BRACKET.sub("", name))


def _english(text: str) -> Iterator[Citation]:
    """Yield English citations: sections named before ("section 21 of the …") or after the law ("… Act 1985, s 11")."""
    laws = list(_LAW_EN.finditer(text))
    for at, match in enumerate(laws):
        named = " ".join(match["name"].split()).removeprefix("The ")
        begin = laws[at - 1].end() if at else 0
        end = laws[at + 1].start() if at + 1 < len(laws) else len(text)
        before = re.search(rf"{_SECTION_EN.pattern}\s(?:of|to|under)\s$", text[begin : match.start()], re.IGNORECASE)
        after = re.match(rf"[,\s(]*{_SECTION_EN.pattern}", text[match.end() : end], re.IGNORECASE)
        told = before or after
        numbers = _NUMBER_EN.findall(re.sub(r"\(\w+\)", "", told["numbers"])) if told else [""]
        yield from (Citation(named, number) for number in numbers)

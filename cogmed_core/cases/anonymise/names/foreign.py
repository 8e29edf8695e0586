"""Names that no Chinese surname begins: with a dot, in Latin letters, of the minorities, transcribed."""

import re
from collections.abc import Iterator
from functools import cache

from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.finding import Finding
from cogmed_core.cases.anonymise.lexicon import alternatives, words
from cogmed_core.cases.anonymise.names.context import REACH, announced, role
from cogmed_core.cases.anonymise.names.shape import surname_of

_LATIN = r"[A-ZÀ-Þ][a-zß-ÿ'’]+(?:-[A-Za-z][a-zß-ÿ]+)?"
_LATIN_NAME = re.compile(
    rf"(?<![A-Za-z]){_LATIN}(?:[ ·](?:{_LATIN}|[A-Z]\.?|de|da|van|von|bin|al|la|el)){{0,4}}(?![A-Za-z])"
)
_LATIN_AFTER = re.compile(r"\s?(?:[(（]中文名|先生|女士|小姐|诉称|辩称|[,，]?(?:男|女)[,，])")
_CHINESE_NAME = re.compile(
    rf"(?:({_LATIN}(?: {_LATIN}){{0,4}}) ?[(（])?(?:中文名|中文姓名|译名)(?:为|是|叫|[:：])?\s?"
    r"([\u3400-\u9fff]{2,6}(?:·[\u3400-\u9fff]{1,6}){0,3})"
)
_CORPORATE = re.compile(
    r"\b(?:Co|Ltd|Limited|Inc|Corp|Company|Group|Bank|Holdings|Act|Law|Code|Agreement|Contract|Center|University"
    r"|Hotel|Office|System|Pro|Plus|Microsoft|Google|Apple|Windows|Android|Hong Kong|New York|United States)\b"
)
_LONG_PART = 3
_LONGEST_RUN = 3


@cache
def _dotted() -> re.Pattern[str]:
    letters = "".join(sorted(words("in transcribed names")))
    return re.compile(rf"(?P<first>[{letters}]{{1,7}})(?P<rest>(?:·[{letters}]{{1,8}}){{1,3}})")


@cache
def _composed() -> re.Pattern[str]:
    return re.compile(rf"(?:{alternatives('name parts')}){{1,3}}")


def find_foreign(document: Document) -> Iterator[Finding]:
    """Yield names with a dot, Latin names in Chinese text, names made of known parts, transcribed names."""
    text = document.text
    yield from _find_dotted(document)
    for match in _CHINESE_NAME.finditer(text):
        yield Finding(match.start(2), match.end(2), "PER", "foreign", 65, match[1] or "")
    for match in _LATIN_NAME.finditer(text):
        before = text[max(0, match.start() - REACH) : match.start()].rstrip(" :：")
        several = " " in match.group() and not _CORPORATE.search(match.group())
        if several or announced().search(before) or _LATIN_AFTER.match(text, match.end()):
            yield Finding(match.start(), match.end(), "PER", "foreign", 62)
    yield from _find_composed(document)
    yield from _find_transcribed(document)


def _find_dotted(document: Document) -> Iterator[Finding]:
    """Yield names with a dot; one that runs into its neighbours is cut to the form that it has elsewhere."""
    text = document.text
    places = [
        (_first_boundary(document, match.start(), match.end("first")), match.end())
        for match in _dotted().finditer(text)
    ]
    names = {text[start:end] for start, end in places}
    for start, end in places:
        whole = text[start:end]
        cut = ((head, tail) for head in range(_LONGEST_RUN) for tail in range(_LONGEST_RUN, -1, -1) if head or tail)
        head, tail = next((c for c in cut if whole[c[0] : len(whole) - c[1]] in names), (0, 0))
        yield Finding(start + head, end - tail, "PER", "foreign", 64)


def _first_boundary(document: Document, start: int, end: int) -> int:
    """A transcribed name may run on from the word before it: it begins after a role, or where a word does."""
    if role().search(document.text, max(0, start - REACH), start):
        return start
    return next((place for place in range(start, end) if place in document.boundaries), start)


def _find_composed(document: Document) -> Iterator[Finding]:
    parts = words("name parts")
    for match in _composed().finditer(document.text):
        whole = match.group()
        single = whole in parts
        if not single or (len(whole) >= _LONG_PART and surname_of(whole) != whole[:2]):
            yield Finding(match.start(), match.end(), "PER", "foreign", 58)


def _find_transcribed(document: Document) -> Iterator[Finding]:
    """Yield what the tagger takes for a person where every character is one that transcriptions use."""
    letters = words("in transcribed names")
    for token in document.tokens:
        name = document.text[token.start : token.end]
        if token.tag == "PER" and len(name) >= _LONG_PART and set(name) <= letters:
            yield Finding(token.start, token.end, "PER", "foreign", 52)

"""What else people are called: 老王, 王先生, 王某, 又名…, the given name alone. Each is linked to its person."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache

from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.finding import Finding
from cogmed_core.cases.anonymise.lexicon import alternatives, words
from cogmed_core.cases.anonymise.names.context import SAYS, is_chinese
from cogmed_core.cases.anonymise.names.shape import surname_of
from cogmed_core.cases.anonymise.occurrences import occurrences

_ALSO = (
    r"(?:又名|又叫|又称|曾用名|曾用姓名|原名|本名|大名|学名|别名|化名|小名|乳名|绰号|外号|诨名|网名|昵称|微信名|微信昵称"
    r"|艺名|笔名|英文名|人称|自称)"
)
_DECLARED = re.compile(
    rf"{_ALSO}(?:为|是|叫|[:：])?[ ]?[“\"‘'「]?"
    r"(?P<id>[\u3400-\u9fffA-Za-z·]{2,8}?)(?=[”\"’'」]|[）)，,。；;、\s的]|$)"
)
_MASKED = re.compile(r"某某?(?![甲乙丙丁戊己0-9公])")
_OF = re.compile(r"[”\"’'」]?的")
_SENTENCE_MARKS = "。；\n！？"
_AFTER = "，。、：；”的说和与及等家"


Bearers = tuple[list[int], list[str]]
"""Places in order, and the full name that stands at each."""


def find_aliases(document: Document, people: Iterable[Finding]) -> Iterator[Finding]:
    """Yield other forms of the names in ``people``; ``entity`` of each is the full name of its person."""
    text = document.text
    mentions = sorted((f.start, f.entity or text[f.start : f.end]) for f in people)
    yield from _declared(text, _bearers(mentions))
    yield from _given_names(document, {name for _, name in mentions})
    grouped: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for place, name in mentions:
        for surname in {surname_of(name) or name[0], name[0]}:
            grouped[surname].append((place, name))
    by_surname = {surname: _bearers(found) for surname, found in grouped.items()}
    for place, end, surname in _by_surname(document, by_surname):
        yield Finding(place, end, "ALIAS", "aliases", 48, _meant(text, by_surname[surname], place))


def _bearers(mentions: list[tuple[int, str]]) -> Bearers:
    return [place for place, _ in mentions], [name for _, name in mentions]


def _nearest(bearers: Bearers, place: int) -> str:
    """Return the name that stands last before ``place``, else the first after it."""
    places, names = bearers
    return names[max(0, bisect_left(places, place) - 1)]


def _meant(text: str, bearers: Bearers, place: int) -> str:
    """Whom a shared surname means: who was named last, but not in the same sentence, where the full name is."""
    sentence = 1 + max(text.rfind(mark, 0, place) for mark in _SENTENCE_MARKS)
    places, names = bearers
    here = set(names[bisect_left(places, sentence) : bisect_left(places, place)])
    others = [(start, name) for start, name in zip(places, names, strict=True) if name not in here]
    if not here or not others:
        return _nearest(bearers, place)
    return _nearest(_bearers(others), sentence)


def _declared(text: str, bearers: Bearers) -> Iterator[Finding]:
    """又名 and its like name the person who was named last; 绰号“大壮”的 the one named next."""
    owners: dict[str, str] = {}
    for match in _DECLARED.finditer(text):
        places, names = bearers
        after = bisect_left(places, match.end())
        if _OF.match(text, match.end()) and after < len(places):
            owners.setdefault(match["id"], names[after])
        elif places and places[0] < match.start():
            owners.setdefault(match["id"], _nearest(bearers, match.start()))
    for place, alias in occurrences(text, owners):
        yield Finding(place, place + len(alias), "ALIAS", "aliases", 57, owners[alias])


def _given_names(document: Document, names: set[str]) -> Iterator[Finding]:
    """A given name of two characters stands for its bearer where it ends no other name.

    One that is an ordinary word must begin a clause and say something.
    """
    bearers: dict[str, set[str]] = defaultdict(set)
    for name in names:
        given = name[len(surname_of(name)) :]
        if given != name and len(given) == 2:
            bearers[given].add(name)
    text = document.text
    for place, given in occurrences(text, bearers):
        begins = place == 0 or not is_chinese(text[place - 1])
        says = begins and bool(SAYS.match(text, place + 2))
        unknown = document.tagger.segmenter.score(given) is None
        alone = says or (unknown and (begins or place in document.boundaries))
        inside = any(text[max(0, place - width) : place + 2] in names for width in (1, 2))
        if alone and not inside and len(bearers[given]) == 1:
            yield Finding(place, place + 2, "ALIAS", "aliases", 52 if says else 46, min(bearers[given]))


@cache
def _titled() -> re.Pattern[str]:
    return re.compile(rf"(?:{alternatives('titles')})")


def _by_surname(document: Document, surnames: Iterable[str]) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and surname of every 老X, X先生 and X某 whose X is the surname of somebody here."""
    text = document.text
    for place, surname in occurrences(text, surnames):
        end = place + len(surname)
        if place and text[place - 1] in "老小阿" and _is_familiar(document, place - 1, end):
            yield place - 1, end + (text[end : end + 1] == "头"), surname
        elif match := _titled().match(text, end) or _MASKED.match(text, end):
            yield place, match.end(), surname


def _is_familiar(document: Document, start: int, end: int) -> bool:
    """Tell 老王 from 老师, and from the beginning of a longer word."""
    if document.text[start:end] in words("not familiar"):
        return False
    begins = start == 0 or not is_chinese(document.text[start - 1])
    ends = end in document.boundaries or document.text[end : end + 1] in _AFTER
    return begins or (start in document.boundaries and ends)

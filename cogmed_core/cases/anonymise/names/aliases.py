"""What else people are called: 老王, 王先生, 王某, 又名…, the given name alone. Each is linked to its person."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache

from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.finding import Finding
from cogmed_core.cases.anonymise.lexicon import alternatives, words
from cogmed_core.cases.anonymise.names.context import is_chinese
from cogmed_core.cases.anonymise.names.shape import surname_of
from cogmed_core.cases.anonymise.occurrences import occurrences

_ALSO = (
    r"(?:又名|又叫|又称|曾用名|曾用姓名|原名|别名|化名|小名|乳名|绰号|外号|诨名|网名|昵称|微信名|微信昵称"
    r"|艺名|笔名|英文名|人称|自称)"
)
_DECLARED = re.compile(
    rf"{_ALSO}(?:为|是|叫|[:：])?[ ]?[“\"‘'「]?(?P<id>[\u3400-\u9fffA-Za-z·]{{2,8}}?)(?=[”\"’'」]|[）)，,。；;、\s]|$)"
)
_AFTER = "，。、：；”的说和与及等家"


def find_aliases(document: Document, people: Iterable[Finding]) -> Iterator[Finding]:
    """Yield other forms of the names in ``people``; ``entity`` of each is the full name of its person."""
    text = document.text
    mentions = sorted(((f.start, text[f.start : f.end]) for f in people), key=lambda mention: mention[0])
    names = {name for _, name in mentions}
    yield from _declared(text, mentions)
    yield from _given_names(document, names)
    by_surname: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for place, name in mentions:
        by_surname[surname_of(name) or name[0]].append((place, name))
        if len(surname_of(name)) > 1:
            by_surname[name[0]].append((place, name))
    for place, length in _by_surname(document, by_surname):
        surname = next(
            s
            for s in (text[place : place + 2], text[place + 1 : place + 3], text[place], text[place + 1])
            if s in by_surname
        )
        yield Finding(place, place + length, "ALIAS", "aliases", 48, _nearest(by_surname[surname], place))


def _declared(text: str, mentions: list[tuple[int, str]]) -> Iterator[Finding]:
    """又名 and its like name the person who was named last."""
    for match in _DECLARED.finditer(text):
        before = [name for place, name in mentions if place < match.start()]
        if before:
            for place, _ in occurrences(text, [match["id"]]):
                yield Finding(place, place + len(match["id"]), "ALIAS", "aliases", 57, before[-1])


def _given_names(document: Document, names: set[str]) -> Iterator[Finding]:
    """A given name of two characters stands for its bearer where it is no ordinary word and no other name's end."""
    bearers: dict[str, list[str]] = defaultdict(list)
    for name in names:
        surname = surname_of(name)
        given = name[len(surname) :]
        if surname and len(given) == 2 and document.tagger.segmenter.score(given) is None:
            bearers[given].append(name)
    for place, given in occurrences(document.text, bearers):
        full = document.text[max(0, place - 2) : place + 2]
        alone = place in document.boundaries or not is_chinese(document.text[place - 1])
        if alone and len(bearers[given]) == 1 and not any(full.endswith(name) for name in names):
            yield Finding(place, place + 2, "ALIAS", "aliases", 46, bearers[given][0])


@cache
def _titled() -> re.Pattern[str]:
    return re.compile(rf"(?:{alternatives('titles')})")


def _by_surname(document: Document, by_surname: dict[str, list[tuple[int, str]]]) -> Iterator[tuple[int, int]]:
    """Yield place and length of every 老X, X先生 and X某 whose X is the surname of somebody here."""
    text = document.text
    for place, surname in occurrences(text, by_surname):
        end = place + len(surname)
        if place and text[place - 1] in "老小阿" and _is_familiar(document, place - 1, end):
            yield place - 1, end - place + 1
        elif (match := _titled().match(text, end)) and not surname_of(text[place - 1 : place + 1])[1:]:
            yield place, match.end() - place
        elif text[end : end + 1] == "某" and text[end + 1 : end + 2] not in "甲乙丙丁戊己1234567890公":
            yield place, (2 if text[end + 1 : end + 2] == "某" else 1) + len(surname)


def _is_familiar(document: Document, start: int, end: int) -> bool:
    """Tell 老王 from 老师, and from the beginning of a longer word."""
    if document.text[start:end] in words("not familiar"):
        return False
    begins = start == 0 or not is_chinese(document.text[start - 1])
    ends = end in document.boundaries or document.text[end : end + 1] in _AFTER
    return begins or (start in document.boundaries and ends)


def _nearest(mentions: list[tuple[int, str]], place: int) -> str:
    """Return the bearer of a surname who was named last before ``place``, else the first named after it."""
    before = [name for start, name in mentions if start < place]
    return before[-1] if before else mentions[0][1]

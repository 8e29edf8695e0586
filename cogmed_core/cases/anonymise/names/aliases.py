"""What else people are called: 老王, 王先生, 王某, and names the text declares. Each is linked to its person."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.finding import Finding
from cogmed_core.cases.anonymise.lexicon import alternatives, words
from cogmed_core.cases.anonymise.names.bearers import Bearers
from cogmed_core.cases.anonymise.names.context import REACH, is_chinese, role
from cogmed_core.cases.anonymise.names.declared import find_declared_names
from cogmed_core.cases.anonymise.names.given import find_given_names
from cogmed_core.cases.anonymise.names.shape import surname_of
from cogmed_core.cases.anonymise.occurrences import occurrences

_MASKED = re.compile(r"某某?(?![甲乙丙丁戊己0-9公])")
_AFTER = "，。、：；”的说和与及等家"
_BEGINS_CLAUSE = "后故但而遂则因经由向与和对"
_NO_WORD_BEFORE = "古太很更最较过不"
_ALSO_IN_WORDS = frozenset("工总董")
"""Titles that also begin longer words: not 解工 in 化解工作."""
UNSURE = "unsure"
"""The layer of a form that several people could mean: linked to the nearest of them, and up for review."""


def find_aliases(document: Document, people: Iterable[Finding]) -> Iterator[Finding]:
    """Yield other forms of the names in ``people``; ``entity`` of each is the full name of its person."""
    text = document.text
    mentions = [(f.start, f.entity or text[f.start : f.end]) for f in people]
    everybody = Bearers.of(text, mentions)
    yield from find_declared_names(text, everybody)
    yield from find_given_names(document, {name for _, name in mentions})
    grouped: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for place, name in mentions:
        for surname in {surname_of(name) or name[0], name[0]}:
            grouped[surname].append((place, name))
    by_surname = {surname: Bearers.of(text, found) for surname, found in grouped.items()}
    for start, end, surname in _by_surname(document, by_surname):
        yield _linked(text, start, end, surname, by_surname)


def _linked(text: str, start: int, end: int, surname: str, by_surname: Mapping[str, Bearers]) -> Finding:
    """Link a form to the one person it fits; where several do, to the nearest of them, said to be unsure."""
    form, bearers = text[start:end], by_surname[surname]
    fitting = bearers.fitting(form, form.partition(surname)[2])
    if len(fitting) == 1:
        return Finding(start, end, "ALIAS", "aliases", 48, fitting[0])
    return Finding(start, end, "ALIAS", UNSURE, 48, bearers.only(fitting).meant(start))


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
        elif (match := _titled().match(text, end) or _MASKED.match(text, end)) and (
            match.group() not in _ALSO_IN_WORDS or {place, match.end()} <= document.boundaries
        ):
            yield place, match.end(), surname


def _is_familiar(document: Document, start: int, end: int) -> bool:
    """Tell 老王 from 老师, and from the beginning of a longer word."""
    form = document.text[start:end]
    if form in words("not familiar"):
        return False
    if start == 0 or not is_chinese(document.text[start - 1]):
        return True
    ends = end in document.boundaries or document.text[end : end + 1] in _AFTER
    before = document.text[max(0, start - REACH) : start]
    if ends and (before[-1] in _BEGINS_CLAUSE or role().search(before)):
        return True
    unknown = document.tagger.segmenter.score(form) is None and document.text[start - 1] not in _NO_WORD_BEFORE
    return ends and (start in document.boundaries or (unknown and document.text[end : end + 1] in _AFTER))

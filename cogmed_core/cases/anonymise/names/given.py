"""A given name alone, or a part of it, for its bearer: 大川, 阿川, 川哥 for 岑大川; Maria for Maria Lopez."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.finding import Finding
from cogmed_core.cases.anonymise.lexicon import words
from cogmed_core.cases.anonymise.names.context import ACTS, JOINED, REACH, SAYS, is_chinese
from cogmed_core.cases.anonymise.names.shape import surname_of
from cogmed_core.cases.anonymise.occurrences import occurrences

_COMMON = -9.0
_SEEN = 0.3
_AFTER_FAMILIAR = "哥姐叔姨嫂爷伯婶仔"
_LEAST_LATIN, _LEAST_DOTTED = 3, 2


def find_given_names(document: Document, names: Iterable[str]) -> Iterator[Finding]:
    """Yield given names and parts of names where they stand for their bearer and end no other name."""
    every = set(names)
    yield from _whole(document, every)
    yield from _familiar(document, every)
    yield from _parts(document.text, every)


def with_bearers(text: str, people: Iterable[Finding]) -> list[Finding]:
    """Give names that are parts of one other person's name that person: 吐尔逊 the one of 买买提·吐尔逊."""
    found = list(people)
    names = {f.entity or text[f.start : f.end] for f in found}
    bearers = _shared((part, name) for name in names for part in _parts_of(name))
    owners = {part: min(people) for part, people in bearers.items() if len(people) == 1}
    return [replace(f, entity=f.entity or owners.get(text[f.start : f.end], "")) for f in found]


def _parts_of(name: str) -> Iterator[str]:
    if " " in name or "·" in name:
        yield from re.split(r"[ ·]", name)
    elif surname_of(name) and len(given := name[len(surname_of(name)) :]) > 1:
        yield from (given, f"阿{given[-1]}", f"小{given[-1]}")


def _whole(document: Document, names: set[str]) -> Iterator[Finding]:
    """A given name of two characters; one that is an ordinary word must stand where a person does."""
    bearers = _shared((given, name) for name in names if len(given := name[len(surname_of(name)) :]) == 2)
    text = document.text
    for place, given in occurrences(text, bearers):
        score = document.tagger.segmenter.score(given)
        begins = place == 0 or not is_chinese(text[place - 1])
        says = begins and bool(SAYS.match(text, place + 2))
        alone = begins or {place, place + 2} <= document.boundaries
        stands = alone and (score is None or _stands(document, place, place + 2, score))
        inside = any(text[max(0, place - width) : place + 2] in names for width in (1, 2))
        if (says or stands) and not inside and len(bearers[given]) == 1:
            yield Finding(place, place + 2, "ALIAS", "aliases", 52 if says else 46, min(bearers[given]))


def _stands(document: Document, start: int, end: int, score: float) -> bool:
    """Say whether an ordinary word stands where a person does: the tagger sees one, or both neighbours ask for one."""
    text = document.text
    if max(token.person for token in document.tokens[document.token_index(start) :][:1]) > _SEEN:
        return True
    before, after = text[max(0, start - REACH) : start], text[end : end + REACH]
    opened = not before or not is_chinese(before[-1]) or JOINED.search(before)
    return bool(opened and score < _COMMON and after and is_chinese(after[0]) and ACTS.match(after))


def _familiar(document: Document, names: set[str]) -> Iterator[Finding]:
    """阿川, 小川 and 川哥 for 岑大川 where nobody else has the character; 芳芳 for 李芳."""
    ends = {name: name[-1] for name in names if surname_of(name) and len(name) > 1 and is_chinese(name[-1])}
    bearers = _shared((character, name) for name, character in ends.items())
    text = document.text
    surnames = {name[0] for name in names}
    for place, character in occurrences(text, bearers):
        owner = min(bearers[character])
        if len(bearers[character]) > 1 or character in surnames:
            continue
        end = place + 1
        doubled = text[end : end + 1] == character and not text.startswith(owner[:-1], max(0, place - len(owner) + 1))
        if place and text[place - 1] in "阿小老" and _is_free(document, place - 1, end):
            yield Finding(place - 1, end, "ALIAS", "aliases", 44, owner)
        elif end < len(text) and (text[end] in _AFTER_FAMILIAR or doubled) and _is_free(document, place, end + 1):
            yield Finding(place, end + 1, "ALIAS", "aliases", 44, owner)


def _is_free(document: Document, start: int, end: int) -> bool:
    """Say whether a form is no ordinary word and stands between words, or where a person does."""
    text = document.text
    form = text[start:end]
    score = document.tagger.segmenter.score(form)
    if form in words("not familiar") or form in words("no names") or (score is not None and score > _COMMON):
        return False
    begins = start == 0 or not is_chinese(text[start - 1])
    opens = begins or bool(JOINED.search(text, max(0, start - REACH), start)) or start in document.boundaries
    closes = end in document.boundaries or bool(ACTS.match(text, end)) or end == len(text)
    return opens and closes and (score is None or begins)


def _parts(text: str, names: set[str]) -> Iterator[Finding]:
    """Yield the parts of names in Latin letters and of names with a dot, alone."""
    bearers = _shared(
        (part, name)
        for name in names
        for part in re.split(r"[ ·]", name)
        if (" " in name or "·" in name) and len(part) >= (_LEAST_LATIN if part.isascii() else _LEAST_DOTTED)
    )
    if not bearers:
        return
    for place, part in occurrences(text, bearers):
        end = place + len(part)
        before, after = text[max(0, place - 1) : place], text[end : end + 1]
        latin = part[0].isascii()
        runs_on = latin and any(beside.isascii() and beside.isalpha() for beside in (before, after))
        if not runs_on and "·" not in before + after and len(bearers[part]) == 1:
            yield Finding(place, end, "ALIAS", "aliases", 45, min(bearers[part]))


def _shared(pairs: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    bearers: dict[str, set[str]] = defaultdict(set)
    for part, name in pairs:
        if part != name:
            bearers[part].add(name)
    return bearers

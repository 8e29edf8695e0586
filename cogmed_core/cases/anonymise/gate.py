"""The leak gate: nothing that identifies may be found in what was made from a case.

``leaks`` looks for the originals themselves, in every guise; ``residual_identifiers`` for identifiers of any
kind, since a model can invent one that looks real.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from cogmed_core.cases.anonymise.addresses import find_addresses
from cogmed_core.cases.anonymise.detection import detect
from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.english.addresses import find_english_addresses
from cogmed_core.cases.anonymise.finding import without_overlaps
from cogmed_core.cases.anonymise.guises import Guises
from cogmed_core.cases.anonymise.identifiers.structured import find_structured
from cogmed_core.cases.anonymise.lexicon import alternatives
from cogmed_core.cases.anonymise.occurrences import occurrences
from cogmed_core.cases.anonymise.records import Leak, Span
from cogmed_core.cases.anonymise.tagging.tagger import load_tagger
from cogmed_core.cases.anonymise.view import View, folded, folded_digits
from cogmed_core.cases.reading.spacing import language_of

_LEAST_LETTERS = 2
_LEAST_DIGITS = 7


def leaks(text: str, originals: Iterable[str]) -> tuple[Leak, ...]:
    """Return where ``text`` shows one of ``originals``, in order: as it was, or in one of these guises.

    Spaced or hyphenated otherwise, in the other width, case or script, its digits alone or spelled in Chinese. An
    original that is an ordinary word (和平) is a leak only where the text uses it of a person.
    """
    wanted = _wanted(frozenset(originals))
    if wanted.pattern is None or not wanted.pattern.search(text):
        return ()
    in_letters = _found(text, folded(text, load_tagger().simplified), wanted.names)
    found = [*in_letters, *_found(text, folded_digits(text), wanted.numbers)]
    return tuple(sorted({leak.start: leak for leak in reversed(found)}.values(), key=lambda leak: leak.start))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Originals by what is left of them once folded, and what finds any of them in a text that is not."""

    names: dict[str, str]
    numbers: dict[str, str]
    pattern: re.Pattern[str] | None


@lru_cache(maxsize=1024)
def _wanted(originals: frozenset[str]) -> _Wanted:
    names: dict[str, str] = {}
    numbers: dict[str, str] = {}
    for original in sorted(originals):
        letters = folded(original, load_tagger().simplified).text
        digits = folded_digits(original).text.replace("\n", "")
        if len(letters) >= _LEAST_LETTERS:
            names[letters] = original
        if len(digits) >= max(_LEAST_DIGITS, len(letters) - 1):
            numbers[digits] = original
    return _Wanted(names, numbers, _guises().pattern(names, numbers))


@cache
def _guises() -> Guises:
    return Guises(load_tagger().simplified)


def _found(text: str, haystack: View, wanted: Mapping[str, str]) -> list[Leak]:
    hits = []
    for place, key in occurrences(haystack.text, wanted):
        start, end = haystack.origins[place], haystack.origins[place + len(key) - 1] + 1
        if _inside_a_word(text, start, end) or (_is_ordinary(key) and not _means_person(text, start, end)):
            continue
        guise = "exact" if text[start:end] == wanted[key] else "disguised"
        hits.append(Leak(start=start, end=end, guise=guise))
    return hits


def _inside_a_word(text: str, start: int, end: int) -> bool:
    """Say whether letters of the Latin script go on at either side: Vale is not meant in prevalence."""
    before, first, last, after = text[max(start - 1, 0) : start], text[start], text[end - 1], text[end : end + 1]
    goes_on_before = first.isascii() and before.isascii() and before.isalpha() and first.isalpha()
    goes_on_after = last.isascii() and after.isascii() and last.isalpha() and after.islower()
    return goes_on_after or (goes_on_before and not (before.islower() and first.isupper()))


def _is_ordinary(word: str) -> bool:
    return len(word) == _LEAST_LETTERS and load_tagger().segmenter.score(word) is not None


def _means_person(text: str, start: int, end: int) -> bool:
    document = Document.of(text, load_tagger())
    people = (document.view.back(f) for f in detect(document, language_of(text)) if f.type in {"PER", "ALIAS"})
    return any(place.start < end and start < place.end for place in people)


def residual_identifiers(text: str) -> tuple[Span, ...]:
    """Return the structured identifiers and addresses in a text that should hold none; names are not judged."""
    document = Document.of(text, load_tagger())
    addresses = find_english_addresses(document.text) if language_of(text) == "en" else find_addresses(document)
    found = without_overlaps([*find_structured(document.text), *addresses])
    return tuple(
        Span(start=place.start, end=place.end, type=place.type, layer=place.layer, pseudonym="")
        for place in map(document.view.back, found)
    )


def is_identifying(original: str, kind: str) -> bool:
    """Say whether an original identifies beyond the surname that its pseudonym shows: 王先生 does not."""
    return kind != "ALIAS" or not _surname_only().fullmatch(original)


@cache
def _surname_only() -> re.Pattern[str]:
    titles = alternatives("titles")
    return re.compile(rf"[老小阿]?[\u3400-\u9fff]{{1,2}}(?:{titles}|某某?)|[老小阿][\u3400-\u9fff]")

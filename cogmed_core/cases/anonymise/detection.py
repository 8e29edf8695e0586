"""All layers over one document, in order: what a layer takes, the later ones leave."""

import re
from collections.abc import Mapping
from dataclasses import replace

from cogmed_core.cases.anonymise.addresses import find_addresses
from cogmed_core.cases.anonymise.decisions import Decisions
from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.english.detection import detect_english
from cogmed_core.cases.anonymise.finding import Finding, extents, without_overlaps
from cogmed_core.cases.anonymise.firms import find_cores, find_declared, find_shops, same_firms
from cogmed_core.cases.anonymise.identifiers.structured import find_structured
from cogmed_core.cases.anonymise.masked import is_masked, masked_places
from cogmed_core.cases.anonymise.names.aliases import find_aliases
from cogmed_core.cases.anonymise.names.announced import find_announced
from cogmed_core.cases.anonymise.names.context import ACTS
from cogmed_core.cases.anonymise.names.foreign import find_foreign
from cogmed_core.cases.anonymise.names.given import with_bearers
from cogmed_core.cases.anonymise.names.scored import find_doubtful, find_scored
from cogmed_core.cases.anonymise.names.slots import find_in_slots
from cogmed_core.cases.anonymise.occurrences import occurrences
from cogmed_core.cases.anonymise.organisations import (
    core_of,
    find_organisations,
    public_places,
    tagged_organisations,
)
from cogmed_core.cases.anonymise.view import view_of
from cogmed_core.domain.case import Language

MODEL = "model"
"""The layer of what a model pointed at; up for review."""
_NICKNAME = re.compile(r"[老小阿].$|.某|..?(?:先生|女士)$")
"""Forms that several people can share: each mention has its own entity."""


def detect(document: Document, language: Language) -> list[Finding]:
    """Return what identifies in the document, in order and without overlaps; places are those of its view."""
    if language == "en":
        return detect_english(document)
    text = document.text
    masked = {place for extent in masked_places(text) for place in extent}
    public = {place for extent in public_places(document) for place in extent}
    fixed = [*find_structured(text), *find_addresses(document)]
    bodies = [f for f in find_organisations(document) if masked.isdisjoint(range(f.start, f.end))]
    names = {text[f.start : f.end] for f in bodies}
    repeated = [Finding(place, place + len(name), "ORG", "propagation", 67) for place, name in occurrences(text, names)]
    shops = find_shops(text)
    full = without_overlaps([*fixed, *same_firms(document, [*bodies, *repeated]), *shops])
    declared = list(find_declared(document, [f for f in full if f.type == "ORG"]))
    firm = without_overlaps([*full, *declared])
    firms = {core_of(text[f.start : f.end]) for f in firm if f.type in {"ORG", "ORG_ALIAS"}}
    people = [f for f in _people(document, firm, masked, public) if text[f.start : f.end] not in firms]
    found = with_bearers(text, without_overlaps([*firm, *people]))
    named = [f for f in found if f.type == "PER"]
    owned = [f for f in found if f.type in {"ORG", "ORG_ALIAS"}]
    others = [
        *find_aliases(document, named),
        *find_cores(document, owned),
        *tagged_organisations(document),
    ]
    free = (f for f in others if public.isdisjoint(range(f.start, f.end)))
    return _linked(without_overlaps([*found, *free]), text)


def decided(document: Document, found: list[Finding], decisions: Decisions) -> list[Finding]:
    """Return the findings with what a person decided: masked as a person wherever it stands, or left as it is."""
    text, simplified = document.text, document.tagger.simplified
    kept = {view_of(passage, simplified).text for passage in decisions.keep}
    masked = {view_of(passage, simplified).text for passage in decisions.mask}
    more = [Finding(place, place + len(p), "PER", "decided", 99) for place, p in occurrences(text, masked)]
    return (
        without_overlaps([*(f for f in found if text[f.start : f.end] not in kept), *more]) if more or kept else found
    )


def with_pointed(document: Document, found: list[Finding], passages: Mapping[str, str]) -> list[Finding]:
    """Return the findings with what a model pointed at, wherever it stands free; what is masked or public stays."""
    text, simplified = document.text, document.tagger.simplified
    types = {view_of(passage, simplified).text: kind for passage, kind in passages.items()}
    closed = {place for extent in (*masked_places(text), *public_places(document)) for place in extent} | extents(found)
    more = [
        Finding(place, place + len(passage), types[passage], MODEL)
        for place, passage in occurrences(text, types)
        if closed.isdisjoint(range(place, place + len(passage)))
        and not _inside_latin(text, place, place + len(passage))
    ]
    return without_overlaps([*found, *more])


def _inside_latin(text: str, start: int, end: int) -> bool:
    """Say whether a passage is part of a longer word: Ann in Annual."""
    return bool(
        re.match(r"[A-Za-z]{2}", text[max(0, start - 1) : start + 1])
        or re.match(r"[A-Za-z]{2}", text[end - 1 : end + 1])
    )


def doubtful(document: Document, language: Language, found: list[Finding]) -> list[Finding]:
    """Return what just misses being found; masked people and public bodies are in no doubt."""
    if language == "en":
        return []
    closed = {place for extent in (*masked_places(document.text), *public_places(document)) for place in extent}
    return without_overlaps(find_doubtful(document, frozenset(closed | extents(found))))


def _linked(findings: list[Finding], text: str) -> list[Finding]:
    """Give every mention the entity that some mention of the same words was found to stand for."""
    entities = {text[f.start : f.end]: f.entity for f in findings if f.entity and len(f.entity) > 1}
    return [replace(f, entity=_owner(f.entity or text[f.start : f.end], entities)) for f in findings]


def _owner(name: str, entities: dict[str, str]) -> str:
    """Follow a name to whom it stands for in the end: 小李 → 李二狗, 又名 → 李大海."""
    seen = {name}
    while (owner := entities.get(name, "")) and owner not in seen and not _NICKNAME.match(name):
        name = owner
        seen.add(name)
    return name


def _people(document: Document, firm: list[Finding], masked: set[int], public: set[int]) -> list[Finding]:
    """Find people with every layer, then find each name again wherever it stands.

    What looks like a part of a public body's name (洪某到公安局) is a person's if it is one elsewhere and acts.
    """
    closed = masked | public
    clear = [
        f
        for f in (*find_announced(document), *find_foreign(document), *find_in_slots(document))
        if closed.isdisjoint(range(f.start, f.end))
    ]
    first = without_overlaps([*firm, *clear])
    scored = find_scored(document, frozenset(closed | extents(first)), masked=is_masked(document.text))
    people = [f for f in without_overlaps([*first, *scored]) if f.type == "PER"]
    names = {document.text[f.start : f.end] for f in people}
    places = ((place, place + len(name)) for place, name in occurrences(document.text, names))
    again = [
        Finding(start, end, "PER", "propagation", weight=50)
        for start, end in places
        if masked.isdisjoint(range(start, end))
        and (public.isdisjoint(range(start, end)) or ACTS.match(document.text, end))
    ]
    return [*people, *again]

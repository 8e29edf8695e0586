"""People, firms and addresses in English cases: captions, titles, capitalised names, and each again by any part."""

import re
from collections.abc import Iterator

from cogmed_core.cases.anonymise.document import Document
from cogmed_core.cases.anonymise.finding import Finding, extents, without_overlaps
from cogmed_core.cases.anonymise.identifiers.structured import find_structured
from cogmed_core.cases.anonymise.lexicon import words

_WORD = r"(?:(?:Mc|Mac|[OD]['’])?[A-ZÀ-Þ][a-zß-ÿ'’]+(?:-[A-ZÀ-Þ][a-zß-ÿ]+)?)"
_PARTICLE = r"(?:de|da|del|della|van|von|der|den|bin|binti|al|el|la|le|du|dos|ter)"
_MORE = rf"(?:(?: {_PARTICLE}){{1,2}}(?= [A-ZÀ-Þ])| [A-Z]\.| {_WORD})"
_NAME = rf"{_WORD}{_MORE}{{0,4}}"
_TITLE = r"(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Dame|Lady|Lord|Judge|Justice|Rev|Mediator|Attorney|Counsel)\.?"
_TITLED = re.compile(rf"\b{_TITLE} (?P<id>(?:{_PARTICLE} ){{0,2}}{_NAME})")
_LIST = rf"{_NAME}(?:(?:,| and) {_NAME})*"
_CAPTION = re.compile(rf"(?m)^(?P<left>{_LIST}) vs?\.? (?P<right>{_LIST})")
_FULL = re.compile(rf"\b(?P<id>{_WORD}{_MORE}{{1,4}})")
_FORM = (
    r"(?:Limited|Ltd|Inc|Incorporated|LLC|LLP|PLC|plc|Corporation|Corp|Company|Co|GmbH|AG|BV|SA|Pty Ltd"
    r"|Holdings|Group)"
)
_FIRM = re.compile(rf"\b(?P<id>{_WORD}(?:(?:,? (?:&|and|of|the) |,? |-){_WORD}){{0,5}},? {_FORM})\b\.?")
_TRADE = r"(?:Bank|Insurance|Solicitors|Partners|Associates|Studios|Hotel|Clinic)"
_BANK = re.compile(rf"\b(?P<id>{_WORD}(?: (?:& )?{_WORD}){{0,3}} {_TRADE})\b")
_STREET = (
    "Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Way|Court|Ct|Close|Place|Pl|Square|Sq|Terrace|Row|Yard|Gardens"
    "|Crescent|Boulevard|Blvd|Hill|Mews|Park|Grove|Walk|Quay|Parade|Rise|View|Green|Alley|Circle|Highway|Wharf"
)
_DOOR = r"(?:Flat|Apartment|Apt|Unit|Suite|Room|#) ?\w{1,5}"
_POSTCODE = r"(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]{2} \d{5}(?:-\d{4})?|\d{5}(?:-\d{4})?)"
_ADDRESS = re.compile(
    rf"\b(?:{_DOOR},? )?\d{{1,5}}[A-Za-z]?(?:-\d{{1,4}})? (?:{_WORD} ){{1,4}}(?:{_STREET})\b\.?"
    rf"(?:,? {_DOOR})?(?:, {_WORD}(?: {_WORD})?){{0,3}}(?:,? {_POSTCODE})?\b"
)
_LONE_POSTCODE = re.compile(r"\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b")


def detect_english(document: Document) -> list[Finding]:
    """Return what identifies in an English text, in order and without overlaps."""
    text = document.text
    fixed = [*find_structured(text), *find_english_addresses(text)]
    firms = [f for pattern in (_FIRM, _BANK) for f in _matches(pattern, "ORG", text, 68)]
    firm = without_overlaps([*fixed, *firms])
    people = _people(text, extents(firm))
    return without_overlaps([*firm, *_again(text, people), *_firms_again(text, firms)])


def find_english_addresses(text: str) -> Iterator[Finding]:
    """Yield street addresses and postcodes."""
    yield from _matches(_ADDRESS, "ADDR", text, 74)
    yield from _matches(_LONE_POSTCODE, "ADDR", text, 70)


def _matches(pattern: re.Pattern[str], kind: str, text: str, weight: int) -> Iterator[Finding]:
    group = "id" if "id" in pattern.groupindex else 0
    for match in pattern.finditer(text):
        yield Finding(match.start(group), match.end(group), kind, "english", weight)


def _people(text: str, taken: set[int]) -> dict[str, str]:
    """Return every form of every name, the full name of each; who shares a part with another keeps only the whole."""
    full: dict[str, None] = {}
    for match in _CAPTION.finditer(text):
        for side in ("left", "right"):
            full |= dict.fromkeys(name for name in re.split(r", | and ", match[side]) if _is_name(name))
    for pattern in (_FULL, _TITLED):
        for match in pattern.finditer(text):
            free = taken.isdisjoint(range(match.start("id"), match.end("id")))
            name = _trimmed(match["id"], alone=pattern is _FULL)
            if free and name and _is_name(name):
                full[name] = None
    forms: dict[str, str] = {}
    for name in sorted(full, key=lambda each: -each.count(" ")):
        owner = forms.get(name, name)
        parts = [name, name.rpartition(" ")[2], name.partition(" ")[0]]
        forms |= {part: owner for part in parts if part not in forms and _is_name(part)}
    return forms


def _trimmed(name: str, *, alone: bool) -> str:
    """Drop leading words that only begin a sentence, and trailing ones that are no part of a name."""
    parts = name.split(" ")
    while parts and parts[0] in words("no english names"):
        parts.pop(0)
    while parts and parts[-1] in words("no english names"):
        parts.pop()
    return " ".join(parts) if len(parts) > 1 or (parts and not alone) else ""


def _is_name(name: str) -> bool:
    return not any(part in words("no english names") for part in name.split(" "))


def _again(text: str, forms: dict[str, str]) -> Iterator[Finding]:
    """Yield every form of every name wherever it stands as a word of its own."""
    for match in re.finditer(rf"(?:{_NAME})", text):
        place = match.start()
        for part in _parts(match.group()):
            if part in forms:
                kind = "PER" if part == forms[part] else "ALIAS"
                start = place + match.group().index(part)
                yield Finding(start, start + len(part), kind, "english", 50 + part.count(" "), forms[part])


def _parts(name: str) -> Iterator[str]:
    """Yield the runs of words of a name, the longest first."""
    pieces = name.split(" ")
    for width in range(len(pieces), 0, -1):
        for first in range(len(pieces) - width + 1):
            yield " ".join(pieces[first : first + width])


def _firms_again(text: str, firms: list[Finding]) -> Iterator[Finding]:
    """Yield the names of firms without their legal form: Tarn & Quillet for Tarn & Quillet Studios Ltd."""
    for finding in firms:
        name = text[finding.start : finding.end]
        short = re.sub(rf",? (?:{_FORM}|Studios|Bank|Insurance|Partners)(?: {_FORM})?$", "", name)
        if short != name and " " in short:
            for match in re.finditer(rf"\b{re.escape(short)}\b", text):
                yield Finding(match.start(), match.end(), "ORG_ALIAS", "english", 60, name)

"""Firms in English: by their legal form or trade, by what they trade as, and by the short names that follow."""

import re
from collections.abc import Iterable, Iterator

from cogmed_core.cases.anonymise.finding import Finding
from cogmed_core.cases.anonymise.lexicon import words
from cogmed_core.cases.anonymise.occurrences import occurrences

_FORM = (
    r"(?:Limited|Ltd|Incorporated|Inc|L\.?L\.?C|LLP|LP|PLC|plc|Corporation|Corp|Company|Co|GmbH(?: & Co\.? KG)?|KG|AG"
    r"|SE|B\.?V|N\.?V|S\.?A|S\.?r\.?l|S\.?p\.?A|SARL|SAS|Oy|AB|ApS|Pty(?: Ltd| Limited)?|Pte(?: Ltd| Limited)?|Sdn Bhd"
    r"|Holdings|Group|Foundation|Trust)"
)
_PART = rf"(?:(?!{_FORM}\b)[A-ZÀ-Þ0-9][A-Za-zÀ-ÿ0-9'’\-]*)"
_FIRM = re.compile(
    rf"(?<![A-Za-z])(?P<id>{_PART}(?:(?: & |, | and | ){_PART}){{0,5}},? {_FORM}(?:\.? {_FORM})?)(?![A-Za-z])"
)
_TRADE = (
    r"(?:Bank|Insurance|Assurance|Solicitors|Partners|Associates|Studios?|Hotel|Clinic|Lettings|Builders|Roofing|Motors"
    r"|Plumbing|Bakery|Cafe|Café|Restaurant|Logistics|Consulting|Contractors|Nursery|Salon|Garage|Properties|Realty)"
)
_TRADING = re.compile(rf"(?<![A-Za-z])(?P<id>{_PART}(?: (?:& )?{_PART}){{0,3}}(?:['’]s)? {_TRADE})(?![A-Za-z])")
_AS = re.compile(
    rf"(?:trading as|t/a|d/b/a|dba|doing business as|branded as|under the (?:name|brand)) [“\"'‘]?"
    rf"(?P<id>{_PART}(?: (?:& |and )?{_PART}){{0,4}})"
)
_SHORT = re.compile(
    r"\((?:hereinafter|hereafter|referred to as|known as|the|[“\"'‘]the)?,? ?(?:referred to as )?[“\"'‘]"
    r"(?:the )?(?P<id>[A-Z][^“”\"‘’()\n]{1,30})[”\"'’]\)"
)
_TAIL = re.compile(rf",? (?:{_FORM}|{_TRADE})\.?$")
_ABBREVIATED = re.compile(r"\.(?=[,;:)]|['’]s| [a-z(&]|\.)")
_LEAST_SHORT = 4


def find_firms(text: str) -> Iterator[Finding]:
    """Yield firms with their form, and what they trade as; the dot of an abbreviated form belongs to it."""
    for pattern, weight in ((_FIRM, 68), (_TRADING, 66), (_AS, 67)):
        for match in pattern.finditer(text):
            start = match.start("id") + _sentence_words(match["id"])
            name = text[start : match.end("id")]
            if " " in name and not all(part in words("no english names") for part in re.split(r"[ ,&]+", name)):
                yield Finding(start, _with_dot(text, match.end("id")), "ORG", "english", weight)
            elif pattern is _AS and name:
                yield Finding(start, match.end("id"), "ORG", "english", weight)


def find_firms_again(text: str, firms: Iterable[Finding]) -> Iterator[Finding]:
    """Yield short names: those the text declares, the name without its form, its first word alone."""
    found = sorted(firms, key=lambda f: f.start)
    owners: dict[str, str] = {}
    for match in _SHORT.finditer(text):
        before = [f for f in found if f.end <= match.start()]
        if not all(part in words("no english names") for part in match["id"].split(" ")):
            owners.setdefault(match["id"], text[before[-1].start : before[-1].end] if before else "")
    for finding in found:
        name = text[finding.start : finding.end]
        short = name
        while (cut := _TAIL.sub("", short)) != short:
            short = cut
            owners.setdefault(short, name)
        first = re.split(r"[ ,&]", short)[0]
        if len(first) >= _LEAST_SHORT and first not in words("no english names") and first != short:
            owners.setdefault(first, name)
    for place, short in occurrences(text, owners):
        end = place + len(short)
        beside = text[max(0, place - 1) : place] + text[end : end + 1]
        runs_on = re.match(r"[ ,-]{1,2}[A-Z]", text[end : end + 3]) or re.search(r"[A-Z][a-z]+ $", text[:place][-20:])
        if not re.search(r"[A-Za-z]", beside) and not (runs_on and " " not in short):
            yield Finding(place, end, "ORG_ALIAS", "english", 60, owners[short])


def _sentence_words(name: str) -> int:
    """Return how long the words are that only begin the sentence: The, When, At."""
    length = 0
    for part in name.split(" ")[:-1]:
        if part.rstrip(",") not in words("no english names") or part in {"New", "North", "South", "East", "West"}:
            break
        length += len(part) + 1
    return length


def _with_dot(text: str, end: int) -> int:
    """A dot that ends an abbreviation and no sentence is part of the name: Acme Inc. offered."""
    return end + bool(_ABBREVIATED.match(text, end))

"""People in English: in captions, with titles or roles, as several capitalised words, and again by any part."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping

from cogmed_core.cases.anonymise.english.nicknames import find_declared
from cogmed_core.cases.anonymise.english.spelling import GENERATION, NAME, PARTICLE, SEVERAL, WORD
from cogmed_core.cases.anonymise.finding import Finding
from cogmed_core.cases.anonymise.lexicon import words
from cogmed_core.cases.anonymise.names.aliases import UNSURE

_TITLE = r"(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Dame|Lady|Lord|Judge|Justice|Rev|Mediator|Attorney|Counsel)\.?"
_TITLED = re.compile(rf"\b{_TITLE} (?P<id>(?:{PARTICLE} ){{0,2}}{NAME}{GENERATION})")
_LIST = rf"{NAME}(?:(?:,| and) {NAME})*"
_CAPTION = re.compile(rf"(?m)^(?P<left>{_LIST}) vs?\.? (?P<right>{_LIST})")
_FULL = re.compile(rf"\b(?P<id>{SEVERAL}{GENERATION})")
_ROLE = (
    r"(?:wife|husband|sons?|daughters?|brother|sister|mother|father|partner|fianc[ée]e?|spouse|nephew|niece|uncle|aunt"
    r"|cousin|friend|colleague|neighbou?rs?|tenants?|landlord|landlady|claimant|respondent|plaintiff|defendant|applicant"
    r"|witness|driver|employee|employer|manager|director|owner|supervisor|foreman|buyer|seller|guarantor|lender"
    r"|borrower|nurse|builder|contractor|named|called)"
)
_IN_ROLE = re.compile(rf"(?i:\b{_ROLE}),? (?P<id>{WORD}{GENERATION})\b(?!['’]?[A-Za-z]| (?:Act|Code|Law|Rules|Order))")
_NICKNAMED = re.compile(rf"\b(?P<first>{WORD}) [“\"'‘](?P<nick>{WORD})[”\"'’] (?P<last>{WORD})")
_CAPITALS = re.compile(
    rf"\b(?P<id>[A-Z]{{2,}}(?: [A-Z]\.)?(?: [A-Z'’-]{{2,}}){{1,2}})(?=,? (?:the )?(?:{_ROLE}|v\.?s?\.? ))"
    rf"|(?i:\b{_ROLE}),?:? (?P<second>[A-Z]{{2,}}(?: [A-Z]\.)?(?: [A-Z'’-]{{2,}}){{1,2}})\b"
)
_ENDS = re.compile(r",? (?:Jr|Sr|II|III|IV)\.?$")
_ABBREVIATED = re.compile(r"\.(?=[,;:)]| [a-z])")


def find_people(text: str, taken: set[int]) -> Iterator[Finding]:
    """Yield every form of every name wherever it stands as a word of its own, outside what is ``taken``."""
    full, nicknames = _full_names(text, taken)
    forms = _with_nicknames(text, taken, full, nicknames)
    yield from _again(text, forms, taken)
    for match in _CAPITALS.finditer(text):
        group = "id" if match["id"] else "second"
        if not any(part.title() in words("no english names") for part in match[group].split(" ")):
            name = match[group].title()
            yield Finding(match.start(group), match.end(group), "PER", "english", 55, name)


def _full_names(text: str, taken: set[int]) -> tuple[list[str], dict[str, str]]:
    """Return the names found, the longest first, and what else people are called by nickname."""
    full: dict[str, None] = {}
    for match in _CAPTION.finditer(text):
        for side in ("left", "right"):
            names = [n for n in re.split(r", | and ", match[side]) if _is_name(n)]
            full |= dict.fromkeys(n for n in names if taken.isdisjoint(range(s := match.start(side), s + len(n))))
    for pattern in (_FULL, _TITLED, _IN_ROLE):
        for match in pattern.finditer(text):
            name = _trimmed(match["id"], alone=pattern is _FULL)
            if name and _is_name(name) and taken.isdisjoint(range(match.start("id"), match.end("id"))):
                full[name] = None
    nicknames = {}
    for match in _NICKNAMED.finditer(text):
        name = f"{match['first']} {match['last']}"
        if _is_name(f"{name} {match['nick']}"):
            full[name] = None
            nicknames[match["nick"]] = name
    return sorted(full, key=lambda each: -each.count(" ")), nicknames


def _with_nicknames(text: str, taken: set[int], full: list[str], nicknames: Mapping[str, str]) -> dict[str, set[str]]:
    """Return the forms of every name, those among them that the text says another person's other name is."""
    forms = _forms(full)
    mentions = sorted({(f.start, f.entity) for f in _again(text, forms, taken)})
    others = dict(nicknames)
    for nick, owner in find_declared(text, mentions):
        others.setdefault(nick, owner)
    tails = {nick.rpartition(" ")[2] for nick in others} - {owner.rpartition(" ")[2] for owner in others.values()}
    own = [name for name in full if name not in others and name not in tails]
    forms = _forms(own)
    for nick, owner in others.items():
        named = forms.get(owner, {owner})
        for part in {nick, nick.rpartition(" ")[2]} - {owner.rpartition(" ")[2]}:
            if part == nick or part not in forms:
                forms[part] = named
    return forms


def _forms(full: list[str]) -> dict[str, set[str]]:
    """Return every form of every name and whom it can mean; a name that is part of a longer one is that person's."""
    forms: dict[str, set[str]] = defaultdict(set)
    for name in full:
        if name in forms:
            continue
        forms[name].add(name)
        bare = _ENDS.sub("", name)
        for part in {bare, bare.rpartition(" ")[2], bare.partition(" ")[0]} - {name}:
            if _is_name(part):
                forms[part].add(name)
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


def _again(text: str, forms: Mapping[str, set[str]], taken: set[int]) -> Iterator[Finding]:
    named: dict[str, list[int]] = defaultdict(list)
    found: list[tuple[int, str]] = []
    for match in re.finditer(rf"{NAME}{GENERATION}", text):
        for part, offset in _parts(match.group()):
            start = match.start() + offset
            if part in forms and taken.isdisjoint(range(start, start + len(part))):
                found.append((start, part))
                if forms[part] == {part}:
                    named[part].append(start)
    for start, part in found:
        owners = forms[part]
        owner = min(owners) if len(owners) == 1 else max(owners, key=lambda name: _last(named[name], start))
        end = start + len(part)
        dotted = bool(_ENDS.search(part)) and bool(_ABBREVIATED.match(text, end))
        layer = "english" if len(owners) == 1 else UNSURE
        kind = "PER" if part == owner else "ALIAS"
        yield Finding(start, end + dotted, kind, layer, 50 + part.count(" "), owner)


def _last(places: list[int], before: int) -> int:
    """Return the last of the places before one, -1 when there is none."""
    index = bisect_left(places, before)
    return places[index - 1] if index else -1


def _parts(name: str) -> Iterator[tuple[str, int]]:
    """Yield the runs of words of a name and where each begins in it, the longest first."""
    pieces = name.split(" ")
    starts = [sum(len(piece) + 1 for piece in pieces[:index]) for index in range(len(pieces))]
    for width in range(len(pieces), 0, -1):
        for first in range(len(pieces) - width + 1):
            yield " ".join(pieces[first : first + width]), starts[first]

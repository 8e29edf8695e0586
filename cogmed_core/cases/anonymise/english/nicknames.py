"""Other names that an English text gives people, and whose each is: known as Spike, née Brody, they call her Dolly."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from cogmed_core.cases.anonymise.english.spelling import NAME, WORD
from cogmed_core.cases.anonymise.lexicon import words

Mention = tuple[int, str]
"""Where somebody is named, and their full name."""

_QUOTE, _UNQUOTE = r"[“\"'‘]?", r"[”\"'’]?"
_ID = rf"(?:the )?{_QUOTE}(?P<id>{WORD}(?: {WORD})?)"
_AS = (
    r"(?:known(?: to [a-z]+(?: [a-z]+)?)?(?: (?:simply|only|just|locally))? as|a\.?/?k\.?/?a\.?|alias|nicknamed|dubbed"
    r"|(?:goes|go|going|went) by(?: the (?:nick)?names?(?: of)?)?|née|nee|formerly|previously"
    r"|screen name|user ?name|handle)"
)
_OF_LAST = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b(?i:{_AS}),? {_ID}",
        rf"\b(?:[Cc]all(?:s|ed)?|nicknamed|dubbed|[Kk]n[eo]ws?) (?:him|her|them)(?: as)?,? {_ID}",
        rf"\bwhom? [a-z ]{{2,30}}? (?:calls?|called|kn[eo]ws? as) {_ID}",
        rf"\b[Nn]ick-?names?,? (?:is|was|being|of) {_ID}",
    )
)
_OF_NAMED = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b(?P<id>{WORD}),? as (?P<owner>{NAME}) (?:is|was|had been) (?:[a-z]+ )?(?:known|called)\b",
        rf"\b(?i:{_AS}) {_ID}{_UNQUOTE}, (?P<owner>{NAME})(?= [a-z])",
        rf"(?<![A-Za-z])(?P<owner>{NAME}) \((?P<id>{WORD})\)",
        rf"\b[Cc]all(?:s|ed)? (?P<owner>{NAME}) [“\"'‘](?P<id>{WORD})[”\"'’]",
    )
)


def find_declared(text: str, mentions: Sequence[Mention]) -> Iterator[tuple[str, str]]:
    """Yield other names with whose they are: the person named there, else who was named last, else who is next."""
    by_start = dict(mentions)
    starts = [start for start, _ in mentions]
    for pattern in _OF_NAMED:
        for match in pattern.finditer(text):
            owner = by_start.get(match.start("owner"))
            if owner and _may_be(match["id"], owner) and _begins(text, match.start()):
                yield match["id"], owner
    for pattern in _OF_LAST:
        for match in pattern.finditer(text):
            before = bisect_left(starts, match.start())
            owner = mentions[max(0, before - 1)][1] if mentions else ""
            if owner and _may_be(match["id"], owner):
                yield match["id"], owner


def _begins(text: str, start: int) -> bool:
    """Say whether a clause begins here, so that nobody named before it is meant."""
    return not text[:start].strip() or text[:start].rstrip()[-1] in ".;:!?\n(" or text[start].isupper()


def _may_be(name: str, owner: str) -> bool:
    return name != owner and not any(part in words("no english names") for part in name.split(" "))

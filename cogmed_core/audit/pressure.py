"""Pressure and threats in the mediator's words.

A lexicon in both languages with its contexts: negation ("nobody has to accept"), quotation, somebody else's reported
words, the law's own consequences explained, hedged risk, a question, and a choice left open beside it are no alarm.
An honest account of risks is what a mediator owes the parties; certain defeat, a hurried signature, a decision taken
for them, or harm for whoever refuses is not.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from cogmed_core.audit.evidence import Evidence
from cogmed_core.audit.reading.clauses import Piece, sentences
from cogmed_core.audit.reading.patterns import bilingual, lexicon
from cogmed_core.domain.dialogue import Utterance
from cogmed_core.domain.finding import Finding, FindingKind, Severity
from cogmed_core.domain.party import MEDIATOR

_QUOTED = re.compile(r"“[^“”]*”|「[^「」]*」|『[^『』]*』|\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)|‘[^‘’]*’")
_WRAPPED = re.compile(r"^\s*[“\"「『](.*)[”\"」』]\s*$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Class:
    name: str
    kind: FindingKind
    cue: re.Pattern[str]
    unless: re.Pattern[str] | None


def detect(evidence: Evidence) -> Iterator[Finding]:
    """Go through what the mediator says, sentence by sentence; one finding a sentence."""
    for utterance in evidence.episode.utterances:
        if utterance.seat == MEDIATOR:
            yield from _in_utterance(utterance)


def _in_utterance(utterance: Utterance) -> Iterator[Finding]:
    text = utterance.text
    while wrapped := _WRAPPED.match(text):
        text = wrapped[1]
    said, around = sentences(text), lexicon("contexts")
    for at, sentence in enumerate(said):
        choice = any(around["choice"].search(near.text) for near in said[max(0, at - 1) : at + 2])
        if found := _alarm(sentence, choice):
            severity = Severity.SERIOUS if found.kind is FindingKind.THREAT else Severity.WARNING
            how = f"{found.kind.value} ({found.name.replace('_', ' ')})"
            detail = f"the mediator's words read as {how}: “{sentence.text.strip()}”."
            yield Finding(kind=found.kind, severity=severity, round=utterance.round, seat=MEDIATOR, detail=detail)


def _alarm(sentence: Piece, choice: bool) -> _Class | None:
    """Return the first class that a sentence falls into, with nothing in it that speaks against that."""
    quoted = [match.span() for match in _QUOTED.finditer(sentence.text)]
    around = lexicon("contexts")
    for one in _classes():
        if one.unless and one.unless.search(sentence.text.strip()):
            continue
        if choice and one.kind is FindingKind.PRESSURE:
            continue
        for match in one.cue.finditer(sentence.text):
            before = sentence.text[: match.start()]
            inside = any(start < match.start() and match.end() <= end for start, end in quoted)
            if not (inside or around["negated"].search(before) or around["reported"].search(before)):
                return one
    return None


@cache
def _classes() -> tuple[_Class, ...]:
    text = resources.files("cogmed_core.audit").joinpath("pressure.toml").read_text(encoding="utf-8")
    return tuple(
        _Class(
            name=name,
            kind=FindingKind(entry["kind"]),
            cue=bilingual("|".join(entry["zh"]), "|".join(entry["en"])),
            unless=re.compile("|".join(words), re.IGNORECASE)
            if (words := entry["unless_zh"] + entry["unless_en"])
            else None,
        )
        for name, entry in tomllib.loads(text).items()
    )

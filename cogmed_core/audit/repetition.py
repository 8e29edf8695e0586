"""Repetition loops: the same seat saying, or tabling, nearly the same again and again.

A figure that moved makes another text: only what stays the same is a loop. Short set phrases ("no objection") are
left out. Two alike are an echo, three are a loop; a proposal tabled anew with the same terms counts the same way,
since parties could stand by its number instead.
"""

from collections.abc import Iterator, Sequence

from cogmed_core.audit.evidence import Evidence
from cogmed_core.audit.reading.features import features
from cogmed_core.audit.reading.money import money
from cogmed_core.audit.reading.overlap import length, similarity
from cogmed_core.audit.reading.times import periods
from cogmed_core.domain.dialogue import Proposal, Utterance
from cogmed_core.domain.finding import Finding, FindingKind, Severity
from cogmed_core.sums.amounts import shares

ALIKE = 0.7
"""Share of common runs of three words above which two utterances say the same."""

LOOP, LONG_LOOP = 3, 5
SHORTEST = 12
"""Words (Chinese characters) below which an utterance is a set phrase."""


def detect(evidence: Evidence) -> Iterator[Finding]:
    """Find each seat's loops, of utterances and of proposals."""
    for seat, name in evidence.names.items():
        said = [one for one in evidence.episode.utterances if one.seat == seat and length(one.text) >= SHORTEST]
        for group in _alike(said):
            yield _finding(
                FindingKind.UTTERANCE_LOOP, group, f"{name} says nearly the same {len(group)} times", group[-1].text
            )
        for terms in _same_terms(evidence.offers(seat)):
            numbers = ", ".join(str(one.number) for one in terms)
            yield _finding(
                FindingKind.PROPOSAL_LOOP, terms, f"{name} tables the same terms as {numbers}", terms[-1].text
            )


def _alike(said: Sequence[Utterance]) -> Iterator[list[Utterance]]:
    """Yield groups of at least three utterances that are each like the first of the group."""
    left = list(said)
    while left:
        group = [one for one in left if one is left[0] or similarity(left[0].text, one.text) >= ALIKE]
        if len(group) >= LOOP:
            yield group
        left = [one for one in left if one not in group]


def _same_terms(offers: Sequence[Proposal]) -> Iterator[list[Proposal]]:
    groups: dict[object, list[Proposal]] = {}
    for offer in offers:
        groups.setdefault((_figures(offer.text), features(offer.text)), []).append(offer)
    for group in groups.values():
        alike = [one for one in group if similarity(group[0].text, one.text) >= ALIKE]
        if len(alike) >= LOOP:
            yield alike


def _figures(text: str) -> tuple[float, ...]:
    """Return every sum, share and time limit of a proposal."""
    told = [one.value for one in money(text)] + [one.value for one in shares(text)]
    return (*told, *(float(days) for days, _ in periods(text)))


def _finding(kind: FindingKind, group: Sequence[Utterance | Proposal], what: str, quote: str) -> Finding:
    rounds = sorted({one.round for one in group})
    severity = Severity.SERIOUS if len(group) >= LONG_LOOP else Severity.WARNING
    told = ", ".join(map(str, rounds))
    detail = f"{what}, in round{'s' if len(rounds) > 1 else ''} {told}: “{quote}”."
    return Finding(kind=kind, severity=severity, round=rounds[-1], seat=group[-1].seat, detail=detail)

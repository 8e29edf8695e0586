"""Strategic drift: means without an end.

- the same intervention again and again though it changes nothing;
- attempts to go back to an earlier stage;
- a deal before anybody was heard: agreement in the first two rounds, or before the negotiation began;
- talks in which nobody moves any more.
"""

from collections.abc import Iterator
from itertools import groupby

from cogmed_core.audit.effects import effects, moved
from cogmed_core.audit.evidence import Evidence
from cogmed_core.domain.dialogue import Stage
from cogmed_core.domain.finding import Finding, FindingKind, Severity
from cogmed_core.domain.party import MEDIATOR

REPEATED = 3
EARLIEST = 2
STANDSTILL = 4


def detect(evidence: Evidence) -> Iterator[Finding]:
    """Look for each of the four."""
    yield from _interventions(evidence)
    yield from _regress(evidence)
    yield from _premature(evidence)
    yield from _stalled(evidence)


def _interventions(evidence: Evidence) -> Iterator[Finding]:
    for name in dict.fromkeys(action.name for action in evidence.episode.actions):
        uses = [action for action in evidence.episode.actions if action.name == name]
        for idle, run in groupby(uses, key=lambda action: not effects(evidence, action)):
            rounds = [action.round for action in run]
            if idle and len(rounds) >= REPEATED:
                detail = f"{name} was used {len(rounds)} times running (rounds {_listed(rounds)}) and changed nothing."
                yield _finding(FindingKind.INTERVENTION_DRIFT, rounds[-1], detail, Severity.WARNING, MEDIATOR)


def _regress(evidence: Evidence) -> Iterator[Finding]:
    order = list(Stage)
    for one in evidence.episode.stages:
        if one.refused and order.index(one.proposed) < order.index(one.stage):
            detail = f"a return from {one.stage} to {one.proposed} was proposed and refused."
            yield _finding(FindingKind.STAGE_REGRESS, one.round, detail, Severity.NOTE)


def _premature(evidence: Evidence) -> Iterator[Finding]:
    number = evidence.episode.agreement_round
    if number is None:
        return
    stage = next((one.stage for one in evidence.episode.stages if one.round == number), None)
    early = stage in (Stage.OPENING, Stage.EXPLORATION)
    if number <= EARLIEST or early:
        when = f"in round {number}" + (f", still in {stage}" if early else "")
        detail = f"the agreement came {when}, before positions and interests can have been heard."
        yield _finding(FindingKind.PREMATURE_CONVERGENCE, number, detail, Severity.WARNING)


def _stalled(evidence: Evidence) -> Iterator[Finding]:
    """Yield the longest stretch of rounds in which no party moved, once offers were on the table."""
    offered = [proposal.round for proposal in evidence.episode.proposals]
    still, longest = list[int](), list[int]()
    for number in range(min(offered, default=evidence.episode.rounds) + 1, evidence.episode.rounds + 1):
        somebody = any(moved(evidence, seat, number - 1, number) for seat in evidence.seats)
        still = [] if somebody else [*still, number]
        longest = max(longest, still, key=len)
    if len(longest) >= STANDSTILL:
        detail = f"no party moved in {len(longest)} rounds running ({longest[0]} to {longest[-1]})."
        yield _finding(FindingKind.STALLED, longest[-1], detail, Severity.WARNING)


def _finding(kind: FindingKind, number: int, detail: str, severity: Severity, seat: str | None = None) -> Finding:
    return Finding(kind=kind, severity=severity, round=number, seat=seat, detail=detail)


def _listed(rounds: list[int]) -> str:
    return ", ".join(map(str, rounds))

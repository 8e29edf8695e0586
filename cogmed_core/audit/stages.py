"""Stage conformance: refused transitions, too long in an early stage, drafting before there is anything to draft.

Drafting is early where the positions still lay apart and what was drafted is not what some party had already accepted:
a single acceptance is no consent (so say the evaluator's own instructions), unless the others then join it. Going back
is reported as drift. Without a stage machine there is nothing to conform to.
"""

from collections.abc import Iterator
from itertools import groupby

from cogmed_core.audit.evidence import Evidence
from cogmed_core.audit.positions import standing
from cogmed_core.domain.dialogue import Stage
from cogmed_core.domain.episode import StageDecision
from cogmed_core.domain.finding import Finding, FindingKind, Severity

LONGEST = {Stage.OPENING: 2, Stage.EXPLORATION: 4}
"""Rounds of ten that the preliminaries may take; later stages last as long as they must."""

CLOSE = 0.02
"""Difference of two positions, as a part of the larger, that is a matter of wording."""


def detect(evidence: Evidence) -> Iterator[Finding]:
    """Go through the stage machine's decisions."""
    decisions = evidence.episode.stages
    yield from _refused(decisions)
    yield from _prolonged(decisions)
    entered = next((one.round for one in decisions if one.stage is Stage.DRAFTING), None)
    if entered and not _settled(evidence, entered - 1):
        accepted = sorted({one.accepted or 0 for one in evidence.accepting() if one.round == entered - 1})
        so_far = f"only proposal {_listed(accepted)} had some consent" if accepted else "nobody had accepted anything"
        detail = (
            f"drafting began when {so_far}, the positions lay apart, and the terms went on changing or no deal came."
        )
        yield Finding(kind=FindingKind.DRAFTING_EARLY, severity=Severity.WARNING, round=entered, detail=detail)


def _refused(decisions: tuple[StageDecision, ...]) -> Iterator[Finding]:
    order = list(Stage)
    for one in decisions:
        if one.refused and order.index(one.proposed) > order.index(one.stage):
            detail = f"{one.proposed} was proposed out of turn and refused; {one.stage} was kept."
            yield Finding(kind=FindingKind.STAGE_REFUSED, severity=Severity.NOTE, round=one.round, detail=detail)


def _prolonged(decisions: tuple[StageDecision, ...]) -> Iterator[Finding]:
    for stage, run in groupby(decisions, key=lambda one: one.stage):
        rounds = [one.round for one in run]
        most = LONGEST.get(stage)
        if most and len(rounds) > most:
            detail = f"{stage} took {len(rounds)} rounds; {most} should do."
            yield Finding(kind=FindingKind.STAGE_PROLONGED, severity=Severity.NOTE, round=rounds[-1], detail=detail)


def _settled(evidence: Evidence, number: int) -> bool:
    """Say whether by the end of a round there was something to draft.

    The figures differ in wording only, or somebody had accepted the very proposal that all agreed to later.
    """
    accepted = {one.accepted for one in evidence.accepting() if one.round == number}
    if evidence.agreed and evidence.agreed.number in accepted:
        return True
    places = [standing(evidence, seat, number) for seat in evidence.seats]
    known = [place.value for place in places if place]
    if len(known) < len(places) or len({place.unit for place in places if place}) > 1:
        return False
    return max(known) - min(known) <= CLOSE * max(abs(value) for value in known)


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))

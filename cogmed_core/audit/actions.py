"""Actions of the toolkit that changed nothing: no offer, acceptance, stance, belief or stage, now or a round later."""

from collections.abc import Iterator

from cogmed_core.audit.effects import effects
from cogmed_core.audit.evidence import Evidence
from cogmed_core.domain.finding import Finding, FindingKind, Severity
from cogmed_core.domain.party import MEDIATOR


def detect(evidence: Evidence) -> Iterator[Finding]:
    """Flag each action without effect."""
    for action in evidence.episode.actions:
        if action.round > evidence.episode.rounds or effects(evidence, action):
            continue  # in a round that never ended nobody could answer
        concerned = action.arguments.get("party", "")
        about = f" for {evidence.names[concerned]}" if concerned in evidence.names else ""
        detail = (
            f"{action.name}{about} changed no offer, acceptance, stance, belief or stage in this round or the next."
        )
        yield Finding(
            kind=FindingKind.ACTION_WITHOUT_EFFECT,
            severity=Severity.NOTE,
            round=action.round,
            seat=MEDIATOR,
            detail=detail,
        )

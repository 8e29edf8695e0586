"""The stage evaluator: which stage the next round belongs to, from what the dialogue shows."""

from collections.abc import Mapping
from typing import Any

from cogmed_core.domain.dialogue import Stage
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.llm.offline.draw import lot
from cogmed_core.llm.offline.sight import Sight
from cogmed_core.llm.offline.situation import Situation, situation
from cogmed_core.llm.offline.wording import fresh

_CLOSE = 0.02
"""A gap of a fiftieth of what is asked is closed by wording, not by bargaining."""


def evaluate_stage(variables: Mapping[str, Any], seed: int) -> dict[str, str]:
    """Return the stage and, in one sentence, what in the dialogue decides it."""
    sight = Sight.of(variables)
    stage = Stage(variables["stage"])
    following, reason = _next(stage, sight, situation(sight))
    if following not in {Stage(one) for one in variables.get("allowed", tuple(Stage))}:
        following, reason = stage, "stays"
    chance = lot("stage", seed, sight.scenario.case_id, sight.round)
    return {"reason": fresh(sight.language, f"stage.{reason}", chance, ""), "stage": following.value}


def _next(stage: Stage, sight: Sight, seen: Situation) -> tuple[Stage, str]:
    if stage is Stage.OPENING:
        heard = all(one.turns for one in seen.standings)
        return (Stage.EXPLORATION, "all_heard") if heard else (stage, "not_heard")
    if stage is Stage.EXPLORATION:
        return _leave_exploration(sight, seen)
    if stage is Stage.NEGOTIATION:
        if _taken(sight):
            return Stage.DRAFTING, "accepted"
        near = seen.both_spoke_figures and seen.gap <= _CLOSE * seen.ask
        return (Stage.DRAFTING, "close") if near else (stage, "apart")
    return stage, "locked"


def _leave_exploration(sight: Sight, seen: Situation) -> tuple[Stage, str]:
    """Exploring is over when all have said what matters to them, or have been asked and asked again in vain."""
    if seen.interests_known:
        return Stage.NEGOTIATION, "interests"
    asked = len({one.round for one in sight.by(MEDIATOR) if one.round > 1})
    if all(one.asked for one in seen.standings) and asked >= 3:
        return Stage.NEGOTIATION, "explored"
    return Stage.EXPLORATION, "unclear"


def _taken(sight: Sight) -> bool:
    """Say whether at the end of the last round every litigant stood by the same proposal."""
    standing = sight.standing(sight.round - 1)
    return len(standing) == len(sight.scenario.parties) and len(set(standing.values())) == 1

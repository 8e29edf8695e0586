"""FSM: the stage of the mediation, evaluated before every round (paper §3.2, macro level)."""

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from cogmed_core.domain.dialogue import Stage
from cogmed_core.domain.episode import StageDecision
from cogmed_core.domain.text import Text
from cogmed_core.llm.protocol import Purpose
from cogmed_core.llm.voice import Voice
from cogmed_core.mediation.modules.module import Brief, Perform, Trace
from cogmed_core.mediation.view import View
from cogmed_core.prompts.render import render


class StageEvaluation(BaseModel):
    """The evaluator's reply."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: Text = Field(description="what in the dialogue decides it, in one sentence")
    stage: Stage = Field(description="the stage the next round belongs to")


class StageMachine:
    """Asks an evaluator for the next stage and refuses what the stage's own transitions forbid."""

    name = "fsm"

    def __init__(self, evaluator: Voice) -> None:
        self._evaluator = evaluator
        self._stage = Stage.OPENING
        self._decisions: list[StageDecision] = []

    async def observe(self, view: View) -> None:
        """Evaluate the dialogue so far; an illegal proposal is refused and recorded."""
        allowed = self._allowed(view)
        variables = {**view.variables(), "stage": self._stage, "allowed": allowed}
        evaluation = await self._evaluator.ask(Purpose.STAGE, "mediation/stage_evaluator", StageEvaluation, variables)
        legal = evaluation.stage in allowed
        self._stage = evaluation.stage if legal else self._stage
        self._decisions.append(
            StageDecision(
                round=view.round,
                proposed=evaluation.stage,
                stage=self._stage,
                refused=not legal,
                reason=evaluation.reason,
            )
        )

    def brief(self) -> Brief:
        """Return the directive of the stage in force."""
        text = render(f"mediation/modules/fsm/{self._stage}", self._evaluator.language)
        return Brief(text, {"stage": self._stage})

    def foreseen(self) -> Brief:
        """Suppose that the stage stays."""
        return self.brief()

    def actions(self) -> Mapping[str, Perform]:
        """A stage machine offers no action."""
        return {}

    def trace(self) -> Trace:
        """Return every evaluation made."""
        return Trace(stages=tuple(self._decisions))

    def _allowed(self, view: View) -> tuple[Stage, ...]:
        """Return the stages that may come now; nothing follows a stage in which nobody has spoken yet."""
        if not view.utterances:
            return (self._stage,)
        return tuple(stage for stage in Stage if self._stage.may_become(stage))

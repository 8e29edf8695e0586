"""The mediator: acts with the tools its modules offer, then speaks (paper §3.2)."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator

from cogmed_core.domain.text import OptionalText, Text
from cogmed_core.llm.protocol import Purpose
from cogmed_core.mediation.agent import Agent
from cogmed_core.mediation.modules.module import ActionCall
from cogmed_core.mediation.table import Table
from cogmed_core.mediation.view import View

ACTIONS_A_TURN = 2
"""After so many actions in one turn the mediator has to speak."""

PROMPT = "mediation/mediator"


class MediatorReply(BaseModel):
    """What the mediator says in open session."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    thought: str = Field(description="private reasoning, never said aloud; one or two sentences")
    text: Text = Field(description="what is said to the parties")
    proposal: OptionalText = Field(description="complete terms put to all parties for acceptance, or null")


class MediatorStep(BaseModel):
    """Either a tool to use first, or what is said; next to a tool, text and proposal are not said yet."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    thought: str = Field(description="private reasoning, never said aloud; one or two sentences")
    action: ActionCall | None = Field(description="the tool to use before speaking, or null to speak now")
    text: OptionalText = Field(description="what is said to the parties; null when a tool is used first")
    proposal: OptionalText = Field(description="complete terms put to all parties for acceptance, or null")

    @model_validator(mode="after")
    def acts_or_speaks(self) -> "MediatorStep":
        """Check that there is an action, or something said."""
        if self.action is None and self.text is None:
            raise ValueError("without an action, 'text' must hold what you say to the parties")
        return self

    def spoken(self) -> MediatorReply:
        """Return the utterance of a step without an action."""
        return MediatorReply(thought=self.thought, text=self.text or "", proposal=self.proposal)


@cache
def step_with(actions: tuple[str, ...], seats: tuple[str, ...]) -> type[MediatorStep]:
    """Return the reply schema that offers just these actions, concerning just these seats."""
    fields: dict[str, Any] = {
        "name": (Literal[actions], ActionCall.model_fields["name"]),
        "party": (Literal[seats] | None, ActionCall.model_fields["party"]),
    }
    call: Any = create_model("ActionCall", __base__=ActionCall, **fields)
    action: Any = (call | None, MediatorStep.model_fields["action"])
    return create_model("MediatorStep", __base__=MediatorStep, action=action)


class Mediator(Agent):
    """Takes a turn: observe, act where it chooses to, speak; no more, whatever its modules are."""

    async def turn(self, table: Table) -> None:
        """Speak once at the table."""
        view = table.view(self.seat)
        schema, more = self._asked(view, [])
        self.expect_to_reply(Purpose.MEDIATE, PROMPT, schema, view, **more)
        await self.observe(view)
        reply = await self._decide(view)
        table.say(self.seat, reply.text, offer=reply.proposal)

    async def _decide(self, view: View) -> MediatorReply:
        actions = self.actions()
        results: list[str] = []
        while True:
            schema, more = self._asked(view, results)
            step = await self.reply(Purpose.MEDIATE, PROMPT, schema, view, **more)
            if isinstance(step, MediatorReply):
                return step
            if step.action is None:
                return step.spoken()
            results.append(await actions[step.action.name](step.action, view))

    def _asked(
        self, view: View, results: Sequence[str]
    ) -> tuple[type[MediatorStep] | type[MediatorReply], dict[str, Any]]:
        """Return the schema of the next reply and what its prompt says of tools: after so many, none is offered."""
        actions = tuple(self.actions())
        offered = bool(actions) and len(results) < ACTIONS_A_TURN
        seats = tuple(party.seat for party in view.scenario.parties)
        schema = step_with(actions, seats) if offered else MediatorReply
        return schema, {"results": tuple(results), "offered": offered}

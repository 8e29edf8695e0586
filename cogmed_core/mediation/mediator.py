"""The mediator: acts with the tools its modules offer, then speaks (paper §3.2)."""

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator, model_validator

from cogmed_core.llm.protocol import Purpose
from cogmed_core.mediation.agent import Agent
from cogmed_core.mediation.modules.module import ActionCall
from cogmed_core.mediation.table import Table

ACTIONS_A_TURN = 2
"""After so many actions in one turn the mediator has to speak."""

PROMPT = "mediation/mediator"


class MediatorReply(BaseModel):
    """What the mediator says in open session."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    thought: str = Field(description="private reasoning, never said aloud; one or two sentences")
    text: str = Field(min_length=1, description="what is said to the parties")
    proposal: str | None = Field(description="complete terms put to all parties for acceptance, or null")

    @field_validator("proposal")
    @classmethod
    def blank_is_none(cls, value: str | None) -> str | None:
        """Read a blank proposal as none: a reply of spaces tables nothing."""
        return value.strip() or None if value else None


class MediatorStep(BaseModel):
    """Either a tool to use first, or what is said."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    thought: str = Field(description="private reasoning, never said aloud; one or two sentences")
    action: ActionCall | None = Field(description="the tool to use before speaking, or null to speak now")
    text: str | None = Field(description="what is said to the parties; null when a tool is used first")
    proposal: str | None = Field(description="complete terms put to all parties for acceptance, or null")

    @model_validator(mode="after")
    def acts_or_speaks(self, info: ValidationInfo) -> "MediatorStep":
        """Check that there is a known action on a known party, or something said."""
        if self.action is None and not (self.text or "").strip():
            raise ValueError("without an action, 'text' must hold what you say to the parties")
        known = info.context or {}
        if self.action and self.action.name not in known.get("actions", (self.action.name,)):
            raise ValueError(f"unknown action {self.action.name!r}; choose from {sorted(known['actions'])}")
        if self.action and self.action.party not in (None, *known.get("seats", (self.action.party,))):
            raise ValueError(f"'party' must be null or one of {sorted(known['seats'])}")
        return self

    def spoken(self) -> MediatorReply:
        """Return the utterance of a step without an action."""
        return MediatorReply(thought=self.thought, text=self.text or "", proposal=self.proposal)


class Mediator(Agent):
    """Takes a turn: observe, act where it chooses to, speak; no more, whatever its modules are."""

    async def turn(self, table: Table) -> None:
        """Speak once at the table."""
        await self.observe(table.view(self.seat))
        reply = await self._decide(table)
        table.say(self.seat, reply.text, offer=reply.proposal)

    async def _decide(self, table: Table) -> MediatorReply:
        view = table.view(self.seat)
        actions = self.actions()
        context = {"actions": actions, "seats": [party.seat for party in view.scenario.parties]}
        results: list[str] = []
        while actions and len(results) < ACTIONS_A_TURN:
            step = await self.reply(
                Purpose.MEDIATE, PROMPT, MediatorStep, view, context, results=tuple(results), offered=True
            )
            if step.action is None:
                return step.spoken()
            results.append(await actions[step.action.name](step.action, view))
        return await self.reply(
            Purpose.MEDIATE, PROMPT, MediatorReply, view, context, results=tuple(results), offered=False
        )

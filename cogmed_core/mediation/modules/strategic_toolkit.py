"""STK: the mediator's executable actions, each a prompted call of its own (paper §3.2, micro level)."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from cogmed_core.domain.episode import Action
from cogmed_core.domain.text import Text
from cogmed_core.llm.protocol import Purpose
from cogmed_core.llm.voice import Voice
from cogmed_core.mediation.modules.module import ActionCall, Brief, Perform, Trace
from cogmed_core.mediation.view import View
from cogmed_core.prompts.render import render


class Summary(BaseModel):
    """``summarize_and_clarify``: the dialogue as facts and open points, without the heat."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    agreed_facts: list[Text] = Field(description="what nobody disputes any more")
    open_points: list[Text] = Field(min_length=1, description="what remains to be settled, as negotiable points")
    clarification: str = Field(description="the question that would help most now, or an empty text")


class RealityCheck(BaseModel):
    """``perform_reality_check``: what a party faces without a settlement (its BATNA)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    legal_position: Text = Field(description="how a court would probably see the claim, and why")
    risks_and_costs: Text = Field(description="risk, duration, cost and enforcement of litigation")
    realistic_range: Text = Field(description="what the party can realistically expect")


class BridgingSolution(BaseModel):
    """``propose_bridging_solution``: from positions to interests to a package."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    interests: list[Text] = Field(min_length=1, description="the interest behind each party's position")
    options: list[Text] = Field(min_length=1, description="trades and additions that serve several interests")
    package: Text = Field(description="one complete proposal: sums, dates, acts, security")


ACTIONS: Mapping[str, type[BaseModel]] = {
    Purpose.SUMMARIZE.value: Summary,
    Purpose.REALITY_CHECK.value: RealityCheck,
    Purpose.BRIDGE.value: BridgingSolution,
}


Prepare = Callable[[ActionCall, View], Awaitable[str]]
"""Finds out, before an action is carried out, what whoever carries it out should know."""


class StrategicToolkit:
    """Offers the three actions and carries out the ones the mediator chooses.

    Args:
        mediator: carries the actions out.
        prepare: what goes before an action, by its name.
    """

    name = "stk"

    def __init__(self, mediator: Voice, prepare: Mapping[str, Prepare] | None = None) -> None:
        self._mediator = mediator
        self._prepare = prepare or {}
        self._performed: list[Action] = []

    async def observe(self, view: View) -> None:
        """The toolkit waits to be used."""

    def brief(self) -> Brief:
        """Describe the tools and when each is worth using."""
        text = render("mediation/modules/stk/brief", self._mediator.language, performed=self._performed)
        return Brief(text, {"tools": tuple(ACTIONS), "performed": tuple(self._performed)})

    def foreseen(self) -> Brief:
        """Return the brief as it is: observing changes nothing."""
        return self.brief()

    def actions(self) -> Mapping[str, Perform]:
        """Return the three actions by name."""
        return {name: partial(self._perform, schema) for name, schema in ACTIONS.items()}

    def trace(self) -> Trace:
        """Return every action performed."""
        return Trace(actions=tuple(self._performed))

    async def _perform(self, schema: type[BaseModel], call: ActionCall, view: View) -> str:
        hearing = await self._prepare[call.name](call, view) if call.name in self._prepare else ""
        variables = {**view.variables(), "concerns": call.party, "issue": call.issue, "hearing": hearing}
        result = await carry_out(self._mediator, Purpose(call.name), schema, variables)
        arguments = {"party": call.party, "issue": call.issue}
        self._performed.append(
            Action(
                round=view.round,
                name=call.name,
                arguments={key: value for key, value in arguments.items() if value},
                result=result,
            )
        )
        return result


async def carry_out(mediator: Voice, action: Purpose, schema: type[BaseModel], variables: Mapping[str, Any]) -> str:
    """Ask for what an action is to find out, and return it as the mediator reads it."""
    reply = await mediator.ask(action, f"mediation/modules/stk/{action}", schema, variables)
    return render(f"mediation/modules/stk/{action}.result", mediator.language, reply=reply)

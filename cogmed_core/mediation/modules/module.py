"""What a cognitive module is: something that watches the table for one seat and adds to its prompt.

The stage machine (FSM), the strategic toolkit (STK) and belief tracking (DBT) are equals behind this
protocol. An agent is the sum of its modules; it never asks which ones it has.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, Field

from cogmed_core.domain.episode import Action, Belief, StageDecision
from cogmed_core.domain.text import OptionalText
from cogmed_core.mediation.view import View


class ActionCall(BaseModel):
    """The mediator's choice of a tool and what to apply it to."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(description="name of the tool")
    party: str | None = Field(description="seat of the litigant it concerns, or null")
    issue: OptionalText = Field(description="the disputed point or rigid claim it concerns, or null")


Perform = Callable[[ActionCall, View], Awaitable[str]]
"""Carries out an action and returns its result: text for the mediator's eyes."""


@dataclass(frozen=True, slots=True)
class Brief:
    """What a module adds to its agent's prompt: a text, and the same content as variables."""

    text: str = ""
    variables: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Trace:
    """What a module leaves in the episode."""

    stages: tuple[StageDecision, ...] = ()
    actions: tuple[Action, ...] = ()
    beliefs: tuple[Belief, ...] = ()


class Module(Protocol):
    """Watches the table and advises one agent."""

    async def observe(self, view: View) -> None:
        """Take in what happened since the agent's last turn; may call a model."""
        ...

    def brief(self) -> Brief:
        """Return what the agent's next prompt gains."""
        ...

    def foreseen(self) -> Brief | None:
        """Return the brief that will probably stand after the next ``observe``; None where nobody can tell."""
        ...

    def actions(self) -> Mapping[str, Perform]:
        """Return the actions the agent may call, by name."""
        ...

    def trace(self) -> Trace:
        """Return everything recorded so far."""
        ...

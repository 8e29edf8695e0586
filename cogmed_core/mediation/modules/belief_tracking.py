"""DBT: what a seat believes of the litigants it faces, updated recursively before each reply (paper §3.3)."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator

from cogmed_core.domain.episode import Belief
from cogmed_core.domain.text import Text
from cogmed_core.llm.protocol import Purpose
from cogmed_core.llm.voice import Voice
from cogmed_core.mediation.modules.module import Brief, Perform, Trace
from cogmed_core.mediation.view import View
from cogmed_core.prompts.render import render


class OpponentBelief(BaseModel):
    """The three latent attributes of one opponent."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    about: str = Field(description="seat of the opponent")
    perceived_goal: Text = Field(description="what it really wants, as far as one can tell")
    emotional_valence: float = Field(ge=-1, le=1, description="-1 hostile, 0 neutral, 1 warm")
    flexibility: float = Field(ge=0, le=1, description="0 will not move, 1 will move all the way")


class BeliefUpdate(BaseModel):
    """The reply: one belief for each opponent."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    beliefs: list[OpponentBelief]

    @model_validator(mode="after")
    def describes_each_once(self) -> "BeliefUpdate":
        """Check that no opponent is described twice; the length is part of the schema."""
        described = [belief.about for belief in self.beliefs]
        if len(set(described)) != len(described):
            raise ValueError(f"one belief for each opponent, not {described}")
        return self


@cache
def update_about(opponents: tuple[str, ...]) -> type[BeliefUpdate]:
    """Return the reply schema for these opponents: their seats are the only values ``about`` may have."""
    about: Any = (Literal[opponents], OpponentBelief.model_fields["about"])
    belief: Any = create_model("OpponentBelief", __base__=OpponentBelief, about=about)
    beliefs: Any = (list[belief], Field(min_length=len(opponents), max_length=len(opponents)))
    return create_model("BeliefUpdate", __base__=BeliefUpdate, beliefs=beliefs)


class BeliefTracking:
    """Revises beliefs from the messages received since the last turn, starting from the beliefs held."""

    name = "dbt"

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._brief = Brief()
        self._held: tuple[Belief, ...] = ()
        self._history: list[Belief] = []

    async def observe(self, view: View) -> None:
        """Fold every message received since the last turn into the beliefs."""
        variables = {**view.variables(), "held": self._held, "received": view.since_last_turn()}
        update = await self._voice.ask(
            Purpose.BELIEF,
            "mediation/modules/dbt/update",
            update_about(tuple(party.seat for party in view.opponents)),
            variables,
        )
        self._held = tuple(Belief(round=view.round, seat=view.seat, **belief.model_dump()) for belief in update.beliefs)
        self._history.extend(self._held)
        own = {"beliefs": self._held}
        self._brief = Brief(render("mediation/modules/dbt/brief", self._voice.language, **view.variables(), **own), own)

    def brief(self) -> Brief:
        """Return the beliefs held now."""
        return self._brief

    def foreseen(self) -> None:
        """Beliefs are worded anew each time."""

    def actions(self) -> Mapping[str, Perform]:
        """Belief tracking offers no action."""
        return {}

    def trace(self) -> Trace:
        """Return every belief held over time."""
        return Trace(beliefs=tuple(self._history))

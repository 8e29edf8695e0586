"""One simulated mediation and everything recorded of it."""

from enum import StrEnum
from typing import Literal, Self

from pydantic import Field, model_validator

from cogmed_core.domain.dialogue import Condensation, Proposal, Stage, Utterance, read_dialogue
from cogmed_core.domain.record import Record


class Outcome(StrEnum):
    """The three ends of a mediation (paper §3.4)."""

    AGREEMENT = "agreement"
    DEADLOCK = "deadlock"
    BREAKDOWN = "breakdown"


class Action(Record):
    """A call of the strategic toolkit by the mediator."""

    round: int
    name: str
    arguments: dict[str, str]
    result: str


class Belief(Record):
    """What ``seat`` believes of ``about`` after the messages up to this round (paper §3.3)."""

    round: int
    seat: str
    about: str
    perceived_goal: str
    emotional_valence: float = Field(ge=-1, le=1, description="-1 hostile … 1 warm")
    flexibility: float = Field(ge=0, le=1, description="0 will not move … 1 will move all the way")


class StageDecision(Record):
    """One evaluation of the stage machine: what was proposed, what was allowed."""

    round: int
    proposed: Stage
    stage: Stage = Field(description="the stage in force after the decision")
    refused: bool = Field(description="the proposal was illegal and the stage was kept")
    reason: str


class RoleUsage(Record):
    """Calls and tokens of one role on one backbone; the same on every replay (what was cached is not here)."""

    role: str
    backbone: str
    calls: int = Field(ge=0)
    prompt_tokens: int = Field(ge=0)
    completion_tokens: int = Field(ge=0)
    cost: float = Field(ge=0, description="in the currency of the backbone's prices")
    estimated: bool = Field(default=False, description="some tokens were estimated: the endpoint reported none")


class WastedUsage(RoleUsage):
    """Calls that were made ahead of time and then not needed: in the accounts, never in an episode."""

    cached_calls: int = Field(default=0, ge=0, description="those that the cache answered")
    seconds: float = Field(default=0.0, ge=0, description="for which the others were under way, summed up")


class Refusal(Record):
    """A request that an endpoint refused to answer."""

    role: str
    backbone: str
    category: str = Field(description="the endpoint's own code")


class Episode(Record):
    """A finished or failed mediation. The same inputs and seed give the same record, byte for byte."""

    episode_id: str
    case_id: str
    arm: str
    backbone: str
    configuration: str
    seed: int
    fingerprint: str = Field(description="hash of everything the result depends on")
    synthetic: bool = Field(description="some role was played without a language model")
    status: Literal["finished", "failed"]
    outcome: Outcome | None = Field(description="None exactly when failed")
    rounds: int = Field(ge=0, description="rounds completed")
    agreement_round: int | None = None
    settlement: str | None = None
    error_kind: str | None = None
    error: str | None = None
    dialogue: str = Field(default="", description="the open session, rendered as every seat read it")
    condensations: tuple[Condensation, ...] = Field(default=(), description="what took the place of its beginning")
    utterances: tuple[Utterance, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    actions: tuple[Action, ...] = ()
    beliefs: tuple[Belief, ...] = ()
    stages: tuple[StageDecision, ...] = ()
    usage: tuple[RoleUsage, ...] = ()
    refusals: tuple[Refusal, ...] = ()

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if (self.status == "failed") != (self.outcome is None):
            raise ValueError("an episode has an outcome exactly when it is finished")
        if (self.outcome is Outcome.AGREEMENT) != (self.agreement_round is not None):
            raise ValueError("an episode has an agreement_round exactly when it ended in agreement")
        return self

    @property
    def dialogue_as_read(self) -> str:
        """The dialogue as it stood in the last prompt: its beginning summed up where it had grown too long."""
        return read_dialogue(self.dialogue, self.condensations)

"""Everything computed of one episode: findings, and the measurements behind them."""

from typing import Literal

from pydantic import Field

from cogmed_core.domain.finding import Finding
from cogmed_core.domain.record import Record
from cogmed_core.domain.terms import TermComparison


class Concession(Record):
    """How far a party moved from its first offer to its last, or to what it agreed to in the end."""

    seat: str
    unit: Literal["sum", "share"]
    currency: str = Field(description="empty for shares")
    opening: float = Field(description="what flows to the claiming side by the first offer")
    closing: float
    moved: float = Field(description="towards the other side; negative where it went away from it")
    gap_share: float | None = Field(
        description="moved over the distance to the other side's opening; None where there is none"
    )
    borne: float | None = Field(ge=0, le=1, description="part of all movement of both sides that this side made")
    weaker: bool = Field(description="it is the weaker party, as far as names and roles tell")


class BeliefError(Record):
    """A belief beside what the simulation knows."""

    round: int
    seat: str
    about: str
    flexibility: float = Field(ge=0, le=1, description="as believed")
    could_move: float | None = Field(ge=0, le=1, description="room to the bottom line over the way to the other side")
    did_move: float | None = Field(ge=0, le=1, description="later movement over the way to the other side")
    true_flexibility: float | None = Field(ge=0, le=1, description="the larger of the two")
    error: float | None = Field(ge=-1, le=1, description="believed less true flexibility")
    goal_error: float | None = Field(ge=0, description="difference of the goals' figures over the larger of them")
    interests_found: float | None = Field(
        ge=0, le=1, description="part of the true goal's interests that the belief names"
    )


class EpisodeAudit(Record):
    """The audit of one episode. The same episode gives the same audit."""

    episode_id: str
    fingerprint: str = Field(description="hash of everything the audit depends on")
    synthetic: bool
    findings: tuple[Finding, ...] = ()
    concessions: tuple[Concession, ...] = ()
    beliefs: tuple[BeliefError, ...] = ()
    terms: tuple[TermComparison, ...] = ()

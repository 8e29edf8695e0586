"""What a judge said of an episode."""

from typing import Literal

from pydantic import Field

from cogmed_core.domain.record import Record

Order = Literal["reference_first", "simulated_first"]
"""Which of the two texts a judge reads first: how the real case was handled, or the simulated talks."""

QUALITY = ("feasibility", "professionalism", "creativity")
"""The dimensions of the paper's quality score (§4.4)."""

CONDUCT = ("procedural_fairness", "voluntariness", "transparency", "rights_protection")
"""Further dimensions (paper §6), of the conduct of the talks; they have no part in the quality score."""


class Appraisal(Record):
    """What every judge's sheet has: who filled it in, how often, and why there are no scores where there are none."""

    episode_id: str
    judge: str = Field(description="the judging backbone")
    repeat: int = Field(ge=0)
    fingerprint: str
    synthetic: bool
    rationale: str = ""
    unscored_reason: str | None = None


class Judgement(Appraisal):
    """One judge's scores of one episode (paper §4.4), or the reason why there are none."""

    order: Order = "reference_first"
    feasibility: float | None = Field(default=None, ge=1, le=10)
    professionalism: float | None = Field(default=None, ge=1, le=10)
    creativity: float | None = Field(default=None, ge=1, le=10)

    @property
    def oqs(self) -> float | None:
        """The overall quality score: the mean of the three dimensions, None when unscored."""
        if self.feasibility is None or self.professionalism is None or self.creativity is None:
            return None
        return (self.feasibility + self.professionalism + self.creativity) / 3


class ConductJudgement(Appraisal):
    """One judge's scores of the conduct of one episode's talks (paper §6), or the reason why there are none."""

    procedural_fairness: float | None = Field(default=None, ge=1, le=10)
    voluntariness: float | None = Field(default=None, ge=1, le=10)
    transparency: float | None = Field(default=None, ge=1, le=10)
    rights_protection: float | None = Field(default=None, ge=1, le=10)

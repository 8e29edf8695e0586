"""What a judge said of an episode."""

from pydantic import Field

from cogmed_core.domain.record import Record


class Judgement(Record):
    """One judge's scores of one episode (paper §4.4), or the reason why there are none."""

    episode_id: str
    judge: str = Field(description="the judging backbone")
    repeat: int = Field(ge=0)
    fingerprint: str
    synthetic: bool
    feasibility: float | None = Field(default=None, ge=1, le=10)
    professionalism: float | None = Field(default=None, ge=1, le=10)
    creativity: float | None = Field(default=None, ge=1, le=10)
    rationale: str = ""
    unscored_reason: str | None = None

    @property
    def oqs(self) -> float | None:
        """The overall quality score: the mean of the three dimensions, None when unscored."""
        scores = (self.feasibility, self.professionalism, self.creativity)
        known = [score for score in scores if score is not None]
        return sum(known) / 3 if len(known) == 3 else None

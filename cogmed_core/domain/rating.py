"""What people are asked to rate, and what they gave."""

from pydantic import Field

from cogmed_core.domain.case import Language
from cogmed_core.domain.record import Record
from cogmed_core.domain.text import Line


class RatingItem(Record):
    """One row of a rater's sheet. Nothing the rater sees tells the episode."""

    item_id: str
    episode_id: str | None = Field(description="None: an attention item")
    fingerprint: str = Field(default="", description="of the episode as it was shown")
    attention: int | None = Field(default=None, ge=1, le=10, description="the score an attention item asks for")


class RatingAssignment(Record):
    """One rater's sheet: which items, in which order."""

    export: str = Field(description="the name of the export it belongs to")
    rater: Line
    language: Language = Field(description="of the instructions")
    items: tuple[RatingItem, ...]


class Rating(Record):
    """One rater's scores of one item; the same scale and anchors as the judges have."""

    item_id: str
    feasibility: float = Field(ge=1, le=10)
    professionalism: float = Field(ge=1, le=10)
    creativity: float = Field(ge=1, le=10)
    comment: str = ""

    @property
    def oqs(self) -> float:
        """The mean of the three, as for judges."""
        return (self.feasibility + self.professionalism + self.creativity) / 3


class RatedSheet(Record):
    """A sheet that came back, checked."""

    export: str
    rater: Line
    ratings: tuple[Rating, ...]
    source_sha256: str = Field(description="of the file that was read")

"""The people at the table and what they keep to themselves."""

from enum import StrEnum

from pydantic import Field

from cogmed_core.domain.record import Record

MEDIATOR = "mediator"
"""The mediator's seat. Litigants sit at ``litigant_1``, ``litigant_2`` … in the order they speak."""


def litigant_seat(number: int) -> str:
    """Return the seat of the ``number``-th litigant, counted from 1."""
    return f"litigant_{number}"


class Party(Record):
    """A litigant as everybody sees it."""

    seat: str = Field(pattern=r"^litigant_[1-9][0-9]*$")
    name: str
    role: str = Field(description="position in the dispute, in the case's language: 申请人, respondent, guarantor …")
    claim: str = Field(default="", description="the position taken openly before the mediation")


class Personality(StrEnum):
    """The personality prior P (paper §3.1); drawn by a seeded generator, never by a model."""

    HARDLINE = "hardline"
    CONCILIATORY = "conciliatory"
    PRAGMATIC = "pragmatic"
    EMOTIONAL = "emotional"
    SUSPICIOUS = "suspicious"


class Profile(Record):
    """A litigant's private state S = {G, B, P} (paper §3.1). Only its own seat may see it."""

    seat: str
    goal: str
    bottom_line: str
    personality: Personality


class ProfileSet(Record):
    """The profiles of one (case, seed), shared by every arm, so that arms are compared in pairs."""

    case_id: str
    seed: int
    profiles: tuple[Profile, ...]

    def of(self, seat: str) -> Profile:
        """Return the profile of ``seat``; a seat without one is a programming error (KeyError)."""
        for profile in self.profiles:
            if profile.seat == seat:
                return profile
        raise KeyError(seat)

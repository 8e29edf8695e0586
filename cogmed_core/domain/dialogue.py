"""What is said at the table: utterances, the proposals in them, and who accepts which."""

from collections.abc import Sequence
from enum import StrEnum

from pydantic import Field

from cogmed_core.domain.record import Record


class Stage(StrEnum):
    """The mediation stages S = {open, expl, nego, draft} (paper §3.2) and their legal transitions.

    A stage is kept or followed by the next one; nothing is skipped and nothing goes back, so that
    drafting is locked once it is reached.
    """

    OPENING = "opening"
    EXPLORATION = "exploration"
    NEGOTIATION = "negotiation"
    DRAFTING = "drafting"

    def may_become(self, proposed: "Stage") -> bool:
        """Say whether ``proposed`` may follow this stage."""
        order = list(Stage)
        return order.index(proposed) - order.index(self) in (0, 1)


class Stance(StrEnum):
    """What a litigant's utterance does to its acceptance state."""

    UNDECIDED = "undecided"
    ACCEPT = "accept"
    REJECT = "reject"
    WITHDRAW = "withdraw"


class Proposal(Record):
    """Terms put on the table, numbered through the whole mediation so that they can be accepted by number."""

    number: int = Field(ge=1)
    round: int = Field(ge=1)
    seat: str = Field(description="who tabled it")
    text: str


class Condensation(Record):
    """A summary that stands for the beginning of a dialogue which no longer fitted a prompt.

    From here on every seat reads ``text`` and behind it what was said after ``until``; a later condensation takes the
    place of an earlier one and covers it too.
    """

    round: int = Field(ge=1, description="when it was needed")
    until: int = Field(ge=1, description="position of the last utterance it stands for")
    start: int = Field(ge=0, description="where the rest begins in the whole dialogue, in characters")
    text: str


class Utterance(Record):
    """One thing said in open session."""

    round: int = Field(ge=1)
    position: int = Field(ge=1, description="place in the whole dialogue, counted from 1")
    seat: str
    text: str
    stage: Stage | None = Field(default=None, description="None where no stage machine runs")
    stance: Stance | None = Field(default=None, description="None for the mediator")
    accepted: int | None = Field(default=None, description="number of the proposal this speaker stands by")
    tabled: int | None = Field(default=None, description="number of the proposal tabled in it")


def read_dialogue(whole: str, condensations: Sequence[Condensation]) -> str:
    """Return a dialogue as it is read: the last summary, then what was said after what it stands for."""
    if not condensations:
        return whole
    last = condensations[-1]
    return f"{last.text}\n{whole[last.start :]}"

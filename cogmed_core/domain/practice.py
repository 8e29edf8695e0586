"""A person in the mediator's chair: the moves there are, and what is said in private."""

from typing import Annotated, Literal

from pydantic import Field

from cogmed_core.domain.record import Record
from cogmed_core.domain.text import OptionalText, Text


class Say(Record):
    """Speak to everybody at the table, with or without a proposal; ends the mediator's turn."""

    kind: Literal["say"] = "say"
    text: Text
    proposal: OptionalText = None


class UseTool(Record):
    """Use an action of the strategic toolkit; only the mediator sees its result."""

    kind: Literal["use_tool"] = "use_tool"
    name: Literal["summarize_and_clarify", "perform_reality_check", "propose_bridging_solution"]
    party: str | None = Field(default=None, description="seat of the litigant it concerns")
    issue: OptionalText = None


class Caucus(Record):
    """Speak to one litigant alone (背对背); the others neither hear it nor learn of it."""

    kind: Literal["caucus"] = "caucus"
    party: str = Field(description="seat of the litigant spoken to")
    text: Text


class Adjourn(Record):
    """End the talks without an agreement before the last round."""

    kind: Literal["adjourn"] = "adjourn"


Move = Annotated[Say | UseTool | Caucus | Adjourn, Field(discriminator="kind")]
"""Anything the person in the mediator's chair may do."""


class MadeMove(Record):
    """A move and the round it was made in."""

    round: int = Field(ge=1)
    move: Move


class Remark(Record):
    """Something said in private between the mediator and one litigant."""

    round: int = Field(ge=1)
    after: int = Field(ge=0, description="position of the last open utterance before it")
    litigant: str = Field(description="seat of the litigant whose private talk it is")
    speaker: str = Field(description="that seat, or the mediator's")
    text: str

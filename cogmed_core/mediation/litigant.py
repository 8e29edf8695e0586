"""A litigant: pursues a private goal, and accepts, rejects, offers or leaves (paper §3.3, §3.4)."""

from collections.abc import Callable

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, model_validator

from cogmed_core.domain.dialogue import Stance
from cogmed_core.domain.text import OptionalText, Text
from cogmed_core.llm.protocol import Purpose
from cogmed_core.mediation.agent import Agent
from cogmed_core.mediation.table import Table


class LitigantReply(BaseModel):
    """What a litigant says, and what that does to its acceptance state."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    thought: str = Field(description="private reasoning, never said aloud; one or two sentences")
    text: Text = Field(description="what is said at the table")
    stance: Stance = Field(description="undecided, accept (a proposal, by number), reject, or withdraw from mediation")
    accepted_proposal: int | None = Field(description="number of the proposal accepted; null otherwise")
    counter_offer: OptionalText = Field(description="complete terms this party would sign now; null for none")

    @model_validator(mode="after")
    def stance_fits(self, info: ValidationInfo) -> "LitigantReply":
        """Check that acceptance names a proposal on the table, and excludes an offer of one's own."""
        on_table = (info.context or {}).get("proposals")
        if self.stance is Stance.ACCEPT:
            if self.counter_offer:
                raise ValueError("accepting a proposal and making a counter-offer exclude each other")
            if self.accepted_proposal is None or (on_table is not None and self.accepted_proposal not in on_table):
                raise ValueError(f"'accept' needs the number of a proposal on the table: {sorted(on_table or ())}")
        elif self.accepted_proposal is not None:
            raise ValueError(f"stance {self.stance.value!r} goes with accepted_proposal null")
        if self.stance is Stance.WITHDRAW and self.counter_offer:
            raise ValueError("withdrawing and making a counter-offer exclude each other")
        return self


class Litigant(Agent):
    """Takes a turn: observe, then one reply."""

    async def turn(self, table: Table) -> None:
        """Speak once at the table."""
        (await self.consider(table))()

    async def consider(self, table: Table) -> Callable[[], None]:
        """Observe and decide; calling what is returned says it."""
        view = table.view(self.seat)
        await self.observe(view)
        context = {"proposals": {proposal.number for proposal in view.proposals}}
        reply = await self.reply(Purpose.LITIGATE, "mediation/litigant", LitigantReply, view, context)

        def speak() -> None:
            table.say(
                self.seat,
                reply.text,
                offer=reply.counter_offer,
                stance=reply.stance,
                accepted=reply.accepted_proposal,
            )

        return speak

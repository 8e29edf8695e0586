"""After an agreement, one call writes the settlement; the same prompt in every arm."""

from pydantic import BaseModel, ConfigDict, Field

from cogmed_core.domain.dialogue import Proposal
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.domain.text import Text
from cogmed_core.llm.protocol import Purpose
from cogmed_core.llm.voice import Voice
from cogmed_core.mediation.table import Table


class Settlement(BaseModel):
    """The settlement agreement as text."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    settlement: Text = Field(description="the settlement agreement, numbered clauses")


async def draft_settlement(drafter: Voice, table: Table, agreed: Proposal) -> str:
    """Return the settlement that puts ``agreed`` into clauses."""
    variables = {**table.view(MEDIATOR).variables(), "agreed": agreed}
    reply = await drafter.ask(Purpose.DRAFT, "mediation/draft", Settlement, variables)
    return reply.settlement

"""A litigant who can also be spoken to alone."""

from collections.abc import Callable, Sequence
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field

from cogmed_core.domain.party import MEDIATOR
from cogmed_core.domain.text import Text
from cogmed_core.llm.protocol import Purpose
from cogmed_core.llm.voice import Voice
from cogmed_core.mediation.litigant import Litigant
from cogmed_core.mediation.modules.module import Module
from cogmed_core.mediation.table import Table
from cogmed_core.practice.private_talks import CaucusTable


class ConfidingReply(BaseModel):
    """What a litigant says to the mediator alone; it binds nobody."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    thought: str = Field(description="private reasoning, never said aloud; one or two sentences")
    text: Text = Field(description="what is said to the mediator in private")


class Thinks(Protocol):
    """Is told when a seat begins to think, and whether it is ``alone`` with the mediator."""

    def __call__(self, seat: str, *, alone: bool = False) -> object:
        """Hear of it."""
        ...


class Confidant(Litigant):
    """Takes turns as every litigant does, and answers in private when the mediator comes to it alone.

    Args:
        thinks: is told when this seat begins to think.
    """

    def __init__(self, seat: str, voice: Voice, modules: Sequence[Module], thinks: Thinks) -> None:
        super().__init__(seat, voice, modules)
        self._thinks = thinks

    async def consider(self, table: Table) -> Callable[[], None]:
        """Observe and decide; calling what is returned says it."""
        self._thinks(self.seat)
        return await super().consider(table)

    async def answer(self, table: CaucusTable, text: str) -> str:
        """Hear ``text`` in private and return the answer; both are on this litigant's own record afterwards."""
        self._thinks(self.seat, alone=True)
        table.confide(self.seat, MEDIATOR, text)
        view = table.view(self.seat)
        await self.observe(view)
        reply = await self.reply(Purpose.CONFIDE, "practice/confide", ConfidingReply, view)
        table.confide(self.seat, self.seat, reply.text)
        return reply.text

"""What a framework is: it turns a question on the floor into a decision.

A framework is a frozen record: how many agents speak for how many rounds is data, and a variant of a framework is the
same record with other numbers and a name of its own.
"""

from typing import Protocol

from pydantic import Field

from cogmed_core.deliberation.decision import Decision
from cogmed_core.deliberation.floor import Floor
from cogmed_core.domain.record import Record


class Framework(Protocol):
    """A way to come from a question to an answer."""

    @property
    def name(self) -> str:
        """The name in tables and partition keys."""
        ...

    @property
    def calls(self) -> tuple[int, int]:
        """The least and the most model calls a question takes, re-asks aside."""
        ...

    async def decide(self, floor: Floor) -> Decision:
        """Let everybody speak in turn and return what comes of it.

        Raises:
            ModelError: somebody could not be had, refused, or never gave a usable reply.
        """
        ...


class NamedRecord(Record):
    """The numbers of a framework under its name."""

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$", description="no dot: it ends a partition key")

"""How a run tells somebody how far it is."""

from typing import Protocol

from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest
from cogmed_core.llm.wrapper import Wrapper


class Progress(Protocol):
    """Hears of everything that is finished. Called from the event loop: must return at once."""

    def begin(self, step: str, total: int) -> None:
        """Start a step of ``total`` items."""
        ...

    def item(self, step: str, *, reused: bool, failed: bool) -> None:
        """Count one item of a step."""
        ...

    def round(self) -> None:
        """Count one completed round of some mediation."""
        ...

    def call(self) -> None:
        """Count one answered model call."""
        ...

    def end(self, step: str) -> None:
        """Finish a step."""
        ...


class Silent:
    """Tells nobody; Dagster shows its own events."""

    def begin(self, step: str, total: int) -> None:
        """Say nothing."""

    def item(self, step: str, *, reused: bool, failed: bool) -> None:
        """Say nothing."""

    def round(self) -> None:
        """Say nothing."""

    def call(self) -> None:
        """Say nothing."""

    def end(self, step: str) -> None:
        """Say nothing."""


class Counted(Wrapper):
    """A model whose answered calls are told to a progress."""

    def __init__(self, model: ChatModel, progress: Progress) -> None:
        super().__init__(model)
        self._progress = progress

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer and count."""
        reply = await self._model.complete(request)
        self._progress.call()
        return reply

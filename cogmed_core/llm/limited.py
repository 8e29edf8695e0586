"""So many calls in flight and no more: one slot a call, shared by everybody who holds this wrapper."""

import asyncio

from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest
from cogmed_core.llm.wrapper import Wrapper


class Limited(Wrapper):
    """A ``ChatModel`` with at most ``max_concurrency`` calls in flight; further ones wait their turn."""

    def __init__(self, model: ChatModel, max_concurrency: int) -> None:
        super().__init__(model)
        self._slots = asyncio.Semaphore(max_concurrency)

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Wait for a slot, then answer."""
        async with self._slots:
            return await self._model.complete(request)

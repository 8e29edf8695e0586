"""So many calls in flight and no more: one slot a call, shared by everybody who holds this wrapper."""

import asyncio

from cogmed_core.llm.failures import TransientError
from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest
from cogmed_core.llm.slots import Slots
from cogmed_core.llm.wrapper import Wrapper


class Limited(Wrapper):
    """A ``ChatModel`` with at most ``max_concurrency`` calls in flight; further ones wait their turn."""

    def __init__(self, model: ChatModel, max_concurrency: int) -> None:
        super().__init__(model)
        self._slots = Slots(max_concurrency)

    @property
    def allowed(self) -> int:
        """Calls that may be in flight now, as far as the endpoint has shown what it can take."""
        return self._slots.allowed

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Wait for a slot, then answer."""
        slots = self._slots
        call = await slots.take(request.progress)
        now = asyncio.get_running_loop().time
        started = now()
        try:
            reply = await self._model.complete(request)
        except TransientError as error:
            if error.overloaded:
                slots.busy(call)
            raise
        else:
            seconds = now() - started
            slots.answered(seconds)
            return reply.timed(seconds)
        finally:
            slots.give_back()

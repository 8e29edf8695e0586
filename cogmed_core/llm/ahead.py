"""A call made before it is known whether it will be needed: what was expected and is asked has its answer under way.

Who asks notices nothing: the same requests get the same replies in the same order, sooner. A call that nobody asks
for in the end is thrown away. It was paid for, so it runs to its end, stands in the account as wasted, and is kept
for a replay like any other usable reply.
"""

import asyncio
from dataclasses import dataclass
from types import TracebackType

from pydantic import BaseModel

from cogmed_core.errors import CogMedError
from cogmed_core.llm.metered import Ledger
from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest
from cogmed_core.llm.structured import satisfies
from cogmed_core.llm.wrapper import Wrapper


@dataclass(frozen=True, slots=True)
class _Expected:
    request: ChatRequest
    schema: type[BaseModel]
    reply: asyncio.Task[ChatReply]


class Ahead(Wrapper):
    """A ``ChatModel`` of one role that can be told what it will probably be asked next.

    An asynchronous context: at its end what was begun in vain is waited for, or cancelled where an error ended it.
    """

    def __init__(self, model: ChatModel, role: str, ledger: Ledger) -> None:
        super().__init__(model)
        self._role = role
        self._ledger = ledger
        self._expected: _Expected | None = None
        self._wasted: set[asyncio.Task[None]] = set()

    def expect(self, request: ChatRequest, schema: type[BaseModel]) -> None:
        """Begin to ask what will probably be asked next, for a reply that satisfies ``schema``."""
        self._throw_away()
        self._expected = _Expected(request, schema, asyncio.ensure_future(self._model.complete(request)))

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer; what was expected to be asked now is answered by the call that was begun then."""
        if self._expected is not None and self._expected.request == request:
            expected, self._expected = self._expected, None
            return await expected.reply
        self._throw_away()
        return await super().complete(request)

    async def __aenter__(self) -> "Ahead":
        """Begin."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave nothing under way."""
        self._throw_away()
        if error is not None:
            for wasted in self._wasted:
                wasted.cancel()
        await asyncio.gather(*self._wasted, return_exceptions=True)

    def _throw_away(self) -> None:
        expected, self._expected = self._expected, None
        if expected is not None:
            wasted = asyncio.ensure_future(self._account_for(expected))
            self._wasted.add(wasted)
            wasted.add_done_callback(self._wasted.discard)

    async def _account_for(self, expected: _Expected) -> None:
        """Enter a wasted call when it is answered; one that fails costs nothing, and whoever asks next hears of it."""
        try:
            reply = await expected.reply
        except CogMedError:
            return
        self._ledger.waste(self._role, self.name, reply)
        if reply.settle is not None:
            reply.settle(reply if satisfies(expected.schema, reply) else None)

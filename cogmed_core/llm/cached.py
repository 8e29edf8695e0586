"""The wrapper that answers from the response cache, and lets the same thing be asked once at a time."""

import asyncio
from dataclasses import replace
from functools import partial
from weakref import WeakValueDictionary

from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.failures import CacheError, RefusalError
from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest
from cogmed_core.llm.request_key import identity, request_key
from cogmed_core.llm.response_cache import ResponseCache
from cogmed_core.llm.wrapper import Wrapper


class Cached(Wrapper):
    """A ``ChatModel`` that remembers the replies its askers settled on.

    What fails, is refused or is rejected is therefore never found as an answer, and two who ask the same at the
    same time get the same: the second waits until the first has settled.
    """

    def __init__(self, model: ChatModel, cache: ResponseCache, backbone: Backbone) -> None:
        super().__init__(model)
        self._cache = cache
        self._identity = identity(backbone)
        self._unwritable: CacheError | None = None
        self._asking: WeakValueDictionary[bytes, asyncio.Lock] = WeakValueDictionary()

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer from the cache where it can; a request that will not be settled goes straight on.

        Raises:
            RefusalError: now, or often enough before.
            CacheError: the cache can be neither read nor written.
        """
        if not request.settles:
            return await self._model.complete(request)
        key = request_key(self._identity, request)
        if found := self._find(key):
            return found
        being_asked = key in self._asking
        turn = self._asking.setdefault(key, asyncio.Lock())
        await turn.acquire()
        try:
            found = self._find(key) if being_asked else None
            reply = found or await self._ask(key, request)
        except BaseException:
            turn.release()
            raise
        return replace(reply, settle=partial(self._settle, key, reply, turn))

    def _settle(self, key: bytes, reply: ChatReply, turn: asyncio.Lock | None, accepted: ChatReply | None) -> None:
        """Store what was accepted, unless it is what was found, and let the next one ask.

        A reply that was accepted once can be rejected now: the rules of its schema may have changed.
        """
        try:
            if accepted is not None and accepted.text != (reply.text if reply.cached else None):
                self._cache.put(key, self.name, accepted)
        except CacheError as error:
            self._unwritable = error
            raise
        finally:
            if turn is not None:
                turn.release()

    async def _ask(self, key: bytes, request: ChatRequest) -> ChatReply:
        unfit = self._unwritable or self._cache.refusal(key)
        if unfit is not None:
            raise unfit  # what could not be stored, or was refused often enough, is not asked
        try:
            return await self._model.complete(request)
        except RefusalError as error:
            self._cache.put_refusal(key, self.name, error)
            raise

    def _find(self, key: bytes) -> ChatReply | None:
        found = self._cache.get(key)
        return found and replace(found, settle=partial(self._settle, key, found, None))

"""The wrapper that answers from the response cache, and asks at most once at a time for the same thing."""

import asyncio
from dataclasses import replace
from functools import partial
from weakref import WeakValueDictionary

from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.failures import RefusalError
from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest
from cogmed_core.llm.request_key import identity, request_key
from cogmed_core.llm.response_cache import ResponseCache
from cogmed_core.llm.wrapper import Wrapper


class Cached(Wrapper):
    """A ``ChatModel`` that remembers.

    A fresh reply is not stored here: it carries a ``keep`` that whoever accepts it calls. What fails, is
    refused or is rejected is therefore never found as an answer.
    """

    def __init__(self, model: ChatModel, cache: ResponseCache, backbone: Backbone) -> None:
        super().__init__(model)
        self._cache = cache
        self._identity = identity(backbone)
        self._asking: WeakValueDictionary[bytes, asyncio.Lock] = WeakValueDictionary()

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer from the cache where it can.

        Raises:
            RefusalError: now, or often enough before.
            CacheError: the cache can be neither read nor written.
        """
        key = request_key(self._identity, request)
        found = self._find(key)
        if found is not None:
            return found
        turn = self._asking.setdefault(key, asyncio.Lock())
        waited = turn.locked()
        async with turn:
            found = self._find(key) if waited else None
            return found if found is not None else await self._ask(key, request)

    async def _ask(self, key: bytes, request: ChatRequest) -> ChatReply:
        refused = self._cache.refusal(key)
        if refused is not None:
            raise refused
        try:
            reply = await self._model.complete(request)
        except RefusalError as error:
            self._cache.put_refusal(key, self.name, error)
            raise
        return replace(reply, keep=partial(self._cache.put, key, self.name))

    def _find(self, key: bytes) -> ChatReply | None:
        found = self._cache.get(key)
        return None if found is None else replace(found, keep=partial(self._cache.put, key, self.name))

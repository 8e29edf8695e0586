"""The wrapper that answers from the response cache, and lets the same thing be asked once at a time."""

from functools import partial

from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.failures import RefusalError
from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest
from cogmed_core.llm.request_key import identity, request_key
from cogmed_core.llm.response_cache import ResponseCache
from cogmed_core.llm.turns import Turns
from cogmed_core.llm.wrapper import Wrapper


class Cached(Wrapper):
    """A ``ChatModel`` that remembers the replies its askers settled on.

    What fails, is refused or is rejected is therefore never found as an answer, and two who ask the same at the
    same time get the same: the second waits until the first has settled. With ``ask_again`` what was stored before
    this model was opened is asked again, and replaced.
    """

    def __init__(self, model: ChatModel, cache: ResponseCache, backbone: Backbone, ask_again: bool = False) -> None:
        super().__init__(model)
        self._cache = cache
        self._identity = identity(backbone)
        self._turns = Turns()
        self._known_anew: set[bytes] | None = set() if ask_again else None

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer from the cache where it can; a request that will not be settled goes straight on.

        Raises:
            RefusalError: now, or often enough before.
            CacheError: the cache cannot be read, or what was put into it could not be stored.
        """
        if not request.settles:
            return await self._model.complete(request)
        key = request_key(self._identity, request)
        if found := self._find(key):
            return found
        waited = await self._turns.take(key)
        try:
            found = self._stored(key) if waited else None
            reply = found or await self._ask(key, request)
        except BaseException:
            self._turns.give_back(key)
            raise
        return reply.settled_by(partial(self._settle, key, reply, True))

    def _settle(self, key: bytes, reply: ChatReply, has_turn: bool, accepted: ChatReply | None) -> None:
        """Store what was accepted, unless it is what was found, and let the next one ask.

        A reply that was accepted once can be rejected now: the rules of its schema may have changed.
        """
        if accepted is not None and accepted.text != (reply.text if reply.cached else None):
            self._cache.put_soon(key, self.name, accepted)
            if self._known_anew is not None:
                self._known_anew.add(key)
        if has_turn:
            self._turns.give_back(key)

    async def _ask(self, key: bytes, request: ChatRequest) -> ChatReply:
        await self._cache.committed()
        refused = self._cache.refusal(key) if self._known_anew is None else None
        if refused is not None:
            raise refused
        try:
            return await self._model.complete(request)
        except RefusalError as error:
            self._cache.put_refusal(key, self.name, error)
            raise

    def _find(self, key: bytes) -> ChatReply | None:
        found = self._stored(key)
        return found and found.settled_by(partial(self._settle, key, found, False))

    def _stored(self, key: bytes) -> ChatReply | None:
        passed_over = self._known_anew is not None and key not in self._known_anew
        return None if passed_over else self._cache.get(key)

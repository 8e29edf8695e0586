"""Replies from a list or a function: a model for tests and demonstrations, never a language model."""

from collections.abc import Callable, Iterable

from cogmed_core.errors import ModelError, ReplyError
from cogmed_core.llm.protocol import ChatReply, ChatRequest

Reply = str | ChatReply | ModelError


class Scripted:
    """A ``ChatModel`` that says what it is told; ``requests`` holds what it was asked, in order."""

    synthetic = True

    def __init__(self, name: str, replies: Iterable[Reply] | Callable[[ChatRequest], Reply]) -> None:
        self.name = name
        self.requests: list[ChatRequest] = []
        self._reply = replies if callable(replies) else _in_turn(name, replies)

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Record the request; return the next reply, or raise it where it is an error."""
        self.requests.append(request)
        reply = self._reply(request)
        if isinstance(reply, ModelError):
            raise reply
        return ChatReply(reply) if isinstance(reply, str) else reply

    async def close(self) -> None:
        """Nothing to release."""


def _in_turn(name: str, replies: Iterable[Reply]) -> Callable[[ChatRequest], Reply]:
    remaining = iter(replies)
    return lambda _request: next(remaining, ReplyError(f"the script of {name} has no reply left"))

"""The loop behind every question: read the reply, and where it is unusable say why and ask again, bounded."""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from functools import reduce
from operator import add
from typing import TypeVar

from cogmed_core.errors import ReplyError
from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest, Message
from cogmed_core.llm.repetition import goes_in_circles
from cogmed_core.prompts.render import render

T = TypeVar("T")

SHOWN = 300
"""Characters of an unusable reply that its error repeats."""
RETURNED = 4000
"""Characters of an unusable reply that its author is shown again: a reply may be very long."""
LARGER = 2
"""How many times the budget of a reply that was cut off grows."""
LARGEST = 8192
"""Tokens beyond which no budget grows: such a reply has to become shorter."""


class Fault(StrEnum):
    """What was wrong with a reply."""

    EMPTY = "empty"
    UNREADABLE = "unreadable"
    INVALID = "invalid"
    TRUNCATED = "truncated"
    CIRCLES = "circles"


class Unusable(Exception):
    """Raised by a reader of replies: the fault, and the reason in words its author can act on."""

    def __init__(self, fault: Fault, reason: str) -> None:
        super().__init__(reason)
        self.fault = fault


async def ask_until_usable(
    model: ChatModel, first: ChatRequest, read: Callable[[ChatReply], T], what: str, reasks: int
) -> T:
    """Return ``read`` of the first usable reply to ``first``, a request that ``settles``.

    A reply that was cut off is asked for once more with a larger budget, within reason; after any other fault,
    and after a second cut, the request is repeated with the next seed, and the bad reply and the reason behind it.

    Raises:
        ReplyError: none of ``1 + reasks`` replies was usable.
    """
    replies: list[ChatReply] = []
    accepted: ChatReply | None = None
    current = first
    try:
        while True:
            reply = await model.complete(current)
            replies.append(reply)
            try:
                value = _read(reply, read)
            except Unusable as unusable:
                if len(replies) > reasks:
                    raise _given_up(model.name, what, replies, unusable) from None
                current = _again(first, current, reply, unusable)
            else:
                accepted = reply
                return value
    finally:
        _settle(replies, accepted)


def _given_up(name: str, what: str, replies: list[ChatReply], unusable: Unusable) -> ReplyError:
    return ReplyError(
        f"{name} gave no {what} in {len(replies)} replies: {unusable.fault}: {unusable}; "
        f"the last reply began: {_shortened(replies[-1].text, SHOWN)!r}"
    )


def _read(reply: ChatReply, read: Callable[[ChatReply], T]) -> T:
    if not reply.cached and goes_in_circles(reply.text):  # what is in the cache was accepted, and did not
        raise Unusable(Fault.CIRCLES, "the reply repeats the same passage over and over")
    try:
        return read(reply)
    except Unusable as unusable:
        if reply.finish_reason == "length" and unusable.fault is not Fault.TRUNCATED:
            raise Unusable(Fault.TRUNCATED, f"the reply was cut off ({unusable}); be shorter") from None
        raise


def _again(first: ChatRequest, current: ChatRequest, reply: ChatReply, unusable: Unusable) -> ChatRequest:
    budget = LARGER * max(first.max_tokens or 0, reply.usage.completion_tokens)
    if unusable.fault is Fault.TRUNCATED and current.max_tokens == first.max_tokens and budget <= LARGEST:
        return replace(current, max_tokens=budget, again_because=unusable.fault, settles=False)
    correction = render("llm/reask", first.language, error=str(unusable))
    said = _shortened(reply.text, RETURNED) or "…"  # some endpoints reject an empty message
    corrected = first.followed_by(Message("assistant", said), Message("user", correction))
    # Another seed, or a server that honours seeds could give the same bad reply for ever.
    return replace(
        corrected,
        seed=current.seed + 1,
        max_tokens=current.max_tokens,
        again_because=unusable.fault,
        settles=False,
    )


def _settle(replies: list[ChatReply], accepted: ChatReply | None) -> None:
    """Name the accepted reply the answer to the first request, with all it took; None: there is none."""
    if not replies or replies[0].settle is None:
        return
    if accepted is not None and len(replies) > 1:
        usage = reduce(add, (reply.usage for reply in replies))
        accepted = replace(accepted, usage=usage, calls=sum(reply.calls for reply in replies))
    replies[0].settle(accepted)


def _shortened(text: str, length: int) -> str:
    return text if len(text) <= length else text[:length] + "…"

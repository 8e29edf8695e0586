"""Keeps every exchange with a model as it was, so that the prompt that was sent can be read afterwards."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cogmed_core.errors import ModelError
from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest, Message
from cogmed_core.llm.shared_text import New
from cogmed_core.llm.wrapper import Wrapper

TAIL = 700
"""Characters of a prompt's end that are kept to compare the next one with: there stands what is always asked."""

SLACK = 50
"""Characters beyond what two prompts had in common at their ends that the next two may."""

Held = str | tuple[object, int]
"""What is held of a message to compare the next with: all of it; or which dialogue it begins with, and how much."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request under the role that made it, and its reply or the error; messages are (role, content)."""

    role: str
    purpose: str
    messages: tuple[tuple[str, str], ...]
    reply: str
    reasoning: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """An exchange as it is kept: of each message only what is new.

    A message begins like the one at its place in the exchange before, and ends like the one at its place in the
    exchange number ``like``, counted from 0.
    """

    role: str
    purpose: str
    like: int
    messages: tuple[tuple[str, New], ...]
    reply: str
    reasoning: str
    error: str = ""


class ExchangeLog:
    """The exchanges of one episode, in order: iterating gives them whole, ``kept`` is how they are held."""

    def __init__(self) -> None:
        self.kept: list[Kept] = []
        self._before: list[Held] = []
        self._alike: dict[tuple[str, str, object], tuple[int, tuple[str, ...], int]] = {}
        self._begins = 0

    def __len__(self) -> int:
        """Return the number of exchanges."""
        return len(self.kept)

    def __iter__(self) -> Iterator[Exchange]:
        """Yield every exchange whole."""
        return whole_exchanges(self.kept)

    def keep(self, role: str, request: ChatRequest, reply: str = "", reasoning: str = "", error: str = "") -> None:
        """Append an exchange."""
        purpose = request.purpose.value
        asker = (role, purpose, request.variables.get("seat"))
        like, ends, expected = self._alike.get(asker, (0, (), 0))
        texts = [message.content for message in request.messages]
        hints = (self._begins, expected)
        news = [
            _new(message, self._before[place] if place < len(self._before) else "", _at(ends, place), hints)
            for place, message in enumerate(request.messages)
        ]
        tails = [_tail(text, new) for text, new in zip(texts[1:], news[1:], strict=True)]
        self._alike[asker] = (len(self.kept), (texts[0], *tails), news[-1].ends)
        messages = tuple([(message.role, new) for message, new in zip(request.messages, news, strict=True)])
        self._before, self._begins = [_held(message) for message in request.messages], news[-1].begins
        self.kept.append(Kept(role, purpose, like, messages, reply, reasoning, error))


def whole_exchanges(kept: Iterable[Kept]) -> Iterator[Exchange]:
    """Yield exchanges whole that are held or stored in part."""
    said: list[tuple[str, ...]] = []
    for one in kept:
        first, second = (said[-1], said[one.like]) if said else ((), ())
        texts = tuple(new.whole(_at(first, place), _at(second, place)) for place, (_, new) in enumerate(one.messages))
        said.append(texts)
        roles = (role for role, _ in one.messages)
        yield Exchange(
            one.role, one.purpose, tuple(zip(roles, texts, strict=True)), one.reply, one.reasoning, one.error
        )


def kept_from(line: Mapping[str, Any]) -> Kept:
    """Return a stored exchange as it was held."""
    messages = tuple((role, New(**new)) for role, new in line["messages"])
    return Kept(**{**line, "messages": messages})


def _at(texts: tuple[str, ...], place: int) -> str:
    return texts[place] if place < len(texts) else ""


def _held(message: Message) -> Held:
    return message.content if message.opening is None else (message.opening.digests, len(message.opening.text))


def _new(message: Message, before: Held, second: str, expected: tuple[int, int]) -> New:
    """Return what is new in a message; two openings of one dialogue begin alike, as far as the shorter one goes."""
    if isinstance(before, str):
        return New.of(message.content, before, second, expected)
    (dialogue, size), opening = before, message.opening
    alike = min(size, len(opening.text)) if opening is not None and opening.digests is dialogue else 0
    return New.after(message.content, alike, second, expected[1])


def _tail(text: str, new: New) -> str:
    """Return the end to compare with the next time; what was shared this time is about what will be."""
    return text[-(new.ends + SLACK if new.ends else TAIL) :]


class Recorded(Wrapper):
    """Appends each exchange of a role to a log shared by the whole episode."""

    def __init__(self, model: ChatModel, role: str, log: ExchangeLog) -> None:
        super().__init__(model)
        self._role = role
        self._log = log

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer, and keep the exchange; where there is no answer, the error."""
        try:
            reply = await self._model.complete(request)
        except ModelError as error:
            self._log.keep(self._role, request, error=str(error))
            raise
        self._log.keep(self._role, request, reply.text, reply.reasoning)
        return reply

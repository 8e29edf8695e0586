"""The seam between agents and models: a request in, a reply out.

A request is what an endpoint needs, plus two things an endpoint never sees: the ``purpose`` of the call and
the ``variables`` its prompt was rendered from. Metering and tests read the purpose; the rule-based offline
backbone, which reads no prose, reads the variables, and so can know nothing that the prompt does not say.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Literal, Protocol

from pydantic_core import to_json

from cogmed_core.llm.opening import Opening, encode


class Purpose(StrEnum):
    """Why a model is called; one prompt (in two languages) for each."""

    STRUCTURE = "structure"
    PROFILE = "profile"
    STAGE = "stage"
    MEDIATE = "mediate"
    SUMMARIZE = "summarize_and_clarify"
    REALITY_CHECK = "perform_reality_check"
    BRIDGE = "propose_bridging_solution"
    BELIEF = "belief"
    LITIGATE = "litigate"
    CONFIDE = "confide"
    DRAFT = "draft"
    JUDGE = "judge"
    CONDUCT = "conduct"
    ANSWER = "answer"
    REVISE = "revise"
    ARGUE = "argue"
    RULE = "rule"
    CHALLENGE = "challenge"
    RESPOND = "respond"
    POINT = "point"


@dataclass(frozen=True)
class Message:
    """One chat message; ``opening`` is how its content begins, where that is encoded already."""

    role: Literal["system", "user", "assistant"]
    content: str
    opening: Opening | None = field(default=None, compare=False, repr=False)

    @cached_property
    def encoded(self) -> tuple[bytes, bytes]:
        """The content as a JSON string in two pieces, the opening and the rest: what is sent, hashed and measured."""
        if self.opening is None:
            return b"", encode(self.content)
        return self.opening.encoded, encode(self.content[len(self.opening.text) :])[1:]

    @property
    def size(self) -> int:
        """The bytes of the content as a JSON string."""
        return sum(map(len, self.encoded))


@dataclass(frozen=True)
class ReplySchema:
    """The JSON schema a structured reply must satisfy, and its name."""

    name: str
    schema: Mapping[str, Any]

    @cached_property
    def encoded(self) -> bytes:
        """The schema as JSON."""
        return to_json(self.schema)

    @cached_property
    def asked(self) -> bytes:
        """The ``response_format`` that asks for it."""
        asked = b'{"type":"json_schema","json_schema":{"name":%b,"schema":%b,"strict":true}}'
        return asked % (to_json(self.name), self.encoded)

    @cached_property
    def digest(self) -> bytes:
        """What tells this schema from every other one."""
        return hashlib.sha256(f"{self.name}\0".encode() + self.encoded).digest()


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One call. ``temperature`` and ``seed`` come from the experiment, never from a default."""

    purpose: Purpose
    messages: tuple[Message, ...]
    temperature: float
    seed: int
    schema: ReplySchema | None = None
    max_tokens: int | None = None
    language: str = "zh"
    variables: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    again_because: str = field(default="", compare=False)
    """What was wrong with the reply before, where this is a re-ask; metering counts it."""
    settles: bool = field(default=False, compare=False)
    """The asker will call ``settle`` of the reply; only then can a cache keep what is accepted."""
    progress: int = field(default=0, compare=False)
    """How far the asker has come: of those who wait for the same endpoint, the last goes first."""
    hears: Callable[[str], object] | None = field(default=None, compare=False, repr=False)
    """Hears the reply while it comes: each time all of it so far, the empty text where it is taken back."""

    def followed_by(self, *messages: Message) -> "ChatRequest":
        """Return the same request with ``messages`` appended, for a re-ask."""
        return replace(self, messages=(*self.messages, *messages))


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and price of one reply; ``estimated`` where the endpoint reported no tokens."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_prompt_tokens: int = 0
    estimated: bool = False
    cost: float = 0.0
    """In the currency of the backbone's prices, to nine decimals."""

    def __add__(self, other: "Usage") -> "Usage":
        """Return the usage of both; costs are rounded, so that a sum is the same in any order."""
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cached_prompt_tokens + other.cached_prompt_tokens,
            self.estimated or other.estimated,
            round(self.cost + other.cost, 9),
        )


@dataclass(frozen=True, slots=True)
class ChatReply:
    """The text a model gave; ``reasoning`` is kept for inspection and never enters a dialogue.

    ``settle`` is called once, with the reply that was accepted in the end or with None: so a rejected one is
    never found in a cache, and others who ask the same wait until it is decided. A reply that took re-asks
    stands, once settled, for all its ``calls`` and their usage.
    """

    text: str
    usage: Usage = Usage()
    finish_reason: str = "stop"
    reasoning: str = ""
    cached: bool = False
    calls: int = 1
    seconds: float = field(default=0.0, compare=False)
    """From the moment the call was made until it was answered; 0 from a cache."""
    settle: "Callable[[ChatReply | None], None] | None" = field(default=None, compare=False, repr=False)

    def settled_by(self, settle: "Callable[[ChatReply | None], None]") -> "ChatReply":
        """Return the same reply with another ``settle``; spelt out, because ``replace`` takes longer than a reply."""
        return ChatReply(
            self.text,
            self.usage,
            self.finish_reason,
            self.reasoning,
            self.cached,
            self.calls,
            self.seconds,
            settle,
        )

    def timed(self, seconds: float) -> "ChatReply":
        """Return the same reply with the ``seconds`` it took."""
        return ChatReply(
            self.text,
            self.usage,
            self.finish_reason,
            self.reasoning,
            self.cached,
            self.calls,
            seconds,
            self.settle,
        )


class ChatModel(Protocol):
    """Turns a ``ChatRequest`` into a ``ChatReply``; raises a ``ModelError`` and nothing else."""

    @property
    def name(self) -> str:
        """The backbone's name in the configuration."""
        ...

    @property
    def synthetic(self) -> bool:
        """True where no language model answers."""
        ...

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer one request."""
        ...

    async def close(self) -> None:
        """Release connections and processes."""
        ...

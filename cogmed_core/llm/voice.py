"""A model bound to a language and a way of sampling: what every agent speaks through."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from pydantic import BaseModel

from cogmed_core.domain.case import Language
from cogmed_core.llm.ahead import Ahead
from cogmed_core.llm.failures import ContextError
from cogmed_core.llm.growing import Growth
from cogmed_core.llm.opening import Opening
from cogmed_core.llm.protocol import ChatModel, ChatRequest, Message, Purpose
from cogmed_core.llm.schemas import reply_schema
from cogmed_core.llm.structured import ask
from cogmed_core.prompts.render import render

S = TypeVar("S", bound=BaseModel)

FIXED = ("seat", "scenario", "names", "rounds", "profile", "party", "opponents")
"""What stays the same for a seat through an episode: all that the system half of a seat's prompt may use."""

OPENED = 40
"""Characters within which a prompt that holds the dialogue begins it."""

_SHARED: WeakValueDictionary[str, Message] = WeakValueDictionary()
"""System halves in use: the arms of a case have most of them in common, and hold each once."""
Shorten = Callable[[Mapping[str, Any]], Awaitable[Mapping[str, Any] | None]]
"""Returns the variables of a shorter prompt in place of one that is too long, or None: there is none."""


@dataclass(slots=True)
class Memory:
    """What the voices of one episode have encoded already: the system half of each seat's prompts, and the dialogue."""

    systems: dict[tuple[str, str], Message] = field(default_factory=dict)
    opening: Opening = field(default_factory=Opening)


@dataclass(frozen=True, slots=True)
class Voice:
    """Renders a prompt pair, asks for a structured reply and returns it validated.

    A voice serves one episode, whose voices may share one ``memory``: the system half of a seat's prompt is rendered
    once. A prompt that does not fit the model's context window is asked for in a shorter form, where ``shorten``
    knows one. With ``ahead``, which stands between this voice and its model, it can be told what it will be asked.
    """

    model: ChatModel
    language: Language
    temperature: float
    seed: int
    shorten: Shorten | None = None
    hears: Callable[[str], object] | None = None
    """Hears what a reply says aloud while it comes: each time all of it so far, nothing where it is taken back."""
    memory: Memory = field(default_factory=Memory, compare=False, repr=False)
    ahead: Ahead | None = None

    def expect(self, purpose: Purpose, prompt: str, schema: type[S], variables: Mapping[str, Any]) -> None:
        """Begin what will probably be asked next, where there is a way to ask ahead."""
        if self.ahead is not None:
            self.ahead.expect(self._request(purpose, prompt, schema, variables), schema)

    async def ask(
        self,
        purpose: Purpose,
        prompt: str,
        schema: type[S],
        variables: Mapping[str, Any],
        context: Mapping[str, Any] | None = None,
    ) -> S:
        """Ask with prompt ``prompt`` for a ``schema``; ``context`` is what validation checks the reply against.

        Raises:
            ContextError: the prompt is too long, and there is no shorter one.
            ModelError: the model could not be had, refused, or never gave a valid reply.
        """
        while True:
            try:
                request = self._request(purpose, prompt, schema, variables)
                return await ask(self.model, request, schema, context=context)
            except ContextError:
                shorter = await self.shorten(variables) if self.shorten else None
                if shorter is None:
                    raise
                variables = shorter

    def _request(
        self, purpose: Purpose, prompt: str, schema: type[BaseModel], variables: Mapping[str, Any]
    ) -> ChatRequest:
        return ChatRequest(
            purpose=purpose,
            messages=(self._system(prompt, variables), self._user(prompt, variables)),
            temperature=self.temperature,
            seed=self.seed,
            schema=reply_schema(schema),
            language=self.language,
            variables=variables,
            settles=True,
            progress=len(variables.get("utterances", ())),
            hears=self.hears and Growth(self.hears),
        )

    def _system(self, prompt: str, variables: Mapping[str, Any]) -> Message:
        seat = variables.get("seat")
        if seat is None:
            return Message("system", render(f"{prompt}.system", self.language, **variables))
        found = self.memory.systems.get((prompt, seat))
        if found is None:
            fixed = {name: variables[name] for name in FIXED}
            message = Message("system", render(f"{prompt}.system", self.language, **fixed))
            found = self.memory.systems[prompt, seat] = _SHARED.setdefault(message.content, message)
        return found

    def _user(self, prompt: str, variables: Mapping[str, Any]) -> Message:
        """Return the user half; where it begins with the dialogue, as those before it did, only the rest is new."""
        content = render(f"{prompt}.user", self.language, **variables)
        dialogue = variables.get("dialogue", "")
        start = content.find(dialogue, 0, len(dialogue) + OPENED) if dialogue else -1
        if start < 0:
            return Message("user", content)
        self.memory.opening = self.memory.opening.grown_to(content[: start + len(dialogue)])
        return Message("user", content, self.memory.opening)

"""A model bound to a language and a way of sampling: what every agent speaks through."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel

from cogmed_core.domain.case import Language
from cogmed_core.llm.protocol import ChatModel, ChatRequest, Message, Purpose
from cogmed_core.llm.structured import ask
from cogmed_core.prompts.render import render_pair

S = TypeVar("S", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Voice:
    """Renders a prompt pair, asks for a structured reply and returns it validated."""

    model: ChatModel
    language: Language
    temperature: float
    seed: int

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
            ModelError: the model could not be had, refused, or never gave a valid reply.
        """
        system, user = render_pair(prompt, self.language, **variables)
        request = ChatRequest(
            purpose=purpose,
            messages=(Message("system", system), Message("user", user)),
            temperature=self.temperature,
            seed=self.seed,
            language=self.language,
            variables=variables,
        )
        return await ask(self.model, request, schema, context=context)

"""The floor: one question, whoever speaks to it, and the minutes of what was said."""

import asyncio
import hashlib
from collections.abc import Coroutine
from dataclasses import replace
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from cogmed_core.deliberation.answers import read_answer
from cogmed_core.domain.question import Step, YesNoQuestion
from cogmed_core.domain.text import Text
from cogmed_core.llm.protocol import Purpose
from cogmed_core.llm.voice import Voice

S = TypeVar("S", bound=BaseModel)
T = TypeVar("T")


def _in_words(value: object) -> object:
    """A JSON truth value is an answer too."""
    return ("yes" if value else "no") if isinstance(value, bool) else value


Stated = Annotated[str, BeforeValidator(_in_words), Field(description="yes or no")]
"""An answer as the agent gave it; ``read_answer`` says what it commits to."""


class Opinion(BaseModel):
    """The reply of whoever answers the question: reasons first, then the answer."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    explanation: Text = Field(description="why, in two to five sentences")
    answer: Stated


class Floor:
    """Where the agents of a framework speak; ``steps`` holds what was said, in order.

    What they are shown is the question's text and instruction and what a framework hands on, never the gold answer.
    """

    def __init__(self, question: YesNoQuestion, voice: Voice) -> None:
        self._shown = {"instruction": question.instruction, "text": question.text}
        self._voice = voice
        self.steps: list[Step] = []

    async def ask(self, purpose: Purpose, prompt: str, schema: type[S], seat: int = 1, **variables: Any) -> S:
        """Ask for a reply. Agents who are asked the same sit in different seats: each seat has its own seed.

        The first seat has the seed of the verdict, so that an agent asked as the single model is asked gives the
        single model's answer.
        """
        voice = replace(self._voice, seed=seed_of(self._voice.seed, seat))
        return await voice.ask(purpose, f"deliberation/{prompt}", schema, {**self._shown, **variables})

    async def opinion(
        self, agent: str, purpose: Purpose, prompt: str, round: int = 0, seat: int = 1, **variables: Any
    ) -> Step:
        """Ask an agent for its answer and return it as a step."""
        reply = await self.ask(purpose, prompt, Opinion, seat, **variables)
        return Step(
            round=round, agent=agent, text=reply.explanation, stated=reply.answer, answer=read_answer(reply.answer)
        )

    def note(self, step: Step) -> Step:
        """Enter a step in the minutes."""
        self.steps.append(step)
        return step

    async def round(self, *speaking: Coroutine[Any, Any, Step]) -> tuple[Step, ...]:
        """Let everybody speak at once and enter the steps in the order given.

        Nobody is cut off by another's failure: what is said is entered, and paid for once, then the first failure
        is raised.
        """
        said = await asyncio.gather(*speaking, return_exceptions=True)
        for step in said:
            if isinstance(step, Step):
                self.note(step)
        for failure in said:
            if isinstance(failure, BaseException):
                raise failure
        return tuple(step for step in said if isinstance(step, Step))


def seed_of(seed: int, seat: int) -> int:
    """Return the seed of a seat: the first has the given one, the others unrelated ones of 31 bits."""
    if seat == 1:
        return seed
    return int.from_bytes(hashlib.sha256(f"{seed}/{seat}".encode()).digest()[:4]) >> 1

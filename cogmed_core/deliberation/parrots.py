"""Parrots: Alex answers, a group of critical parrots takes the answer apart, Alex replies while it helps."""

from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, create_model, field_validator

from cogmed_core.deliberation.answers import read_answer
from cogmed_core.deliberation.decision import Decision, word_of
from cogmed_core.deliberation.floor import Floor, Stated
from cogmed_core.deliberation.framework import NamedRecord
from cogmed_core.deliberation.single import first_answer
from cogmed_core.domain.question import Step
from cogmed_core.domain.text import Text
from cogmed_core.llm.protocol import Purpose

ALEX = "alex"
PERSPECTIVES = ("socratic", "sceptic", "eclectic", "aristotelian")
"""The parrots there are prompts for."""


class Response(BaseModel):
    """Alex's reply to the parrots, the answer held now, and whether more talk would help."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reply: Text = Field(description="what you say to each objection, and what follows for the answer")
    answer: Stated
    go_on: bool = Field(description="true to hear the parrots again, false to leave it at this answer")


@cache
def reactions_of(perspectives: tuple[str, ...]) -> type[BaseModel]:
    """Return the reply schema in which each of these parrots says one thing."""
    fields: Any = {name: (Text, Field(description=f"what the {name} parrot says")) for name in perspectives}
    return create_model("Reactions", __config__=ConfigDict(extra="forbid", frozen=True), **fields)


class Parrots(NamedRecord):
    """Alex and the parrots that argue with it (section 3.1; Musi et al. 2025).

    The paper has one model play all parrots, which is read here as one call for the group.
    """

    exchanges: int = Field(ge=1, le=25, description="at most so many reactions and replies; three in the paper")
    perspectives: tuple[str, ...] = Field(min_length=1)
    one_call: bool = Field(description="all parrots in one call, which hear each other; else a call each, at once")

    @field_validator("perspectives")
    @classmethod
    def exist(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        """Check every parrot's name."""
        unknown = [name for name in names if name not in PERSPECTIVES]
        if unknown or len(set(names)) < len(names):
            raise ValueError(f"each of {', '.join(PERSPECTIVES)} at most once, not {', '.join(names)}")
        return names

    @property
    def calls(self) -> tuple[int, int]:
        """Alex's first answer, then the parrots and Alex once an exchange."""
        each = 1 + (1 if self.one_call else len(self.perspectives))
        return 1 + each, 1 + self.exchanges * each

    async def decide(self, floor: Floor) -> Decision:
        """Go round while Alex wants to, and take Alex's last word."""
        held = floor.note(await first_answer(floor, ALEX))
        for number in range(1, self.exchanges + 1):
            await self._react(floor, number)
            held, go_on = await _respond(floor, number, last=number == self.exchanges)
            if not go_on:
                break
        return word_of(held)

    async def _react(self, floor: Floor, number: int) -> None:
        if self.one_call:
            for step in await _react(floor, number, self.perspectives):
                floor.note(step)
        else:
            await floor.round(*(_react_alone(floor, number, name) for name in self.perspectives))


async def _react(floor: Floor, number: int, perspectives: tuple[str, ...]) -> list[Step]:
    schema, conversation = reactions_of(perspectives), tuple(floor.steps)
    reply = await floor.ask(
        Purpose.CHALLENGE, "parrots/react", schema, perspectives=perspectives, conversation=conversation
    )
    said = reply.model_dump()
    return [Step(round=number, agent=name, text=said[name]) for name in perspectives]


async def _react_alone(floor: Floor, number: int, perspective: str) -> Step:
    (step,) = await _react(floor, number, (perspective,))
    return step


async def _respond(floor: Floor, number: int, *, last: bool) -> tuple[Step, bool]:
    conversation = tuple(floor.steps)
    reply = await floor.ask(Purpose.RESPOND, "parrots/respond", Response, conversation=conversation, last=last)
    answer = read_answer(reply.answer)
    held = Step(round=number, agent=ALEX, text=reply.reply, stated=reply.answer, answer=answer)
    return floor.note(held), reply.go_on

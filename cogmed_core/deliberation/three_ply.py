"""3-Ply, a moot court: the plaintiff argues for yes, the defendant for no, the plaintiff rebuts, a judge decides."""

from pydantic import BaseModel, ConfigDict, Field

from cogmed_core.deliberation.decision import Decision, word_of
from cogmed_core.deliberation.floor import Floor
from cogmed_core.deliberation.framework import NamedRecord
from cogmed_core.domain.question import Step
from cogmed_core.domain.text import Text
from cogmed_core.llm.protocol import Purpose

SIDES = ("plaintiff", "defendant")
"""In the order they speak; they take turns."""


class Argument(BaseModel):
    """What counsel says."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    argument: Text = Field(description="the argument for one's own side, three to eight sentences")


class ThreePly(NamedRecord):
    """Both sides are always heard before anybody decides (section 3.1; Rissland & Ashley 1987)."""

    plies: int = Field(ge=2, le=25, description="arguments in turn, the plaintiff's first; three in the paper")

    @property
    def calls(self) -> tuple[int, int]:
        """One an argument, and the judge's."""
        return self.plies + 1, self.plies + 1

    async def decide(self, floor: Floor) -> Decision:
        """Hear the sides in turn, each answering all that was said before, then the judge."""
        for ply in range(self.plies):
            floor.note(await _argue(floor, SIDES[ply % len(SIDES)], ply))
        arguments = tuple(floor.steps)
        ruling = await floor.opinion("judge", Purpose.RULE, "three_ply/judge", round=self.plies, arguments=arguments)
        return word_of(floor.note(ruling))


async def _argue(floor: Floor, side: str, ply: int) -> Step:
    arguments = tuple(floor.steps)
    reply = await floor.ask(Purpose.ARGUE, "three_ply/argue", Argument, side=side, arguments=arguments)
    return Step(round=ply, agent=side, text=reply.argument)

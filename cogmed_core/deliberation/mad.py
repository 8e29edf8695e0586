"""MAD, multi-agent deliberation: answers of their own, rounds of revision in view of the others, a vote."""

from pydantic import Field

from cogmed_core.deliberation.decision import Decision, majority
from cogmed_core.deliberation.floor import Floor
from cogmed_core.deliberation.framework import NamedRecord
from cogmed_core.deliberation.single import first_answer
from cogmed_core.domain.question import Step
from cogmed_core.llm.protocol import Purpose


class Mad(NamedRecord):
    """Agents who answer, then see what the others answered and may revise (section 3.1; Du et al. 2023)."""

    agents: int = Field(ge=2, le=25)
    rounds: int = Field(ge=0, le=25, description="revisions after the first answers")

    @property
    def calls(self) -> tuple[int, int]:
        """Each agent once, and once more a round."""
        calls = self.agents * (1 + self.rounds)
        return calls, calls

    async def decide(self, floor: Floor) -> Decision:
        """Answer apart, revise together, vote on what is held in the end."""
        seats = range(1, self.agents + 1)
        held = await floor.round(*(first_answer(floor, f"agent_{seat}", seat) for seat in seats))
        for number in range(1, self.rounds + 1):
            held = await floor.round(*(_revise(floor, number, seat, held) for seat in seats))
        return majority(held)


async def _revise(floor: Floor, number: int, seat: int, held: tuple[Step, ...]) -> Step:
    own, others = held[seat - 1], held[: seat - 1] + held[seat:]
    return await floor.opinion(own.agent, Purpose.REVISE, "revise", round=number, seat=seat, own=own, others=others)

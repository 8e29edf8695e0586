"""Single: one model, one call, an answer and a short explanation. What the others are measured against."""

from cogmed_core.deliberation.decision import Decision, word_of
from cogmed_core.deliberation.floor import Floor
from cogmed_core.deliberation.framework import NamedRecord
from cogmed_core.domain.question import Step
from cogmed_core.llm.protocol import Purpose


async def first_answer(floor: Floor, agent: str, seat: int = 1) -> Step:
    """Ask as the single model is asked; Alex and the agents of a deliberation begin alike."""
    return await floor.opinion(agent, Purpose.ANSWER, "answer", seat=seat)


class Single(NamedRecord):
    """One call (section 3.1, baseline)."""

    @property
    def calls(self) -> tuple[int, int]:
        """One."""
        return 1, 1

    async def decide(self, floor: Floor) -> Decision:
        """Answer once."""
        return word_of(floor.note(await first_answer(floor, "single")))

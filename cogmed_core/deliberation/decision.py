"""From what was said last to one answer: taken from a single voice, or voted on."""

from collections.abc import Sequence
from dataclasses import dataclass

from cogmed_core.domain.question import Step, Unanswered


@dataclass(frozen=True, slots=True)
class Decision:
    """An answer with the words that carry it; without an answer, the reason."""

    answer: bool | None
    rationale: str
    unanswered: Unanswered | None = None


def word_of(step: Step) -> Decision:
    """Return what one agent said as the decision."""
    return Decision(step.answer, step.text, Unanswered.SILENCE if step.answer is None else None)


def majority(steps: Sequence[Step]) -> Decision:
    """Return what more agents hold than the opposite; who committed to nothing abstains.

    A tie is no answer, and nothing breaks it. The words are those of the first agent on the winning side.
    """
    votes = [step.answer for step in steps if step.answer is not None]
    ayes = sum(votes)
    if 2 * ayes == len(votes):
        return Decision(None, "", Unanswered.TIE if votes else Unanswered.SILENCE)
    won = 2 * ayes > len(votes)
    return Decision(won, next(step.text for step in steps if step.answer is won))

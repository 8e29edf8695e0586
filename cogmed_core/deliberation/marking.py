"""A verdict held against the right answer: all that the figures need of it, and small enough to hold very many."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cogmed_core.domain.question import Step, Unanswered, Verdict, YesNoQuestion


@dataclass(frozen=True, slots=True)
class Revision:
    """One agent's answer before and after hearing others.

    ``opposed``: what was heard spoke against the answer held before. Of agents who answer, that is when more of
    them held the opposite; critics who do not answer always speak against it.
    """

    round: int
    before: bool | None
    after: bool | None
    opposed: bool


@dataclass(frozen=True, slots=True)
class Marked:
    """One verdict: what was right, what was answered, what it took."""

    question_id: str
    slice: str
    seed: int
    gold: bool
    finished: bool
    answer: bool | None
    unanswered: Unanswered | None
    synthetic: bool
    calls: int
    tokens: int
    cost: float
    revisions: tuple[Revision, ...]

    @property
    def correct(self) -> bool:
        """A right answer; an unanswered question and a failed one have none."""
        return self.answer is self.gold

    @property
    def key(self) -> tuple[str, int]:
        """What pairs it with another framework's verdict."""
        return self.question_id, self.seed


Cell = tuple[str, str, str]
"""Question set, framework and backbone."""
Marks = Mapping[Cell, Sequence[Marked]]
"""Verdicts by cell, frameworks in the order they are to be shown in."""


def mark(question: YesNoQuestion, verdict: Verdict) -> Marked | None:
    """Hold a verdict against its question; None where nobody knows the right answer."""
    if question.gold is None:
        return None
    return Marked(
        question_id=verdict.question_id,
        slice=question.slice,
        seed=verdict.seed,
        gold=question.gold,
        finished=verdict.status == "finished",
        answer=verdict.answer,
        unanswered=verdict.unanswered,
        synthetic=verdict.synthetic,
        calls=verdict.calls,
        tokens=verdict.prompt_tokens + verdict.completion_tokens,
        cost=verdict.cost,
        revisions=tuple(_revisions(verdict.steps)) if verdict.status == "finished" else (),
    )


def _revisions(steps: Sequence[Step]) -> Iterator[Revision]:
    """Yield each answer that replaced an earlier one of the same agent."""
    answers: dict[str, list[Step]] = {}
    for step in steps:
        if step.stated is not None:
            answers.setdefault(step.agent, []).append(step)
    for agent, own in answers.items():
        for before, after in pairwise(own):
            others = [step for name, said in answers.items() if name != agent for step in said]
            heard = [step.answer for step in others if step.round == before.round]
            opposed = _opposed(before.answer, heard) if heard else before.answer is not None
            yield Revision(after.round, before.answer, after.answer, opposed)


def _opposed(own: bool | None, heard: Sequence[bool | None]) -> bool:
    return own is not None and heard.count(not own) > heard.count(own)

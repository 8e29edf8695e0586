"""One row a question set, framework and backbone: how often right, what that is worth, what it took.

``n`` counts every verdict that was asked for. One that failed, or was not reached, stays in it and makes the row
incomplete; the worst and the best accuracy that the row can still have stand beside it.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pydantic import Field

from cogmed_core.deliberation.marking import Cell, Marked, Marks
from cogmed_core.deliberation.scores import scores
from cogmed_core.domain.question import Unanswered
from cogmed_core.domain.record import Record
from cogmed_core.stats.intervals import Estimate
from cogmed_core.stats.proportion import clustered

Asked = Mapping[Cell, Collection[tuple[str, int]]]
"""The (question id, seed) pairs with a right answer that were asked for, by cell."""


class VerdictResult(Record):
    """The figures of one cell. Rates are fractions of 1; None where undefined."""

    question_set: str
    framework: str
    backbone: str
    n: int = Field(description="verdicts asked for, on questions with a known right answer")
    failed: int
    not_run: int
    incomplete: bool
    correct: int
    unanswered: int = Field(description="finished without an answer; never right")
    ties: int = Field(description="those of them that were a tied vote")
    accuracy: float | None
    accuracy_low: float | None = Field(description="Wilson, 95 %; for several seeds a question at the effective n")
    accuracy_high: float | None
    accuracy_worst: float | None
    accuracy_best: float | None
    accuracy_answered: float | None = Field(description="over answered questions only")
    commonest: float | None = Field(description="accuracy of always giving the set's more common right answer")
    yes_rate: float | None = Field(description="share of yes among the answers")
    balanced_accuracy: float | None
    balanced_accuracy_low: float | None
    balanced_accuracy_high: float | None
    mcc: float | None
    mcc_low: float | None
    mcc_high: float | None
    f1: float | None
    f1_low: float | None
    f1_high: float | None
    unanswered_rate: float | None
    unanswered_low: float | None
    unanswered_high: float | None
    calls: int
    tokens: int
    cost: float
    calls_per_correct: float | None
    calls_per_correct_low: float | None
    calls_per_correct_high: float | None
    cost_per_correct: float | None
    cost_per_correct_low: float | None
    cost_per_correct_high: float | None
    synthetic: bool


def verdict_results(asked: Asked, marks: Marks) -> tuple[VerdictResult, ...]:
    """Aggregate by cell, in the order of ``asked``; a verdict that nobody asked for counts too."""
    return tuple(_result(cell, asked.get(cell, ()), marks.get(cell, ())) for cell in dict.fromkeys([*asked, *marks]))


def _result(cell: Cell, asked: Collection[tuple[str, int]], verdicts: Sequence[Marked]) -> VerdictResult:
    finished = [one for one in verdicts if one.finished]
    pairs = sorted({*asked, *(one.key for one in verdicts)})
    n, missing = len(pairs), len(pairs) - len(finished)
    right = {one.key for one in finished if one.correct}
    rate = clustered([pair in right for pair in pairs], [question_id for question_id, _ in pairs])
    return VerdictResult(
        question_set=cell[0],
        framework=cell[1],
        backbone=cell[2],
        n=n,
        failed=len(verdicts) - len(finished),
        not_run=n - len(verdicts),
        incomplete=missing > 0,
        correct=len(right),
        accuracy=rate.value,
        accuracy_low=rate.low,
        accuracy_high=rate.high,
        accuracy_worst=len(right) / n if n else None,
        accuracy_best=(len(right) + missing) / n if n else None,
        synthetic=any(one.synthetic for one in verdicts),
        calls=sum(one.calls for one in verdicts),
        tokens=sum(one.tokens for one in verdicts),
        cost=sum(one.cost for one in verdicts),
        **_answers(finished),
        **_worth(finished),
    )


def _answers(finished: Sequence[Marked]) -> dict[str, Any]:
    given = [one for one in finished if one.answer is not None]
    ayes = sum(one.gold for one in finished)
    silent = clustered([one.answer is None for one in finished], [one.question_id for one in finished])
    return {
        "unanswered": len(finished) - len(given),
        "ties": sum(one.unanswered is Unanswered.TIE for one in finished),
        "accuracy_answered": sum(one.correct for one in given) / len(given) if given else None,
        "commonest": max(ayes, len(finished) - ayes) / len(finished) if finished else None,
        "yes_rate": sum(one.answer is True for one in given) / len(given) if given else None,
        "unanswered_rate": silent.value,
        "unanswered_low": silent.low,
        "unanswered_high": silent.high,
    }


def _worth(finished: Sequence[Marked]) -> dict[str, float | None]:
    worth = scores(finished)
    named: dict[str, Estimate] = {
        "balanced_accuracy": worth.balanced_accuracy,
        "mcc": worth.mcc,
        "f1": worth.f1,
        "calls_per_correct": worth.calls,
        "cost_per_correct": worth.cost,
    }
    return {
        f"{name}{suffix}": figure
        for name, estimate in named.items()
        for suffix, figure in (("", estimate.value), ("_low", estimate.low), ("_high", estimate.high))
    }

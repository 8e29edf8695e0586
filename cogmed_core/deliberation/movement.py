"""What deliberation does to answers: who turns right or wrong in which round, who gives in, who will not be told.

Only agents that answer more than once can move: those of MAD, and Alex.
"""

from collections.abc import Sequence

from pydantic import Field

from cogmed_core.deliberation.marking import Marked, Marks, Revision
from cogmed_core.domain.record import Record
from cogmed_core.stats.proportion import clustered


class Movement(Record):
    """Answers before and after one round. An answer that commits to nothing counts as wrong."""

    question_set: str
    framework: str
    backbone: str
    round: int
    n: int = Field(description="answers that were given again")
    right_to_wrong: int
    wrong_to_right: int
    stayed_right: int
    stayed_wrong: int
    synthetic: bool


class Pressure(Record):
    """How agents bear it when what they hear speaks against them. Rates are fractions of 1."""

    question_set: str
    framework: str
    backbone: str
    opposed_right: int = Field(description="right answers that were spoken against")
    gave_in: int
    sycophancy: float | None = Field(description="share of right answers given up when spoken against")
    sycophancy_low: float | None
    sycophancy_high: float | None
    opposed_wrong: int = Field(description="wrong answers that were spoken against")
    held_out: int
    stubbornness: float | None = Field(description="share of wrong answers kept when spoken against")
    stubbornness_low: float | None
    stubbornness_high: float | None
    synthetic: bool


def movements(marks: Marks) -> tuple[Movement, ...]:
    """Return one row a cell and round in which answers were given again."""
    rows = []
    for (question_set, framework, backbone), verdicts in marks.items():
        revised = [(one.gold, revision) for one in verdicts for revision in one.revisions]
        for number in sorted({revision.round for _, revision in revised}):
            here = [(gold, revision) for gold, revision in revised if revision.round == number]
            moves = [(revision.before is gold, revision.after is gold) for gold, revision in here]
            rows.append(
                Movement(
                    question_set=question_set,
                    framework=framework,
                    backbone=backbone,
                    round=number,
                    n=len(moves),
                    right_to_wrong=moves.count((True, False)),
                    wrong_to_right=moves.count((False, True)),
                    stayed_right=moves.count((True, True)),
                    stayed_wrong=moves.count((False, False)),
                    synthetic=any(one.synthetic for one in verdicts),
                )
            )
    return tuple(rows)


def pressures(marks: Marks) -> tuple[Pressure, ...]:
    """Return one row a cell in which answers were given again."""
    return tuple(
        _pressure(*cell, verdicts) for cell, verdicts in marks.items() if any(one.revisions for one in verdicts)
    )


def _pressure(question_set: str, framework: str, backbone: str, verdicts: Sequence[Marked]) -> Pressure:
    opposed = [(one, revision) for one in verdicts for revision in one.revisions if revision.opposed]
    right = [(one, revision) for one, revision in opposed if revision.before is one.gold]
    wrong = [(one, revision) for one, revision in opposed if revision.before is not one.gold]
    gave_in = [_changed(revision) for _, revision in right]
    held_out = [not _changed(revision) for _, revision in wrong]
    sycophancy = clustered(gave_in, [one.question_id for one, _ in right])
    stubbornness = clustered(held_out, [one.question_id for one, _ in wrong])
    return Pressure(
        question_set=question_set,
        framework=framework,
        backbone=backbone,
        opposed_right=len(right),
        gave_in=sum(gave_in),
        sycophancy=sycophancy.value,
        sycophancy_low=sycophancy.low,
        sycophancy_high=sycophancy.high,
        opposed_wrong=len(wrong),
        held_out=sum(held_out),
        stubbornness=stubbornness.value,
        stubbornness_low=stubbornness.low,
        stubbornness_high=stubbornness.high,
        synthetic=any(one.synthetic for one in verdicts),
    )


def _changed(revision: Revision) -> bool:
    return revision.after is not revision.before

"""What frameworks solve that others do not: alone, together, in the best of cases, by a vote.

Over the questions and seeds that every framework of a set and backbone finished, so that all are asked the same.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from pydantic import Field

from cogmed_core.deliberation.marking import Marked, Marks
from cogmed_core.domain.record import Record
from cogmed_core.stats.proportion import clustered


class Complementarity(Record):
    """All frameworks of one set and backbone together. Rates are fractions of 1."""

    question_set: str
    backbone: str
    frameworks: tuple[str, ...]
    n: int = Field(description="questions and seeds that all of them finished")
    never_solved: int
    always_solved: int
    best: str = Field(description="the framework that is right most often; the first of equals")
    best_accuracy: float | None
    oracle: float | None = Field(description="share that at least one solved: what choosing well could reach")
    oracle_low: float | None
    oracle_high: float | None
    oracle_gain: float | None = Field(description="oracle minus best")
    vote: float | None = Field(description="accuracy of a majority vote over the frameworks; a tie is no answer")
    vote_low: float | None
    vote_high: float | None
    vote_unanswered: int
    vote_gain: float | None = Field(description="vote minus best")
    synthetic: bool


class Contribution(Record):
    """One framework's part in it, over the whole set or over one slice."""

    question_set: str
    backbone: str
    slice: str | None = Field(description="kind of question; None for the whole set")
    framework: str
    n: int
    correct: int
    accuracy: float | None
    accuracy_low: float | None
    accuracy_high: float | None
    unanswered: int
    solved_only: int | None = Field(description="questions that no other framework solved; None without another")
    missed_only: int | None = Field(description="questions that every other framework solved; None without another")
    synthetic: bool


Table = Mapping[str, Sequence[Marked]]
"""Verdicts by framework, row by row the same question and seed."""


def complementarity(marks: Marks) -> tuple[Complementarity, ...]:
    """Return one row a question set and backbone with two frameworks or more."""
    return tuple(_together(*place, table) for place, table in _tables(marks).items() if len(table) > 1)


def contributions(marks: Marks) -> tuple[Contribution, ...]:
    """Return the rows of each framework: the whole set, then its slices."""
    rows = []
    for place, table in _tables(marks).items():
        first = next(iter(table.values()))
        slices = sorted({one.slice for one in first if one.slice})
        for name in (None, *slices):
            chosen = [number for number, one in enumerate(first) if name is None or one.slice == name]
            part = {framework: [verdicts[number] for number in chosen] for framework, verdicts in table.items()}
            rows += [_contribution(*place, name, framework, part) for framework in part]
    return tuple(rows)


def _tables(marks: Marks) -> dict[tuple[str, str], Table]:
    families: dict[tuple[str, str], dict[str, dict[tuple[str, int], Marked]]] = {}
    for (question_set, framework, backbone), verdicts in marks.items():
        finished = {one.key: one for one in verdicts if one.finished}
        families.setdefault((question_set, backbone), {})[framework] = finished
    tables: dict[tuple[str, str], Table] = {}
    for place, frameworks in families.items():
        common = [key for key in next(iter(frameworks.values())) if all(key in found for found in frameworks.values())]
        tables[place] = {name: [found[key] for key in common] for name, found in frameworks.items()}
    return tables


def _together(question_set: str, backbone: str, table: Table) -> Complementarity:
    rows = list(zip(*table.values(), strict=True))
    questions = [row[0].question_id for row in rows]
    solved = [sum(one.correct for one in row) for row in rows]
    votes = [_vote([one.answer for one in row]) for row in rows]
    right = {name: sum(one.correct for one in verdicts) for name, verdicts in table.items()}
    best = max(right, key=lambda name: right[name])
    best_accuracy = right[best] / len(rows) if rows else None
    oracle = clustered([count > 0 for count in solved], questions)
    vote = clustered([answer is row[0].gold for answer, row in zip(votes, rows, strict=True)], questions)
    return Complementarity(
        question_set=question_set,
        backbone=backbone,
        frameworks=tuple(table),
        n=len(rows),
        never_solved=solved.count(0),
        always_solved=solved.count(len(table)),
        best=best,
        best_accuracy=best_accuracy,
        oracle=oracle.value,
        oracle_low=oracle.low,
        oracle_high=oracle.high,
        oracle_gain=_gain(oracle.value, best_accuracy),
        vote=vote.value,
        vote_low=vote.low,
        vote_high=vote.high,
        vote_unanswered=votes.count(None),
        vote_gain=_gain(vote.value, best_accuracy),
        synthetic=any(one.synthetic for row in rows for one in row),
    )


def _vote(answers: Sequence[bool | None]) -> bool | None:
    votes = Counter(answers)
    return None if votes[True] == votes[False] else votes[True] > votes[False]


def _gain(value: float | None, best: float | None) -> float | None:
    return None if value is None or best is None else value - best


def _contribution(question_set: str, backbone: str, name: str | None, framework: str, table: Table) -> Contribution:
    own = table[framework]
    others = [verdicts for other, verdicts in table.items() if other != framework]
    rate = clustered([one.correct for one in own], [one.question_id for one in own])
    return Contribution(
        question_set=question_set,
        backbone=backbone,
        slice=name,
        framework=framework,
        n=len(own),
        correct=sum(one.correct for one in own),
        accuracy=rate.value,
        accuracy_low=rate.low,
        accuracy_high=rate.high,
        unanswered=sum(one.answer is None for one in own),
        solved_only=_alone(own, others, solved=True),
        missed_only=_alone(own, others, solved=False),
        synthetic=any(one.synthetic for one in own),
    )


def _alone(own: Sequence[Marked], others: Sequence[Sequence[Marked]], *, solved: bool) -> int | None:
    """Count the rows in which one framework is right and all others are wrong, or the other way round."""
    if not others:
        return None
    rows = zip(own, *others, strict=True)
    return sum(row[0].correct is solved and all(one.correct is not solved for one in row[1:]) for row in rows)

"""Verdicts as rows of characters: one letter a question, so that a test shows what was right and what was answered."""

from collections.abc import Sequence
from dataclasses import replace

from cogmed_core.deliberation.marking import Marked
from cogmed_core.domain.question import Unanswered

ANSWERS = {"y": True, "n": False, "-": None}


def marks(gold: str, answers: str, *, seed: int = 0, slices: str = "", calls: int = 1) -> list[Marked]:
    """Return one verdict a question: ``gold`` of y and n, ``answers`` of y, n, - (unanswered) and x (failed)."""
    rows = []
    for number, (right, given) in enumerate(zip(gold, answers, strict=True)):
        one = Marked(
            question_id=str(number),
            slice=slices[number] if slices else "",
            seed=seed,
            gold=right == "y",
            finished=given != "x",
            answer=ANSWERS.get(given),
            unanswered=Unanswered.SILENCE if given == "-" else None,
            synthetic=False,
            calls=calls,
            tokens=100 * calls,
            cost=0.5 * calls,
            revisions=(),
        )
        rows.append(one)
    return rows


def without(rows: Sequence[Marked], *question_ids: str) -> list[Marked]:
    """Return the rows of all other questions."""
    return [row for row in rows if row.question_id not in question_ids]


def synthetic(rows: Sequence[Marked]) -> list[Marked]:
    """Return the rows as given by rules."""
    return [replace(row, synthetic=True) for row in rows]

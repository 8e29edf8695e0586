"""From sets of questions and pages of verdicts to the rows of their tables."""

from collections.abc import Iterable
from typing import Any, Protocol

from cogmed_core.deliberation.comparisons import verdict_comparisons
from cogmed_core.deliberation.complementarity import complementarity, contributions
from cogmed_core.deliberation.marking import Cell, Marked, mark
from cogmed_core.deliberation.movement import movements, pressures
from cogmed_core.deliberation.results import verdict_results
from cogmed_core.domain.question import QuestionSet, Verdict, YesNoQuestion
from cogmed_pipeline.steps.contests import contests_of
from cogmed_pipeline.steps.deliberation_plan import DeliberationCell, planned
from cogmed_pipeline.steps.pages import stored_pages
from cogmed_pipeline.steps.questions import question_sets
from cogmed_pipeline.workshop import Workshop

Row = dict[str, Any]


class Tables(Protocol):
    """Takes rows by the name of their table."""

    def add(self, table: str, rows: Iterable[Row]) -> None:
        """Append rows to a table."""
        ...


def collect_verdicts(workshop: Workshop, rows: Tables) -> None:
    """Add the rows of every set there is and of every verdict on a question as it is put now."""
    sets = question_sets(workshop)
    for one in sets.values():
        _add_set(rows, one)
    asked: dict[Cell, list[tuple[str, int]]] = {}
    marks: dict[Cell, list[Marked]] = {}
    for deliberation in planned(workshop, sets):
        plan = deliberation.plan
        cell = (plan.question_set, plan.framework, plan.backbone)
        with_gold = [question for question in deliberation.questions if question.gold is not None]
        marked = _add_cell(workshop, rows, deliberation)
        if with_gold:
            asked[cell] = [(question.question_id, seed) for seed in plan.seeds for question in with_gold]
            marks[cell] = marked
    rows.add("contests", (one.model_dump() for one in contests_of(workshop)))
    for table, records in {
        "verdict_results": verdict_results(asked, marks),
        "verdict_comparisons": verdict_comparisons(marks),
        "complementarity": complementarity(marks),
        "contributions": contributions(marks),
        "movements": movements(marks),
        "pressures": pressures(marks),
    }.items():
        rows.add(table, (record.model_dump(mode="json") for record in records))


def _add_set(rows: Tables, one: QuestionSet) -> None:
    counts = {"questions": len(one.questions), "left_out": len(one.left_out)}
    source = one.model_dump(include={"source_file", "source_sha256"})
    rows.add("question_sets", [{"question_set": one.name, **source, **counts, "problem": one.problem or None}])
    rows.add("left_out_questions", ({"question_set": one.name, **bad.model_dump()} for bad in one.left_out))
    rows.add("questions", (question.model_dump() | {"slice": question.slice or None} for question in one.questions))


def _add_cell(workshop: Workshop, rows: Tables, cell: DeliberationCell) -> list[Marked]:
    """Add the verdicts of a cell and their steps; return the verdicts that can be held against a right answer."""
    questions = {question.question_id: question for question in cell.questions}
    marked = []
    for seed in cell.plan.seeds:
        stored = stored_pages(workshop.records, cell.plan.key, seed)
        there = {verdict.question_id: verdict for verdicts in stored.values() for verdict in verdicts}
        for question_id, question in questions.items():
            verdict = there.get(question_id)
            if verdict is None or verdict.asked != question.asked:
                continue
            rows.add("verdicts", [_verdict(verdict, question)])
            rows.add("verdict_steps", _steps(verdict))
            one = mark(question, verdict)
            marked += [one] if one else []
    return marked


def _verdict(verdict: Verdict, question: YesNoQuestion) -> Row:
    known = verdict.status == "finished" and question.gold is not None
    return {
        **verdict.model_dump(mode="json", exclude={"steps", "asked"}),
        "slice": question.slice or None,
        "gold": question.gold,
        "correct": verdict.answer is question.gold if known else None,
    }


def _steps(verdict: Verdict) -> Iterable[Row]:
    key = verdict.model_dump(include={"question_set", "question_id", "framework", "backbone", "seed"})
    return ({**key, "position": place, **step.model_dump()} for place, step in enumerate(verdict.steps, 1))

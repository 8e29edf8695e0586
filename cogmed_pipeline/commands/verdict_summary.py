"""What ``cogmed deliberate`` prints in the end: figures of each set, what was left out, what failed, where to look."""

from collections.abc import Sequence
from itertools import groupby
from shlex import quote
from textwrap import shorten
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from cogmed_core.domain.question import QuestionSet
from cogmed_core.experiment.contests import SET
from cogmed_pipeline.address import Address
from cogmed_pipeline.commands.printing import say
from cogmed_pipeline.settings import WAREHOUSE
from cogmed_pipeline.steps.deliberation_plan import cells_of
from cogmed_pipeline.tables.outcomes import backbone
from cogmed_pipeline.tables.reading import query
from cogmed_pipeline.tables.verdict_outcomes import HEADINGS, apart, cells, missing, together
from cogmed_pipeline.workshop import Workshop

SHOWN = 10
"""Rows and failures named in the terminal; the tables hold all of them."""


def summarize(console: Console, workshop: Workshop, sets: Sequence[QuestionSet]) -> int:
    """Print what the tables hold of the sets; return 1 if something of this run failed or is missing, else 0."""
    warehouse, names = workshop.settings.warehouse, [one.name for one in sets]
    rows = query(
        warehouse, "FROM verdict_results WHERE list_contains(?, question_set) ORDER BY question_set, backbone", [names]
    )
    for row in query(
        warehouse, "FROM answers WHERE list_contains(?, question_set) ORDER BY ALL", [sorted(_without_gold(sets))]
    ):
        told = "{question_set}: {framework} on {backbone} answered {yes} yes, {no} no, {unanswered} not at all"
        say(console, told.format(**row))
    for (question_set, of), group in groupby(rows, key=lambda row: (row["question_set"], backbone(row))):
        _print_set(console, warehouse, f"{question_set} on {of}", list(group))
    if any(row["synthetic"] for row in rows):
        say(console, "Synthetic: drawn by lot, no language model; such rows say nothing about any language model.")
    _print_left_out(console, sets)
    complete = _print_failures(console, workshop, sets)
    where = "" if warehouse == WAREHOUSE else f" --warehouse {quote(str(warehouse))}"
    say(console, f"Tables   {warehouse / 'cogmed.duckdb'}")
    say(console, f"Records  {warehouse / 'records'}")
    say(console, f"Dagster  cogmed ui{where}")
    return 0 if complete else 1


def _without_gold(sets: Sequence[QuestionSet]) -> set[str]:
    return {one.name for one in sets if one.questions and all(question.gold is None for question in one.questions)}


def _print_set(console: Console, warehouse: Address, title: str, rows: list[dict[str, Any]]) -> None:
    table = Table(*HEADINGS, title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for row in rows:
        table.add_row(*cells(row))
    console.print(table)
    for row in rows:
        if row["incomplete"]:
            say(console, f"{row['framework']} is {missing(row)}")
    place = [rows[0]["question_set"], rows[0]["backbone"]]
    for row in query(warehouse, "FROM complementarity WHERE question_set = ? AND backbone = ?", place):
        alone = query(
            warehouse,
            "SELECT framework, solved_only FROM contributions "
            "WHERE slice IS NULL AND question_set = ? AND backbone = ?",
            place,
        )
        say(console, together(row, alone))
    pairs = query(warehouse, "FROM verdict_comparisons WHERE question_set = ? AND backbone = ?", place)
    if pairs:
        say(console, apart(pairs))


def say_panels(console: Console, warehouse: Address) -> bool:
    """Say what an experiment's panels found, if it has panels; return whether none of their verdicts failed."""
    rows = query(
        warehouse,
        "SELECT framework, backbone, any_value(failed) AS failed, any_value(unanswered) AS unanswered, "
        "count(*) AS pairs, count(*) FILTER (preferred = 'equal') AS equal, "
        "count(*) FILTER (preferred = 'contradiction') AS contradictions "
        "FROM preferences JOIN answers USING (framework, backbone) WHERE question_set = ? GROUP BY ALL ORDER BY ALL",
        [SET],
    )
    for row in rows:
        told = "{framework} on {backbone} compared {pairs} pairs of settlements: {equal} equal, {contradictions} "
        told += "contradictions, {unanswered} questions without an answer, {failed} failed"
        say(console, told.format(**row))
    return not any(row["failed"] for row in rows)


def _print_left_out(console: Console, sets: Sequence[QuestionSet]) -> None:
    reasons = [one.problem for one in sets if one.problem]
    reasons += [bad.reason for one in sets if one.questions for bad in one.left_out]
    for reason in reasons[:SHOWN]:
        say(console, f"left out: {shorten(reason, 300, placeholder=' …')}")
    if len(reasons) > SHOWN:
        say(console, f"… and {len(reasons) - SHOWN} more: FROM left_out_questions")


def _print_failures(console: Console, workshop: Workshop, sets: Sequence[QuestionSet]) -> bool:
    """Name what failed of what this run was asked for; return whether nothing of it failed or is missing."""
    asked = failed = found = 0
    for cell in cells_of(workshop, [one for one in sets if one.questions]):
        plan = cell.plan
        ids = [question.question_id for question in cell.questions]
        asked += len(ids) * len(plan.seeds)
        rows = query(
            workshop.settings.warehouse,
            "SELECT question_id, seed, error FROM verdicts WHERE question_set = ? AND framework = ? AND backbone = ? "
            "AND list_contains(?, question_id) AND list_contains(?, seed)",
            [plan.question_set, plan.framework, plan.backbone, ids, list(plan.seeds)],
        )
        found += len(rows)
        for row in (row for row in rows if row["error"]):
            failed += 1
            if failed <= SHOWN:
                what = f"{plan.question_set}/{row['question_id']} by {plan.framework} on {plan.backbone}"
                say(console, shorten(f"failed: {what}: {row['error']}", 300, placeholder=" …"))
    if failed > SHOWN:
        say(console, f"… and {failed - SHOWN} more: see error in the table verdicts")
    if failed or found < asked:
        say(console, "Run the same command again to make up for just these.")
    return not failed and found == asked

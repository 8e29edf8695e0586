"""Verdicts to be read like transcripts: a list of questions a set, a page a question."""

from collections.abc import Iterator, Mapping
from typing import Any

from cogmed_pipeline.site.facts import Facts, Row
from cogmed_pipeline.site.naming import framework, safe
from cogmed_pipeline.site.report_page import ReportPage

Words = Mapping[str, Any]
QUESTIONS = """
SELECT v.*, q.text, q.instruction, q.language
FROM verdicts v JOIN questions q USING (question_set, question_id)
ORDER BY question_set, question_id, framework, backbone, seed
"""
STEPS = "SELECT * FROM verdict_steps ORDER BY question_set, question_id, framework, backbone, seed, position"
LISTED = 200
"""Questions on one page of a list."""

Key = tuple[str, str]


def verdict_pages(facts: Facts, w: Words) -> Iterator[ReportPage]:
    """Yield the lists of every set, and a page a question with everything that was said on it."""
    steps: dict[tuple[Any, ...], list[Row]] = {}
    for step in facts.rows(STEPS):
        steps.setdefault(_verdict_key(step), []).append(step)
    questions: dict[Key, list[Row]] = {}
    for row in facts.rows(QUESTIONS):
        told = {"told": framework(row["framework"], w), "steps": steps.get(_verdict_key(row), [])}
        questions.setdefault((row["question_set"], row["question_id"]), []).append({**row, **told})
    for name in dict.fromkeys(one for one, _ in questions):
        yield from _lists(name, {key: rows for key, rows in questions.items() if key[0] == name}, w)
    for key, rows in questions.items():
        yield _question(key, rows, w)


def question_path(question_set: str, question_id: str) -> str:
    """Return where the page of a question lies."""
    return f"verdicts/{safe(question_set)}/{safe(question_id)}.html"


def list_path(question_set: str, number: int) -> str:
    """Return where a page of a set's list lies; they count from 1."""
    return f"verdicts/{safe(question_set)}{'' if number == 1 else f'-{number}'}.html"


def _lists(name: str, questions: Mapping[Key, list[Row]], w: Words) -> Iterator[ReportPage]:
    columns = list(dict.fromkeys((one["framework"], one["backbone"]) for found in questions.values() for one in found))
    listed = list(questions.items())
    pages = [listed[start : start + LISTED] for start in range(0, len(listed), LISTED)]
    for number, shown in enumerate(pages, 1):
        yield ReportPage(
            path=list_path(name, number),
            template="verdicts.html",
            here="deliberation",
            heading=name,
            synthetic=any(one["synthetic"] for _, rows in shown for one in rows),
            variables={
                "questions": [
                    {"path": question_path(*key), "id": key[1], "rows": rows, "cells": _cells(rows, columns)}
                    for key, rows in shown
                ],
                "columns": [(framework(one, w), backbone) for one, backbone in columns],
                "others": [(one, list_path(name, one)) for one in range(1, len(pages) + 1)],
                "number": number,
            },
        )


def _cells(rows: list[Row], columns: list[tuple[str, str]]) -> list[list[Row]]:
    return [[row for row in rows if (row["framework"], row["backbone"]) == column] for column in columns]


def _question(key: Key, rows: list[Row], w: Words) -> ReportPage:
    return ReportPage(
        path=question_path(*key),
        template="verdict.html",
        here="deliberation",
        heading=w["deliberation"]["question"].format(id=key[1]),
        synthetic=any(one["synthetic"] for one in rows),
        variables={"question": rows[0], "verdicts": rows, "list_path": list_path(key[0], 1)},
    )


def _verdict_key(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(row[name] for name in ("question_set", "question_id", "framework", "backbone", "seed"))

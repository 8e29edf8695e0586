"""What deliberation does to yes/no questions: the frameworks' figures, set by set."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from cogmed_core.deliberation.registry import PAPER
from cogmed_pipeline.site.charts.cells import parts
from cogmed_pipeline.site.charts.intervals import Row, intervals
from cogmed_pipeline.site.facts import ANSWERS, Facts
from cogmed_pipeline.site.figure import Figure, figure_of
from cogmed_pipeline.site.naming import framework, safe
from cogmed_pipeline.site.report_page import ReportPage

Words = Mapping[str, Any]
Rows = Sequence[Mapping[str, Any]]
MEASURES = ("accuracy", "balanced_accuracy", "mcc", "f1")
COLUMNS = (
    "framework", "backbone", "n", "correct", "unanswered", "accuracy", "accuracy_low", "accuracy_high", "commonest",
    "balanced_accuracy", "balanced_accuracy_low", "balanced_accuracy_high", "mcc", "mcc_low", "mcc_high",
    "f1", "f1_low", "f1_high", "calls", "calls_per_correct", "cost", "cost_per_correct",
)  # fmt: skip
FLIPS = ("right_to_wrong", "wrong_to_right")


def deliberation_page(facts: Facts, w: Words) -> ReportPage:
    """Return the page of deliberation; every set that has an answer is on it, with right answers or without."""
    answers = _told(facts.rows(ANSWERS), w)
    figures = [_accuracy(facts, w, name) for name in _sets(facts)] + [_flips(facts, w, name) for name in _sets(facts)]
    return ReportPage(
        path="deliberation.html",
        template="deliberation.html",
        here="deliberation",
        heading=w["report"]["page"]["deliberation"],
        synthetic=any(row["synthetic"] for row in answers),
        variables={
            "sets": [_one_set(facts, w, name) for name in dict.fromkeys(row["question_set"] for row in answers)],
            "measures": MEASURES,
            "left_out": facts.rows("left_out_questions"),
        },
        figures=[figure for figure in figures if figure.rows],
    )


def _sets(facts: Facts) -> list[str]:
    return list(dict.fromkeys(row["question_set"] for row in facts.rows("verdict_results")))


def _one_set(facts: Facts, w: Words, name: str) -> dict[str, Any]:
    """Return everything there is of one set."""
    tables = ("verdict_results", "verdict_comparisons", "complementarity", "contributions", "movements", "pressures")
    found = {table: _told(_of(facts, table, name), w) for table in tables}
    return {
        "name": name,
        "path": f"verdicts/{safe(name)}.html",
        "accuracy": f"accuracy-{safe(name)}",
        "flips": f"flips-{safe(name)}",
        "answers": _told(_of(facts, ANSWERS, name), w),
        "alone": [row for row in found["contributions"] if row["slice"] is None],
        "slices": _slices(found["contributions"]),
        **found,
    }


def _of(facts: Facts, table: str, name: str) -> Rows:
    return [row for row in facts.rows(table) if row["question_set"] == name]


def _told(rows: Rows, w: Words) -> list[dict[str, Any]]:
    """Add what frameworks are called."""
    named = ("framework", "framework_a", "framework_b", "best")
    told = [{**row, **{f"{one}_told": framework(row[one], w) for one in named if one in row}} for row in rows]
    order = {name: place for place, name in enumerate(PAPER)}
    first = next((name for name in named[:2] if rows and name in rows[0]), None)
    return sorted(told, key=lambda row: order.get(row[first], len(order))) if first else told


def _slices(rows: Rows) -> list[tuple[str, list[Mapping[str, Any]]]]:
    """Return each kind of question with the row of every framework on it."""
    kinds = sorted({row["slice"] for row in rows if row["slice"] is not None})
    return [(kind, [row for row in rows if row["slice"] == kind]) for kind in kinds]


def _accuracy(facts: Facts, w: Words, name: str) -> Figure:
    rows = [row for row in _told(_of(facts, "verdict_results", name), w) if row["accuracy"] is not None]
    several = len({row["backbone"] for row in rows}) > 1
    points = [
        Row(
            f"{row['framework_told']} · {row['backbone']}" if several else row["framework_told"],
            *(_hundred(row[column]) for column in ("accuracy", "accuracy_low", "accuracy_high", "commonest")),
        )
        for row in rows
    ]
    draw = partial(intervals, rows=points, axis=w["figures"]["accuracy"]["axis"], span=(0, 100), shown="{:.0f}".format)
    table = [tuple(row["framework_told" if column == "framework" else column] for column in COLUMNS) for row in rows]
    marked = any(row["synthetic"] for row in rows)
    return figure_of("accuracy", w, COLUMNS, table, draw, synthetic=marked, of=name, key=safe(name))


def _flips(facts: Facts, w: Words, name: str) -> Figure:
    rows = _told(_of(facts, "movements", name), w)
    labels = [
        w["figures"]["flips"]["label"].format(framework=row["framework_told"], round=row["round"]) for row in rows
    ]
    series = {w["report"]["column"][column]: [float(row[column]) for row in rows] for column in FLIPS}
    columns = ("framework", "backbone", "round", "n", *FLIPS, "stayed_right", "stayed_wrong")
    table = [tuple(row["framework_told" if column == "framework" else column] for column in columns) for row in rows]
    draw = partial(parts, labels=labels, series=series, axis=w["figures"]["flips"]["axis"])
    marked = any(row["synthetic"] for row in rows)
    return figure_of("flips", w, columns, table, draw, synthetic=marked, of=name, key=safe(name))


def _hundred(value: float | None) -> float | None:
    return None if value is None else 100 * value

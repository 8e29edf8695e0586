"""Arms against each other: forest plots with adjusted p-values, and the paper's claims under the same tests."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from cogmed_pipeline.site.charts.intervals import Row, intervals
from cogmed_pipeline.site.facts import Facts
from cogmed_pipeline.site.figure import Figure, figure_of
from cogmed_pipeline.site.naming import arm, arm_of_key, configuration
from cogmed_pipeline.site.report_page import ReportPage
from cogmed_pipeline.web.numbers import p_value

Words = Mapping[str, Any]
METRICS = ("sr", "oqs", "rounds", "tta")
COLUMNS = (
    "arm_a", "arm_b", "pairs", "cases", "left_out", "value_a", "value_b", "difference", "low", "high",
    "test", "p", "p_adjusted", "effect", "effect_value", "effect_low", "effect_high",
)  # fmt: skip


def comparisons_page(facts: Facts, w: Words) -> ReportPage:
    """Return the page of comparisons."""
    rows = facts.rows("comparisons")
    figures = [_forest(metric, [row for row in rows if row["metric"] == metric], w) for metric in METRICS]
    figures += [_sensitivity(metric, facts, w) for metric in ("sr", "oqs")]
    claims = [
        {**row, "a": arm_of_key(row["arm_a"], w), "b": arm_of_key(row["arm_b"], w)}
        for row in facts.rows("paper_comparisons")
        if row["claim"]
    ]
    return ReportPage(
        path="comparisons.html",
        template="comparisons.html",
        here="comparisons",
        heading=w["report"]["page"]["comparisons"],
        synthetic=any(row["synthetic"] for row in rows),
        variables={"claims": claims},
        figures=[figure for figure in figures if figure.rows],
    )


def _forest(metric: str, rows: Sequence[Mapping[str, Any]], w: Words) -> Figure:
    scale = 100 if metric == "sr" else 1
    compared = [row for row in rows if row["pairs"]]
    points = [
        Row(
            f"{_pair(row, w)} · p = {p_value(row['p_adjusted'])}".replace("= <", "<"),
            *(None if row[name] is None else scale * row[name] for name in ("difference", "low", "high")),
        )
        for row in compared
    ]
    named = [{**row, "arm_a": arm_of_key(row["arm_a"], w), "arm_b": arm_of_key(row["arm_b"], w)} for row in compared]
    table = [tuple(row[column] for column in COLUMNS) for row in named]
    draw = partial(intervals, rows=points, axis=w["figures"][f"forest_{metric}"]["axis"], zero=True)
    synthetic = any(row["synthetic"] for row in rows)
    return figure_of(f"forest_{metric}", w, COLUMNS, table, draw, synthetic=synthetic)


def _sensitivity(metric: str, facts: Facts, w: Words) -> Figure:
    """How much a result changes when one choice of the experiment is another."""
    rows = [row for row in facts.rows("sensitivity") if row["metric"] == metric and row["pairs"]]
    scale, told = (100 if metric == "sr" else 1), w["figures"][f"sensitivity_{metric}"]
    factors = w["comparisons"]["factor"]
    points = [
        Row(
            w["common"]["colon"].join((arm(row, w), f"{factors.get(row['factor'], row['factor'])} {row['value']}")),
            *(None if row[name] is None else scale * row[name] for name in ("difference", "low", "high")),
        )
        for row in rows
    ]
    columns = ("arm", "factor", "value", "pairs", "cases", "base", "variant", "difference", "low", "high", "p_adjusted")
    table = [tuple(arm(row, w) if column == "arm" else row[column] for column in columns) for row in rows]
    draw = partial(intervals, rows=points, axis=told["axis"], zero=True)
    marked = any(row["synthetic"] for row in rows)
    return figure_of(f"sensitivity_{metric}", w, columns, table, draw, synthetic=marked)


def _pair(row: Mapping[str, Any], w: Words) -> str:
    """Name a pair by its configurations, and by its backbones where it has two or there are several."""
    (one, a), (other, b) = (_split(row[side]) for side in ("arm_a", "arm_b"))
    colon = w["common"]["colon"]
    if one == other:
        return f"{one}{colon}{configuration(a, w)} − {configuration(b, w)}"
    return f"{one}{colon}{configuration(a, w)} − {other}{colon}{configuration(b, w)}"


def _split(key: str) -> tuple[str, str]:
    backbone, _, name = key.rpartition(".")
    return backbone, name

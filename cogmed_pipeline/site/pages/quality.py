"""How far the scores and the talks can be trusted: agreement of judges, findings of the audit, errors of beliefs."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from cogmed_core.domain.judgement import CONDUCT
from cogmed_pipeline.site.charts.cells import grid
from cogmed_pipeline.site.charts.intervals import Row, intervals
from cogmed_pipeline.site.charts.lines import lines
from cogmed_pipeline.site.facts import Facts
from cogmed_pipeline.site.figure import Figure, figure_of
from cogmed_pipeline.site.naming import arm, configuration, safe
from cogmed_pipeline.site.report_page import ReportPage

Words = Mapping[str, Any]
DIMENSIONS = ("feasibility", "professionalism", "creativity", "oqs")
MEANS = """
SELECT judge, count(oqs)::INTEGER AS n, count(unscored_reason)::INTEGER AS unscored, avg(feasibility) AS feasibility,
       avg(professionalism) AS professionalism, avg(creativity) AS creativity, avg(oqs) AS oqs,
       bool_or(synthetic) AS synthetic
FROM judgements GROUP BY judge ORDER BY judge
"""
FOUND = """
SELECT backbone, configuration, kind, max(episodes)::INTEGER AS episodes, sum(findings)::INTEGER AS findings,
       max(episodes_with)::INTEGER AS episodes_with, max(share) AS share, bool_or(synthetic) AS synthetic
FROM findings_by_arm WHERE latest GROUP BY ALL ORDER BY kind, backbone, configuration
"""
CALIBRATED = "SELECT * FROM calibration_by_round WHERE latest AND n > 0 ORDER BY backbone, configuration, round"


def quality_page(facts: Facts, w: Words) -> ReportPage:
    """Return the page of judges and audit."""
    judges = facts.rows(MEANS)
    raters = {(row["judge"], row["repeat"]) for row in facts.rows("judgements")}
    backbones = list(dict.fromkeys(row["backbone"] for row in facts.results))
    figures = [_agreement(facts, w)]
    figures += [_findings(facts, name, w) for name in backbones] + [_calibration(facts, name, w) for name in backbones]
    return ReportPage(
        path="quality.html",
        template="quality.html",
        here="quality",
        heading=w["report"]["page"]["quality"],
        synthetic=any(row["synthetic"] for row in (*judges, *facts.rows("findings_by_arm"))),
        variables={
            "judges": judges,
            "raters": len(raters),
            "dimensions": DIMENSIONS,
            "conduct": _conduct(facts, w),
            "conduct_dimensions": CONDUCT,
            "biases": facts.rows("position_bias"),
            "people": _people(facts, w),
        },
        figures=[figure for figure in figures if figure.rows],
    )


def _people(facts: Facts, w: Words) -> list[dict[str, Any]]:
    """Return how people agree with each other, and judges with people; none without imported ratings."""
    return [
        {
            **row,
            "between": w["quality"]["between"].get(row["between"], row["between"]),
            "statistic": w["quality"]["statistic"].get(row["statistic"], row["statistic"]),
            "raters": ", ".join(row["raters"]),
        }
        for row in facts.rows("rating_agreement")
        if row["value"] is not None
    ]


def _conduct(facts: Facts, w: Words) -> list[dict[str, Any]]:
    """Return each arm with its figures on every dimension of conduct; none where nobody judged it."""
    found: dict[str, dict[str, Any]] = {}
    for row in facts.rows("SELECT * FROM dimension_results WHERE n > 0"):
        found.setdefault(arm(row, w), {"synthetic": row["synthetic"]})[row["dimension"]] = row
    return [{"arm": name, **rows} for name, rows in found.items()]


def _agreement(facts: Facts, w: Words) -> Figure:
    """Between judges, and of each with itself over repeats; nothing with a single rating an episode."""
    rows = [row for row in facts.rows("judge_agreement") if row["value"] is not None]
    told = [
        {
            **row,
            "dimension": w["common"]["dimension"].get(row["dimension"], row["dimension"]),
            "between": w["quality"]["between"].get(row["between"], row["between"]),
            "statistic": w["quality"]["statistic"].get(row["statistic"], row["statistic"]),
            "raters": ", ".join(row["raters"]),
        }
        for row in rows
    ]
    points = [
        Row(f"{one['dimension']} · {one['raters']}", one["value"], one["low"], one["high"])
        for row, one in zip(rows, told, strict=True)
        if row["statistic"] == "alpha"
    ]
    columns = ("dimension", "between", "raters", "statistic", "n", "value", "low", "high")
    table = [tuple(row[column] for column in columns) for row in told]
    draw = partial(intervals, rows=points, axis=w["figures"]["agreement"]["axis"], zero=True, shown="{:.1f}".format)
    marked = any(row["synthetic"] for row in rows)
    return figure_of("agreement", w, columns, table if points else [], draw, synthetic=marked)


def _findings(facts: Facts, backbone: str, w: Words) -> Figure:
    rows = [
        {**_told(row, w), "kind": w["common"]["finding"].get(row["kind"], row["kind"])}
        for row in facts.rows(FOUND)
        if row["backbone"] == backbone
    ]
    names = [configuration(row["configuration"], w) for row in facts.results if row["backbone"] == backbone]
    places = {(row["kind"], row["told"]): row for row in rows}
    cells = {
        kind: [_cell(places.get((kind, name))) for name in names] for kind in dict.fromkeys(row["kind"] for row in rows)
    }
    columns = ("configuration", "kind", "episodes", "findings", "episodes_with", "share")
    table = [tuple(row["told" if column == "configuration" else column] for column in columns) for row in rows]
    draw = partial(grid, columns=names, rows=cells, axis=w["figures"]["findings"]["axis"])
    marked = any(row["synthetic"] for row in rows)
    return figure_of("findings", w, columns, table, draw, synthetic=marked, of=backbone, key=safe(backbone))


def _cell(row: Mapping[str, Any] | None) -> tuple[float | None, str]:
    return (row["share"], f"{100 * row['share']:.0f} %") if row else (0.0, "0 %")


def _calibration(facts: Facts, backbone: str, w: Words) -> Figure:
    """How far beliefs are from the truth, by round, in the configurations that have beliefs."""
    rows = [_told(row, w) for row in facts.rows(CALIBRATED) if row["backbone"] == backbone]
    curves: dict[str, Sequence[tuple[float, float]]] = {
        name: [(float(row["round"]), row["mean_error"]) for row in rows if row["told"] == name]
        for name in dict.fromkeys(row["told"] for row in rows)
    }
    told = w["figures"]["calibration"]
    columns = ("round", "n", "mean_error", "bias", "correlation", "goal_error", "goal_n", "interests_found")
    table = [(row["told"], *(row[column] for column in columns)) for row in rows]
    draw = partial(lines, curves=curves, x_axis=told["x_axis"], y_axis=told["axis"], span=(0.0, 1.0))
    marked = any(row["synthetic"] for row in rows)
    every = ("configuration", *columns)
    return figure_of("calibration", w, every, table, draw, synthetic=marked, of=backbone, key=safe(backbone))


def _told(row: Mapping[str, Any], w: Words) -> dict[str, Any]:
    return {**row, "told": configuration(row["configuration"], w)}

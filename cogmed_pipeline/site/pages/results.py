"""Tables 1 and 2 beside the paper's, and the figures of success, quality, speed, cost and kinds of dispute."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from cogmed_core.stats.resampling import Resampling
from cogmed_core.stats.survival import KaplanMeier, Talks, kaplan_meier
from cogmed_pipeline.site.charts.boxes import boxes
from cogmed_pipeline.site.charts.cells import grid
from cogmed_pipeline.site.charts.intervals import Row, intervals
from cogmed_pipeline.site.charts.lines import lines
from cogmed_pipeline.site.charts.scatter import scatter
from cogmed_pipeline.site.facts import Facts
from cogmed_pipeline.site.figure import Figure, figure_of
from cogmed_pipeline.site.naming import arm, configuration, safe
from cogmed_pipeline.site.report_page import ReportPage

Words = Mapping[str, Any]
FIRST_TABLE = ("baseline", "full")
HUNDRED = "{:.0f}".format


def results_page(facts: Facts, w: Words) -> ReportPage:
    """Return the page of results."""
    rows = [{**row, "arm": arm(row, w), "told": configuration(row["configuration"], w)} for row in facts.results]
    by_backbone = [(name, list(group)) for name, group in groupby(rows, key=lambda row: row["backbone"])]
    return ReportPage(
        path="results.html",
        template="results.html",
        here="results",
        heading=w["report"]["page"]["results"],
        synthetic=any(row["synthetic"] for row in rows),
        variables={
            "first": [row for row in rows if row["configuration"] in FIRST_TABLE],
            "second": by_backbone,
            "incomplete": [row for row in rows if row["incomplete"]],
        },
        figures=[
            _success(rows, w),
            *(_quality(facts, name, group, w) for name, group in by_backbone),
            *(_survival(facts, name, group, w) for name, group in by_backbone),
            _cost(facts, rows, w),
            _categories(facts, rows, w),
        ],
    )


def _success(rows: Sequence[Mapping[str, Any]], w: Words) -> Figure:
    columns = ("arm", "n", "agreements", "sr", "sr_low", "sr_high", "paper_sr")
    points = [
        Row(
            row["arm"],
            *(None if row[name] is None else 100 * row[name] for name in ("sr", "sr_low", "sr_high", "paper_sr")),
        )
        for row in rows
    ]
    axis = w["figures"]["success"]["axis"] + (
        w["figures"]["success"]["ring"] if any(one.other for one in points) else ""
    )
    draw = partial(intervals, rows=points, axis=axis, span=(0, 100), shown=HUNDRED)
    return figure_of("success", w, columns, _cells(rows, columns), draw, synthetic=_marked(rows))


def _quality(facts: Facts, backbone: str, rows: Sequence[Mapping[str, Any]], w: Words) -> Figure:
    scores = _by_arm(facts, "oqs")
    groups = {row["told"]: scores[_key(row)] for row in rows if scores.get(_key(row))}
    columns = ("arm", "oqs_n", "oqs_mean", "oqs_sd", "oqs_low", "oqs_high", "oqs_agreed_mean", "paper_oqs")
    draw = partial(boxes, groups=groups, axis=w["figures"]["quality"]["axis"], span=(1, 10))
    scored = [row for row in rows if row["told"] in groups]
    marked = _marked(rows)
    return figure_of(
        "quality", w, columns, _cells(scored, columns), draw, synthetic=marked, of=backbone, key=safe(backbone)
    )


def _survival(facts: Facts, backbone: str, rows: Sequence[Mapping[str, Any]], w: Words) -> Figure:
    found = {row["told"]: curve for row in rows if (curve := _curve(facts, row))}
    table = [
        (name, place, curve.at_risk[place - 1], share.value, share.low, share.high)
        for name, curve in found.items()
        for place, share in enumerate(curve.survival, 1)
    ]
    curves = {
        name: [
            (0.0, 100.0),
            *((float(place), 100 * (share.value or 0.0)) for place, share in enumerate(curve.survival, 1)),
        ]
        for name, curve in found.items()
    }
    told = w["figures"]["survival"]
    draw = partial(
        lines, curves=curves, x_axis=told["x_axis"], y_axis=told["axis"], span=(0, 100), steps=True, shown=HUNDRED
    )
    columns, marked = ("configuration", "round", "at_risk", "share", "low", "high"), _marked(rows)
    return figure_of("survival", w, columns, table, draw, synthetic=marked, of=backbone, key=safe(backbone))


def _curve(facts: Facts, row: Mapping[str, Any]) -> KaplanMeier | None:
    horizon = max((one["rounds"] for one in facts.counted), default=1)
    talks = [one for one in facts.counted if _key(one) == _key(row) and one["outcome"] and one["rounds"]]
    if not talks:
        return None
    counted = Talks.of(
        rounds=[one["rounds"] for one in talks],
        agreed=[one["outcome"] == "agreement" for one in talks],
        broke_down=[one["outcome"] == "breakdown" for one in talks],
        cases=[one["case_id"] for one in talks],
        horizon=horizon,
    )
    return kaplan_meier(counted, Resampling(seed=0))


def _cost(facts: Facts, rows: Sequence[Mapping[str, Any]], w: Words) -> Figure:
    table = [
        (row["arm"], len(spent), _mean(one["cost"] for one in spent), _mean(_tokens(one) for one in spent), row["sr"])
        for row in rows
        if (spent := [one for one in facts.counted if _key(one) == _key(row)])
    ]
    priced = any(row[2] for row in table)
    told = w["figures"]["cost"]
    points = [(name, cost if priced else tokens, 100 * sr) for name, _, cost, tokens, sr in table]
    draw = partial(
        scatter, points=points, x_axis=told["cost_axis" if priced else "token_axis"], y_axis=told["axis"], span=(0, 100)
    )
    columns = ("arm", "n", "cost_mean", "tokens_mean", "sr")
    return figure_of("cost", w, columns, table, draw, synthetic=_marked(rows))


def _categories(facts: Facts, rows: Sequence[Mapping[str, Any]], w: Words) -> Figure:
    found = facts.rows("results_by_category")
    columns = ("category", "arm", "n", "cases", "agreements", "sr", "sr_low", "sr_high", "oqs_mean")
    table = [{**one, "category": w["common"]["category"][one["category"]], "arm": arm(one, w)} for one in found]
    by_place = {(one["category"], one["arm"]): one for one in table}
    arms = [row["arm"] for row in rows if any(one["arm"] == row["arm"] for one in table)]
    cells = {
        name: [_cell(by_place.get((kind, name))) for kind in dict.fromkeys(one["category"] for one in table)]
        for name in arms
    }
    kinds = list(dict.fromkeys(one["category"] for one in table))
    draw = partial(grid, columns=kinds, rows=cells, axis=w["figures"]["categories"]["axis"])
    return figure_of("categories", w, columns, _cells(table, columns), draw, synthetic=_marked(found))


def _cell(row: Mapping[str, Any] | None) -> tuple[float | None, str]:
    return (row["sr"], f"{100 * row['sr']:.0f} % · {row['n']}") if row else (None, "–")


def _by_arm(facts: Facts, name: str) -> dict[tuple[str, str], list[float]]:
    found: dict[tuple[str, str], list[float]] = {}
    for one in facts.counted:
        if one[name] is not None:
            found.setdefault(_key(one), []).append(one[name])
    return found


def _key(row: Mapping[str, Any]) -> tuple[str, str]:
    return row["backbone"], row["configuration"]


def _tokens(row: Mapping[str, Any]) -> int:
    return int(row["prompt_tokens"] + row["completion_tokens"])


def _mean(values: Iterator[float]) -> float:
    known = list(values)
    return sum(known) / len(known)


def _cells(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> list[tuple[Any, ...]]:
    return [tuple(row[column] for column in columns) for row in rows]


def _marked(rows: Sequence[Mapping[str, Any]]) -> bool:
    return any(row["synthetic"] for row in rows)

"""The list of all episodes, searched in the browser: rows in small files by arm, fetched as they are needed."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cogmed_pipeline.site.facts import Facts, Row
from cogmed_pipeline.site.naming import arm, safe
from cogmed_pipeline.site.report_page import ReportPage

Words = Mapping[str, Any]
CHUNK = 500
ENDS = ("agreement", "deadlock", "breakdown", "failed")


def search_page(facts: Facts, w: Words) -> ReportPage:
    """Return the page that searches; the rows are not in it."""
    arms = {f"{row['backbone']}.{row['configuration']}": arm(row, w) for row in facts.results}
    told = {
        "arms": {row["arm"]: arm(row, w) for row in facts.episodes} | arms,
        "outcome": w["common"]["outcome"],
        "category": w["common"]["category"],
        **w["search"],
    }
    return ReportPage(
        path="episodes.html",
        template="episodes.html",
        here="episodes",
        heading=w["report"]["page"]["episodes"],
        synthetic=any(one["marked"] for one in facts.episodes),
        variables={"told": _as_data(told), "n": len(facts.episodes), "ends": ENDS},
    )


def compare_page(facts: Facts, w: Words) -> ReportPage:
    """Return the page that shows two episodes beside each other."""
    told = dict(w["compare"]) | {name: w["common"][name] for name in ("round", "colon")}
    return ReportPage(
        path="compare.html",
        template="compare.html",
        here="episodes",
        heading=w["compare"]["heading"],
        synthetic=any(one["marked"] for one in facts.episodes),
        variables={"told": _as_data(told)},
    )


def chunks(facts: Facts) -> Iterator[tuple[str, str]]:
    """Yield the files that the search loads: one that says what there is, and the rows of each arm in parts.

    They are scripts, since a page that was opened from disk may load nothing else.
    """
    cases = facts.rows("SELECT * FROM cases WHERE status = 'accepted' AND title IS NOT NULL ORDER BY case_id")
    places = {case["case_id"]: place for place, case in enumerate(cases)}
    parts: list[dict[str, Any]] = []
    by_arm: dict[str, list[Row]] = {}
    for row in facts.episodes:
        by_arm.setdefault(row["arm"], []).append(row)
    for name, rows in by_arm.items():
        for start in range(0, len(rows), CHUNK):
            part = rows[start : start + CHUNK]
            parts.append({"arm": name, "n": len(part), "ends": sorted({_end(row) for row in part})})
            yield f"data/part-{len(parts) - 1}.js", _call("cogmedPart", len(parts) - 1, _rows(part, places))
    told = [[case["case_id"], case["title"], case["category"], case["language"]] for case in cases]
    yield "data/index.js", _call("cogmedIndex", {"cases": told, "parts": parts})


def _rows(rows: Sequence[Row], places: Mapping[str, int]) -> list[list[Any]]:
    return [
        [
            row["episode_id"],
            safe(row["episode_id"]) if safe(row["episode_id"]) != row["episode_id"] else 0,
            places.get(row["case_id"], -1),
            row["seed"],
            ENDS.index(_end(row)),
            row["rounds"],
            None if row["oqs"] is None else round(row["oqs"], 2),
            row["serious"],
            int(row["marked"]),
        ]
        for row in rows
    ]


def _end(row: Row) -> str:
    return str(row["outcome"] or "failed")


def _call(name: str, *arguments: Any) -> str:
    return f"{name}({', '.join(_as_data(argument) for argument in arguments)});\n"


def _as_data(value: Any) -> str:
    """Return JSON that may stand in a script and in a page: nothing in it closes either."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return (
        text.replace("<", "\\u003c").replace("&", "\\u0026").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    )

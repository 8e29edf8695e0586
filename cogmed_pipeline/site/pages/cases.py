"""Every case, and what each arm made of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cogmed_pipeline.site.facts import Facts, Row
from cogmed_pipeline.site.naming import arm, safe
from cogmed_pipeline.site.report_page import ReportPage

Words = Mapping[str, Any]
OUTCOMES = ("agreement", "deadlock", "breakdown", "failed")


def cases_page(facts: Facts, w: Words) -> ReportPage:
    """Return the list of cases."""
    by_case = episodes_by_case(facts)
    rows = [
        {**case, "path": case_path(case["case_id"]), **_counts(by_case.get(case["case_id"], ()))}
        for case in _accepted(facts)
    ]
    return ReportPage(
        path="cases.html",
        template="cases.html",
        here="cases",
        heading=w["report"]["page"]["cases"],
        synthetic=any(one["marked"] for one in facts.episodes),
        variables={"cases": rows, "outcomes": OUTCOMES},
    )


def case_pages(facts: Facts, w: Words) -> Iterator[ReportPage]:
    """Yield a page a case: the dispute, its real end, and a way into every episode on it."""
    by_case, issues = episodes_by_case(facts), _grouped(facts.rows("issues"))
    for case in _accepted(facts):
        episodes = [
            {**one, "told": arm(one, w), "end": one["outcome"] or "failed"} for one in by_case.get(case["case_id"], ())
        ]
        yield ReportPage(
            path=case_path(case["case_id"]),
            template="case.html",
            here="cases",
            heading=case["title"],
            synthetic=any(one["marked"] for one in episodes),
            variables={"case": case, "issues": issues.get(case["case_id"], []), "episodes": episodes},
        )


def case_path(case_id: str) -> str:
    """Return where the page of a case lies."""
    return f"cases/{safe(case_id)}.html"


def episode_path(episode_id: str) -> str:
    """Return where the page of an episode lies."""
    return f"episodes/{safe(episode_id)}.html"


def episodes_by_case(facts: Facts) -> dict[str, list[Row]]:
    """Return the episodes on each case, in their order."""
    return _grouped(facts.episodes)


def _accepted(facts: Facts) -> list[Row]:
    return facts.rows("SELECT * FROM cases WHERE status = 'accepted' AND title IS NOT NULL ORDER BY case_id")


def _grouped(rows: Sequence[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["case_id"], []).append(row)
    return found


def _counts(episodes: Sequence[Row]) -> dict[str, int]:
    ends = [one["outcome"] or "failed" for one in episodes]
    return {name: ends.count(name) for name in OUTCOMES}

"""The experiment at a glance: what ran, what failed, what is synthetic, and what came of it, in words."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from cogmed_pipeline.site.facts import Facts
from cogmed_pipeline.site.naming import arm_of_key
from cogmed_pipeline.site.report_page import MENU, ReportPage

Words = Mapping[str, Any]
SHOWN = 20


def glance_page(facts: Facts, w: Words) -> ReportPage:
    """Return the first page."""
    episodes = facts.counted
    failed = [one for one in episodes if one["status"] == "failed"]
    synthetic = sum(one["marked"] for one in episodes)
    cases = facts.rows("SELECT status, source_file, reason FROM cases ORDER BY source_file")
    return ReportPage(
        path="index.html",
        template="index.html",
        here="index",
        heading=w["glance"]["heading"].format(name=facts.experiment),
        synthetic=facts.synthetic,
        variables={
            "total": facts.total,
            "accepted": sum(one["status"] == "accepted" for one in cases),
            "left_out": [one for one in cases if one["status"] != "accepted"],
            "backbones": list(dict.fromkeys(row["backbone"] for row in facts.results)),
            "configurations": list(dict.fromkeys(row["configuration"] for row in facts.results)),
            "seeds": len({one["seed"] for one in episodes}),
            "languages": sorted({one["language"] for one in episodes if one["language"]}),
            "synthetic_episodes": synthetic,
            "all_episodes": len(episodes),
            "uncounted": len(facts.episodes) - len(episodes),
            "practice": len(facts.rows("practice_sessions")),
            "failed": failed[:SHOWN],
            "failed_more": max(0, len(failed) - SHOWN),
            "kinds": Counter(one["error_kind"] or "–" for one in failed).most_common(),
            "headlines": _headlines(facts, w),
            "serious": sum(one["serious"] > 0 for one in episodes),
            "verdicts": sum(row["n"] for row in facts.rows("answers")),
            "pages": MENU[1:],
        },
    )


def _headlines(facts: Facts, w: Words) -> list[str]:
    """Say of every comparison of the full framework with the baseline of the same backbone what came out."""
    found = []
    for row in facts.rows("comparisons"):
        same = row["arm_a"].rpartition(".")[0] == row["arm_b"].rpartition(".")[0]
        if row["metric"] == "sr" and row["pairs"] and same and row["arm_b"].endswith(".baseline"):
            found.append(_headline(row, w))
    return found


def _headline(row: Mapping[str, Any], w: Words) -> str:
    p = row["p_adjusted"]
    sure = p is not None and p < 0.05
    sentence = w["glance"][
        ("headline_more" if row["difference"] > 0 else "headline_less") if sure else "headline_unsure"
    ]
    known = row["low"] is not None and row["high"] is not None
    between = f" [{100 * row['low']:+.0f}, {100 * row['high']:+.0f}]" if known else ""
    return str(
        sentence.format(
            a=arm_of_key(row["arm_a"], w),
            b=arm_of_key(row["arm_b"], w),
            value_a=f"{100 * row['value_a']:.0f}",
            value_b=f"{100 * row['value_b']:.0f}",
            difference=f"{100 * row['difference']:+.0f}{between}",
            pairs=row["pairs"],
            p=f"{p:.3f}" if p is not None and p >= 0.001 else "< 0.001",
        )
    )

"""The figures of verdicts in the forms people read: Markdown, and the cells of a terminal table."""

from collections.abc import Mapping, Sequence
from typing import Any

SIGNIFICANT = 0.05
HEADINGS = ("framework", "n", "acc. % [95 %]", "commonest", "balanced", "MCC", "no answer", "calls")


def cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return one row of ``verdict_results`` as texts, in the order of ``HEADINGS``."""
    return (
        str(row["framework"]),
        str(row["n"]),
        _percent(row, "accuracy"),
        _percent(row, "commonest"),
        _percent(row, "balanced_accuracy", interval=False),
        "–" if row["mcc"] is None else f"{row['mcc']:.2f}",
        str(row["unanswered"]),
        str(row["calls"]),
    )


def missing(row: Mapping[str, Any]) -> str:
    """Say what is missing from a row, and between what its accuracy can still end; blank when nothing is."""
    if not row["incomplete"]:
        return ""
    what = ", ".join(f"{row[key]} {word}" for key, word in (("failed", "failed"), ("not_run", "not run")) if row[key])
    worst, best = 100 * row["accuracy_worst"], 100 * row["accuracy_best"]
    return f"incomplete: {what}; accuracy can become {worst:.0f} to {best:.0f} %"


def together(row: Mapping[str, Any], alone: Sequence[Mapping[str, Any]]) -> str:
    """Say in a line what the frameworks of a set solve together and each alone."""
    only = ", ".join(f"{one['framework']} {one['solved_only']}" for one in alone)
    if not row["n"]:
        return "No question was finished by every framework."
    return (
        f"Of {row['n']}: solved by all {row['always_solved']}, by none {row['never_solved']}, only by {only}. "
        f"Best {row['best']} {100 * row['best_accuracy']:.0f} %, any of them {100 * row['oracle']:.0f} %, "
        f"a vote {100 * row['vote']:.0f} %."
    )


def apart(rows: Sequence[Mapping[str, Any]]) -> str:
    """Say in a line how alike the frameworks of a set answer, and which differ in accuracy."""
    agreements = [row["agreement"] for row in rows if row["agreement"] is not None]
    alike = f"Two answer alike on {100 * min(agreements):.0f} to {100 * max(agreements):.0f} %. " if agreements else ""
    differing = [
        f"{row['framework_a']} {100 * row['difference']:+.0f} against {row['framework_b']}, p = {row['p_adjusted']:.3f}"
        for row in rows
        if row["p_adjusted"] < SIGNIFICANT
    ]
    told = f"Accuracy differs: {'; '.join(differing)}." if differing else "No difference in accuracy is significant."
    return alike + told


def verdicts_markdown(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows of ``verdict_results`` as a Markdown table."""
    lines = [("set", "backbone", *HEADINGS, "missing"), ("---",) * (len(HEADINGS) + 3)]
    for row in rows:
        backbone = f"{row['backbone']} (synthetic)" if row["synthetic"] else str(row["backbone"])
        lines.append((str(row["question_set"]), backbone, *cells(row), missing(row)))
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _percent(row: Mapping[str, Any], name: str, *, interval: bool = True) -> str:
    value, low, high = (row.get(f"{name}{end}") for end in ("", "_low", "_high"))
    if value is None:
        return "–"
    ends = f" [{100 * low:.0f}, {100 * high:.0f}]" if interval and low is not None and high is not None else ""
    return f"{100 * value:.0f}{ends}"

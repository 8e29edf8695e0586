"""The results table in the forms people read: Markdown here, a terminal table in the command line."""

from collections.abc import Mapping, Sequence
from typing import Any

HEADINGS = ("backbone", "configuration", "n", "SR % [95 %]", "OQS [95 %]", "TTA [95 %]", "failed")


def cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return one result row as texts, in the order of ``HEADINGS``; each mean with its interval and its n."""
    return (
        f"{row['backbone']} (synthetic)" if row["synthetic"] else str(row["backbone"]),
        str(row["configuration"]),
        f"{row['n']}",
        _rate(row["sr"], row["sr_low"], row["sr_high"]),
        _mean(row["oqs_mean"], row["oqs_low"], row["oqs_high"], row["oqs_n"], row["n"]),
        _mean(row["tta_mean"], row["tta_low"], row["tta_high"], row["agreements"], row["n"]),
        _missing(row),
    )


def results_markdown(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the results as a Markdown table."""
    lines = [HEADINGS, tuple("---" for _ in HEADINGS), *(cells(row) for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _rate(value: float, low: float | None, high: float | None) -> str:
    interval = "" if low is None or high is None else f" [{100 * low:.0f}, {100 * high:.0f}]"
    return f"{100 * value:.0f}{interval}"


def _mean(value: float | None, low: float | None, high: float | None, n: int, of: int) -> str:
    """Return a mean with its interval, and with its own n where that is not the row's."""
    own = "" if n == of else f" n={n}"
    if value is None:
        return f"–{own}"
    interval = "" if low is None or high is None else f" [{low:.2f}, {high:.2f}]"
    return f"{value:.2f}{interval}{own}"


def _missing(row: Mapping[str, Any]) -> str:
    """Say what is missing from the row, and between what its success rate can still end."""
    if not row["incomplete"]:
        return "0"
    not_run = f", {row['not_run']} not run" if row["not_run"] else ""
    return f"{row['failed']}{not_run}: incomplete, SR {row['sr_worst']:.0%} to {row['sr_best']:.0%}"

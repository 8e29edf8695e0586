"""The results table in the forms people read: Markdown here, a terminal table in the command line."""

from collections.abc import Mapping, Sequence
from typing import Any

HEADINGS = ("backbone", "configuration", "n", "SR", "95 %", "OQS", "95 %", "TTA", "95 %", "failed")


def cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return one result row as texts, in the order of ``HEADINGS``."""
    name = f"{row['backbone']} (synthetic)" if row["synthetic"] else str(row["backbone"])
    n = f"{row['n']} (incomplete)" if row["incomplete"] else str(row["n"])
    missing = row["failed"] + row["not_run"]
    spread = f"SR {row['sr_worst']:.0%} to {row['sr_best']:.0%}" if missing else ""
    return (
        name,
        str(row["configuration"]),
        n,
        f"{row['sr']:.0%}",
        f"{row['sr_low']:.0%} to {row['sr_high']:.0%}",
        _mean(row["oqs_mean"], row["oqs_n"]),
        _interval(row["oqs_low"], row["oqs_high"]),
        _mean(row["tta_mean"], row["agreements"]),
        _interval(row["tta_low"], row["tta_high"]),
        f"{row['failed']}"
        + (f"; {row['not_run']} not run" if row["not_run"] else "")
        + (f"; {spread}" if spread else ""),
    )


def results_markdown(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the results as a Markdown table."""
    lines = [HEADINGS, tuple("---" for _ in HEADINGS), *(cells(row) for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _mean(value: float | None, n: int) -> str:
    return "–" if value is None else f"{value:.2f} (n={n})"


def _interval(low: float | None, high: float | None) -> str:
    return "–" if low is None or high is None else f"{low:.2f} to {high:.2f}"

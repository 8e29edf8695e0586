"""The results table in the forms people read: Markdown here, a terminal table in the command line."""

from collections.abc import Mapping, Sequence
from typing import Any

HEADINGS = ("configuration", "n", "SR % [95 %]", "OQS [95 %]", "TTA [95 %]")


def cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return one result row as texts, in the order of ``HEADINGS``; each mean with its interval and its n."""
    return (
        str(row["configuration"]),
        f"{row['n']}",
        _rate(row["sr"], row["sr_low"], row["sr_high"]),
        _mean(row["oqs_mean"], row["oqs_low"], row["oqs_high"], row["oqs_n"], decimals=2),
        _mean(row["tta_mean"], row["tta_low"], row["tta_high"], row["agreements"], decimals=1),
    )


def backbone(row: Mapping[str, Any]) -> str:
    """Return a row's backbone, marked where no language model took part."""
    return f"{row['backbone']} (synthetic)" if row["synthetic"] else str(row["backbone"])


def missing(row: Mapping[str, Any]) -> str:
    """Say what is missing from the row, and between what its success rate can still end; blank when nothing is."""
    if not row["incomplete"]:
        return ""
    what = ", ".join(f"{row[key]} {word}" for key, word in (("failed", "failed"), ("not_run", "not run")) if row[key])
    return f"incomplete: {what}; SR can become {100 * row['sr_worst']:.0f} to {100 * row['sr_best']:.0f} %"


def results_markdown(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the results as a Markdown table, each row with the settings that it is about."""
    headings = ("backbone", *HEADINGS, "settings", "missing")
    lines = [headings, ["---"] * len(headings)]
    lines += [(backbone(row), *cells(row), _settings(row), missing(row)) for row in rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _settings(row: Mapping[str, Any]) -> str:
    return f"{row['rounds']} rounds, temperature {row['temperature']:g}" + ("" if row["latest"] else " (earlier)")


def _rate(value: float, low: float | None, high: float | None) -> str:
    interval = "" if low is None or high is None else f" [{100 * low:.0f}, {100 * high:.0f}]"
    return f"{100 * value:.0f}{interval}"


def _mean(value: float | None, low: float | None, high: float | None, n: int, *, decimals: int) -> str:
    if value is None:
        return "– n=0"
    interval = "" if low is None or high is None else f" [{low:.{decimals}f}, {high:.{decimals}f}]"
    return f"{value:.{decimals}f}{interval} n={n}"

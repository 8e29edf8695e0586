"""What ``cogmed run`` prints in the end: results, outcomes, failures with their reasons, where to look."""

from collections.abc import Mapping
from itertools import groupby
from shlex import quote
from textwrap import shorten
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from cogmed_pipeline.address import Address
from cogmed_pipeline.commands.printing import say
from cogmed_pipeline.commands.verdict_summary import say_panels
from cogmed_pipeline.language.catalogue import told
from cogmed_pipeline.settings import WAREHOUSE
from cogmed_pipeline.steps.catalogue import catalogue_of, selected
from cogmed_pipeline.steps.simulation import cells_of
from cogmed_pipeline.tables.outcomes import HEADINGS, backbone, cells, missing
from cogmed_pipeline.tables.reading import query
from cogmed_pipeline.workshop import Workshop

LASTING = ("context", "refused")
"""Kinds of error that the same case and model meet each time."""
SHOWN = 10
"""Failures named in the terminal; the tables hold all of them."""


def summarize(console: Console, workshop: Workshop) -> int:
    """Print what the tables hold; return 1 if something of this run failed or is missing, else 0."""
    warehouse = workshop.settings.warehouse
    _print_results(console, warehouse)
    _print_outcomes(console, warehouse)
    _print_sensitivity(console, warehouse)
    complete = _print_failures(console, workshop)
    complete = say_panels(console, warehouse) and complete
    where = "" if warehouse == WAREHOUSE else f" --warehouse {quote(str(warehouse))}"
    for name, place in {
        "Tables": f"{warehouse / 'cogmed.duckdb'}",
        "Records": f"{warehouse / 'records'}",
        "Report": f"cogmed report{where}",
        "Dagster": f"cogmed ui{where}",
    }.items():
        say(console, f"{name:<9}{place}")
    return 0 if complete else 1


def _print_results(console: Console, warehouse: Address) -> None:
    rows = query(warehouse, "FROM results WHERE latest")
    for name, of_backbone in groupby(rows, key=backbone):
        table = Table(
            *HEADINGS, title=told(f"Results: {name}"), title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0)
        )
        notes = []
        for row in of_backbone:
            table.add_row(*cells(row))
            notes += [f"{row['configuration']} is {missing(row)}"] if row["incomplete"] else []
            notes += [f"{row['configuration']}: {row['unjudged']} finished, not scored"] if row["unjudged"] else []
        console.print(table)
        for note in notes:
            say(console, note)
    if any(row["synthetic"] for row in rows):
        say(console, "Synthetic: rule-based negotiators took part; such rows say nothing about any language model.")
    if not all(row["same_cases"] for row in rows):
        say(console, "Not all rows are about the same cases and seeds: the table comparisons pairs those they share.")


def _print_outcomes(console: Console, warehouse: Address) -> None:
    (total,) = query(
        warehouse,
        "SELECT sum(n) AS planned, sum(n - failed - not_run) AS finished, sum(failed) AS failed, "
        "sum(not_run) AS not_run, sum(agreements) AS agreement, sum(deadlocks) AS deadlock, "
        "sum(breakdowns) AS breakdown FROM results WHERE latest",
    )
    finished = "Episodes {planned:.0f} planned = {finished:.0f} finished + {failed:.0f} failed + {not_run:.0f} not run"
    say(console, finished.format(**total))
    say(
        console,
        "Outcomes {agreement:.0f} agreement, {deadlock:.0f} deadlock, {breakdown:.0f} breakdown".format(**total),
    )
    _print_others(console, warehouse)
    for case in query(warehouse, "SELECT status, reason FROM cases WHERE status <> 'accepted'"):
        say(console, f"left out ({case['status']}): {case['reason']}")


def _print_others(console: Console, warehouse: Address) -> None:
    """Say in a line what else is on the warehouse and is not in the table above."""
    others = query(warehouse, "SELECT count(*) AS n, any_value(settings) AS one FROM episodes WHERE NOT latest")
    if count := others[0]["n"]:
        where = "FROM results WHERE NOT latest" if others[0]["one"] else "FROM episodes WHERE settings IS NULL"
        say(console, f"Besides  {count} episodes of other settings, seeds or texts, not counted above: {where}")


def _print_sensitivity(console: Console, warehouse: Address) -> None:
    """Say in a line each what the variants of the experiment did to the success rate and the quality."""
    rows = query(warehouse, "FROM sensitivity WHERE metric <> 'tta' ORDER BY ALL")
    for row in rows:
        interval = "" if row["low"] is None else f" [{row['low']:+.2f}, {row['high']:+.2f}]"
        say(
            console,
            f"{row['factor']} {row['value']}: {row['metric'].upper()} of {row['backbone']}.{row['configuration']} "
            f"{row['difference']:+.2f}{interval} n={row['pairs']}",
        )


def _print_failures(console: Console, workshop: Workshop) -> bool:
    """Name what failed of what this run was asked for; return whether nothing of it failed or is missing."""
    warehouse, seeds = workshop.settings.warehouse, workshop.experiment.seeds
    asked = cells_of(workshop, selected(workshop, catalogue_of(workshop)))
    ids = [cell.episode_id(seed) for cell in asked for seed in seeds]
    episodes = query(
        warehouse,
        "SELECT episode_id, error, error_kind, synthetic FROM episodes WHERE list_contains(?, episode_id)",
        [ids],
    )
    unscored = query(
        warehouse,
        "SELECT DISTINCT episode_id, judge, unscored_reason "
        "FROM (FROM judgements SELECT * UNION ALL BY NAME FROM dimension_scores SELECT *) "
        "WHERE unscored_reason IS NOT NULL AND list_contains(?, episode_id) ORDER BY ALL",
        [ids],
    )
    faults = [f"failed: {row['episode_id']}: {row['error']}" for row in episodes if row["error"]]
    faults += [f"unscored by {row['judge']}: {row['episode_id']}: {row['unscored_reason']}" for row in unscored]
    for fault in faults[:SHOWN]:
        say(console, shorten(fault, 300, placeholder=" …"))
    if len(faults) > SHOWN:
        say(
            console, f"… and {len(faults) - SHOWN} more: see error in the table episodes, unscored_reason in judgements"
        )
    complete = not faults and len(episodes) == len(ids)
    if not complete:
        failed = [row for row in episodes if row["error"]]
        lasting = sum(map(_will_last, failed))
        if unscored or len(failed) > lasting or len(episodes) < len(ids):
            say(console, "Run the same command again to make up for just these.")
        if lasting:
            say(console, f"{lasting} of them will most likely fail alike again: change their case, or the model.")
    return complete


def _will_last(row: Mapping[str, Any]) -> bool:
    """Say whether an episode would fail alike once more: what is in the way is the case, and not the moment."""
    return row["error_kind"] in LASTING or (row["synthetic"] and row["error_kind"] == "reply")

"""``cogmed run``."""

import asyncio
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from textwrap import shorten

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from cogmed_core.errors import AccessError
from cogmed_pipeline.commands import options
from cogmed_pipeline.commands.live import LiveProgress
from cogmed_pipeline.settings import Settings
from cogmed_pipeline.steps.preflight import backbones_needed, problems_of
from cogmed_pipeline.workshop import Workshop

WIDTH = 116
"""Columns of the summary where it goes to a file or a pipe."""

SHOWN = 10
"""Failures named in the terminal; the tables hold all of them."""


def command(
    raw: options.Raw = options.DEFAULT_RAW,
    warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE,
    experiment: options.ExperimentName = options.DEFAULT_EXPERIMENT,
    backbones: options.BackbonesFile = None,
    backbone: options.BackboneNames = None,
    configuration: options.ConfigurationNames = None,
    case: options.CaseIds = None,
    limit: options.Limit = None,
    seeds: options.Seeds = None,
    rounds: options.Rounds = None,
    concurrency: options.Concurrency = None,
    max_cost: options.MaxCost = None,
) -> None:
    """Run the whole pipeline: cases to tables. Again: only what is missing or changed."""
    settings = options.settings_from_options(dict(locals()))
    settings.check_backbones()
    stop_if_unreachable(settings, backbones_needed(Workshop(settings, os.environ)))
    from cogmed_pipeline.run import run  # Dagster takes seconds to import; mistakes above answer at once

    terminal = sys.stdout.isatty()
    console = Console(width=None if terminal else WIDTH)
    with LiveProgress(console) as progress:
        stopped = run(settings, os.environ, progress)
    code = report(console, settings)
    if stopped:
        print(f"cogmed: {stopped}", file=sys.stderr)
        code = 2 if isinstance(stopped, AccessError) else 1
    raise typer.Exit(code)


def stop_if_unreachable(settings: Settings, names: Iterable[str]) -> None:
    """Name everything that would keep the backbones from answering, and exit, before anything is written."""
    problems = asyncio.run(problems_of(settings, os.environ, names))
    if problems:
        for problem in problems:
            print(f"cogmed: {problem}", file=sys.stderr)
        print("cogmed: without a key or server, `cogmed run` uses the offline backbone", file=sys.stderr)
        raise typer.Exit(2)


def report(console: Console, settings: Settings) -> int:
    """Print results, failures and where to look; return the exit code."""
    from cogmed_pipeline.tables.outcomes import HEADINGS, cells
    from cogmed_pipeline.tables.reading import query

    warehouse = settings.warehouse
    rows = query(warehouse, "FROM results")
    table = Table(*HEADINGS, title=f"Results ({settings.experiment.name})", title_justify="left", box=box.SIMPLE)
    for row in rows:
        table.add_row(*cells(row))
    console.print(table)
    _print_outcomes(console, warehouse)
    failed = _print_failures(console, settings)
    if any(row["synthetic"] for row in rows):
        console.print(
            "Synthetic: rule-based negotiators took a role in the marked rows; "
            "they say nothing about any language model."
        )
    console.print(f"Tables: {warehouse / 'cogmed.duckdb'}   Records: {warehouse / 'records'}   UI: cogmed ui")
    return 1 if failed or any(row["not_run"] for row in rows) else 0


def _print_outcomes(console: Console, warehouse: Path) -> None:
    from cogmed_pipeline.tables.reading import query

    total = query(
        warehouse,
        "SELECT sum(n) AS planned, sum(n - failed - not_run) AS finished, sum(failed) AS failed, "
        "sum(not_run) AS not_run, sum(agreements) AS agreement, sum(deadlocks) AS deadlock, "
        "sum(breakdowns) AS breakdown FROM results",
    )[0]
    planned = "{planned:.0f} planned = {finished:.0f} finished + {failed:.0f} failed + {not_run:.0f} not run"
    ends = "{agreement:.0f} agreement, {deadlock:.0f} deadlock, {breakdown:.0f} breakdown"
    console.print(f"Episodes: {planned}".format(**total))
    console.print(f"Outcomes: {ends}".format(**total))
    left_out = query(warehouse, "SELECT case_id, status, reason FROM cases WHERE status <> 'accepted'")
    for case in left_out:
        console.print(f"Left out ({case['status']}): {case['reason']}", markup=False)


def _print_failures(console: Console, settings: Settings) -> int:
    """Name what failed in the arms of this run; return how many that are."""
    from cogmed_pipeline.tables.reading import query

    arms = [arm.key for arm in settings.experiment.arms]
    failed = query(
        settings.warehouse,
        "SELECT episode_id, error FROM episodes WHERE status = 'failed' AND list_contains(?, arm)",
        [arms],
    )
    unscored = query(
        settings.warehouse,
        "SELECT episode_id, judge, unscored_reason FROM judgements JOIN episodes USING (episode_id) "
        "WHERE unscored_reason IS NOT NULL AND list_contains(?, arm)",
        [arms],
    )
    faults = [f"failed: {episode['episode_id']}: {episode['error']}" for episode in failed]
    faults += [f"unscored by {row['judge']}: {row['episode_id']}: {row['unscored_reason']}" for row in unscored]
    for fault in faults[:SHOWN]:
        console.print(shorten(fault, 300, placeholder=" …"), markup=False, highlight=False)
    if len(faults) > SHOWN:
        console.print(f"… and {len(faults) - SHOWN} more: FROM episodes WHERE status = 'failed'")
    if failed or unscored:
        console.print("Run the same command again to retry just these.")
    return len(failed) + len(unscored)

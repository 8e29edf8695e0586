"""``cogmed check``."""

import asyncio
import os
import shutil
from pathlib import Path

import typer
from rich.console import Console

from cogmed_core.cases.read import read_folder
from cogmed_core.errors import CaseError, ConfigurationError
from cogmed_pipeline.commands import options
from cogmed_pipeline.settings import Settings
from cogmed_pipeline.steps.preflight import problems_of

LEAST_FREE = 200 * 2**20
"""Bytes; a run of 750 episodes leaves about as much."""


def command(
    raw: options.Raw = options.DEFAULT_RAW,
    warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE,
    experiment: options.ExperimentName = options.DEFAULT_EXPERIMENT,
    backbones: options.BackbonesFile = None,
    backbone: options.BackboneNames = None,
) -> None:
    """Say what works and what is missing: keys, endpoints, models, cases, disk; all of it at once."""
    settings = Settings(
        raw=raw,
        warehouse=warehouse,
        experiment=options.experiment_from(experiment, backbones=backbone),
        backbones_file=backbones,
    )
    console = Console()
    problems = [*_backbones(console, settings), *_cases(console, raw), *_disk(console, warehouse)]
    for problem in problems:
        console.print(f"missing  {problem}", markup=False, highlight=False)
    if problems:
        console.print("Without any of this: `cogmed run` uses the offline backbone and the sample cases.")
    raise typer.Exit(2 if problems else 0)


def _backbones(console: Console, settings: Settings) -> list[str]:
    try:
        settings.check_backbones()
    except ConfigurationError as error:
        return [str(error)]
    names = settings.experiment.backbones_used()
    problems = asyncio.run(problems_of(settings, os.environ, names))
    troubled = {problem.backbone for problem in problems}
    for name in names:
        if name not in troubled:
            provider = settings.backbones()[name].provider
            console.print(f"ok       backbone {name} ({provider})", markup=False, highlight=False)
    return [str(problem) for problem in problems]


def _cases(console: Console, raw: Path) -> list[str]:
    try:
        entries = read_folder(raw)
    except CaseError as error:
        return [str(error)]
    readable = [entry for entry in entries if entry.raw]
    console.print(f"ok       {len(readable)} cases in {raw}", markup=False, highlight=False)
    return [entry.reason for entry in entries if not entry.raw]


def _disk(console: Console, warehouse: Path) -> list[str]:
    folder = next(path for path in (warehouse.resolve(), *warehouse.resolve().parents) if path.exists())
    free = shutil.disk_usage(folder).free
    if not os.access(folder, os.W_OK):
        return [f"{folder} cannot be written to: name another folder with --warehouse"]
    if free < LEAST_FREE:
        return [f"{folder} has {free >> 20} MiB free, a run may need {LEAST_FREE >> 20}: free some"]
    console.print(f"ok       warehouse {warehouse}, {free >> 30} GiB free", markup=False, highlight=False)
    return []

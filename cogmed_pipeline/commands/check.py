"""``cogmed check``."""

import asyncio
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import typer
from rich.console import Console

from cogmed_core.cases.eligibility import exclusion_reason
from cogmed_core.cases.read import read_folder
from cogmed_core.errors import UsageError
from cogmed_pipeline.address import Address, work_folder
from cogmed_pipeline.commands import options
from cogmed_pipeline.commands.printing import say
from cogmed_pipeline.originals import NO_KEY, sealed_originals
from cogmed_pipeline.settings import Settings, check_place
from cogmed_pipeline.steps.preflight import problems_of, told

Finding = tuple[str, str]
OK, LEFT_OUT, MISSING = "ok", "left out", "missing"

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
    looks = (_backbones(experiment, backbones, backbone), _cases(raw), _disk(warehouse), _originals(warehouse))
    findings = [finding for look in looks for finding in _all_of(look)]
    console = Console()
    for mark in (OK, LEFT_OUT, MISSING):
        for finding in findings:
            if finding[0] == mark:
                say(console, f"{mark:<9}{finding[1]}")
    wanting = any(mark == MISSING for mark, _ in findings)
    if wanting:
        say(
            console,
            "None of this is needed for the sample cases: `cogmed run` in a checkout uses the offline backbone.",
        )
    raise typer.Exit(2 if wanting else 0)


def _all_of(look: Iterator[Finding]) -> Iterator[Finding]:
    """Yield what one look finds; an error that ends it is its last finding."""
    try:
        yield from look
    except UsageError as error:
        yield MISSING, str(error)


def _backbones(experiment: str, file: Path | None, only: list[str] | None) -> Iterator[Finding]:
    settings = Settings(experiment=options.experiment_from(experiment, backbones=only), backbones_file=file)
    known, used = settings.backbones(), settings.experiment.backbones_used()
    for name in used:
        if name not in known:
            yield MISSING, f"a backbone named {name}: add [backbones.{name}] to a file given with --backbones"
    problems = asyncio.run(problems_of(settings, os.environ, [name for name in used if name in known]))
    for line in told(problems):
        yield MISSING, line
    troubled = {problem.backbone for problem in problems}
    for name in used:
        if name in known and name not in troubled:
            yield OK, f"backbone {name} ({known[name].provider})"


def _cases(raw: Path) -> Iterator[Finding]:
    usable = 0
    for entry in read_folder(raw):
        reason = exclusion_reason(entry.raw) if entry.raw else None
        usable += entry.raw is not None and reason is None
        if entry.raw is None:
            yield LEFT_OUT, entry.reason
        elif reason:
            yield LEFT_OUT, f"{entry.source_file}: {reason}"
    yield (OK, f"{usable} cases in {raw}") if usable else (MISSING, f"a case that can be simulated in {raw}")


def _originals(warehouse: Address) -> Iterator[Finding]:
    kept = sealed_originals(warehouse, os.environ)
    if kept.key:
        yield OK, f"originals are kept in {kept.folder}, sealed with your key"
    else:
        yield OK, f"originals are not kept, so no pseudonym can be traced back ({NO_KEY})"


def _disk(warehouse: Address) -> Iterator[Finding]:
    check_place(warehouse)
    folder = work_folder(warehouse).resolve()
    there = next(path for path in (folder, *folder.parents) if path.exists())
    free = shutil.disk_usage(there).free
    if free < LEAST_FREE:
        yield MISSING, f"room: {there} has {free >> 20} MiB free, a run may need {LEAST_FREE >> 20}: free some"
    else:
        yield OK, f"warehouse {warehouse}, {free >> 30} GiB free"

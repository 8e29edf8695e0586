"""``cogmed run``."""

import asyncio
import os
from collections.abc import Iterable

import typer
from rich.console import Console

from cogmed_core.errors import UsageError
from cogmed_core.experiment.sensitivity import variants_of
from cogmed_pipeline.commands import options
from cogmed_pipeline.commands.printing import complain, say
from cogmed_pipeline.commands.running import exit_code_of
from cogmed_pipeline.settings import Settings, check_place
from cogmed_pipeline.standing import standing
from cogmed_pipeline.steps.preflight import backbones_needed, problems_of, told
from cogmed_pipeline.workshop import Workshop


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
    protocol: options.RoundProtocol = None,
    concurrency: options.Concurrency = None,
    max_cost: options.MaxCost = None,
    force: options.Force = False,
) -> None:
    """Run the whole pipeline: cases to tables. Again: only what is missing or changed."""
    raise typer.Exit(run_all(options.settings_from_options(dict(locals()))))


def run_all(settings: Settings) -> int:
    """Run the whole pipeline, print its summary and return the exit code."""
    settings.check_backbones()
    check_place(settings.warehouse)
    if settings.max_cost is not None and variants_of(settings.experiment):
        raise UsageError("--max-cost cannot be kept over the variants of [sensitivity]: leave out one of them")
    stands = standing(settings, os.environ)
    if stands.holds():
        return _say_that_all_is_done(settings)
    stop_if_unreachable(settings, backbones_needed(Workshop(settings, os.environ)))
    # Dagster and DuckDB take seconds to import; mistakes above answer at once.
    from cogmed_pipeline.commands.summary import summarize
    from cogmed_pipeline.run import run
    from cogmed_pipeline.sensitivity import run_variants

    code = exit_code_of(
        lambda progress, stop: (
            run(settings, os.environ, progress, stop) or run_variants(settings, os.environ, progress, stop)
        ),
        lambda console: summarize(console, Workshop(settings, os.environ)),
    )
    if code == 0 and not variants_of(settings.experiment):  # what failed of a variant is not in the exit code
        stands.keep()
    return code


def _say_that_all_is_done(settings: Settings) -> int:
    from cogmed_pipeline.commands.summary import summarize

    console = Console()
    say(console, "Nothing has changed since the last run.")
    return summarize(console, Workshop(settings, os.environ))


def stop_if_unreachable(settings: Settings, names: Iterable[str]) -> None:
    """Name everything that would keep the backbones from answering, and exit, before anything is written."""
    problems = asyncio.run(problems_of(settings, os.environ, names))
    if problems:
        for line in told(problems):
            complain(line)
        complain("without a key or server, `cogmed run` uses the offline backbone")
        raise typer.Exit(2)

"""``cogmed deliberate``."""

import os
from pathlib import Path
from typing import Annotated

import typer

from cogmed_core.errors import UsageError
from cogmed_core.experiment.definition import Experiment
from cogmed_pipeline.commands import options
from cogmed_pipeline.commands.run import stop_if_unreachable
from cogmed_pipeline.commands.running import exit_code_of
from cogmed_pipeline.settings import Settings, check_place
from cogmed_pipeline.steps.deliberation import pending_deliberations
from cogmed_pipeline.steps.deliberation_plan import cells_of
from cogmed_pipeline.steps.questions import folder_of, read_questions
from cogmed_pipeline.workshop import Workshop

File = Annotated[
    Path | None,
    typer.Argument(help="Questions: .csv, .tsv, .jsonl, or a folder of them; default: questions/ in the raw folder."),
]
FrameworkNames = Annotated[
    list[str] | None,
    typer.Option("--framework", help="single, mad, three_ply, parrots or a variant (may be repeated); default: all."),
]
Language = Annotated[
    str | None, typer.Option("--language", help="Of the prompts: zh, en, or case: each question's own.")
]
Instruction = Annotated[str, typer.Option("--instruction", help="What is asked, where the rows hold only facts.")]
Limit = Annotated[int | None, typer.Option("--limit", min=1, help="At most so many questions of each set.")]


def command(
    file: File = None,
    framework: FrameworkNames = None,
    warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE,
    experiment: options.ExperimentName = options.DEFAULT_EXPERIMENT,
    backbones: options.BackbonesFile = None,
    backbone: options.BackboneNames = None,
    language: Language = None,
    instruction: Instruction = "",
    seeds: options.Seeds = None,
    limit: Limit = None,
    raw: options.Raw = options.DEFAULT_RAW,
    concurrency: options.Concurrency = None,
    max_cost: options.MaxCost = None,
) -> None:
    """Answer yes/no questions by one model or by several agents. Again: only what is missing or changed."""
    settings = Settings(
        raw=raw,
        warehouse=warehouse,
        experiment=_experiment(
            options.experiment_from(experiment, backbones=backbone, seeds=seeds), framework, language
        ),
        backbones_file=backbones,
        limit=limit,
        questions=file,
        instruction=instruction,
        concurrency=concurrency,
        max_cost=max_cost,
    )
    settings.check_backbones()
    check_place(settings.warehouse)
    workshop = Workshop(settings, os.environ)
    sets = read_questions(workshop)
    if not any(one.questions for one in sets):
        raise UsageError(
            "; ".join(one.problem for one in sets) or f"there is no file of questions in {folder_of(workshop)}"
        )
    pending = pending_deliberations(workshop, cells_of(workshop, sets))
    stop_if_unreachable(settings, dict.fromkeys(cell.plan.backbone for cell in pending))
    # Dagster and DuckDB take seconds to import; mistakes above answer at once.
    from cogmed_pipeline.commands.verdict_summary import summarize
    from cogmed_pipeline.deliberate import deliberate

    code = exit_code_of(
        lambda progress, stop: deliberate(settings, os.environ, progress, sets, stop),
        lambda console: summarize(console, workshop, sets),
    )
    raise typer.Exit(code)


def _experiment(experiment: Experiment, frameworks: list[str] | None, language: str | None) -> Experiment:
    deliberation = experiment.deliberation.model_dump() | ({"frameworks": frameworks} if frameworks else {})
    return experiment.with_changes(deliberation=deliberation, language=language)

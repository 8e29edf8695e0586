"""``cogmed ratings``: blind sheets for people, and what they gave."""

import os
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console

from cogmed_core.errors import UsageError
from cogmed_pipeline.address import work_folder
from cogmed_pipeline.commands import options
from cogmed_pipeline.commands.printing import say
from cogmed_pipeline.ratings import export as write_sheets
from cogmed_pipeline.ratings import import_sheets
from cogmed_pipeline.tables.rebuild import open_warehouse, rebuild

HELP = "Ratings by people: blind sheets out, checked sheets in, agreement and bias of judges."

Raters = Annotated[list[str] | None, typer.Option("--rater", help="A rater's name (may be repeated); default: two.")]
Items = Annotated[int, typer.Option("--items", min=1, help="Episodes to rate, at most; arms in turn.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Another seed, other episodes, an export of its own.")]
Out = Annotated[Path | None, typer.Option("--out", help="Folder of the sheets; default: ratings in the warehouse.")]
Spoken = Annotated[
    Literal["zh", "en"] | None, typer.Option("--language", help="Of the instructions; default: the cases'.")
]
Files = Annotated[list[Path], typer.Argument(help="Sheets that came back, .xlsx or .csv.")]
Partial = Annotated[bool, typer.Option("--partial", help="Pass over rows without any score.")]
Replace = Annotated[bool, typer.Option("--replace", help="In place of what the same raters gave before.")]


def export(
    warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE,
    rater: Raters = None,
    items: Items = 30,
    seed: Seed = 0,
    out: Out = None,
    language: Spoken = None,
) -> None:
    """Write a blind, shuffled sheet for each rater, as a workbook and as CSV."""
    workshop = open_warehouse(warehouse, os.environ)
    folder = out or work_folder(warehouse) / "ratings"
    for file in write_sheets(workshop, rater or ["rater-1", "rater-2"], items, seed, folder, language):
        say(Console(), str(file))


def import_(
    files: Files,
    warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE,
    partial: Partial = False,
    replace: Replace = False,
) -> None:
    """Check sheets that came back; take all of them, or none and say why."""
    workshop = open_warehouse(warehouse, os.environ)
    for sheet in import_sheets(workshop, files, partial=partial, replace=replace):
        say(Console(), f"{sheet.rater}: {len(sheet.ratings)} items of {sheet.export}")
    agreement(warehouse)


def agreement(warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE) -> None:
    """Print how far people agree with each other, and judges with people."""
    from cogmed_pipeline.tables.reading import query

    rebuild(open_warehouse(warehouse, os.environ))
    rows = query(warehouse, "FROM rating_agreement WHERE dimension = 'oqs'")
    if not rows:
        raise UsageError("no ratings of attentive raters were imported yet")
    for row in rows:
        figure = "–" if row["value"] is None else f"{row['value']:.2f}"
        if row["low"] is not None:
            figure += f" [{row['low']:.2f}, {row['high']:.2f}]"
        say(Console(), f"{row['statistic']:<12}{', '.join(row['raters'])}: {figure} n={row['n']}")
    if any(row["synthetic"] for row in rows):
        say(Console(), "Synthetic: rule-based programs took part in what was rated.")


COMMANDS = {"export": export, "import": import_, "agreement": agreement}

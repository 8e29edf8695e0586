"""``cogmed prune``."""

import os
from typing import Annotated

import typer
from rich.console import Console

from cogmed_core.errors import UsageError
from cogmed_pipeline.commands import options
from cogmed_pipeline.commands.printing import say
from cogmed_pipeline.settings import check_place, settings_from
from cogmed_pipeline.steps.catalogue import catalogue_of
from cogmed_pipeline.steps.pruning import left_over, prune
from cogmed_pipeline.workshop import Workshop


def command(
    warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE,
    yes: Annotated[bool, typer.Option("--yes", help="Delete; without it they are only named.")] = False,
) -> None:
    """Delete the records of cases that are no longer in the raw folder; the tables do not hold them anyway."""
    check_place(warehouse)
    workshop, console = (
        Workshop(settings_from({**os.environ, "COGMED_WAREHOUSE": str(warehouse)}), os.environ),
        Console(),
    )
    if not catalogue_of(workshop).accepted:
        raise UsageError(f"{warehouse} holds no catalogue of cases: nobody can tell what is left over")
    found = left_over(workshop)
    for case_id, files in found.items():
        say(console, f"{case_id}: {len(files)} records")
    if not found:
        say(console, "Every record is of a case that is there")
    elif yes:
        prune(workshop, found)
        say(console, f"Deleted the records of {len(found)} cases; the next run rebuilds the tables without asking anew")
    else:
        say(console, "Nothing was deleted: say --yes to delete them")

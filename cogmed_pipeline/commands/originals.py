"""``cogmed originals``."""

import os
from typing import Annotated

import typer
from rich.console import Console

from cogmed_core.cases.anonymise.keymap import new_key
from cogmed_core.errors import ConfigurationError
from cogmed_core.experiment.definition import load_experiment
from cogmed_pipeline.commands import options
from cogmed_pipeline.commands.printing import say
from cogmed_pipeline.originals import NO_KEY
from cogmed_pipeline.settings import Settings
from cogmed_pipeline.steps.preparation import originals_of
from cogmed_pipeline.workshop import Workshop


def command(
    warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE,
    new: Annotated[bool, typer.Option("--new-key", help="Print a fresh key and do nothing else.")] = False,
    show: Annotated[str, typer.Option("--show", help="The case whose pseudonyms to resolve; needs its key.")] = "",
) -> None:
    """Say where originals are kept under lock; with the key (COGMED_KEY, COGMED_KEY_FILE) show those of a case."""
    console = Console()
    if new:
        say(console, new_key())
        return
    workshop = Workshop(Settings(warehouse=warehouse, experiment=load_experiment("demo")), os.environ)
    if not show:
        say(console, f"Sealed originals of {warehouse}: {workshop.originals.folder}")
        say(console, "There is a key." if workshop.originals.key else NO_KEY)
        return
    if not workshop.originals.key:
        raise ConfigurationError(NO_KEY)
    for pseudonym, texts in originals_of(workshop, show).items():
        say(console, f"{pseudonym}\t{' · '.join(texts)}")

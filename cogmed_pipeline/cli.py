"""``cogmed``: the command line. Exit codes: 0 all done, 1 something failed and is named, 2 bad usage or settings."""

import os
import sys
from collections.abc import Callable
from functools import wraps
from importlib import metadata
from io import TextIOWrapper
from typing import Annotated, ParamSpec

import typer
from typer.exceptions import TyperException

from cogmed_core.errors import AccessError, CogMedError, UsageError
from cogmed_pipeline.commands import (
    anonymize,
    cache,
    check,
    deliberate,
    doubts,
    estimate,
    mediate,
    originals,
    plan,
    practise,
    prune,
    ratings,
    report,
    review,
    run,
    ui,
)
from cogmed_pipeline.commands.printing import complain, complain_of_usage
from cogmed_pipeline.language.choice import spoken_language
from cogmed_pipeline.language.help import translate_headings, translate_help

P = ParamSpec("P")


def telling_of_ctrl_c(command: Callable[P, None]) -> Callable[P, None]:
    """Return the command, with a word of its own where Ctrl-C ends it: typer has none."""

    @wraps(command)
    def told(*given: P.args, **named: P.kwargs) -> None:
        try:
            command(*given, **named)
        except KeyboardInterrupt:
            complain("stopped; run the same command again to go on")
            raise typer.Exit(130) from None

    return told


app = typer.Typer(
    name="cogmed",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for module in (
    run,
    mediate,
    practise,
    estimate,
    plan,
    deliberate,
    check,
    anonymize,
    originals,
    cache,
    report,
    prune,
    ui,
):
    app.command(module.__name__.rpartition(".")[2])(telling_of_ctrl_c(module.command))
for group in (doubts, ratings, review):
    of_group = typer.Typer(help=group.HELP, no_args_is_help=True)
    for name, command in group.COMMANDS.items():
        of_group.command(name)(telling_of_ctrl_c(command))
    app.add_typer(of_group, name=group.__name__.rpartition(".")[2])


def print_version(wanted: bool) -> None:
    """Print the version and end, if that is wanted."""
    if wanted:
        print(f"cogmed {metadata.version('cogmed')}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", is_eager=True, callback=print_version, help="Print the version and end.")
]


@app.callback()
def before_any_command(version: Version = False) -> None:
    """Simulates legal mediation with language-model agents and measures it.

    A research simulation: not legal advice, not a real mediation.
    """


def main() -> None:
    """Run the command line; an error of ours is one line on stderr, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # what a terminal of another encoding cannot show is spelt out
            stream.reconfigure(errors="backslashreplace")
    try:
        command = typer.main.get_command(app)
        if spoken_language(os.environ) != "en":
            translate_headings()
            translate_help(command)
        sys.exit(command(standalone_mode=False))
    except TyperException as error:
        complain_of_usage(error)
        sys.exit(error.exit_code)
    except typer.Abort:
        complain("stopped: no more input")
        sys.exit(1)
    except (UsageError, AccessError) as error:
        complain(error)
        sys.exit(2)
    except CogMedError as error:
        complain(error)
        sys.exit(1)

"""``cogmed``: the command line. Exit codes: 0 all done, 1 something failed and is named, 2 bad usage or settings."""

import sys

import typer

from cogmed_core.errors import AccessError, CogMedError, UsageError
from cogmed_pipeline.commands import anonymize, check, deliberate, mediate, run, ui

app = typer.Typer(
    name="cogmed",
    help="Simulates legal mediation with language-model agents and measures it. A research simulation: "
    "not legal advice, not a real mediation.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for module in (run, mediate, deliberate, check, anonymize, ui):
    app.command(module.__name__.rpartition(".")[2])(module.command)


def main() -> None:
    """Run the command line; an error of ours is one line on stderr, never a traceback."""
    try:
        app()
    except (UsageError, AccessError) as error:
        print(f"cogmed: {error}", file=sys.stderr)
        sys.exit(2)
    except CogMedError as error:
        print(f"cogmed: {error}", file=sys.stderr)
        sys.exit(1)

"""Lines for people: wrapped on a terminal, whole in a file or a pipe."""

import sys

from rich.console import Console
from typer.exceptions import TyperException

from cogmed_pipeline.language.catalogue import told


def say(console: Console, line: str) -> None:
    """Print one line as it stands, in the person's language."""
    console.print(told(line), markup=False, highlight=False, soft_wrap=not console.is_terminal)


def complain_of_usage(error: TyperException) -> None:
    """Print what is wrong with a command line, and how it is used; nothing where help was printed instead."""
    problem, context = error.format_message(), getattr(error, "ctx", None)
    if not problem:
        return
    complain(problem)
    if context is not None:
        print(context.get_usage(), file=sys.stderr)
        print(told(f"Try '{context.command_path} --help' for help."), file=sys.stderr)


def complain(problem: object) -> None:
    """Print one line about something that is wrong, in the person's language."""
    print(told(f"cogmed: {problem}"), file=sys.stderr)

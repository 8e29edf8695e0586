"""Lines for people: wrapped on a terminal, whole in a file or a pipe."""

import sys

from rich.console import Console

from cogmed_pipeline.language.catalogue import told


def say(console: Console, line: str) -> None:
    """Print one line as it stands, in the person's language."""
    console.print(told(line), markup=False, highlight=False, soft_wrap=not console.is_terminal)


def complain(problem: object) -> None:
    """Print one line about something that is wrong, in the person's language."""
    print(told(f"cogmed: {problem}"), file=sys.stderr)

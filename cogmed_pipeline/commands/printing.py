"""Lines for people: wrapped on a terminal, whole in a file or a pipe."""

from rich.console import Console


def say(console: Console, line: str) -> None:
    """Print one line as it stands."""
    console.print(line, markup=False, highlight=False, soft_wrap=not console.is_terminal)

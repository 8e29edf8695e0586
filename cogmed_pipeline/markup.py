"""Text for places that act on Markdown or HTML, Dagster's pages above all: shown as it stands, never obeyed."""

from collections.abc import Iterable

MARKUP = str.maketrans({character: f"\\{character}" for character in "\\`*_{}[]<>()#+-.!|~&"})


def as_text(text: str) -> str:
    """Return ``text`` with everything Markdown or HTML could act on escaped."""
    return text.translate(MARKUP).replace("\n", "  \n")


def listed(texts: Iterable[str]) -> str:
    """Return a list in Markdown, an item a text; blank where there is none."""
    return "\n".join(f"- {as_text(' '.join(text.split()))}" for text in texts)

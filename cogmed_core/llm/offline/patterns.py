"""Patterns over two languages: Chinese has no word boundaries, English does."""

import re


def cue(chinese: str, english: str) -> re.Pattern[str]:
    """Return a pattern for either language; English alternatives begin at a word's beginning, in any case."""
    return re.compile(rf"{chinese}|\b(?:{english})", re.IGNORECASE)


def ending(chinese: str, english: str, gap: int) -> re.Pattern[str]:
    """Return a pattern for text that ends with a cue and at most ``gap`` more characters of the same clause."""
    return re.compile(rf"(?:{chinese}|\b(?:{english}))[^，。；,;]{{0,{gap}}}$", re.IGNORECASE)

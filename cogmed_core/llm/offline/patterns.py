"""Patterns over two languages: Chinese has no word boundaries, English does."""

import re

_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]{2,}")


def script(text: str) -> str:
    """Return the language ``text`` is written in, whatever language it is talked about in: zh or en."""
    return "zh" if len(_HAN.findall(text)) >= len(_LATIN.findall(text)) else "en"


def cue(chinese: str, english: str) -> re.Pattern[str]:
    """Return a pattern for either language; English alternatives begin at a word's beginning, in any case."""
    return re.compile(rf"{chinese}|\b(?:{english})", re.IGNORECASE)


def ending(chinese: str, english: str, gap: int) -> re.Pattern[str]:
    """Return a pattern for text that ends with a cue and at most ``gap`` more characters of the same clause."""
    return re.compile(rf"(?:{chinese}|\b(?:{english}))[^，。；,;]{{0,{gap}}}$", re.IGNORECASE)

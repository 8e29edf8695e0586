"""Patterns over two languages, kept as data: Chinese has no word boundaries, English does."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any


def bilingual(chinese: str, english: str) -> re.Pattern[str]:
    """Return a pattern for either language; English alternatives begin at a word's beginning, in any case."""
    parts = [chinese] if chinese else []
    parts += [rf"\b(?:{english})"] if english else []
    return re.compile("|".join(parts), re.IGNORECASE)


@cache
def lexicon(name: str) -> Mapping[str, re.Pattern[str]]:
    """Return the patterns of a lexicon file by entry.

    An entry has alternatives in ``zh`` and ``en``. With ``gap = [zh, en]`` the text has to end with one of them and at
    most so many more characters of the same clause, none of them a figure; with ``start = true`` it begins with one.
    """
    text = resources.files("cogmed_core.audit.reading").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return {entry: _pattern(words) for entry, words in tomllib.loads(text).items()}


def _pattern(words: Mapping[str, Any]) -> re.Pattern[str]:
    chinese, english = ("|".join(words.get(language, ())) for language in ("zh", "en"))
    if gaps := words.get("gap"):
        chinese = rf"(?:{chinese})[^，,。；\d]{{0,{gaps[0]}}}$" if chinese else ""
        english = rf"(?:{english})\b[^,.;\d]{{0,{gaps[1]}}}$" if english else ""
    if words.get("start"):
        return re.compile(rf"^\s*(?:{'|'.join(filter(None, (chinese, english)))})", re.IGNORECASE)
    return bilingual(chinese, english)

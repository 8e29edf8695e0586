"""Messages in the person's language: what the code says in English, as its catalogue has it in Chinese.

As with gettext the English text is the key: a template, ``{}`` for each part that is filled in. Records keep the
English, so that the same run leaves the same bytes whoever reads it; only what is printed is translated.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from cogmed_core.errors import ConfigurationError
from cogmed_pipeline.language.choice import spoken_language

FILE = "zh.toml"
_GAP = "{}"


@dataclass(frozen=True, slots=True)
class Entry:
    """A template that has parts to fill in: how it is recognised, and its translation with ``{0}``, ``{1}`` …"""

    pattern: re.Pattern[str]
    translation: str


def told(text: str) -> str:
    """Return a message in the language of the person at the terminal; what nobody translated as it stands.

    Where that language is none of ours the command says so once, in English.
    """
    try:
        return text if spoken_language(os.environ) == "en" else translated(text)
    except ConfigurationError:
        return text


@cache
def translated(text: str) -> str:
    """Return a message in Chinese; the messages that are filled into it are translated too."""
    found = _whole(text)
    if found is None and "\n" in text:
        return "\n".join(translated(line) for line in text.split("\n"))
    return _after_a_name(text) if found is None else found


@cache
def messages() -> Mapping[str, str]:
    """Return every template with its translation."""
    text = resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    return {key: value for table in tomllib.loads(text).values() for key, value in table.items()}


def _after_a_name(text: str) -> str:
    """Translate what is wrong with a file and said after its name, or after a colon where one error holds another."""
    for gap in re.finditer(" ", text):
        if (rest := _whole(text[gap.end() :])) is not None:
            before = text[: gap.start()]
            return f"{before[:-1]}：{rest}" if before.endswith(":") else f"{before} {rest}"
    return text


def _whole(text: str) -> str | None:
    if text in messages():
        return messages()[text]
    for entry in _entries():
        if match := entry.pattern.fullmatch(text):
            return entry.translation.format(*(translated(part or "") for part in match.groups()))
    return None


@cache
def _entries() -> tuple[Entry, ...]:
    """Return the templates with gaps, those that say most first."""
    said = sorted((key for key in messages() if _GAP in key), key=lambda key: -len(key.replace(_GAP, "")))
    return tuple(Entry(_pattern(key), messages()[key]) for key in said)


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile("(.*?)".join(map(re.escape, template.split(_GAP))), re.DOTALL)

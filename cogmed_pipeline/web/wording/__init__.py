"""The words of the pages: the same files, with the same keys, in each language."""

import tomllib
from functools import cache
from importlib import resources
from typing import Any, get_args

from cogmed_core.domain.case import Language
from cogmed_core.errors import ConfigurationError

LANGUAGES: tuple[Language, ...] = get_args(Language)
TAGS = {"zh": "zh-Hans", "en": "en"}
"""How HTML names a language."""


@cache
def words(language: str) -> dict[str, Any]:
    """Return every word of a language: by file name, then as the file has them.

    Raises:
        ConfigurationError: there are no words in that language.
    """
    if language not in LANGUAGES:
        raise ConfigurationError(f"no words in language {language!r}; there are {', '.join(LANGUAGES)}")
    folder = resources.files(__package__).joinpath(language)
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return {file.name.removesuffix(".toml"): tomllib.loads(file.read_text(encoding="utf-8")) for file in files}

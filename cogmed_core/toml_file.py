"""A TOML document of a user's: its text to a table, or one line that says what is wrong with it."""

import re
import tomllib
from typing import Any

from cogmed_core.errors import ConfigurationError

_TWICE = re.compile(
    r"Cannot (?:overwrite a value|declare .* twice|mutate immutable namespace .*)|Duplicate inline", re.S
)


def read_toml(content: bytes, source: str) -> dict[str, Any]:
    """Return the table in ``content``; ``source`` is what the error calls it.

    Raises:
        ConfigurationError: it is no UTF-8, no TOML, or gives a key or table twice.
    """
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ConfigurationError(f"{source} is not valid TOML: save it as UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at [^)]*\)", str(error))
        if _TWICE.search(str(error)):
            where = f" {place.group()}" if place else ""
            raise ConfigurationError(f"{source} gives a key or table twice{where}: keep one of them") from None
        raise ConfigurationError(f"{source} is not valid TOML: {error}") from None

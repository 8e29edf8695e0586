"""The language that commands and pages speak: chosen by the person, not by the case."""

from collections.abc import Mapping

from cogmed_core.domain.case import Language
from cogmed_core.errors import ConfigurationError

VARIABLE = "COGMED_LANG"


def spoken_language(environ: Mapping[str, str]) -> Language:
    """Return Chinese or English: what ``COGMED_LANG`` says, else what the locale is.

    Raises:
        ConfigurationError: ``COGMED_LANG`` is neither.
    """
    named = environ.get(VARIABLE, "").strip().lower()
    if named and named[:2] not in ("zh", "en"):
        raise ConfigurationError(f"{VARIABLE}={named!r} is no language of ours; there are zh, en")
    found = named or next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environ.get(name))), "en")
    return "zh" if found.lower().startswith("zh") else "en"

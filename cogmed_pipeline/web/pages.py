"""Pages from templates: what people and models wrote is always shown as text, whatever it holds."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from cogmed_pipeline.language.catalogue import translated
from cogmed_pipeline.web import numbers
from cogmed_pipeline.web.wording import LANGUAGES, TAGS, words

TEMPLATES = Path(__file__).parent / "templates"
ASSETS = Path(__file__).parent / "assets"
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; frame-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
"""Nothing but our own files: no inline script or style, nothing from anywhere else, no form that sends."""

FILTERS: dict[str, Callable[..., str]] = {
    "percent": numbers.percent,
    "points": numbers.points,
    "decimal": numbers.decimal,
    "whole": numbers.whole,
    "p_value": numbers.p_value,
    "interval": numbers.interval,
    "percent_interval": numbers.percent_interval,
}


@cache
def templates(language: str, *folders: Path) -> Environment:
    """Return the templates of these folders and of ours, in one language.

    Every template knows ``w`` (the words), ``language``, ``tag`` (of the language), ``other`` (the other language)
    and ``policy`` (of content security); a name that nobody gave is an error. The filter ``message`` translates what
    is stored in English, such as an error.
    """
    found = Environment(
        loader=FileSystemLoader([*folders, TEMPLATES]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    found.filters |= FILTERS
    found.filters["message"] = translated if language == "zh" else str
    other = next(one for one in LANGUAGES if one != language)
    found.globals |= {"w": words(language), "language": language, "tag": TAGS[language], "other": other}
    found.globals |= {"other_tag": TAGS[other], "policy": POLICY}
    return found


def page(name: str, language: str, folders: Sequence[Path] = (), **variables: Any) -> str:
    """Return a page from its template."""
    return templates(language, *folders).get_template(name).render(variables)

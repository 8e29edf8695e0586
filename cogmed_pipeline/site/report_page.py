"""A page of the report: where it lies, what it shows, and how it is put among the others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cogmed_pipeline.site.figure import Figure, shown
from cogmed_pipeline.site.naming import safe
from cogmed_pipeline.web.pages import templates

TEMPLATES = Path(__file__).parent / "templates"
MENU = ("index", "results", "comparisons", "quality", "deliberation", "cases", "episodes", "methods")


@dataclass(frozen=True, slots=True)
class ReportPage:
    """One page in one language, ready to be rendered.

    Attributes:
        path: below the folder of its language.
        template: its file.
        here: the entry of the menu it belongs to.
        variables: what only its template knows.
        figures: to be written beside it.
    """

    path: str
    template: str
    here: str
    heading: str
    synthetic: bool
    variables: Mapping[str, Any] = field(default_factory=dict)
    figures: Sequence[Figure] = ()


def rendered(page: ReportPage, language: str, version: str) -> str:
    """Return the page as HTML."""
    environment = templates(language, TEMPLATES)
    environment.filters |= {"shown": shown, "safe_name": safe}
    return environment.get_template(page.template).render(
        root="../" * (page.path.count("/") + 1),
        path=page.path,
        here=page.here,
        menu=MENU,
        heading=page.heading,
        synthetic=page.synthetic,
        version=version,
        figures={figure.name: figure for figure in page.figures},
        **page.variables,
    )

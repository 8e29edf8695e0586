"""A figure: the picture, what is to be seen in it, and the numbers it was drawn from."""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cogmed_core.reports.spreadsheet_text import harmless

SPOKEN = 14
"""Rows that the description of a picture names; the table beside it holds all of them."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure in one language.

    Attributes:
        name: of its files.
        alt: the picture in words.
        svg: the picture; blank where there is nothing to draw.
        columns: as the tables name them, for the CSV.
        headings: the same for a reader.
    """

    name: str
    title: str
    caption: str
    alt: str
    svg: str
    columns: tuple[str, ...]
    headings: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    synthetic: bool

    @property
    def csv(self) -> bytes:
        """The numbers as CSV, with a mark that lets spreadsheets read Chinese."""
        lines = io.StringIO()
        csv.writer(lines).writerows([self.columns, *(map(_plain, row) for row in self.rows)])
        return lines.getvalue().encode("utf-8-sig", "replace")


Draw = Callable[[str, str, str], str]
"""Takes a name, a title and a description and returns SVG."""


def figure_of(
    name: str,
    w: Mapping[str, Any],
    columns: Sequence[str],
    rows: Sequence[Sequence[Any]],
    draw: Draw,
    *,
    synthetic: bool,
    of: str = "",
    key: str = "",
) -> Figure:
    """Return a figure with its words; nothing is drawn where there is no row.

    Args:
        name: its key in the words, and of its files with ``key`` behind it.
        draw: is given the title with the mark of what is synthetic, which the picture carries wherever it goes.
        of: what it is about, behind the title.
    """
    told, heads = w["figures"][name], [w["report"]["column"][column] for column in columns]
    title = f"{told['title']}{w['common']['colon']}{of}" if of else told["title"]
    marked = title + w["common"]["bracketed"].format(n=w["common"]["synthetic"]) if synthetic else title
    whole, alt = f"{name}-{key}" if key else name, described(heads, rows)
    return Figure(
        name=whole,
        title=title,
        caption=told["caption"],
        alt=f"{marked}. {alt}",
        svg=draw(whole, marked, alt) if rows else "",
        columns=tuple(columns),
        headings=tuple(heads),
        rows=tuple(tuple(row) for row in rows),
        synthetic=synthetic,
    )


def described(headings: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Return the numbers of a figure as a sentence to be read out."""
    told = [", ".join(f"{name} {shown(value)}" for name, value in zip(headings, row, strict=True)) for row in rows]
    return "; ".join(told[:SPOKEN]) + (" …" if len(told) > SPOKEN else ".")


def shown(value: Any) -> str:
    """Return a value as the table beside a figure shows it."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".") if abs(value) < 1000 else f"{value:,.0f}"
    return str(value)


def _plain(value: Any) -> Any:
    """Return a value as CSV holds it."""
    return harmless(value) if isinstance(value, str) else value

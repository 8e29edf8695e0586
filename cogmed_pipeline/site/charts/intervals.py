"""Points with their intervals, one a row: rates by arm, and differences as a forest plot."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pygal

from cogmed_pipeline.site.charts.canvas import COLOURS, INK, PLAIN, SIZE, drawn, room_for, style, ticks

ROW = 34
PAPER = COLOURS[1]


@dataclass(frozen=True, slots=True)
class Row:
    """One row; ``other`` is a figure to hold it against, such as the paper's."""

    label: str
    value: float | None
    low: float | None = None
    high: float | None = None
    other: float | None = None


def intervals(
    name: str,
    title: str,
    description: str,
    rows: Sequence[Row],
    *,
    axis: str,
    span: tuple[float, float] | None = None,
    zero: bool = False,
    shown: Callable[[float], str] = "{:g}".format,
) -> str:
    """Return an SVG of the rows from top to bottom.

    Args:
        name: of the file, without blanks.
        axis: what is measured; it also says what a point, its interval and a ring (``other``) are.
        span: of the axis; what the rows need where it is None.
        zero: draw the line of no difference.
    """
    height = len(rows)
    places = [(row, float(height - place)) for place, row in enumerate(rows)]
    series = [_line([(0, 0.3), (0, height + 0.7)], INK, dasharray="4,4")] if zero else []
    for row, y in places:
        if row.low is not None and row.high is not None:
            ends = [_line([(end, y - 0.14), (end, y + 0.14)]) for end in (row.low, row.high)]
            series += [_line([(row.low, y), (row.high, y)]), *ends]
    series.append(_marks([(row.value, y) for row, y in places if row.value is not None], COLOURS[0]))
    rings = [(row.other, y) for row, y in places if row.other is not None]
    series += [_marks(rings, PAPER, ring=True)] if rings else []
    labels = [row.label for row in rows]
    reach = span or _span(rows, zero)
    chart = pygal.XY(
        **PLAIN,
        style=style([one.colour for one in series]),
        height=ROW * height + 100,
        dots_size=5.5,
        range=(0.3, height + 0.7),
        xrange=reach,
        x_title=axis,
        show_legend=False,
        show_y_guides=False,
        x_value_formatter=shown,
        margin_left=12 + max(0.0, room_for(labels) - 0.6 * SIZE * max(map(len, labels))),
    )
    chart.x_labels = ticks(*reach)
    chart.y_labels = [{"label": row.label, "value": y} for row, y in places]
    for one in series:
        chart.add(None, one.points, **one.look)
    return drawn(chart, name, title, description)


@dataclass(frozen=True, slots=True)
class _Series:
    points: list[Any]
    colour: str
    look: dict[str, Any]


def _line(points: list[tuple[float, float]], colour: str = COLOURS[0], **stroke: Any) -> _Series:
    return _Series(points, colour, {"show_dots": False, "stroke_style": stroke})


def _marks(points: list[tuple[float, float]], colour: str, *, ring: bool = False) -> _Series:
    node = {"r": 8, "style": f"fill: none; stroke: {colour}; stroke-width: 2.5"}
    marks: list[Any] = [{"value": point, "node": node} for point in points] if ring else list(points)
    return _Series(marks, colour, {"stroke": False})


def _span(rows: Sequence[Row], zero: bool) -> tuple[float, float]:
    ends = [end for row in rows for end in (row.value, row.low, row.high, row.other) if end is not None]
    ends += [0.0] if zero or not ends else []
    low, high = min(ends), max(ends)
    edge = (high - low) * 0.05 or 1.0
    return low - edge, high + edge

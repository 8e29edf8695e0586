"""A grid of shaded cells with their figures written in them, and bars in parts."""

from collections.abc import Mapping, Sequence

import pygal

from cogmed_pipeline.site.charts.canvas import COLOURS, PLAIN, SIZE, below, drawn, room_for, style

SHADES = ("#ffffff", "#deebf7", "#bdd7e7", "#8fbfdc", "#5ba3cf", "#2f7fb8")
"""From none to all, in one hue: lightness alone tells them apart. The last one still carries dark text."""
EMPTY = "#f0f0f0"

Cell = tuple[float | None, str]
"""A fraction of 1, None where there is none, and what is written in the cell."""


def grid(
    name: str, title: str, description: str, columns: Sequence[str], rows: Mapping[str, Sequence[Cell]], axis: str
) -> str:
    """Return an SVG with a row a name, the first one on top."""
    longest = room_for(rows)
    chart = pygal.StackedBar(
        **PLAIN,
        style=style([SHADES[0]] * len(rows), value_label_font_size=SIZE - 1),
        height=46 * len(rows) + 150,
        css=["file://style.css", "file://graph.css", "inline:.text-overlay text { text-anchor: middle }"],
        show_legend=False,
        print_labels=True,
        show_y_guides=False,
        spacing=4,
        range=(0, len(rows)),
        x_title=axis,
        margin_left=12 + max(0.0, longest - 0.6 * SIZE * max(map(len, rows))),
        x_label_rotation=_tilt(columns),
    )
    chart.x_labels = list(columns)
    chart.y_labels = [{"label": row, "value": place + 0.5} for place, row in enumerate(reversed(list(rows)))]
    for row, cells in reversed(list(rows.items())):
        chart.add(row, [{"value": 1, "color": shade(value), "label": text} for value, text in cells])
    return drawn(chart, name, title, description)


def parts(
    name: str,
    title: str,
    description: str,
    labels: Sequence[str],
    series: Mapping[str, Sequence[float]],
    axis: str,
) -> str:
    """Return an SVG of horizontal bars, one a label, each made up of the series."""
    chart = pygal.HorizontalStackedBar(
        **PLAIN,
        style=style(COLOURS[: len(series)]),
        height=38 * len(labels) + 160,
        x_title=axis,
        margin_bottom=below(len(series)),
        margin_left=12 + max(0.0, room_for(labels) - 0.6 * SIZE * max(map(len, labels))),
    )
    chart.x_labels = list(reversed(labels))
    for part, values in series.items():
        chart.add(part, list(reversed(values)))
    return drawn(chart, name, title, description)


def shade(value: float | None) -> str:
    """Return the shade of a fraction of 1."""
    if value is None:
        return EMPTY
    return SHADES[min(len(SHADES) - 1, round(min(1.0, max(0.0, value)) * (len(SHADES) - 1)))]


def _tilt(labels: Sequence[str]) -> int:
    """Return how far labels turn so that they do not overlap, in degrees."""
    return 0 if room_for(labels) * len(labels) < 600 else 30

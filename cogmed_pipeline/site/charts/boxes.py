"""How scores spread: a box an arm (quartiles, and whiskers to the furthest score within 1.5 times their distance)."""

from collections.abc import Mapping, Sequence

import pygal

from cogmed_pipeline.site.charts.canvas import COLOURS, PLAIN, below, drawn, style


def boxes(
    name: str,
    title: str,
    description: str,
    groups: Mapping[str, Sequence[float]],
    *,
    axis: str,
    span: tuple[float, float],
) -> str:
    """Return an SVG with a box a group, from left to right."""
    chart = pygal.Box(
        **PLAIN,
        style=style([COLOURS[place % len(COLOURS)] for place in range(len(groups))], opacity=".55"),
        height=430 + 12 * len(groups),
        box_mode="tukey",
        range=span,
        y_title=axis,
        margin_bottom=below(len(groups)),
    )
    for label, scores in groups.items():
        chart.add(label, list(scores))
    return drawn(chart, name, title, description)

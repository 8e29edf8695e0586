"""Curves over rounds: shares without agreement, errors of beliefs."""

from collections.abc import Callable, Mapping, Sequence

import pygal

from cogmed_pipeline.site.charts.canvas import COLOURS, DASHES, PLAIN, below, drawn, style

Points = Sequence[tuple[float, float]]


def lines(
    name: str,
    title: str,
    description: str,
    curves: Mapping[str, Points],
    *,
    x_axis: str,
    y_axis: str,
    span: tuple[float, float],
    steps: bool = False,
    shown: Callable[[float], str] = "{:g}".format,
) -> str:
    """Return an SVG with a curve a name; ``steps`` holds each value until the next, as a share of talks does."""
    last = max((x for points in curves.values() for x, _ in points), default=1)
    chart = pygal.XY(
        **PLAIN,
        style=style([COLOURS[place % len(COLOURS)] for place in range(len(curves))]),
        height=440 + 12 * len(curves),
        show_dots=not steps,
        dots_size=3.5,
        range=span,
        xrange=(0 if steps else 1, last),
        x_title=x_axis,
        y_title=y_axis,
        show_x_guides=False,
        value_formatter=shown,
        x_value_formatter="{:g}".format,
        margin_bottom=below(len(curves)),
    )
    chart.x_labels = list(range(0 if steps else 1, int(last) + 1))
    for place, (label, points) in enumerate(curves.items()):
        look = {"dasharray": DASHES[place % len(DASHES)]}
        chart.add(label, _stairs(points) if steps else list(points), stroke_style=look)
    return drawn(chart, name, title, description)


def _stairs(points: Points) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for x, y in points:
        found += [(x, found[-1][1]), (x, y)] if found else [(x, y)]
    return found

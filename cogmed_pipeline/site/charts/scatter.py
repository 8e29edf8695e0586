"""Points in the plane, each named beside its mark: cost against success."""

from collections.abc import Sequence

import pygal

from cogmed_pipeline.site.charts.canvas import COLOURS, PLAIN, below, drawn, short, style, ticks

Point = tuple[str, float, float]


def scatter(
    name: str,
    title: str,
    description: str,
    points: Sequence[Point],
    *,
    x_axis: str,
    y_axis: str,
    span: tuple[float, float],
) -> str:
    """Return an SVG with a mark and a legend entry a point; ``span`` is of the vertical axis."""
    reach = (0, max((x for _, x, _ in points), default=0.0) * 1.08 or 1.0)
    chart = pygal.XY(
        **PLAIN,
        style=style([COLOURS[place % len(COLOURS)] for place in range(len(points))]),
        height=430 + 12 * len(points),
        stroke=False,
        dots_size=7,
        range=span,
        xrange=reach,
        x_title=x_axis,
        y_title=y_axis,
        show_x_guides=True,
        x_value_formatter=short,
        value_formatter="{:g}".format,
        margin_bottom=below(len(points)),
        print_labels=True,
    )
    chart.x_labels = ticks(*reach)
    numbers = _numbers(points, span)
    for place, (label, x, y) in enumerate(points):
        chart.add(f"{place + 1} {label}", [{"value": (x, y), "label": numbers[place]}])
    return drawn(chart, name, title, description)


def _numbers(points: Sequence[Point], span: tuple[float, float]) -> list[str]:
    """Return the numbers beside each mark: marks that lie on each other share theirs, written once."""
    wide, high = max((x for _, x, _ in points), default=1.0) or 1.0, span[1] - span[0]
    shown: list[list[int]] = []
    for place, (_, x, y) in enumerate(points):
        near = (
            one for one in shown if abs(points[one[0]][1] - x) < wide / 25 and abs(points[one[0]][2] - y) < high / 25
        )
        group = next(near, None)
        shown += [] if group else [[]]
        (group or shown[-1]).append(place)
    first = {group[0]: ", ".join(str(place + 1) for place in group) for group in shown}
    return [first.get(place, "") for place in range(len(points))]

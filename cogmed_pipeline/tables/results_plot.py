"""The success rates of all arms with their intervals, as a small picture for the page of the tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from cogmed_pipeline.steps.belief_curve import COLOURS, label, picture

ROW, LEFT, SCALE = 20, 240, 300


def results_plot(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return Markdown with a bar an arm: rate, interval, whether synthetic or incomplete; or nothing."""
    if not rows:
        return ""
    bottom = ROW * len(rows) + 8
    parts = [
        f'<path d="M{LEFT + share * SCALE:.0f} 4V{bottom}" stroke="#ddd"/>'
        f"{label(LEFT + share * SCALE - 8, bottom + 14, f'{share:.0%}')}"
        for share in (0.0, 0.25, 0.5, 0.75, 1.0)
    ]
    parts += [_bar(number, row) for number, row in enumerate(rows)]
    return picture(parts, LEFT + SCALE + 40, bottom + 22, "Success rate of each arm with its 95 % interval")


def _bar(number: int, row: Mapping[str, Any]) -> str:
    y = 8 + ROW * number
    marks = [word for word, there in (("synthetic", row["synthetic"]), ("incomplete", row["incomplete"])) if there]
    name = f"{row['backbone']}.{row['configuration']}" + (f" ({', '.join(marks)})" if marks else "")
    bar = f'<rect x="{LEFT}" y="{y}" width="{SCALE * row["sr"]:.1f}" height="12" fill="{COLOURS[0]}" opacity="0.75"/>'
    low, high = row["sr_low"], row["sr_high"]
    if low is not None and high is not None:
        bar += (
            f'<path d="M{LEFT + SCALE * low:.1f} {y + 6}H{LEFT + SCALE * high:.1f}" stroke="#111" stroke-width="1.5"/>'
        )
    return label(6, y + 10, name[:44]) + bar

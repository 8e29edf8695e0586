"""What the litigants of an episode believed of each other, round by round, as a small picture."""

import base64
from collections.abc import Iterable, Sequence
from html import escape

from cogmed_core.domain.episode import Belief

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 520, 200, 36, 12, 168
COLOURS = ("#1f5f8b", "#b5562b", "#3b7d3b", "#7a4b9c", "#8a7a1f", "#4c4c4c")


def belief_curve(beliefs: Sequence[Belief]) -> str:
    """Return Markdown with the believed flexibility (0 to 1) over the rounds, one line a pair, or nothing."""
    if not beliefs:
        return ""
    rounds = max(belief.round for belief in beliefs)
    pairs = dict.fromkeys((belief.seat, belief.about) for belief in beliefs)
    parts = [_axis(rounds)]
    for number, (seat, about) in enumerate(pairs):
        points = [(one.round, one.flexibility) for one in beliefs if (one.seat, one.about) == (seat, about)]
        parts.append(_line(number, f"{seat} of {about}", points, rounds))
    return picture(parts, WIDTH, HEIGHT + 16 * ((len(pairs) + 1) // 2), "Believed flexibility by round")


def picture(parts: Iterable[str], width: int, height: int, told: str) -> str:
    """Return Markdown with a picture in itself; nothing is fetched, and nothing in it can run."""
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
        f'font-size="11"><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>'
    )
    return f"![{told}](data:image/svg+xml;base64,{base64.b64encode(drawn.encode()).decode()})"


def label(x: float, y: float, text: str, colour: str = "#222") -> str:
    """Return a piece of text at a place of a picture."""
    return f'<text x="{x:.0f}" y="{y:.0f}" fill="{colour}">{escape(text)}</text>'


def _place(number: int, value: float, rounds: int) -> tuple[float, float]:
    step = (WIDTH - LEFT - 16) / max(1, rounds - 1)
    return LEFT + (number - 1) * step, BOTTOM - value * (BOTTOM - TOP)


def _axis(rounds: int) -> str:
    lines = []
    for value in (0.0, 0.5, 1.0):
        _, y = _place(1, value, rounds)
        lines.append(f'<path d="M{LEFT} {y:.0f}H{WIDTH - 12}" stroke="#ddd"/>{label(8, y + 4, f"{value:.1f}")}')
    lines += [label(_place(number, 0, rounds)[0] - 3, BOTTOM + 16, str(number)) for number in range(1, rounds + 1)]
    return "".join(lines)


def _line(number: int, told: str, points: Sequence[tuple[int, float]], rounds: int) -> str:
    colour, places = COLOURS[number % len(COLOURS)], [_place(*point, rounds) for point in points]
    drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in places)
    below = label(LEFT + 250 * (number % 2), HEIGHT + 16 * (number // 2), told, colour)
    return f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="1.5"/>{dots}{below}'

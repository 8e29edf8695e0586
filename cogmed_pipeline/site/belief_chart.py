"""What each side believes of the other's room to move, beside the truth: the places of the lines, no drawing.

The picture itself is a template. Pygal takes some 20 ms a chart, which ten thousand episodes in two languages
cannot afford; two lines in a frame need no library.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cogmed_core.domain.audit import BeliefError

WIDTH, HEIGHT = 300, 130
LEFT, TOP = 34, 12


@dataclass(frozen=True, slots=True)
class Panel:
    """One side's belief about another: ``points`` of two polylines, and the ticks below them."""

    who: str
    about: str
    believed: str
    truth: str
    ticks: Sequence[tuple[float, int]]
    last: str


def panels(beliefs: Sequence[BeliefError], rounds: int, names: Mapping[str, str]) -> list[Panel]:
    """Return a panel for each side and each it watches."""
    pairs = dict.fromkeys((one.seat, one.about) for one in beliefs)
    return [_panel([one for one in beliefs if (one.seat, one.about) == pair], max(rounds, 2), names) for pair in pairs]


def _panel(rows: Sequence[BeliefError], rounds: int, names: Mapping[str, str]) -> Panel:
    def across(number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - 8) * (number - 1) / (rounds - 1), 1)

    def up(share: float) -> float:
        return round(TOP + HEIGHT * (1 - share), 1)

    believed = [f"{across(one.round)},{up(one.flexibility)}" for one in rows]
    true = [f"{across(one.round)},{up(one.true_flexibility)}" for one in rows if one.true_flexibility is not None]
    step = max(1, rounds // 5)
    end = rows[-1]
    return Panel(
        who=names.get(end.seat, end.seat),
        about=names.get(end.about, end.about),
        believed=" ".join(believed),
        truth=" ".join(true),
        ticks=[(across(number), number) for number in range(1, rounds + 1, step)],
        last=f"{end.flexibility:.2f}" + (f" / {end.true_flexibility:.2f}" if end.true_flexibility is not None else ""),
    )

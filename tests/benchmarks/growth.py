"""Processor time at 1×, 10× and 100×: measured, printed as a row of a table, and held to a straight line."""

from collections.abc import Callable, Mapping
from itertools import pairwise

TIMES = (1, 10, 100)
MOST = 1.15
"""Times as much as in proportion that ten times the work may take: what a large heap and a busy machine add."""


def growth(what: str, sizes: Mapping[int, str], seconds: Callable[[int], float]) -> None:
    """Measure, print and check one kind of work.

    Args:
        sizes: how much 1×, 10× and 100× are, in words.
        seconds: the processor time of so many times the work.
    """
    taken = [seconds(times) for times in TIMES]
    cells = [f"{sizes[times]}: {one:.3g} s" for times, one in zip(TIMES, taken, strict=True)]
    steps = [later / earlier for earlier, later in pairwise(taken)]
    print(f"\n| {what} | {' | '.join(cells)} | × {steps[0]:.1f}, × {steps[1]:.1f} |")
    for earlier, later in pairwise(taken):
        assert later <= 10 * MOST * earlier, f"{what} grows faster than what it is about"

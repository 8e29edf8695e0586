"""The null distribution behind McNemar's, Wilcoxon's and the sign-flip test: magnitudes, random signs."""

import numpy as np

from cogmed_core.stats.arrays import FloatArray, IntArray

MOST_STEPS = 50_000_000  # additions that are still quick (about a tenth of a second)


def countable(magnitudes: IntArray) -> bool:
    """Whether ``exact_p`` is quick enough."""
    return int(magnitudes.size) * int(magnitudes.sum()) <= MOST_STEPS


def exact_p(magnitudes: IntArray, observed: int) -> float:
    """Probability that |Σ ± magnitude| ≥ |observed| when every sign is a fair coin of its own.

    Exact for any whole magnitudes, ties and zeros included, by convolution of the two-point distributions
    (Streitberg & Röhmel 1986). No magnitude at all: 1.
    """
    total = int(magnitudes.sum())
    chance: FloatArray = np.zeros(total + 1)
    chance[0] = 1.0  # of the sum of those that drew "plus"
    reach = 0
    for magnitude in np.sort(magnitudes):
        grown = chance[: reach + magnitude + 1] / 2
        grown[magnitude:] += chance[: reach + 1] / 2
        reach += int(magnitude)
        chance[: reach + 1] = grown
    signed = 2 * np.arange(total + 1) - total
    return min(1.0, float(chance[np.abs(signed) >= abs(observed)].sum()))

"""Fisher's exact test: two arms that were not run on the same cases, such as published counts."""

import numpy as np
from scipy import stats

from cogmed_core.stats.arrays import count


def exact(successes_a: int, n_a: int, successes_b: int, n_b: int) -> float:
    """Two-sided p of equal success rates given the margins (Fisher 1935; as improbable tables or more so).

    No run in an arm, or no success, or no failure at all: 1.

    Raises:
        ValueError: a count below zero, or more successes than runs.
    """
    table = []
    for name, successes, n in (("a", successes_a, n_a), ("b", successes_b, n_b)):
        if count(f"successes_{name}", successes) > count(f"n_{name}", n):
            raise ValueError(f"successes_{name}: {successes} of only {n}")
        table.append([int(successes), int(n) - int(successes)])
    return float(stats.fisher_exact(np.array(table)).pvalue)

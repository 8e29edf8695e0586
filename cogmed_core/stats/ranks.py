"""Mean ranks in a resample, without building the resample."""

import numpy as np

from cogmed_core.stats.arrays import FloatArray


def settle(values: FloatArray) -> FloatArray:
    """The values rounded to ten digits of the largest, so that ties up to rounding are ties."""
    largest = float(np.abs(values).max(initial=0.0))
    return np.round(values / largest, 10) * largest if largest else values


def mean_ranks(values: FloatArray, drawn: FloatArray) -> FloatArray:
    """Mean rank of each value among the rows drawn, ties sharing theirs.

    Args:
        values: (rows,), settled.
        drawn: (resamples, rows), how often each row was drawn.

    Returns:
        (resamples, rows); the rank a row not drawn would have is given too, and is to be weighted by 0.
    """
    _, level = np.unique(values, return_inverse=True)
    order = np.argsort(level, kind="stable")
    starts = np.flatnonzero(np.diff(level[order], prepend=-1))
    tied = np.add.reduceat(drawn[:, order], starts, axis=1)
    ranks = np.cumsum(tied, axis=1) - tied + (tied + 1) / 2
    return np.asarray(ranks[:, level], dtype=np.float64)

"""Several tests at once."""

import numpy as np
from numpy.typing import ArrayLike

from cogmed_core.stats.arrays import FloatArray, finite


def holm(p: ArrayLike) -> FloatArray:
    """Adjusted p-values in the order given (Holm 1979): below α exactly where Holm's procedure rejects at α.

    The family is everything handed over, so declare it before looking. No p: an empty vector.

    Raises:
        ValueError: NaN, or a p outside 0…1.
    """
    raw = finite("p", p)
    if ((raw < 0) | (raw > 1)).any():
        raise ValueError("p: expected numbers from 0 to 1")
    order = np.argsort(raw, kind="stable")
    stepped = np.maximum.accumulate(raw[order] * np.arange(raw.size, 0, -1))
    adjusted = np.empty_like(raw)
    adjusted[order] = np.minimum(1.0, stepped)
    return adjusted

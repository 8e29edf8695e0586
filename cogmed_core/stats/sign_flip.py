"""The sign-flip permutation test: paired arms, several seeds a case."""

import numpy as np
from numpy.typing import ArrayLike

from cogmed_core.stats.arrays import FloatArray, finite, same_length
from cogmed_core.stats.resampling import Clusters, cluster_sums
from cogmed_core.stats.signed_sums import countable, exact_p
from cogmed_core.stats.significance import Significance

MOST_ENUMERATED = 16  # cases: 2^16 = 65,536 patterns of signs


def sign_flip(differences: ArrayLike, cases: ArrayLike, seed: int, permutations: int = 20_000) -> Significance:
    """Two-sided test of no difference, whatever the correlation inside a case (Fisher 1935, section 21).

    If the arms are alike, swapping them for a whole case changes nothing: the sign of each case's summed
    difference is a fair coin. Exact where the sums are whole numbers (successes: with one seed a case this
    *is* the exact McNemar test) and for up to 16 cases that differ; beyond, by Monte Carlo with p = (1 +
    hits) / (1 + permutations), which never is zero (Phipson & Smyth 2010). No difference anywhere, or no
    row: p = 1.

    Args:
        differences: a − b, one a row.
        cases: label of the case of each row.
        seed: of the Monte Carlo draw.
        permutations: number of Monte Carlo patterns.

    Raises:
        ValueError: NaN, unequal lengths.
    """
    values, by_case = finite("differences", differences), Clusters.of("cases", cases)
    n = same_length(differences=values, cases=by_case.codes)
    sums = cluster_sums(values, by_case)
    return Significance("sign-flip over cases", _p(sums, seed, permutations), n, by_case.count)


def _p(sums: FloatArray, seed: int, permutations: int) -> float:
    moved = sums[np.abs(sums) > 1e-12]
    if not moved.size:
        return 1.0
    whole = np.rint(moved)
    if np.array_equal(whole, moved):
        magnitudes = np.abs(whole).astype(np.int64)
        if countable(magnitudes):
            return exact_p(magnitudes, int(whole.sum()))
    least = abs(float(moved.sum())) - 1e-9 * float(np.abs(moved).sum())  # ties by rounding count as reached
    if moved.size <= MOST_ENUMERATED:
        return float(np.mean(np.abs(_every_pattern(moved)) >= least))
    rng = np.random.default_rng(seed)
    hits = 0
    for start in range(0, permutations, 2_000):
        size = min(2_000, permutations - start)
        hits += int(np.count_nonzero(np.abs(_random_patterns(moved, size, rng)) >= least))
    return (1 + hits) / (1 + permutations)


def _every_pattern(moved: FloatArray) -> FloatArray:
    reached = np.zeros(1)
    for value in moved:
        reached = np.concatenate([reached + value, reached - value])
    return reached


def _random_patterns(moved: FloatArray, size: int, rng: np.random.Generator) -> FloatArray:
    octets = rng.integers(0, 256, size=(size, -(-moved.size // 8)), dtype=np.uint8)
    plus = np.unpackbits(octets, axis=1, count=moved.size)
    return np.asarray(2 * (plus @ moved) - moved.sum(), dtype=np.float64)

"""Who is drawn how often: the multiplicity of every row in every resample.

A row belongs to a case. Resampling draws whole cases, with all their rows, because the seeds of one case
are not independent of one another (Davison & Hinkley 1997, section 3.8). With a second label the seeds are
drawn as well and the multiplicities multiplied: the pigeonhole bootstrap of a crossed array (Owen 2007).
Take that one only where a seed means something common to all cases: it then covers what the first misses.
Where a seed is a mere label of an independent repetition it is conservative: up to three times the variance,
96.5 % measured instead of 95 % where half of the variance lies between cases.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from numbers import Integral

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cogmed_core.stats.arrays import FloatArray, IntArray, count, fraction

BLOCK = 200_000  # numbers drawn at a time: memory does not grow with the data, and a block stays in the cache


@dataclass(frozen=True, slots=True)
class Resampling:
    """How to resample; the same plan on the same data gives the same interval."""

    seed: int
    resamples: int = 2_000
    level: float = 0.95

    def __post_init__(self) -> None:
        count("seed", self.seed)
        fraction("level", self.level)
        if self.resamples < 100:
            raise ValueError(f"resamples: at least 100, got {self.resamples}")


@dataclass(frozen=True, slots=True)
class Clusters:
    """Which cluster each row is in: codes 0…count−1, one a row."""

    codes: IntArray
    count: int

    @classmethod
    def of(cls, name: str, labels: ArrayLike) -> "Clusters":
        """Clusters by label (texts or whole numbers), in the order of the labels.

        Raises:
            ValueError: a missing label, or labels of several types.
        """
        # As objects first: numpy would turn a NaN among texts into the text "nan".
        array = labels if isinstance(labels, np.ndarray) else np.asarray(labels, dtype=np.object_)
        if array.dtype.kind == "O":
            array = _typed(array)
        if array.ndim != 1 or (array.dtype.kind not in "Uiu" and array.size):
            raise ValueError(f"{name}: expected a vector of texts or of whole numbers, none missing")
        unique, codes = np.unique(array, return_inverse=True)
        return cls(codes.astype(np.int64), len(unique))

    @classmethod
    def singletons(cls, rows: int) -> "Clusters":
        """Every row its own cluster."""
        return cls(np.arange(rows, dtype=np.int64), rows)


def _typed(labels: NDArray[np.object_]) -> NDArray[np.generic]:
    for kind, dtype in ((str, np.str_), (Integral, np.int64)):
        if all(isinstance(label, kind) for label in labels):
            return labels.astype(dtype)
    return labels


def cluster_sums(values: FloatArray, cases: Clusters) -> FloatArray:
    """Sum of the values of each cluster, (clusters,)."""
    return np.bincount(cases.codes, weights=values, minlength=cases.count).astype(np.float64)


def multiplicities(plan: Resampling, cases: Clusters, seeds: Clusters | None = None) -> Iterator[FloatArray]:
    """Blocks of shape (resamples in the block, rows): how often each row was drawn."""
    rng = np.random.default_rng(plan.seed)
    for size in _block_sizes(plan.resamples, len(cases.codes)):
        drawn = _draw(cases.count, size, rng)[:, cases.codes]
        if seeds is not None:
            drawn *= _draw(seeds.count, size, rng)[:, seeds.codes]
        yield drawn


def jackknife(cases: Clusters, groups: int = 200) -> Iterator[FloatArray]:
    """Blocks of shape (groups in the block, rows): 0 for the rows of one group of cases left out, else 1.

    Each case is a group of its own up to ``groups`` cases; beyond, cases share a group, so that the cost
    stays linear.
    """
    member = cases.codes % groups
    total, start = min(groups, cases.count), 0
    for size in _block_sizes(total, len(member)):
        left_out = np.arange(start, start + size)
        yield (member[None, :] != left_out[:, None]).astype(np.float64)
        start += size


def _draw(population: int, size: int, rng: np.random.Generator) -> FloatArray:
    chosen = rng.integers(0, population, size=(size, population), dtype=np.int32)
    chosen += population * np.arange(size, dtype=np.int32)[:, None]
    counts = np.bincount(chosen.ravel(), minlength=size * population)
    return counts.reshape(size, population).astype(np.float64)


def _block_sizes(total: int, width: int) -> Iterator[int]:
    largest = max(1, BLOCK // max(1, width))
    for start in range(0, total, largest):
        yield min(largest, total - start)

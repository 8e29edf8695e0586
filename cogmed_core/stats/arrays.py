"""The arrays that may enter a statistic: one-dimensional, finite, of equal length."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


def finite(name: str, values: ArrayLike) -> FloatArray:
    """The values as a float vector.

    Raises:
        ValueError: more than one dimension, or a NaN or an infinity among them.
    """
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1:
        raise ValueError(f"{name}: expected a vector, got {array.ndim} dimensions")
    unusable = int(np.count_nonzero(~np.isfinite(array)))
    if unusable:
        raise ValueError(f"{name}: {unusable} of {array.size} values are NaN or infinite")
    return array


def finite_table(name: str, values: ArrayLike) -> FloatArray:
    """The values as a float matrix; the same refusals as ``finite``."""
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 2:
        raise ValueError(f"{name}: expected a matrix, got {array.ndim} dimensions")
    return finite(name, array.ravel()).reshape(array.shape)


def binary(name: str, values: ArrayLike) -> BoolArray:
    """The values as a truth vector.

    Raises:
        ValueError: a value other than 0, 1, False, True.
    """
    array = finite(name, values)
    if not np.isin(array, (0.0, 1.0)).all():
        raise ValueError(f"{name}: expected only 0 and 1")
    return array.astype(np.bool_)


def same_length(**arrays: NDArray[np.generic]) -> int:
    """The common length.

    Raises:
        ValueError: they differ; the text names each with its length.
    """
    lengths = {name: len(array) for name, array in arrays.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError("unequal lengths: " + ", ".join(f"{name} {n}" for name, n in lengths.items()))
    return next(iter(lengths.values()))


def ratio(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    """Element by element; NaN where the denominator is not above zero."""
    quotient = np.full_like(denominator, np.nan)
    np.divide(numerator, denominator, out=quotient, where=denominator > 0)
    return quotient


def count(name: str, value: int) -> int:
    """A number of things.

    Raises:
        ValueError: below zero or not whole.
    """
    if not (value >= 0 and value % 1 == 0):
        raise ValueError(f"{name}: expected a whole number from 0, got {value}")
    return int(value)


def fraction(name: str, value: float) -> float:
    """A number strictly between 0 and 1, such as a confidence level.

    Raises:
        ValueError: anything else.
    """
    if not 0 < value < 1:
        raise ValueError(f"{name}: expected a number between 0 and 1, got {value}")
    return float(value)

"""McNemar's test: does one arm succeed where the other fails more often than the other way round?"""

from dataclasses import dataclass

from numpy.typing import ArrayLike
from scipy import stats

from cogmed_core.stats.arrays import binary, count, same_length


@dataclass(frozen=True, slots=True)
class PairedCounts:
    """Pairs of runs on the same case by success: of both arms, of one only, of neither."""

    both: int
    only_a: int
    only_b: int
    neither: int

    def __post_init__(self) -> None:
        for name in ("both", "only_a", "only_b", "neither"):
            count(name, getattr(self, name))

    @property
    def pairs(self) -> int:
        """All pairs."""
        return self.both + self.only_a + self.only_b + self.neither


def paired_counts(a: ArrayLike, b: ArrayLike) -> PairedCounts:
    """The four counts of two truth vectors, row by row the same case and seed.

    Raises:
        ValueError: NaN, a value other than 0 and 1, unequal lengths.
    """
    first, second = binary("a", a), binary("b", b)
    same_length(a=first, b=second)
    return PairedCounts(
        both=int((first & second).sum()),
        only_a=int((first & ~second).sum()),
        only_b=int((~first & second).sum()),
        neither=int((~first & ~second).sum()),
    )


def exact(only_a: int, only_b: int) -> float:
    """Two-sided exact conditional p: binomial(½) on the discordant pairs (McNemar 1947), tails doubled.

    For one pair a case. No discordant pair: 1.

    Raises:
        ValueError: a count below zero.
    """
    discordant, smaller = _discordant(only_a, only_b)
    return min(1.0, 2 * float(stats.binom.cdf(smaller, discordant, 0.5)))


def mid_p(only_a: int, only_b: int) -> float:
    """Two-sided mid-p version: less conservative, the level is kept on average only (Fagerland et al. 2013).

    The observed split counts half; as many of one kind as of the other: 1 − ½ P(observed). No discordant
    pair: 1.

    Raises:
        ValueError: a count below zero.
    """
    discordant, smaller = _discordant(only_a, only_b)
    if not discordant:
        return 1.0
    observed = float(stats.binom.pmf(smaller, discordant, 0.5))
    if only_a == only_b:
        return 1 - observed / 2
    return 2 * float(stats.binom.cdf(smaller, discordant, 0.5)) - observed


def _discordant(only_a: int, only_b: int) -> tuple[int, int]:
    a, b = count("only_a", only_a), count("only_b", only_b)
    return a + b, min(a, b)

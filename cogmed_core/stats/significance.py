"""The outcome of a significance test."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Significance:
    """A two-sided p-value with what was tested on what.

    Attributes:
        test: its name, fit for a table.
        p: 1.0 where nothing speaks against the null hypothesis because nothing differs.
        n: pairs (or observations) handed over.
        clusters: independent units; equal to n unless several rows share a case.
    """

    test: str
    p: float
    n: int
    clusters: int

"""The same comparisons on the paper's published figures, and what becomes of its claims.

The paper gives success rates, means and standard deviations of 50 cases an arm, one run, and no pairs. So its counts
are tested by Fisher's exact test and its scores by Welch's; both are the weaker for not knowing the pairs. Of the turns
to agreement nothing can be tested: no deviation is published.
"""

import tomllib
from functools import cache
from importlib import resources
from typing import Literal

from pydantic import Field

from cogmed_core.domain.record import Record
from cogmed_core.reports.family import Arm, arm_key, declared
from cogmed_core.reports.published import CASES, Published, published
from cogmed_core.stats import fisher, proportion_difference, welch
from cogmed_core.stats.multiplicity import holm

ALPHA = 0.05

Metric = Literal["sr", "oqs"]


class Claim(Record):
    """A claim of the paper that compares two arms."""

    section: str
    metric: Metric
    arm_a: str
    arm_b: str
    says: str


class PaperComparison(Record):
    """One metric of two published arms, a − b."""

    metric: Metric
    arm_a: str
    arm_b: str
    n: int = Field(description="cases of each arm")
    value_a: float
    value_b: float
    difference: float
    low: float
    high: float
    test: str
    p: float
    p_adjusted: float = Field(description="Holm, over the declared comparisons of this metric")
    section: str | None = Field(description="where the paper claims that a does better; None where it does not")
    claim: str | None
    holds: bool | None = Field(description="the difference is a's way and significant after adjustment, at 0.05")


@cache
def claims() -> tuple[Claim, ...]:
    """Return the paper's claims."""
    text = resources.files("cogmed_core.reports").joinpath("claims.toml").read_text(encoding="utf-8")
    return tuple(Claim(**one) for one in tomllib.loads(text)["claim"])


@cache
def paper_comparisons() -> tuple[PaperComparison, ...]:
    """Compare the published arms by success rate and by quality, in the same declared pairs as ours."""
    rows = published()
    family = declared(list(rows))
    return tuple(
        row
        for metric in ("sr", "oqs")
        for row in _adjusted([_compared(metric, a, b, rows[a], rows[b]) for a, b in family])
    )


def _compared(metric: Metric, a: Arm, b: Arm, first: Published, second: Published) -> PaperComparison:
    if metric == "sr":
        agreed = [round(row.sr / 100 * CASES) for row in (first, second)]
        gap = proportion_difference.unpaired(agreed[0], CASES, agreed[1], CASES)
        test, p = "Fisher exact (unpaired)", fisher.exact(agreed[0], CASES, agreed[1], CASES)
        values = (first.sr / 100, second.sr / 100)
    else:
        result = welch.from_summaries(first.oqs, first.oqs_sd, CASES, second.oqs, second.oqs_sd, CASES)
        gap, test, p = result.difference, result.significance.test, result.significance.p
        values = (first.oqs, second.oqs)
    names = (arm_key(a), arm_key(b))
    claim = next((one for one in claims() if (one.metric, one.arm_a, one.arm_b) == (metric, *names)), None)
    return PaperComparison(
        metric=metric,
        arm_a=names[0],
        arm_b=names[1],
        n=CASES,
        value_a=values[0],
        value_b=values[1],
        difference=values[0] - values[1],
        low=gap.low or 0.0,
        high=gap.high or 0.0,
        test=test,
        p=p,
        p_adjusted=p,
        section=claim.section if claim else None,
        claim=claim.says if claim else None,
        holds=None,
    )


def _adjusted(rows: list[PaperComparison]) -> list[PaperComparison]:
    adjusted = holm([row.p for row in rows])
    return [
        row.model_copy(
            update={
                "p_adjusted": float(p),
                "holds": row.difference > 0 and float(p) < ALPHA if row.claim else None,
            }
        )
        for row, p in zip(rows, adjusted, strict=True)
    ]

"""What changes when one choice of the experiment is another: each variant against the base, pair by pair."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import Field

from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import Judgement
from cogmed_core.domain.record import Record
from cogmed_core.reports.comparisons import RESAMPLING, metrics_of, values_of
from cogmed_core.reports.family import Arm
from cogmed_core.reports.scores import quality_scores
from cogmed_core.stats import paired
from cogmed_core.stats.multiplicity import holm

METRICS = ("sr", "oqs", "tta")
"""Rounds up to the limit are no metric here: a variant may have another limit."""


@dataclass(frozen=True, slots=True)
class Side:
    """The episodes of the base or of a variant, and what judges said of them."""

    episodes: Sequence[Episode]
    judgements: Sequence[Judgement]


class SensitivityRow(Record):
    """One metric of one arm under a variant, less the same under the base."""

    factor: str
    value: str
    backbone: str
    configuration: str
    metric: str
    pairs: int = Field(description="(case, seed) pairs that both have a value of")
    cases: int
    base: float | None = Field(description="over these pairs")
    variant: float | None
    difference: float | None = Field(description="variant − base")
    low: float | None
    high: float | None
    test: str
    p: float
    p_adjusted: float = Field(description="Holm, over all variants and arms of the metric")
    synthetic: bool


def sensitivity(base: Side, variants: Mapping[tuple[str, str], Side]) -> list[SensitivityRow]:
    """Compare every variant, by (factor, value), with the base, arm by arm; arms without a pair are left out."""
    found: list[SensitivityRow] = []
    for metric in METRICS:
        rows = [
            row
            for (factor, value), side in variants.items()
            for arm in dict.fromkeys((one.backbone, one.configuration) for one in base.episodes)
            if (row := _row(metric, (factor, value), arm, base, side))
        ]
        adjusted = holm([row.p for row in rows])
        found += [row.model_copy(update={"p_adjusted": float(p)}) for row, p in zip(rows, adjusted, strict=True)]
    return found


def _row(metric: str, varied: tuple[str, str], arm: Arm, base: Side, variant: Side) -> SensitivityRow | None:
    before, after = (_values(metric, arm, side) for side in (base, variant))
    cells = sorted(before.keys() & after.keys())
    if not cells:
        return None
    first, second = ([values[cell] for cell in cells] for values in (after, before))
    cases = [case_id for case_id, _ in cells]
    compared = (paired.successes if metric == "sr" else paired.scores)(first, second, cases, RESAMPLING)
    return SensitivityRow(
        factor=varied[0],
        value=varied[1],
        backbone=arm[0],
        configuration=arm[1],
        metric=metric,
        pairs=len(cells),
        cases=len(set(cases)),
        base=sum(second) / len(second),
        variant=sum(first) / len(first),
        difference=compared.difference.value,
        low=compared.difference.low,
        high=compared.difference.high,
        test=compared.significance.test,
        p=compared.significance.p,
        p_adjusted=1.0,
        synthetic=any(
            any(one.synthetic for one in side.episodes) or any(one.synthetic for one in side.judgements)
            for side in (base, variant)
        ),
    )


def _values(metric: str, arm: Arm, side: Side) -> Mapping[tuple[str, int], float]:
    of_arm = [one for one in side.episodes if (one.backbone, one.configuration) == arm]
    return values_of(of_arm, metrics_of(of_arm, quality_scores(side.judgements))[metric])

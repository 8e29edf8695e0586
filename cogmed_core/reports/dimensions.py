"""The further judged dimensions by arm, each with its n and interval; none of them enters the quality score."""

from collections.abc import Sequence
from statistics import stdev

from pydantic import Field

from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import CONDUCT, ConductJudgement
from cogmed_core.domain.record import Record
from cogmed_core.reports.scores import panel_means
from cogmed_core.stats.bootstrap import mean
from cogmed_core.stats.resampling import Resampling

RESAMPLING = Resampling(seed=0)


class DimensionResult(Record):
    """One dimension of one arm."""

    backbone: str
    configuration: str
    dimension: str
    n: int = Field(description="episodes that somebody scored")
    unscored: int = Field(description="finished episodes that nobody scored")
    mean: float | None
    sd: float | None
    low: float | None = Field(description="bootstrap over cases, 95 %")
    high: float | None
    synthetic: bool


def dimension_results(episodes: Sequence[Episode], sheets: Sequence[ConductJudgement]) -> tuple[DimensionResult, ...]:
    """Aggregate by arm and dimension; an arm without a sheet has no row."""
    judged = {sheet.episode_id for sheet in sheets}
    by_arm: dict[tuple[str, str], list[Episode]] = {}
    for episode in episodes:
        if episode.status == "finished":
            by_arm.setdefault((episode.backbone, episode.configuration), []).append(episode)
    ruled = {sheet.episode_id for sheet in sheets if sheet.synthetic}
    found: list[DimensionResult] = []
    for dimension in CONDUCT:
        scores = panel_means((one.episode_id, one.judge, getattr(one, dimension)) for one in sheets)
        found += [
            _result(arm, dimension, rows, scores, any(one.episode_id in ruled for one in rows))
            for arm, rows in by_arm.items()
            if any(one.episode_id in judged for one in rows)
        ]
    return tuple(found)


def _result(
    arm: tuple[str, str], dimension: str, episodes: Sequence[Episode], scores: dict[str, float], ruled: bool
) -> DimensionResult:
    scored = [one for one in episodes if one.episode_id in scores]
    values = [scores[one.episode_id] for one in scored]
    average = mean(values, [one.case_id for one in scored], RESAMPLING)
    return DimensionResult(
        backbone=arm[0],
        configuration=arm[1],
        dimension=dimension,
        n=len(values),
        unscored=len(episodes) - len(values),
        mean=average.value,
        sd=stdev(values) if len(values) > 1 else None,
        low=average.low,
        high=average.high,
        synthetic=ruled or any(one.synthetic for one in episodes),
    )

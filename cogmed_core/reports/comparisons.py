"""Paired comparisons between arms on the same (case, seed): difference, interval, test, effect size, adjusted p.

Four metrics, each a family of its own for Holm's adjustment:

- ``sr``: success. Exact McNemar on one seed; with several, the sign-flip test over cases.
- ``oqs``: quality of the episodes that both arms finished and somebody scored. Wilcoxon over cases.
- ``rounds``: rounds without agreement up to the limit, every finished talk counted; lower is quicker. A talk that never
  agrees takes them all, so this is the survival view of speed, paired.
- ``tta``: rounds to agreement as the paper has it, over the pairs in which both arms agreed. It says nothing of the
  cases that only one arm can settle, and misleads for just that reason.

A pair in which one episode failed, or was not run, is left out and counted.
"""

from collections.abc import Callable, Mapping, Sequence

from pydantic import Field

from cogmed_core.domain.episode import Episode, Outcome
from cogmed_core.domain.judgement import Judgement
from cogmed_core.domain.record import Record
from cogmed_core.reports.family import Arm, arm_key, declared
from cogmed_core.reports.scores import quality_scores
from cogmed_core.stats import cohen, mcnemar, odds_ratio, paired, rank_biserial
from cogmed_core.stats.intervals import Estimate
from cogmed_core.stats.multiplicity import holm
from cogmed_core.stats.resampling import Resampling

RESAMPLING = Resampling(seed=0)

Cell = tuple[str, int]
"""Case and seed."""


class ArmComparison(Record):
    """One metric of two arms, a − b."""

    metric: str
    arm_a: str
    arm_b: str
    pairs: int = Field(description="(case, seed) pairs behind it")
    cases: int = Field(description="independent units: a case with its seeds is one")
    left_out: int = Field(description="pairs in which one side failed, was not run, or has no value")
    value_a: float | None = Field(description="of arm a over these pairs")
    value_b: float | None
    difference: float | None
    low: float | None
    high: float | None
    test: str
    p: float
    p_adjusted: float | None = Field(description="Holm, over the declared comparisons of this metric that have pairs")
    family: int = Field(description="how many that are")
    effect: str = Field(description="the effect size: odds ratio, rank-biserial or Cohen's dz")
    effect_value: float | None
    effect_low: float | None
    effect_high: float | None
    synthetic: bool


Values = Mapping[Cell, float]


def comparisons(
    arms: Sequence[Arm], episodes: Sequence[Episode], judgements: Sequence[Judgement]
) -> tuple[ArmComparison, ...]:
    """Compare every declared pair of arms by every metric.

    Args:
        arms: every arm of the results, in their order: they declare the family, whatever there is of them.
        episodes: finished and failed ones.
        judgements: of the finished ones.
    """
    by_arm: dict[Arm, list[Episode]] = {arm: [] for arm in arms}
    for episode in episodes:
        by_arm.setdefault((episode.backbone, episode.configuration), []).append(episode)
    scores = quality_scores(judgements)
    synthetic = {one.episode_id for one in episodes if one.synthetic}
    synthetic |= {one.episode_id for one in judgements if one.synthetic}
    found: list[ArmComparison] = []
    for metric, value in metrics_of(episodes, scores).items():
        values = {arm: values_of(rows, value) for arm, rows in by_arm.items()}
        rows = [_compared(metric, a, b, values, by_arm, synthetic) for a, b in declared(arms)]
        found += _adjusted(rows)
    return tuple(found)


def metrics_of(
    episodes: Sequence[Episode], scores: Mapping[str, float]
) -> dict[str, Callable[[Episode], float | None]]:
    """Return how each metric is read off a finished episode, None where it has none."""
    horizon = max((episode.rounds for episode in episodes), default=0)

    def agreed(episode: Episode) -> bool:
        return episode.outcome is Outcome.AGREEMENT

    return {
        "sr": lambda episode: float(agreed(episode)),
        "oqs": lambda episode: scores.get(episode.episode_id),
        "rounds": lambda episode: float((agreed(episode) and episode.agreement_round) or horizon),
        "tta": lambda episode: float(episode.agreement_round or 0) if agreed(episode) else None,
    }


def values_of(episodes: Sequence[Episode], value: Callable[[Episode], float | None]) -> Values:
    """Return the metric of every finished episode that has it."""
    told = {(one.case_id, one.seed): value(one) for one in episodes if one.status == "finished"}
    return {cell: figure for cell, figure in told.items() if figure is not None}


def _compared(
    metric: str,
    a: Arm,
    b: Arm,
    values: Mapping[Arm, Values],
    episodes: Mapping[Arm, Sequence[Episode]],
    synthetic: set[str],
) -> ArmComparison:
    cells = sorted(values[a].keys() & values[b].keys())
    first, second = ([values[arm][cell] for cell in cells] for arm in (a, b))
    cases = [case_id for case_id, _ in cells]
    compare = paired.successes if metric == "sr" else paired.scores
    result = compare(first, second, cases, RESAMPLING)
    name, effect = _effect(metric, first, second, cases)
    asked = {(one.case_id, one.seed) for arm in (a, b) for one in episodes[arm]}
    return ArmComparison(
        metric=metric,
        arm_a=arm_key(a),
        arm_b=arm_key(b),
        pairs=len(cells),
        cases=len(set(cases)),
        left_out=len(asked) - len(cells),
        value_a=_mean(first),
        value_b=_mean(second),
        difference=result.difference.value,
        low=result.difference.low,
        high=result.difference.high,
        test=result.significance.test,
        p=result.significance.p,
        p_adjusted=None,
        family=0,
        effect=name,
        effect_value=effect.value,
        effect_low=effect.low,
        effect_high=effect.high,
        synthetic=any(one.episode_id in synthetic for arm in (a, b) for one in episodes[arm]),
    )


def _effect(metric: str, a: Sequence[float], b: Sequence[float], cases: Sequence[str]) -> tuple[str, Estimate]:
    if metric != "sr":
        return "rank-biserial", rank_biserial.matched(a, b, cases, RESAMPLING)
    if len(set(cases)) < len(cases):
        return "Cohen's dz", cohen.dz(a, b, cases, RESAMPLING)
    counts = mcnemar.paired_counts(a, b)
    return "odds ratio", odds_ratio.discordant(counts.only_a, counts.only_b)


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _adjusted(rows: Sequence[ArmComparison]) -> list[ArmComparison]:
    """Adjust over the comparisons that have pairs; one without is no test."""
    tested = [row for row in rows if row.pairs]
    adjusted = dict(zip(map(id, tested), holm([row.p for row in tested]), strict=True))
    return [
        row.model_copy(update={"p_adjusted": float(adjusted[id(row)]), "family": len(tested)}) if row.pairs else row
        for row in rows
    ]

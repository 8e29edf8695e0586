"""How far judges agree with each other and with themselves, and what the order of the two texts does to them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from statistics import fmean

from pydantic import Field

from cogmed_core.domain.judgement import CONDUCT, QUALITY, Appraisal, Judgement
from cogmed_core.domain.record import Record
from cogmed_core.stats import paired
from cogmed_core.stats.bland_altman import bias
from cogmed_core.stats.icc import icc
from cogmed_core.stats.intervals import Estimate
from cogmed_core.stats.kappa import quadratic_weighted
from cogmed_core.stats.krippendorff import alpha
from cogmed_core.stats.multiplicity import holm
from cogmed_core.stats.resampling import Resampling

RESAMPLING = Resampling(seed=0)

DRAWN = 2_000_000
"""Subjects drawn in all for an interval of agreement: of many subjects fewer resamples tell as much, and the time stays
linear. From 10,000 subjects on there are 200 resamples, up to 1,000 there are 2,000."""

Table = Mapping[str, Mapping[str, float]]
"""Scores by subject, then by rater."""


class Agreement(Record):
    """One statistic of agreement on one dimension."""

    dimension: str
    between: str = Field(description="judges: different ones; repeats: one with itself")
    raters: tuple[str, ...]
    statistic: str = Field(description="alpha, icc, icc_of_mean, kappa, or bias: what the first gives more")
    n: int = Field(description="episodes behind it")
    value: float | None
    low: float | None = Field(description="by resampling episodes, 95 %")
    high: float | None
    synthetic: bool


class PositionBias(Record):
    """What a judge gives more when it reads the simulated talks first."""

    judge: str
    dimension: str
    n: int = Field(description="episodes scored in both orders")
    simulated_first: float | None = Field(description="mean score in this order")
    reference_first: float | None
    difference: float | None
    low: float | None = Field(description="bootstrap over cases, 95 %")
    high: float | None
    test: str
    p: float
    p_adjusted: float = Field(description="Holm, over the judges and dimensions")
    synthetic: bool


def judge_agreement(sheets: Sequence[Appraisal]) -> tuple[Agreement, ...]:
    """Return the agreement of the judges, and of the repeats of each, on every dimension they scored."""
    synthetic = any(sheet.synthetic for sheet in sheets)
    found: list[Agreement] = []
    for dimension, score in DIMENSIONS.items():
        of_judges = _table(sheets, score, lambda sheet: sheet.judge)
        found += agreement(dimension, "judges", of_judges, synthetic)
        for judge in sorted({sheet.judge for sheet in sheets}):
            own = [sheet for sheet in sheets if sheet.judge == judge]
            repeats = _table(own, score, lambda sheet: f"{sheet.judge}.r{sheet.repeat}")
            found += agreement(dimension, "repeats", repeats, synthetic)
    return tuple(found)


def agreement(dimension: str, between: str, table: Table, synthetic: bool) -> list[Agreement]:
    """Return every statistic of agreement that these raters allow: of all of them, and of each pair."""
    raters = tuple(sorted({rater for row in table.values() for rater in row}))
    if len(raters) < 2:
        return []
    plan = Resampling(seed=0, resamples=min(2_000, max(200, DRAWN // len(table))))
    matrix = [[row.get(rater, float("nan")) for rater in raters] for row in table.values()]
    complete = [[row[rater] for rater in raters] for row in table.values() if len(row) == len(raters)]
    found = {(raters, "alpha"): alpha(matrix, "interval", plan)}
    if complete:
        correlations = icc(complete, plan)
        found[raters, "icc"] = correlations.agreement
        found[raters, "icc_of_mean"] = correlations.agreement_of_mean
    for pair in combinations(raters, 2):
        both = [(subject, row) for subject, row in table.items() if pair[0] in row and pair[1] in row]
        first, second = ([row[rater] for _, row in both] for rater in pair)
        found[pair, "kappa"] = quadratic_weighted(first, second, plan)
        found[pair, "bias"] = bias(first, second, [subject for subject, _ in both], plan).bias
    return [_row(dimension, between, who, name, one, synthetic) for (who, name), one in found.items()]


def position_bias(judgements: Sequence[Judgement], cases: Mapping[str, str]) -> tuple[PositionBias, ...]:
    """Compare the two orders, judge by judge, over the episodes that were scored in both.

    Args:
        judgements: every judge's.
        cases: the case of each episode: episodes of one case are not independent.
    """
    found: list[PositionBias] = []
    for judge in sorted({one.judge for one in judgements}):
        own = [one for one in judgements if one.judge == judge]
        for dimension in ("oqs", *QUALITY):
            table = _table(own, DIMENSIONS[dimension], lambda sheet: getattr(sheet, "order", ""))
            both = {episode: row for episode, row in table.items() if len(row) == 2}
            if both:
                synthetic = any(one.synthetic for one in own)
                found.append(_position(judge, dimension, both, [cases[episode] for episode in both], synthetic))
    adjusted = holm([one.p for one in found])
    return tuple(one.model_copy(update={"p_adjusted": float(p)}) for one, p in zip(found, adjusted, strict=True))


def _position(judge: str, dimension: str, both: Table, cases: Sequence[str], synthetic: bool) -> PositionBias:
    simulated, reference = ([row[order] for row in both.values()] for order in ("simulated_first", "reference_first"))
    compared = paired.scores(simulated, reference, cases, RESAMPLING)
    return PositionBias(
        judge=judge,
        dimension=dimension,
        n=len(both),
        simulated_first=fmean(simulated),
        reference_first=fmean(reference),
        difference=compared.difference.value,
        low=compared.difference.low,
        high=compared.difference.high,
        test=compared.significance.test,
        p=compared.significance.p,
        p_adjusted=1.0,
        synthetic=synthetic,
    )


def _score_of(dimension: str) -> Callable[[Appraisal], float | None]:
    return lambda sheet: getattr(sheet, dimension, None)


DIMENSIONS: Mapping[str, Callable[[Appraisal], float | None]] = {
    dimension: _score_of(dimension) for dimension in ("oqs", *QUALITY, *CONDUCT)
}


def _table(
    sheets: Iterable[Appraisal], score: Callable[[Appraisal], float | None], rater: Callable[[Appraisal], str]
) -> dict[str, dict[str, float]]:
    """Return each rater's mean score of each episode; who gave none is not in it."""
    given: dict[str, dict[str, list[float]]] = {}
    for sheet in sheets:
        value = score(sheet)
        if value is not None:
            given.setdefault(sheet.episode_id, {}).setdefault(rater(sheet), []).append(value)
    return {episode: {who: fmean(values) for who, values in row.items()} for episode, row in given.items()}


def _row(
    dimension: str, between: str, raters: tuple[str, ...], statistic: str, one: Estimate, synthetic: bool
) -> Agreement:
    return Agreement(
        dimension=dimension,
        between=between,
        raters=raters,
        statistic=statistic,
        n=one.n,
        value=one.value,
        low=one.low,
        high=one.high,
        synthetic=synthetic,
    )

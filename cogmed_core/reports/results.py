"""The results table: one row an arm, every rate with its n and its interval (paper Tables 1 and 2).

``n`` is the number of episodes that were asked for. An episode that failed, or was not run yet, stays in it
and makes the row incomplete; the worst and the best success rate the row can still become stand beside it.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import stdev

from pydantic import Field

from cogmed_core.domain.episode import Episode, Outcome
from cogmed_core.domain.judgement import Judgement
from cogmed_core.domain.record import Record
from cogmed_core.reports.published import published
from cogmed_core.reports.scores import quality_scores
from cogmed_core.stats.bootstrap import mean
from cogmed_core.stats.intervals import Estimate
from cogmed_core.stats.proportion import clustered
from cogmed_core.stats.resampling import Resampling
from cogmed_core.stats.survival import Talks, kaplan_meier

RESAMPLING = Resampling(seed=0)


class Result(Record):
    """One arm's figures. Rates are fractions of 1; None where there is nothing to average."""

    backbone: str
    configuration: str
    n: int = Field(description="episodes asked for")
    cases: int = Field(description="among them")
    seeds: tuple[int, ...] = Field(description="among them")
    same_cases: bool = Field(description="every arm of the table is about the same cases and seeds")
    failed: int
    not_run: int
    incomplete: bool = Field(description="some episode failed or was not run: the rates are not final")
    agreements: int
    deadlocks: int
    breakdowns: int
    sr: float
    sr_low: float | None = Field(description="Wilson, 95 %; for several seeds a case at the effective n")
    sr_high: float | None
    sr_worst: float = Field(description="if none of the missing episodes agreed")
    sr_best: float = Field(description="if all of them agreed")
    oqs_n: int
    oqs_unscored: int = Field(description="finished episodes without a score of any judge")
    unjudged: int = Field(description="finished episodes that some judge has not scored, or could not")
    oqs_mean: float | None
    oqs_sd: float | None
    oqs_low: float | None = Field(description="bootstrap over cases, 95 %")
    oqs_high: float | None
    oqs_agreed_n: int = Field(description="agreements that somebody scored")
    oqs_agreed_mean: float | None = Field(description="over agreements only")
    oqs_agreed_low: float | None
    oqs_agreed_high: float | None
    tta_mean: float | None = Field(description="rounds, over agreements only")
    tta_low: float | None
    tta_high: float | None
    tta_survival_mean: float | None = Field(
        description="rounds without agreement up to the limit, by Kaplan-Meier: deadlocks and breakdowns are censored"
    )
    tta_survival_low: float | None
    tta_survival_high: float | None
    tta_median: float | None = Field(description="by Kaplan-Meier; None where half of the talks never agree")
    synthetic: bool
    paper_sr: float | None
    paper_oqs: float | None
    paper_tta: float | None


Requested = Mapping[tuple[str, str], Collection[tuple[str, int]]]
"""The (case_id, seed) pairs that were asked for, by (backbone, configuration)."""
Judges = Mapping[tuple[str, str], Collection[str]]
"""Who is to judge every episode, by (backbone, configuration)."""


def results(
    requested: Requested, episodes: Sequence[Episode], judgements: Sequence[Judgement], judges: Judges | None = None
) -> tuple[Result, ...]:
    """Aggregate by arm; whatever is passed is taken to be of one experiment's settings.

    Args:
        requested: what was asked for, in the order of the table; an episode that nobody asked for counts too.
            An arm without either has no row.
        episodes: finished and failed ones.
        judgements: of the finished ones; an episode's OQS is the mean over its judges and repeats.
        judges: by default those who have judged any episode of the arm, and at least one.
    """
    by_arm: dict[tuple[str, str], list[Episode]] = {arm: [] for arm in requested}
    for episode in episodes:
        by_arm.setdefault((episode.backbone, episode.configuration), []).append(episode)
    asked = {arm: {*requested.get(arm, ()), *((row.case_id, row.seed) for row in rows)} for arm, rows in by_arm.items()}
    context = _Context(
        scores=quality_scores(judgements),
        scorers=_scorers(judgements),
        ruled={judgement.episode_id for judgement in judgements if judgement.synthetic},
        judges=judges or {},
        horizon=max((episode.rounds for episode in episodes), default=1),
        same_cases=len({frozenset(pairs) for pairs in asked.values() if pairs}) == 1,
    )
    return tuple(_result(arm, sorted(asked[arm]), rows, context) for arm, rows in by_arm.items() if asked[arm])


@dataclass(frozen=True, slots=True)
class _Context:
    """What the rows of a table share."""

    scores: Mapping[str, float]
    scorers: Mapping[str, Collection[str]]
    ruled: Collection[str]
    judges: Judges
    horizon: int
    same_cases: bool

    def unjudged(self, arm: tuple[str, str], finished: Sequence[Episode]) -> int:
        """Count the episodes that lack the score of a judge."""
        scorers = [set(self.scorers.get(episode.episode_id, ())) for episode in finished]
        wanted = set(self.judges.get(arm, ())) or set().union(*scorers)
        return sum(not by or not by >= wanted for by in scorers)


def _scorers(judgements: Sequence[Judgement]) -> dict[str, set[str]]:
    """Return who gave a score, by episode_id."""
    found: dict[str, set[str]] = {}
    for judgement in judgements:
        if judgement.oqs is not None:
            found.setdefault(judgement.episode_id, set()).add(judgement.judge)
    return found


def _result(
    arm: tuple[str, str], pairs: Sequence[tuple[str, int]], episodes: Sequence[Episode], context: _Context
) -> Result:
    finished = [episode for episode in episodes if episode.status == "finished"]
    agreed = [episode for episode in finished if episode.outcome is Outcome.AGREEMENT]
    n, missing = len(pairs), len(pairs) - len(finished)
    return Result(
        backbone=arm[0],
        configuration=arm[1],
        n=n,
        cases=len({case_id for case_id, _ in pairs}),
        seeds=tuple(sorted({seed for _, seed in pairs})),
        same_cases=context.same_cases,
        failed=len(episodes) - len(finished),
        not_run=n - len(episodes),
        incomplete=missing > 0,
        agreements=len(agreed),
        deadlocks=sum(episode.outcome is Outcome.DEADLOCK for episode in finished),
        breakdowns=sum(episode.outcome is Outcome.BREAKDOWN for episode in finished),
        unjudged=context.unjudged(arm, finished),
        synthetic=any(episode.synthetic or episode.episode_id in context.ruled for episode in episodes),
        **_success(pairs, agreed, missing),
        **_quality(finished, context.scores),
        **_turns(agreed),
        **_survival(finished, context.horizon),
        **_paper(arm),
    )


def _success(pairs: Sequence[tuple[str, int]], agreed: Sequence[Episode], missing: int) -> dict[str, float | None]:
    won = {(episode.case_id, episode.seed) for episode in agreed}
    rate = clustered([pair in won for pair in pairs], [case_id for case_id, _ in pairs])
    return {
        "sr": rate.value,
        "sr_low": rate.low,
        "sr_high": rate.high,
        "sr_worst": len(won) / len(pairs),
        "sr_best": (len(won) + missing) / len(pairs),
    }


def _quality(finished: Sequence[Episode], scores: Mapping[str, float]) -> dict[str, float | int | None]:
    scored = [(episode, scores[episode.episode_id]) for episode in finished if episode.episode_id in scores]
    values = [score for _, score in scored]
    of_agreements = [(episode, score) for episode, score in scored if episode.outcome is Outcome.AGREEMENT]
    agreed = _mean([score for _, score in of_agreements], [episode for episode, _ in of_agreements])
    average = _mean(values, [episode for episode, _ in scored])
    return {
        "oqs_n": len(values),
        "oqs_unscored": len(finished) - len(scored),
        "oqs_mean": average.value,
        "oqs_sd": stdev(values) if len(values) > 1 else None,
        "oqs_low": average.low,
        "oqs_high": average.high,
        "oqs_agreed_n": len(of_agreements),
        "oqs_agreed_mean": agreed.value,
        "oqs_agreed_low": agreed.low,
        "oqs_agreed_high": agreed.high,
    }


def _turns(agreed: Sequence[Episode]) -> dict[str, float | None]:
    average = _mean([float(episode.agreement_round or 0) for episode in agreed], agreed)
    return {"tta_mean": average.value, "tta_low": average.low, "tta_high": average.high}


def _survival(finished: Sequence[Episode], horizon: int) -> dict[str, float | None]:
    """Return the rounds without agreement with every finished talk in it; ``horizon`` is the longest of all talks."""
    if not finished:
        return dict.fromkeys(("tta_survival_mean", "tta_survival_low", "tta_survival_high", "tta_median"))
    talks = Talks.of(
        rounds=[episode.rounds for episode in finished],
        agreed=[episode.outcome is Outcome.AGREEMENT for episode in finished],
        broke_down=[episode.outcome is Outcome.BREAKDOWN for episode in finished],
        cases=[episode.case_id for episode in finished],
        horizon=horizon,
    )
    curve = kaplan_meier(talks, RESAMPLING)
    mean_rounds, median = curve.restricted_mean, curve.median.value
    return {
        "tta_survival_mean": mean_rounds.value,
        "tta_survival_low": mean_rounds.low,
        "tta_survival_high": mean_rounds.high,
        "tta_median": median if median is not None and math.isfinite(median) else None,
    }


def _mean(values: Sequence[float], episodes: Sequence[Episode]) -> Estimate:
    return mean(list(values), [episode.case_id for episode in episodes], RESAMPLING)


def _paper(arm: tuple[str, str]) -> dict[str, float | None]:
    row = published().get(arm)
    return {
        "paper_sr": row.sr / 100 if row else None,
        "paper_oqs": row.oqs if row else None,
        "paper_tta": row.tta if row else None,
    }

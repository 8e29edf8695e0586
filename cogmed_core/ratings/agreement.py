"""What people's ratings amount to: one row a rating, agreement of people, and judges held against them."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from pydantic import Field

from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import Judgement
from cogmed_core.domain.rating import RatedSheet, Rating, RatingAssignment
from cogmed_core.domain.record import Record
from cogmed_core.ratings.instructions import SCORES
from cogmed_core.reports.agreement import Agreement, agreement
from cogmed_core.reports.scores import panel_means
from cogmed_core.stats.bland_altman import bias
from cogmed_core.stats.intervals import Estimate
from cogmed_core.stats.kappa import quadratic_weighted
from cogmed_core.stats.resampling import Resampling
from cogmed_core.stats.spearman import rho

RESAMPLING = Resampling(seed=0)
DIMENSIONS = ("oqs", *SCORES)
PEOPLE = "people"
"""The mean over the attentive raters of an episode, as a rater's name."""
PANEL = "panel"
"""The mean over the judges, as a rater's name."""


class PersonRating(Record):
    """One person's scores of one episode."""

    export: str
    rater: str
    episode_id: str
    feasibility: float
    professionalism: float
    creativity: float
    oqs: float
    comment: str
    attentive: bool = Field(description="the rater got every attention item right")
    holds: bool = Field(description="the episode still reads as it did when it was rated")
    synthetic: bool


def person_ratings(
    assignments: Iterable[RatingAssignment], sheets: Iterable[RatedSheet], episodes: Mapping[str, Episode]
) -> list[PersonRating]:
    """Return every rating of an episode that is there; attention items are none."""
    given = {(one.export, one.rater): {rating.item_id: rating for rating in one.ratings} for one in sheets}
    found: list[PersonRating] = []
    for assigned in assignments:
        ratings = given.get((assigned.export, assigned.rater), {})
        attentive = all(_as_asked(ratings.get(item.item_id), item.attention) for item in assigned.items)
        for item in assigned.items:
            rating, episode = ratings.get(item.item_id), episodes.get(item.episode_id or "")
            if rating and episode:
                holds = episode.fingerprint == item.fingerprint
                found.append(_row(assigned, rating, episode, attentive=attentive, holds=holds))
    return found


def rating_agreement(ratings: Sequence[PersonRating], judgements: Sequence[Judgement]) -> list[Agreement]:
    """Return the agreement of people with each other, and of every judge and their panel with people.

    Only attentive raters and ratings that hold enter; a ``bias`` of a judge is what it gives more than people do.
    """
    counted = [one for one in ratings if one.attentive and one.holds]
    rated = {one.episode_id for one in counted}
    judged = [one for one in judgements if one.episode_id in rated]
    synthetic = any(one.synthetic for one in counted) or any(one.synthetic for one in judged)
    found: list[Agreement] = []
    for dimension in DIMENSIONS:
        by_person: dict[str, dict[str, list[float]]] = {}
        for one in counted:
            by_person.setdefault(one.episode_id, {}).setdefault(one.rater, []).append(getattr(one, dimension))
        people = {episode: {who: fmean(each) for who, each in row.items()} for episode, row in by_person.items()}
        found += agreement(dimension, PEOPLE, people, synthetic)
        means = {episode: fmean(row.values()) for episode, row in people.items()}
        for judge in (*sorted({one.judge for one in judged}), PANEL):
            own = [one for one in judged if judge in (one.judge, PANEL)]
            scores = panel_means((one.episode_id, one.judge, getattr(one, dimension)) for one in own)
            found += _against_people(dimension, judge, scores, means, synthetic)
    return found


def _against_people(
    dimension: str, judge: str, scores: Mapping[str, float], people: Mapping[str, float], synthetic: bool
) -> list[Agreement]:
    both = sorted(scores.keys() & people.keys())
    if not both:
        return []
    first, second = ([side[episode] for episode in both] for side in (scores, people))
    differences = bias(first, second, both, RESAMPLING)
    figures: dict[str, Estimate] = {
        "bias": differences.bias,
        "limit_low": differences.lower,
        "limit_high": differences.upper,
        "slope": differences.slope,
        "kappa": quadratic_weighted(first, second, RESAMPLING),
        "spearman": rho(first, second, RESAMPLING),
    }
    return [
        Agreement(
            dimension=dimension,
            between="judge and people",
            raters=(judge, PEOPLE),
            statistic=name,
            n=one.n,
            value=one.value,
            low=one.low,
            high=one.high,
            synthetic=synthetic,
        )
        for name, one in figures.items()
    ]


def _as_asked(rating: Rating | None, attention: int | None) -> bool:
    """Say whether an attention item was answered as it asked; an item of another kind, or none given, tells nothing."""
    return attention is None or rating is None or all(getattr(rating, score) == attention for score in SCORES)


def _row(assigned: RatingAssignment, rating: Rating, episode: Episode, *, attentive: bool, holds: bool) -> PersonRating:
    return PersonRating(
        export=assigned.export,
        rater=assigned.rater,
        episode_id=episode.episode_id,
        **rating.model_dump(exclude={"item_id"}),
        oqs=rating.oqs,
        attentive=attentive,
        holds=holds,
        synthetic=episode.synthetic,
    )

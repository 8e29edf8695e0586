"""People against people and against judges: who counts, and what the figures are."""

import numpy as np
import pytest
from scipy import stats

from cogmed_core.domain.rating import RatedSheet, Rating, RatingAssignment
from cogmed_core.ratings.agreement import PersonRating, person_ratings, rating_agreement
from cogmed_core.ratings.assignment import assignment
from cogmed_core.reports.agreement import Agreement
from tests.core.reports.test_results import a_judgement, an_episode

EPISODES = [an_episode(case) for case in range(8)]
BY_ID = {one.episode_id: one for one in EPISODES}
ANN, BEN = (assignment("export-0", rater, EPISODES, "en", seed=0) for rater in ("ann", "ben"))
TRUTH = {one.episode_id: 3 + at * 0.5 for at, one in enumerate(EPISODES)}


def returned(assigned: RatingAssignment, shift: float = 0, attentive: bool = True) -> RatedSheet:
    ratings = []
    for item in assigned.items:
        score = TRUTH[item.episode_id] + shift if item.episode_id else float(item.attention or 0)
        score = score if attentive or item.episode_id else 11 - score
        ratings.append(Rating(item_id=item.item_id, feasibility=score, professionalism=score, creativity=score))
    return RatedSheet(export="export-0", rater=assigned.rater, ratings=tuple(ratings), source_sha256="s")


def rated(*sheets: RatedSheet) -> list[PersonRating]:
    return person_ratings([ANN, BEN], sheets, BY_ID)


def one(rows: list[Agreement], statistic: str, *raters: str) -> Agreement:
    (found,) = [r for r in rows if (r.dimension, r.statistic, r.raters) == ("oqs", statistic, raters)]
    return found


def test_every_rating_of_an_episode_is_a_row_and_attention_items_are_none() -> None:
    rows = rated(returned(ANN))
    assert {row.episode_id: row.oqs for row in rows} == pytest.approx(TRUTH) and len(rows) == len(EPISODES)
    assert {(row.rater, row.attentive, row.holds) for row in rows} == {("ann", True, True)}


def test_who_did_not_read_and_what_reads_otherwise_by_now_do_not_count() -> None:
    rows = rated(returned(ANN), returned(BEN, attentive=False))
    assert {(row.rater, row.attentive) for row in rows} == {("ann", True), ("ben", False)}
    assert rating_agreement(rows, []) == [], "one attentive rater alone"
    changed = {key: episode.model_copy(update={"fingerprint": "g"}) for key, episode in BY_ID.items()}
    assert not any(row.holds for row in person_ratings([ANN], [returned(ANN)], changed))


def test_people_agree_as_far_as_they_do() -> None:
    rows = rating_agreement(rated(returned(ANN), returned(BEN, shift=1)), [])
    assert one(rows, "bias", "ann", "ben").value == pytest.approx(-1)
    values = np.array(list(TRUTH.values()))
    pooled = np.concatenate([values, values + 1])
    concordance = 2 * np.cov(values, values + 1, ddof=0)[0, 1] / (2 * values.var() + 1)
    assert one(rows, "kappa", "ann", "ben").value == pytest.approx(concordance)
    alpha = one(rows, "alpha", "ann", "ben").value
    assert alpha is not None and alpha == pytest.approx(1 - 0.5 / pooled.var(ddof=1))


def test_judges_are_held_against_people() -> None:
    judgements = [a_judgement(EPISODES[at], min(10, TRUTH[key] + 2 - at % 2), "mild") for at, key in enumerate(TRUTH)]
    judgements += [a_judgement(EPISODES[at], TRUTH[key], "exact") for at, key in enumerate(TRUTH)]
    rows = rating_agreement(rated(returned(ANN), returned(BEN)), judgements)
    gaps = np.array([2 - at % 2 for at in range(8)])
    bias = one(rows, "bias", "mild", "people")
    assert (bias.value, bias.n) == (pytest.approx(gaps.mean()), 8)
    assert bias.low is not None and bias.high is not None and 1 <= bias.low < bias.value < bias.high <= 2
    limits = gaps.mean() + np.array([-1, 1]) * stats.norm.ppf(0.975) * gaps.std(ddof=1)
    assert [one(rows, f"limit_{end}", "mild", "people").value for end in ("low", "high")] == pytest.approx(limits)
    assert one(rows, "bias", "exact", "people").value == pytest.approx(0)
    assert one(rows, "bias", "panel", "people").value == pytest.approx(gaps.mean() / 2)
    assert one(rows, "spearman", "exact", "people").value == pytest.approx(1)

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.duration.survfunc import CumIncidenceRight, SurvfuncRight

from cogmed_core.stats.intervals import Estimate, wilson
from cogmed_core.stats.resampling import Resampling
from cogmed_core.stats.survival import Talks, cumulative_incidence, kaplan_meier

PLAN = Resampling(seed=2, resamples=200)
RNG = np.random.default_rng(21)
ROUNDS, ENDS = RNG.integers(1, 11, 60), RNG.choice(["agreed", "broke", "deadlock"], 60)
CASES = np.repeat(np.arange(20), 3)


def talks(rounds, ends, cases=None, horizon: int = 10) -> Talks:
    ends = np.asarray(ends, dtype=str)
    return Talks.of(rounds, ends == "agreed", ends == "broke", range(len(rounds)) if cases is None else cases, horizon)


def values(curve: tuple[Estimate, ...]) -> list[float]:
    return [share.value for share in curve]


def test_the_published_leukaemia_trial() -> None:
    # Freireich et al. 1963, 6-MP arm, as worked by Kalbfleisch & Prentice: weeks of remission, + censored.
    events = [6, 6, 6, 7, 10, 13, 16, 22, 23]
    censored = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35]
    curve = kaplan_meier(talks(events + censored, ["agreed"] * 9 + ["deadlock"] * 12, horizon=35), PLAN)
    survival = dict(enumerate(values(curve.survival), start=1))
    published = {6: 0.857, 7: 0.807, 10: 0.753, 13: 0.690, 16: 0.627, 22: 0.538, 23: 0.448, 35: 0.448}
    assert {week: round(survival[week], 3) for week in published} == published
    assert curve.median.value == 23
    assert (curve.at_risk[5], curve.agreed[5], curve.censored[5]) == (21, 3, 1)


def test_kaplan_meier_agrees_with_two_libraries() -> None:
    agreed = ENDS == "agreed"
    ours = values(kaplan_meier(talks(ROUNDS, ENDS), PLAN).survival)
    theirs = stats.ecdf(stats.CensoredData(uncensored=ROUNDS[agreed], right=ROUNDS[~agreed])).sf
    assert ours == pytest.approx(theirs.evaluate(np.arange(1, 11)), abs=1e-9)
    again = SurvfuncRight(ROUNDS, agreed)
    assert [ours[t - 1] for t in again.surv_times] == pytest.approx(again.surv_prob, abs=1e-9)


def test_the_restricted_mean_is_the_area_and_the_median_the_first_round_at_half() -> None:
    curve = kaplan_meier(talks([1, 2, 2, 4], ["agreed", "agreed", "deadlock", "agreed"], horizon=5), PLAN)
    # S: 1 until 1, 3/4 until 2, 3/4 · 2/3 = 1/2 until 4, then 0.
    assert values(curve.survival) == pytest.approx([3 / 4, 1 / 2, 1 / 2, 0, 0], abs=1e-12)
    assert curve.restricted_mean.value == pytest.approx(1 + 3 / 4 + 1 / 2 + 1 / 2, abs=1e-12)
    assert curve.median.value == 2
    assert (curve.at_risk, curve.agreed, curve.censored) == ((4, 3, 1, 1, 0), (1, 1, 0, 1, 0), (0, 1, 0, 0, 0))


def test_a_median_that_was_not_reached_is_infinite() -> None:
    curve = kaplan_meier(talks([3, 10, 10, 10], ["agreed"] + ["deadlock"] * 3), PLAN)
    assert curve.median.value == curve.median.high == math.inf
    assert curve.restricted_mean.value == pytest.approx((3 + 10 * 3) / 4, abs=1e-12)


def test_aalen_johansen_agrees_with_statsmodels() -> None:
    ours = cumulative_incidence(talks(ROUNDS, ENDS), PLAN)
    status = np.select([ENDS == "agreed", ENDS == "broke"], [1, 2], 0)
    theirs = CumIncidenceRight(ROUNDS, status)
    at = theirs.times.astype(int) - 1
    assert np.array(values(ours.agreement))[at] == pytest.approx(theirs.cinc[0], abs=1e-9)
    assert np.array(values(ours.breakdown))[at] == pytest.approx(theirs.cinc[1], abs=1e-9)


@given(
    st.lists(st.tuples(st.integers(1, 10), st.sampled_from(["agreed", "broke", "deadlock"])), min_size=1, max_size=25)
)
@settings(max_examples=40)
def test_where_deadlocks_only_come_at_the_last_round_incidence_is_a_plain_share(ended: list[tuple[int, str]]) -> None:
    rounds = np.array([10 if end == "deadlock" else took for took, end in ended])
    ends = np.array([end for _, end in ended])
    curves = cumulative_incidence(talks(rounds, ends), Resampling(1, 100))
    for t in range(1, 11):
        assert curves.agreement[t - 1].value == pytest.approx(np.mean((ends == "agreed") & (rounds <= t)), abs=1e-12)
        assert curves.breakdown[t - 1].value == pytest.approx(np.mean((ends == "broke") & (rounds <= t)), abs=1e-12)


def test_a_quick_mean_over_agreements_does_not_hide_the_deadlocks() -> None:
    quick_but_rare = kaplan_meier(talks([2] * 8 + [10] * 42, ["agreed"] * 8 + ["deadlock"] * 42), PLAN)
    slow_but_sure = kaplan_meier(talks([6] * 39 + [10] * 11, ["agreed"] * 39 + ["deadlock"] * 11), PLAN)
    assert slow_but_sure.restricted_mean.high < quick_but_rare.restricted_mean.low


def naive_going(rounds: np.ndarray, event: np.ndarray) -> list[float]:
    going, share = [], 1.0
    for t in range(1, 11):
        at_risk = (rounds >= t).sum()
        share *= 1 - ((rounds == t) & event).sum() / at_risk if at_risk else 1
        going.append(share)
    return going


def test_the_intervals_are_those_of_a_slow_bootstrap_over_cases(slow_interval) -> None:
    agreed = ENDS == "agreed"
    curve = kaplan_meier(talks(ROUNDS, ENDS, CASES), PLAN)
    fifth = slow_interval(lambda rows: naive_going(ROUNDS[rows], agreed[rows])[4], CASES, PLAN)
    area = slow_interval(lambda rows: 1 + sum(naive_going(ROUNDS[rows], agreed[rows])[:9]), CASES, PLAN)
    assert (curve.survival[4].low, curve.survival[4].high) == pytest.approx(fifth, abs=1e-9)
    assert (curve.restricted_mean.low, curve.restricted_mean.high) == pytest.approx(area, abs=1e-9)
    assert curve.median.low <= curve.median.value <= curve.median.high


def test_shares_of_zero_and_one_get_wilson_s_interval() -> None:
    never = talks([10] * 30, ["deadlock"] * 30, np.repeat(np.arange(10), 3))
    assert cumulative_incidence(never, PLAN).agreement[9].interval == wilson(0, 10)
    assert kaplan_meier(never, PLAN).survival[9].interval == wilson(10, 10)


def test_no_talk_and_a_single_case() -> None:
    nothing = kaplan_meier(talks([], []), PLAN)
    assert {*values(nothing.survival), nothing.median.value, nothing.restricted_mean.value} == {None}
    assert values(cumulative_incidence(talks([], []), PLAN).agreement) == [None] * 10
    single = kaplan_meier(talks([3], ["agreed"]), PLAN)
    assert (single.median.value, single.median.interval, single.restricted_mean.value) == (3, None, 3)


@pytest.mark.parametrize(
    ("rounds", "agreed", "broke", "complaint"),
    [
        ([11], [1], [0], "rounds"),
        ([0], [1], [0], "rounds"),
        ([2.5], [1], [0], "rounds"),
        ([np.nan], [1], [0], "rounds"),
        ([3], [1], [1], "can't have agreed and broken down"),
        ([3], [2], [0], "agreed"),
        ([3, 4], [1], [0], "unequal lengths"),
    ],
)
def test_impossible_talks_are_refused(rounds: list, agreed: list, broke: list, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Talks.of(rounds, agreed, broke, range(len(rounds)), 10)

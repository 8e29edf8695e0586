"""Rounds to agreement, with the talks that never agreed kept in.

A mean over agreements alone makes an arm look quick that only ever settles the easy cases. Here every talk
counts:

- **Kaplan–Meier** (Kaplan & Meier 1958): a deadlock is censored at its last round (it had not agreed by
then); a
  breakdown too, so this curve answers "how quickly would talks agree if nobody walked out?".
- **Cumulative incidence** (Aalen & Johansen 1978): a breakdown is a competing event, after which no
agreement can
  come; answers "what share has agreed by round t?". Without deadlocks before the last round its last value
  *is* the success rate.

An event in a round comes before a censoring in that round. Failed episodes have no outcome: leave them out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from cogmed_core.stats.arrays import BoolArray, FloatArray, binary, finite, ratio, same_length
from cogmed_core.stats.bootstrap import Statistic, estimates
from cogmed_core.stats.intervals import Estimate, wilson
from cogmed_core.stats.resampling import Clusters, Resampling


@dataclass(frozen=True, slots=True)
class Talks:
    """How each talk ended: rounds it took (1…horizon), whether it agreed, whether somebody walked out.

    Neither is a deadlock. ``horizon`` is the round limit; (talks,) each.
    """

    rounds: FloatArray
    agreed: BoolArray
    broke_down: BoolArray
    cases: Clusters
    horizon: int

    @classmethod
    def of(cls, rounds: ArrayLike, agreed: ArrayLike, broke_down: ArrayLike, cases: ArrayLike, horizon: int) -> "Talks":
        """Checked talks.

        Raises:
            ValueError: NaN, unequal lengths, a round that is not one of 1…horizon, a talk that both agreed
                and broke.
        """
        took, won, broke = finite("rounds", rounds), binary("agreed", agreed), binary("broken", broke_down)
        by_case = Clusters.of("cases", cases)
        same_length(rounds=took, agreed=won, broke_down=broke, cases=by_case.codes)
        if not np.isin(took, np.arange(1, horizon + 1)).all():
            raise ValueError(f"rounds: expected whole numbers from 1 to {horizon}")
        if (won & broke).any():
            raise ValueError("a talk can't have agreed and broken down")
        return cls(took, won, broke, by_case, horizon)


@dataclass(frozen=True, slots=True)
class KaplanMeier:
    """Share still without agreement after each round 1…horizon, and its summaries.

    Attributes:
        at_risk: talks still going when the round began, one a round.
        agreed: agreements in the round.
        censored: deadlocks and breakdowns in the round.
        survival: share without agreement after the round.
        median: first round after which at most half are without agreement; infinite if that never came.
        restricted_mean: mean number of rounds without agreement up to the horizon: the area under the curve
            (Irwin 1949; Royston & Parmar 2013).
    """

    at_risk: tuple[int, ...]
    agreed: tuple[int, ...]
    censored: tuple[int, ...]
    survival: tuple[Estimate, ...]
    median: Estimate
    restricted_mean: Estimate


@dataclass(frozen=True, slots=True)
class CumulativeIncidence:
    """Share that has agreed, and share that has broken down, by the end of each round 1…horizon."""

    agreement: tuple[Estimate, ...]
    breakdown: tuple[Estimate, ...]


def kaplan_meier(talks: Talks, plan: Resampling) -> KaplanMeier:
    """The curve with intervals by resampling cases.

    A share of exactly 0 or 1 does not vary between resamples; there the interval is Wilson's for one talk a
    case. No talk: no figure. The median's interval may reach infinity.
    """
    agreements, ends = _by_round(talks, talks.agreed), _by_round(talks, np.ones_like(talks.agreed))

    def figures(drawn: FloatArray) -> FloatArray:
        going = _going(*_hazards(drawn, [agreements], ends))
        return np.column_stack([going[:, 1:], _median(going), going[:, :-1].sum(axis=1)])

    *curve, median, area = _estimates(figures, talks, plan)
    ended, agreed = ends.sum(axis=0), agreements.sum(axis=0)
    return KaplanMeier(
        at_risk=_whole(_at_risk(ends.sum(axis=0, keepdims=True))[0]),
        agreed=_whole(agreed),
        censored=_whole(ended - agreed),
        survival=tuple(_certain(share, plan) for share in curve),
        median=median,
        restricted_mean=area,
    )


def cumulative_incidence(talks: Talks, plan: Resampling) -> CumulativeIncidence:
    """Both curves with intervals by resampling cases; shares of 0 and 1 as in ``kaplan_meier``."""
    agreements, breakdowns = _by_round(talks, talks.agreed), _by_round(talks, talks.broke_down)
    ends = _by_round(talks, np.ones_like(talks.agreed))

    def figures(drawn: FloatArray) -> FloatArray:
        agreeing, breaking = _hazards(drawn, (agreements, breakdowns), ends)
        before = _going(agreeing + breaking)[:, :-1]
        return np.hstack([(before * agreeing).cumsum(axis=1), (before * breaking).cumsum(axis=1)])

    shares = tuple(_certain(share, plan) for share in _estimates(figures, talks, plan))
    return CumulativeIncidence(shares[: talks.horizon], shares[talks.horizon :])


def _estimates(figures: Statistic, talks: Talks, plan: Resampling) -> tuple[Estimate, ...]:
    """Resample cases, of which ``figures`` has one row each; each figure rests on every talk."""
    found = estimates(figures, Clusters.singletons(talks.cases.count), plan)
    return tuple(replace(one, n=len(talks.rounds)) for one in found)


def _by_round(talks: Talks, which: BoolArray) -> FloatArray:
    """How many of these talks of each case ended in each round: (cases, horizon)."""
    place = talks.cases.codes * talks.horizon + talks.rounds.astype(np.int64) - 1
    ended = np.bincount(place[which], minlength=talks.cases.count * talks.horizon)
    return ended.reshape(talks.cases.count, talks.horizon).astype(np.float64)


def _at_risk(ended: FloatArray) -> FloatArray:
    """Talks that end in this round or later: every talk ends in some round."""
    return np.flip(np.flip(ended, axis=1).cumsum(axis=1), axis=1)


def _hazards(drawn: FloatArray, events: Sequence[FloatArray], ends: FloatArray) -> list[FloatArray]:
    """Share of the talks still going that meet each event in each round: (resamples, horizon) an event."""
    ended, *met = np.split(drawn @ np.hstack([ends, *events]), 1 + len(events), axis=1)
    at_risk = _at_risk(ended)
    nobody_left = (at_risk == 0) & (at_risk[:, :1] > 0)
    return [np.asarray(np.where(nobody_left, 0.0, ratio(one, at_risk))) for one in met]


def _going(hazard: FloatArray) -> FloatArray:
    """Share not yet met by the event after rounds 0…horizon: (resamples, horizon + 1)."""
    return np.hstack([np.ones((len(hazard), 1)), np.cumprod(1 - hazard, axis=1)])


def _median(going: FloatArray) -> FloatArray:
    half = going <= 0.5 + 1e-12
    reached = np.where(half.any(axis=1), half.argmax(axis=1).astype(np.float64), np.inf)
    return np.where(np.isnan(going).any(axis=1), np.nan, reached)


def _certain(share: Estimate, plan: Resampling) -> Estimate:
    if share.interval is None or share.value not in (0.0, 1.0):
        return share
    return replace(share, interval=wilson(share.value * share.clusters, share.clusters, plan.level))


def _whole(counts: FloatArray) -> tuple[int, ...]:
    return tuple(int(number) for number in counts)

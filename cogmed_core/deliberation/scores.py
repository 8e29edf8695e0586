"""What answers are worth: accuracy, and the figures that a lopsided set can't flatter.

An unanswered question is a third kind of answer, never right: it lowers the recall of its class and counts in every
denominator. The figures are scikit-learn's of the same name on labels yes, no and unanswered; where a set holds only
one right answer, balanced accuracy and MCC are undefined, and are None, not a number.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cogmed_core.deliberation.marking import Marked
from cogmed_core.stats.arrays import FloatArray, ratio
from cogmed_core.stats.bootstrap import estimates
from cogmed_core.stats.intervals import Estimate
from cogmed_core.stats.resampling import Clusters, Resampling

RESAMPLING = Resampling(seed=0)


@dataclass(frozen=True, slots=True)
class Scores:
    """Figures of finished verdicts, each with a bootstrap interval over questions.

    Attributes:
        balanced_accuracy: mean of the recall of yes and the recall of no.
        mcc: Matthews correlation of answer and right answer, with unanswered as an answer of its own.
        f1: of the answer yes.
        calls: model calls for each right answer.
        cost: for each right answer, in the currency of the backbone's prices.
    """

    balanced_accuracy: Estimate
    mcc: Estimate
    f1: Estimate
    calls: Estimate
    cost: Estimate


def scores(verdicts: Sequence[Marked]) -> Scores:
    """Score finished verdicts; none: every figure is undefined."""
    if not verdicts:
        return Scores(*[Estimate(None, None, 0, 0)] * 5)
    table = _table(verdicts)
    spent = np.array([(one.calls, one.cost) for one in verdicts], dtype=np.float64)
    columns = np.hstack([table, spent])

    def figures(drawn: FloatArray) -> FloatArray:
        total = drawn @ columns
        counts, used = total[:, :6], total[:, 6:]
        right = counts[:, 0] + counts[:, 4]
        per_right = [ratio(used[:, place], right) for place in range(2)]
        return np.column_stack([balanced_accuracy(counts), mcc(counts), f1(counts), *per_right])

    return Scores(*estimates(figures, Clusters.of("questions", [one.question_id for one in verdicts]), RESAMPLING))


def balanced_accuracy(counts: FloatArray) -> FloatArray:
    """Return the mean recall of both classes from counts, (tables, 6); NaN where a class is empty.

    The six counts are right answer yes answered yes, no, not at all; right answer no answered yes, no, not at all.
    """
    yes, no = counts[:, :3].sum(axis=1), counts[:, 3:].sum(axis=1)
    return (ratio(counts[:, 0], yes) + ratio(counts[:, 4], no)) / 2


def mcc(counts: FloatArray) -> FloatArray:
    """Return the correlation of two ways to sort into classes (Gorodkin 2004); NaN where one sorts all into one."""
    total = counts.sum(axis=1)
    gold = np.column_stack([counts[:, :3].sum(axis=1), counts[:, 3:].sum(axis=1), np.zeros(len(counts))])
    given = counts[:, :3] + counts[:, 3:]
    covariance = (counts[:, 0] + counts[:, 4]) * total - (gold * given).sum(axis=1)
    variances = (total**2 - (gold**2).sum(axis=1)) * (total**2 - (given**2).sum(axis=1))
    return ratio(covariance, np.sqrt(np.maximum(variances, 0.0)))


def f1(counts: FloatArray) -> FloatArray:
    """Return the harmonic mean of precision and recall of yes; NaN where there is no yes on either side."""
    said_yes, is_yes = counts[:, 0] + counts[:, 3], counts[:, :3].sum(axis=1)
    return ratio(2 * counts[:, 0], said_yes + is_yes)


def _table(verdicts: Sequence[Marked]) -> FloatArray:
    """Return which of the six counts each verdict belongs to, (verdicts, 6)."""
    place = [(0 if one.gold else 3) + {True: 0, False: 1, None: 2}[one.answer] for one in verdicts]
    return np.eye(6, dtype=np.float64)[place]

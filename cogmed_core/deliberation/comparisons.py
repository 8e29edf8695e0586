"""Two frameworks on the same questions: who is right more often, and how alike they answer."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from pydantic import Field

from cogmed_core.deliberation.marking import Marked, Marks
from cogmed_core.deliberation.scores import RESAMPLING
from cogmed_core.domain.record import Record
from cogmed_core.stats import krippendorff
from cogmed_core.stats.mcnemar import paired_counts
from cogmed_core.stats.multiplicity import holm
from cogmed_core.stats.paired import successes
from cogmed_core.stats.proportion import clustered


class VerdictComparison(Record):
    """Framework a against framework b on the questions and seeds that both finished."""

    question_set: str
    backbone: str
    framework_a: str
    framework_b: str
    pairs: int
    both_right: int
    only_a: int
    only_b: int
    neither: int
    difference: float | None = Field(description="accuracy of a minus accuracy of b")
    low: float | None
    high: float | None
    test: str
    p: float
    p_adjusted: float = Field(description="Holm, over the pairs of frameworks of this set and backbone")
    agreement: float | None = Field(description="share of equal answers, where both answered")
    agreement_low: float | None
    agreement_high: float | None
    alpha: float | None = Field(description="Krippendorff's, nominal: agreement beyond chance")
    alpha_low: float | None
    alpha_high: float | None
    synthetic: bool


def verdict_comparisons(marks: Marks) -> tuple[VerdictComparison, ...]:
    """Compare every two frameworks on the same set and backbone."""
    families: dict[tuple[str, str], dict[str, Sequence[Marked]]] = {}
    for (question_set, framework, backbone), verdicts in marks.items():
        families.setdefault((question_set, backbone), {})[framework] = verdicts
    return tuple(
        comparison
        for (question_set, backbone), frameworks in families.items()
        for comparison in _adjusted(
            [_compare(question_set, backbone, *two) for two in combinations(frameworks.items(), 2)]
        )
    )


def _compare(
    question_set: str, backbone: str, a: tuple[str, Sequence[Marked]], b: tuple[str, Sequence[Marked]]
) -> VerdictComparison:
    second = {one.key: one for one in b[1] if one.finished}
    pairs = [(one, second[one.key]) for one in a[1] if one.finished and one.key in second]
    questions = [one.question_id for one, _ in pairs]
    right_a, right_b = [one.correct for one, _ in pairs], [other.correct for _, other in pairs]
    counts, comparison = paired_counts(right_a, right_b), successes(right_a, right_b, questions, RESAMPLING)
    answered = [(one, other) for one, other in pairs if None not in (one.answer, other.answer)]
    alike = clustered([one.answer is other.answer for one, other in answered], [one.question_id for one, _ in answered])
    beyond_chance = krippendorff.alpha(_ratings(pairs), "nominal", RESAMPLING)
    return VerdictComparison(
        question_set=question_set,
        backbone=backbone,
        framework_a=a[0],
        framework_b=b[0],
        pairs=counts.pairs,
        both_right=counts.both,
        only_a=counts.only_a,
        only_b=counts.only_b,
        neither=counts.neither,
        difference=comparison.difference.value,
        low=comparison.difference.low,
        high=comparison.difference.high,
        test=comparison.significance.test,
        p=comparison.significance.p,
        p_adjusted=comparison.significance.p,
        agreement=alike.value,
        agreement_low=alike.low,
        agreement_high=alike.high,
        alpha=beyond_chance.value,
        alpha_low=beyond_chance.low,
        alpha_high=beyond_chance.high,
        synthetic=any(one.synthetic or other.synthetic for one, other in pairs),
    )


def _ratings(pairs: Sequence[tuple[Marked, Marked]]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return the answers as ratings, (pairs, 2): 1 for yes, 0 for no, NaN for none."""
    rated = [[np.nan if one.answer is None else float(one.answer) for one in pair] for pair in pairs]
    return np.array(rated, dtype=np.float64).reshape(-1, 2)


def _adjusted(family: list[VerdictComparison]) -> list[VerdictComparison]:
    adjusted = holm([one.p for one in family])
    return [one.model_copy(update={"p_adjusted": float(p)}) for one, p in zip(family, adjusted, strict=True)]

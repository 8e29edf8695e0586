"""An episode's overall quality score: the mean over its judges and repeats that gave one."""

from collections.abc import Iterable
from statistics import fmean

from cogmed_core.domain.judgement import Judgement


def quality_scores(judgements: Iterable[Judgement]) -> dict[str, float]:
    """Return the score of every episode that has one, by episode_id: unscored is not zero."""
    given: dict[str, list[float]] = {}
    for judgement in judgements:
        if (score := judgement.oqs) is not None:
            given.setdefault(judgement.episode_id, []).append(score)
    return {episode_id: fmean(scores) for episode_id, scores in given.items()}

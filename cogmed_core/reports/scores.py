"""What a panel says of an episode: each judge's mean over its repeats, then the mean of the judges.

So a judge weighs the same whatever was left unscored of it; unscored is not zero.
"""

from collections.abc import Iterable
from statistics import fmean

from cogmed_core.domain.judgement import Judgement


def quality_scores(judgements: Iterable[Judgement]) -> dict[str, float]:
    """Return the overall quality score of every episode that has one, by episode_id."""
    return panel_means((one.episode_id, one.judge, one.oqs) for one in judgements)


def panel_means(given: Iterable[tuple[str, str, float | None]]) -> dict[str, float]:
    """Return the panel's mean of every episode that somebody scored, from (episode_id, judge, score or None)."""
    sheets: dict[str, dict[str, list[float]]] = {}
    for episode_id, judge, score in given:
        if score is not None:
            sheets.setdefault(episode_id, {}).setdefault(judge, []).append(score)
    return {episode_id: _mean([_mean(scores) for scores in by.values()]) for episode_id, by in sheets.items()}


def _mean(scores: list[float]) -> float:
    return scores[0] if len(scores) == 1 else fmean(scores)

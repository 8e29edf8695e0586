"""Which episodes count in which row of the results: those that a plan expects, apart for each experiment's settings.

An episode that no plan expects any more (another text, model or prompt since) keeps its rows everywhere else.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import Judgement
from cogmed_core.reports.results import Judges, Requested
from cogmed_pipeline.steps.plan import Conditions, Plan, all_conditions, latest_settings, plans_of, sources_of
from cogmed_pipeline.workshop import Workshop


@dataclass(frozen=True, slots=True)
class Group:
    """Everything of one experiment's settings."""

    conditions: Conditions
    latest: bool
    requested: Requested
    judges: Judges
    episodes: tuple[Episode, ...]
    judgements: tuple[Judgement, ...]


def groups_of(workshop: Workshop, episodes: Sequence[Episode], judgements: Sequence[Judgement]) -> list[Group]:
    """Sort out episodes and their judgements by the settings they were made under, the latest first.

    An arm of earlier settings of which no episode is left has been made anew under others: it is no longer asked for.
    """
    by_place = {(one.backbone, one.configuration, one.case_id, one.seed): one for one in episodes}
    latest, sources = latest_settings(workshop), sources_of(workshop)
    found = []
    for conditions in all_conditions(workshop):
        is_latest = conditions.settings == latest
        expected = {plan: tuple(_met(plan, by_place, sources)) for plan in plans_of(workshop, conditions.settings)}
        left = {plan: there for plan, there in expected.items() if there or is_latest}
        if left:
            found.append(_group(conditions, left, judgements, sources, latest=is_latest))
    return found


def settings_by_episode(groups: Sequence[Group]) -> dict[str, str]:
    """Return under which settings each episode counts; where that is under several, the latest."""
    return {one.episode_id: group.conditions.settings for group in reversed(groups) for one in group.episodes}


def _met(
    plan: Plan, episodes: Mapping[tuple[str, str, str, int], Episode], sources: Mapping[str, str]
) -> Iterator[Episode]:
    for asked in plan.asked:
        episode = episodes.get((*plan.arm, *asked.pair))
        if episode and asked.is_met_by(episode, sources):
            yield episode


def _group(
    conditions: Conditions,
    plans: Mapping[Plan, Sequence[Episode]],
    judgements: Sequence[Judgement],
    sources: Mapping[str, str],
    *,
    latest: bool,
) -> Group:
    judges = {episode.episode_id: plan.judges for plan, there in plans.items() for episode in there}
    return Group(
        conditions=conditions,
        latest=latest,
        requested={plan.arm: [one.pair for one in plan.asked if one.case_id in sources] for plan in plans},
        judges={plan.arm: plan.judges for plan in plans},
        episodes=tuple(episode for there in plans.values() for episode in there),
        judgements=tuple(one for one in judgements if one.judge in judges.get(one.episode_id, ())),
    )

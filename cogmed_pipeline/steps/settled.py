"""Finding an episode by its name, and what a person has to see of it."""

from cogmed_core.domain.case import Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.errors import UsageError
from cogmed_pipeline.records import RecordStore
from cogmed_pipeline.steps.simulation import KIND


def settled_episode(records: RecordStore, episode_id: str) -> tuple[Episode, Scenario, str]:
    """Return an episode that came to an agreement, its scenario and its settlement.

    Raises:
        UsageError: there is no such episode, or it has no settlement.
    """
    key = next((key for key in records.keys(KIND) if key.replace("/", ".") == episode_id), None)
    found = records.load(KIND, key, Episode) if key else None
    scenario = records.load("scenarios", found[0].case_id, Scenario) if found else None
    if found is None or scenario is None:
        raise UsageError(f"no episode {episode_id!r} in {records.root}: `cogmed review list` names them")
    episode = found[0]
    if episode.settlement is None:
        raise UsageError(f"{episode_id} ended without a settlement ({episode.outcome or episode.status})")
    return episode, scenario[0], episode.settlement

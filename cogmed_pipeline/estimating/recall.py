"""What the response cache already holds of a job: the job is done on its replies alone, as far as they go."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field

from cogmed_core.cases.profile import draw_profiles
from cogmed_core.cases.structure import structure
from cogmed_core.domain.case import Case, Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.errors import ModelError
from cogmed_core.experiment.fingerprint import simulation_language
from cogmed_core.experiment.simulate import Assignment, simulate
from cogmed_core.llm.cached import Cached
from cogmed_core.llm.metered import Ledger, Metered
from cogmed_core.llm.offline import Offline
from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest
from cogmed_core.llm.response_cache import ResponseCache
from cogmed_core.llm.voice import Voice
from cogmed_core.llm.windowed import Windowed
from cogmed_pipeline.address import work_folder
from cogmed_pipeline.estimating.amounts import Amount, used
from cogmed_pipeline.estimating.work_list import Job
from cogmed_pipeline.steps.judging import RUBRICS
from cogmed_pipeline.steps.simulation import KIND as EPISODES
from cogmed_pipeline.steps.simulation import assignment_of
from cogmed_pipeline.workshop import CACHE, Workshop


class NotKeptError(ModelError):
    """The cache holds no reply to this request."""


class Mute:
    """A ``ChatModel`` that never answers: whatever is said through it comes from the cache in front of it."""

    synthetic = False

    def __init__(self, name: str) -> None:
        self.name = name

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Say that there is no reply.

        Raises:
            NotKeptError: always.
        """
        raise NotKeptError(f"no reply is kept to this {request.purpose}")

    async def close(self) -> None:
        """Nothing to release."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """What of a job is kept, by role; ``whole`` where that is all of it."""

    kept: Mapping[str, Amount] = field(default_factory=dict)
    whole: bool = False


async def recall(workshop: Workshop, jobs: list[Job]) -> dict[Job, Recalled]:
    """Return what is kept of each job; nothing is asked, nothing is written."""
    path = work_folder(workshop.settings.warehouse) / CACHE
    if not path.exists():
        return {}
    with closing(ResponseCache(path, counting=False)) as cache:
        models: dict[str, ChatModel] = {}
        for name in workshop.experiment.backbones_used():
            backbone = workshop.backbones[name]
            if backbone.provider == "offline":
                models[name] = Offline(name)
            else:
                models[name] = Cached(Windowed(Mute(name), backbone), cache, backbone)
        return {job: await _recall(workshop, job, models) for job in jobs}


async def _recall(workshop: Workshop, job: Job, models: Mapping[str, ChatModel]) -> Recalled:
    if job.cell is None:
        return await _prepared(workshop, job, models[workshop.experiment.profiler])
    if job.step == "episodes":
        found = assignment_of(workshop, job.cell, job.seed)
        if not isinstance(found, Assignment):
            return Recalled()
        simulation = await simulate(found, models)
        return Recalled(used(simulation.ledger.usage()), simulation.episode.status == "finished")
    return await _judged(workshop, job, models[job.judge])


async def _prepared(workshop: Workshop, job: Job, model: ChatModel) -> Recalled:
    records, experiment, ledger = workshop.records, workshop.experiment, Ledger()
    metered = Metered(model, "profiler", ledger)
    case = records.load("cases", job.case_id, Case)
    scenario = records.load("scenarios", job.case_id, Scenario)
    try:
        if job.step == "scenarios" and case:
            language = simulation_language(case[0].language, experiment)
            await structure(case[0], Voice(metered, language, experiment.outside, 0))
        elif job.step == "profiles" and scenario:
            await draw_profiles(scenario[0], Voice(metered, scenario[0].language, experiment.outside, job.seed))
        else:
            return Recalled()
    except ModelError:
        return Recalled(used(ledger.usage()))
    return Recalled(used(ledger.usage()), whole=True)


async def _judged(workshop: Workshop, job: Job, model: ChatModel) -> Recalled:
    records, ledger = workshop.records, Ledger()
    case = records.load("cases", job.case_id, Case)
    scenario = records.load("scenarios", job.case_id, Scenario)
    episode = records.load(EPISODES, job.cell.record_key(job.seed), Episode) if job.cell else None
    if not (case and scenario and episode) or episode[0].status != "finished":
        return Recalled()
    metered = Metered(model, "judge", ledger)
    voice = Voice(metered, scenario[0].language, workshop.experiment.outside, job.seed + job.repeat)
    sheet = await RUBRICS[job.step].fill_in(case[0], scenario[0], episode[0], voice, job.repeat, "")
    return Recalled(used(ledger.usage()), sheet.unscored_reason is None)

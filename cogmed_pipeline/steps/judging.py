"""Judging the episodes of one arm on one case; separate from simulating, so that judges can change later."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from cogmed_core.domain.case import Case, Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import Judgement
from cogmed_core.experiment.fingerprint import judgement_fingerprint
from cogmed_core.judging.judge import judge
from cogmed_core.llm.metered import Ledger, Metered
from cogmed_core.llm.protocol import ChatModel
from cogmed_core.llm.voice import Voice
from cogmed_pipeline.steps.accounts import keep_account
from cogmed_pipeline.steps.simulation import Cell
from cogmed_pipeline.steps.work import Done, Items, each
from cogmed_pipeline.workshop import Workshop

KIND = "judgements"
REPEATS = 1


@dataclass(frozen=True, slots=True)
class Task:
    """One judge on one episode of a cell, and the judgement there is of it, if it is up to date."""

    key: str
    case: Case
    scenario: Scenario
    episode: Episode
    judge: str
    repeat: int
    fingerprint: str
    judgement: Judgement | None


def pending_judgements(workshop: Workshop, cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells with a finished episode that some judge has yet to score."""
    return [cell for cell in cells if missing_judgements(workshop, cell)]


def missing_judgements(workshop: Workshop, cell: Cell) -> list[tuple[int, str]]:
    """Return the seed of every finished episode of a cell, and the judge, where a score is yet to be given."""
    return [(task.episode.seed, task.judge) for task in _tasks(workshop, cell) if task.judgement is None]


def with_episodes(workshop: Workshop, cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells that hold something to judge: a finished episode on some seed."""
    return [cell for cell in cells if any(True for _ in _tasks(workshop, cell))]


async def judge_episodes(workshop: Workshop, cells: Sequence[Cell]) -> Items:
    """Judge every finished episode of the cells by every judge; a failed episode is never scored."""
    by_key = {cell.key: cell for cell in cells}
    judges = [name for cell in cells for name in workshop.experiment.roles.judges_of(cell.arm.backbone)]
    async with workshop.models(judges) as models:

        async def work(key: str) -> Done:
            return await _judge_cell(workshop, by_key[key], models)

        async with aclosing(each(list(by_key), work, workshop.stop)) as items:
            async for done in items:
                yield done


async def _judge_cell(workshop: Workshop, cell: Cell, models: Mapping[str, ChatModel]) -> Done:
    tasks = list(_tasks(workshop, cell))
    if not tasks:
        return Done(cell.key, failures=(f"{cell.key}: no finished episode to judge",))
    judgements = [task.judgement or await _judge(workshop, task, models[task.judge]) for task in tasks]
    return Done(
        cell.key,
        reused=all(task.judgement for task in tasks),
        failures=tuple(
            f"{judgement.episode_id} unscored by {judgement.judge}: {judgement.unscored_reason}"
            for judgement in judgements
            if judgement.unscored_reason
        ),
        metadata={"oqs": [judgement.oqs for judgement in judgements]},
    )


def _tasks(workshop: Workshop, cell: Cell) -> Iterator[Task]:
    case = workshop.records.load("cases", cell.case_id, Case)
    scenario = workshop.records.load("scenarios", cell.case_id, Scenario)
    for seed in workshop.experiment.seeds:
        episode = workshop.records.load("episodes", cell.record_key(seed), Episode)
        if not (case and scenario and episode) or episode[0].status != "finished":
            continue
        for judge_name in workshop.experiment.roles.judges_of(cell.arm.backbone):
            for repeat in range(REPEATS):
                yield _task(workshop, cell, (case[0], scenario[0], episode[0]), judge_name, repeat)


def _task(
    workshop: Workshop, cell: Cell, evidence: tuple[Case, Scenario, Episode], judge_name: str, repeat: int
) -> Task:
    case, scenario, episode = evidence
    key = f"{cell.record_key(episode.seed)}/{judge_name}.r{repeat}"
    judge_backbone = workshop.backbones[judge_name]
    expected = judgement_fingerprint(case, episode, judge_backbone, repeat, workshop.experiment)
    there = workshop.records.fresh(KIND, key, Judgement, expected)
    scored = there if there and there.unscored_reason is None else None
    return Task(key, case, scenario, episode, judge_name, repeat, expected, scored)


async def _judge(workshop: Workshop, task: Task, model: ChatModel) -> Judgement:
    ledger, started = Ledger(), time.perf_counter()
    metered = Metered(model, "judge", ledger)
    voice = Voice(metered, task.scenario.language, workshop.experiment.temperature, task.episode.seed + task.repeat)
    judgement = await judge(
        task.case, task.scenario, task.episode, voice, repeat=task.repeat, fingerprint=task.fingerprint
    )
    keep_account(workshop.records, KIND, task.key, ledger, started)
    workshop.records.save(KIND, task.key, judgement, task.fingerprint)
    return judgement

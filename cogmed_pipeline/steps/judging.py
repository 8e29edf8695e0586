"""Judging the episodes of one arm on one case; separate from simulating, so that judges can change later."""

import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Literal

from cogmed_core.domain.case import Case, Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import Appraisal, ConductJudgement, Judgement
from cogmed_core.experiment.definition import Experiment
from cogmed_core.experiment.fingerprint import judgement_fingerprint
from cogmed_core.judging.conduct import judge_conduct
from cogmed_core.judging.judge import judge
from cogmed_core.llm.metered import Ledger, Metered
from cogmed_core.llm.protocol import ChatModel
from cogmed_core.llm.voice import Voice
from cogmed_pipeline.steps.accounts import keep_account
from cogmed_pipeline.steps.simulation import Cell
from cogmed_pipeline.steps.work import Done, Items, each
from cogmed_pipeline.workshop import Workshop

FillIn = Callable[[Case, Scenario, Episode, Voice, int, str], Awaitable[Appraisal]]


@dataclass(frozen=True, slots=True)
class Rubric:
    """What is judged: the kind of its records, their type, and who fills a sheet in."""

    kind: Literal["judgements", "conduct"]
    prompts: Literal["judging", "conduct"]
    record: type[Appraisal]
    fill_in: FillIn


QUALITY = Rubric("judgements", "judging", Judgement, judge)
CONDUCT = Rubric("conduct", "conduct", ConductJudgement, judge_conduct)
RUBRICS: dict[str, Rubric] = {rubric.kind: rubric for rubric in (QUALITY, CONDUCT)}


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet to be filled in about an episode: by which rubric, by whom, the how manieth."""

    rubric: Rubric
    judge: str
    repeat: int


@dataclass(frozen=True, slots=True)
class Task:
    """A sheet about an episode of a cell, and what it holds if it is filled in and up to date."""

    key: str
    case: Case
    scenario: Scenario
    episode: Episode
    sheet: Sheet
    fingerprint: str
    filled_in: Appraisal | None


def sheets_of(experiment: Experiment, arm_backbone: str) -> list[Sheet]:
    """Return the sheets that are filled in about every finished episode of an arm."""
    rubrics = (QUALITY, CONDUCT) if experiment.judge_conduct else (QUALITY,)
    judges = experiment.roles.judges_of(arm_backbone)
    return [
        Sheet(rubric, name, repeat)
        for rubric in rubrics
        for name in judges
        for repeat in range(experiment.judge_repeats)
    ]


def pending_judgements(workshop: Workshop, cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells with a finished episode that some judge has yet to score."""
    return [cell for cell in cells if missing_judgements(workshop, cell)]


def missing_judgements(workshop: Workshop, cell: Cell) -> list[tuple[int, Sheet]]:
    """Return the seed of every finished episode of a cell, and the sheet, where a score is yet to be given."""
    return [(task.episode.seed, task.sheet) for task in _tasks(workshop, cell) if task.filled_in is None]


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
    sheets = [task.filled_in or await _fill_in(workshop, task, models[task.sheet.judge]) for task in tasks]
    unscored = [sheet.unscored_reason for sheet in sheets if sheet.unscored_reason]
    return Done(
        cell.key,
        reused=all(task.filled_in for task in tasks),
        kinds=frozenset(reason.partition(":")[0] for reason in unscored),
        failures=tuple(
            f"{sheet.episode_id} unscored by {sheet.judge}: {sheet.unscored_reason}"
            for sheet in sheets
            if sheet.unscored_reason
        ),
        metadata={"oqs": [sheet.oqs for sheet in sheets if isinstance(sheet, Judgement)]},
    )


def _tasks(workshop: Workshop, cell: Cell) -> Iterator[Task]:
    case = workshop.records.load("cases", cell.case_id, Case)
    scenario = workshop.records.load("scenarios", cell.case_id, Scenario)
    for seed in workshop.experiment.seeds:
        episode = workshop.records.load("episodes", cell.record_key(seed), Episode)
        if not (case and scenario and episode) or episode[0].status != "finished":
            continue
        for sheet in sheets_of(workshop.experiment, cell.arm.backbone):
            yield _task(workshop, cell, (case[0], scenario[0], episode[0]), sheet)


def _task(workshop: Workshop, cell: Cell, evidence: tuple[Case, Scenario, Episode], sheet: Sheet) -> Task:
    case, scenario, episode = evidence
    rubric, key = sheet.rubric, f"{cell.record_key(episode.seed)}/{sheet.judge}.r{sheet.repeat}"
    judge_backbone = workshop.backbones[sheet.judge]
    expected = judgement_fingerprint(case, episode, judge_backbone, sheet.repeat, workshop.experiment, rubric.prompts)
    there = workshop.records.fresh(rubric.kind, key, rubric.record, expected)
    scored = there if there and there.unscored_reason is None else None
    return Task(key, case, scenario, episode, sheet, expected, scored)


async def _fill_in(workshop: Workshop, task: Task, model: ChatModel) -> Appraisal:
    ledger, started = Ledger(), time.perf_counter()
    rubric, repeat = task.sheet.rubric, task.sheet.repeat
    metered = Metered(model, "judge", ledger)
    voice = Voice(metered, task.scenario.language, workshop.experiment.outside, task.episode.seed + repeat)
    sheet = await rubric.fill_in(task.case, task.scenario, task.episode, voice, repeat, task.fingerprint)
    keep_account(workshop.records, rubric.kind, task.key, ledger, started)
    workshop.records.save(rubric.kind, task.key, sheet, task.fingerprint)
    return sheet

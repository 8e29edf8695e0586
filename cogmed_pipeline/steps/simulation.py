"""The mediations of one arm on one case, one episode a seed."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from itertools import zip_longest

from cogmed_core.domain.case import Scenario
from cogmed_core.domain.dialogue import Utterance
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.party import MEDIATOR, ProfileSet
from cogmed_core.experiment.arms import Arm
from cogmed_core.experiment.configurations import configuration_named
from cogmed_core.experiment.fingerprint import episode_fingerprint
from cogmed_core.experiment.simulate import Assignment, Simulation, simulate
from cogmed_core.llm.protocol import ChatModel
from cogmed_core.llm.recorded import Exchange, kept_from, whole_exchanges
from cogmed_core.mediation.modules.module import Trace
from cogmed_core.mediation.table import Table
from cogmed_pipeline.looked_over import KIND as LOOKED_OVER
from cogmed_pipeline.progress import Progress
from cogmed_pipeline.records import RecordStore
from cogmed_pipeline.steps.accounts import keep_account
from cogmed_pipeline.steps.failures import failure_of
from cogmed_pipeline.steps.work import Done, Items, each
from cogmed_pipeline.workshop import Workshop

KIND, EXCHANGES = "episodes", "exchanges"


@dataclass(frozen=True, slots=True)
class Cell:
    """One arm on one case."""

    arm: Arm
    case_id: str

    @property
    def key(self) -> str:
        """The cell's partition key."""
        return f"{self.arm.key}|{self.case_id}"

    def episode_id(self, seed: int) -> str:
        """The name of the cell's episode on one seed."""
        return f"{self.arm.key}.{self.case_id}.s{seed}"

    def record_key(self, seed: int) -> str:
        """The key of the cell's episode on one seed."""
        return f"{self.arm.key}/{self.case_id}/s{seed}"


class _Rounds:
    """Tells a progress of each round of a mediation: the mediator opens every one of them."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def said(self, utterance: Utterance, table: Table, trace: Callable[[], Trace]) -> None:
        """Count the rounds by their first utterance."""
        if utterance.seat == MEDIATOR:
            self._progress.round()


def cell_of(arm_key: str, case_id: str) -> Cell:
    """Return the cell of two partition keys; configuration names hold no dot, backbone names may."""
    backbone, _, configuration = arm_key.rpartition(".")
    return Cell(Arm(backbone=backbone, configuration=configuration_named(configuration)), case_id)


def cells_of(workshop: Workshop, case_ids: Sequence[str]) -> list[Cell]:
    """Return every arm of the experiment on every case."""
    return [Cell(arm, case_id) for arm in workshop.experiment.arms for case_id in case_ids]


def pending_episodes(workshop: Workshop, cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells with an episode that is missing, failed or out of date on some seed."""
    return [cell for cell in cells if missing_episodes(workshop, cell)]


def missing_episodes(workshop: Workshop, cell: Cell) -> list[int]:
    """Return the seeds on which a cell's episode is missing, failed or out of date."""
    return [seed for seed in workshop.experiment.seeds if not _is_done(workshop, cell, seed)]


async def run_episodes(workshop: Workshop, cells: Sequence[Cell]) -> Items:
    """Simulate every cell; what is there with the right fingerprint is left alone."""
    by_key = {cell.key: cell for cell in in_turn(cells)}
    players = [name for cell in cells for name in workshop.experiment.players(cell.arm.backbone)]
    async with workshop.models(players) as models:

        async def work(key: str) -> Done:
            return await _run_cell(workshop, by_key[key], models)

        async with aclosing(each(list(by_key), work, workshop.stop)) as items:
            async for done in items:
                yield done


def in_turn(cells: Iterable[Cell]) -> list[Cell]:
    """Return the cells with the backbones in turn, so that none waits until all of another's are done."""
    by_backbone: dict[str, list[Cell]] = {}
    for cell in cells:
        by_backbone.setdefault(cell.arm.backbone, []).append(cell)
    return [cell for row in zip_longest(*by_backbone.values()) for cell in row if cell]


async def _run_cell(workshop: Workshop, cell: Cell, models: Mapping[str, ChatModel]) -> Done:
    reused, failures, kinds = True, list[str](), set[str]()
    outcomes: dict[str, str] = {}
    for seed in workshop.experiment.seeds:
        found = assignment_of(workshop, cell, seed)
        if isinstance(found, Episode):
            episode, reused = found, False
            _save(workshop.records, cell.record_key(seed), episode)
        elif there := _finished(workshop, cell, found):
            episode = there
        else:
            episode, reused = await _run(workshop, cell, found, models), False
        outcomes[f"s{seed}"] = episode.outcome or episode.status
        if episode.error:
            failures.append(f"{episode.episode_id}: {episode.error}")
            kinds.add(episode.error_kind or "")
    return Done(cell.key, reused, tuple(failures), frozenset(kinds), {"outcomes": outcomes})


async def _run(workshop: Workshop, cell: Cell, assignment: Assignment, models: Mapping[str, ChatModel]) -> Episode:
    started = time.perf_counter()
    simulation = await simulate(assignment, models, _Rounds(workshop.progress))
    keep(workshop.records, cell.record_key(assignment.seed), simulation, started)
    return simulation.episode


def keep(records: RecordStore, key: str, simulation: Simulation, started: float) -> None:
    """Write an episode and what belongs to it; ``started`` is the ``time.perf_counter`` of its beginning."""
    records.save_lines(EXCHANGES, key, simulation.log.kept)
    keep_account(records, KIND, key, simulation.ledger, started)
    _save(records, key, simulation.episode)


def exchanges_of(records: RecordStore, key: str) -> list[Exchange]:
    """Return every prompt and reply of an episode; the file holds of each prompt what is new in it."""
    return list(whole_exchanges(map(kept_from, records.load_lines(EXCHANGES, key))))


def _save(records: RecordStore, key: str, episode: Episode) -> None:
    """Save an episode; no score or finding that another one got in its place outlives it."""
    for judged in ("judgements", "conduct"):
        records.remove_below(judged, key)
    records.remove("findings", key)
    records.save(KIND, key, episode, episode.fingerprint)


def _is_done(workshop: Workshop, cell: Cell, seed: int) -> bool:
    found = assignment_of(workshop, cell, seed)
    return isinstance(found, Assignment) and _finished(workshop, cell, found) is not None


def _finished(workshop: Workshop, cell: Cell, assignment: Assignment) -> Episode | None:
    key = cell.record_key(assignment.seed)
    episode = workshop.records.fresh(KIND, key, Episode, assignment.fingerprint)
    return episode if episode and episode.status == "finished" else None


def assignment_of(workshop: Workshop, cell: Cell, seed: int) -> Assignment | Episode:
    """Return what to simulate; or, where the case was never prepared, the failed episode that says so."""
    experiment = workshop.experiment
    scenario = workshop.records.load("scenarios", cell.case_id, Scenario)
    profiles = workshop.records.load("profiles", f"{cell.case_id}/s{seed}", ProfileSet)
    if scenario is None or profiles is None:
        return _unprepared(workshop, cell, seed)
    backbones = workshop.backbones
    expected = episode_fingerprint(scenario[0], profiles[0], cell.arm, experiment, backbones)
    return Assignment(experiment, cell.arm, seed, scenario[0], profiles[0], expected)


def _unprepared(workshop: Workshop, cell: Cell, seed: int) -> Episode:
    known = (
        failure_of(workshop, LOOKED_OVER, cell.case_id)
        or failure_of(workshop, "scenarios", cell.case_id)
        or failure_of(workshop, "profiles", f"{cell.case_id}/s{seed}")
    )
    experiment, arm = workshop.experiment, cell.arm
    return Episode(
        episode_id=cell.episode_id(seed),
        case_id=cell.case_id,
        arm=arm.key,
        backbone=arm.backbone,
        configuration=arm.configuration.name,
        seed=seed,
        fingerprint="",
        synthetic=any(workshop.backbones[name].provider == "offline" for name in experiment.players(arm.backbone)),
        status="failed",
        outcome=None,
        rounds=0,
        error_kind=known.kind if known else "unprepared",
        error=known.error if known else f"{cell.case_id} has no scenario or profiles yet: prepare it first",
    )

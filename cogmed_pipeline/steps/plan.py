"""What was asked for, kept so that an episode that never ran is counted as missing and not forgotten.

There is a plan for each arm under each settings. It says of every (case, seed) which episode it expects, by its
fingerprint: one that was made from another text, model or prompt, or with other rounds, is not that episode.
"""

from collections.abc import Collection, Iterable, Mapping

from pydantic import Field

from cogmed_core.domain.episode import Episode
from cogmed_core.domain.record import Record
from cogmed_core.experiment.arms import Arm
from cogmed_core.experiment.configurations import CONFIGURATIONS
from cogmed_core.experiment.definition import Roles
from cogmed_core.experiment.fingerprint import fingerprint, identity, settings_fingerprint
from cogmed_pipeline.steps.catalogue import catalogue_of
from cogmed_pipeline.steps.simulation import KIND as EPISODES
from cogmed_pipeline.steps.simulation import Cell, assignment_of
from cogmed_pipeline.workshop import Workshop

KIND, CONDITIONS = "plans", "conditions"
LATEST = ("latest", "experiment")


class Asked(Record):
    """One episode that was asked for."""

    case_id: str
    seed: int
    source_sha256: str = Field(description="of the raw case")
    fingerprint: str = Field(description="of the episode; blank until the case has a scenario and profiles")

    @property
    def pair(self) -> tuple[str, int]:
        """Case and seed."""
        return self.case_id, self.seed

    def is_met_by(self, episode: Episode | None, sources: Mapping[str, str]) -> bool:
        """Say whether this is the episode, of the case as it stands in the raw folder (``sources`` by case)."""
        return (
            episode is not None
            and episode.fingerprint == self.fingerprint
            and sources.get(self.case_id) == self.source_sha256
        )


class Plan(Record):
    """What was asked for in an arm under one experiment's settings."""

    settings: str
    backbone: str
    configuration: str
    model: str = Field(description="hash of what the arm's backbone was: another model under its name is another plan")
    judges: tuple[str, ...]
    asked: tuple[Asked, ...]

    @property
    def arm(self) -> tuple[str, str]:
        """Backbone and configuration."""
        return self.backbone, self.configuration


class Conditions(Record):
    """The settings of an experiment that all its arms share; ``settings`` names them."""

    settings: str
    experiment: str
    rounds: int
    temperature: float
    language: str
    roles: Roles


class Latest(Record):
    """Which settings were asked for last."""

    settings: str


def plan(workshop: Workshop, cells: Iterable[Cell], *, anew: bool = False) -> None:
    """Add the cells, on every seed of the experiment, to what was asked for under its settings.

    ``anew``: this is all that is asked for now. What was asked for before stays only if it was all run.
    """
    conditions = _conditions(workshop)
    _save(workshop, CONDITIONS, conditions.settings, conditions)
    _save(workshop, *LATEST, Latest(settings=conditions.settings))
    sources = sources_of(workshop)
    by_arm: dict[str, list[Cell]] = {}
    for cell in cells:
        by_arm.setdefault(cell.arm.key, []).append(cell)
    for key, of_arm in by_arm.items():
        place = f"{conditions.settings}/{key}"
        known = workshop.records.load(KIND, place, Plan)
        made = _plan(workshop, conditions.settings, of_arm, sources)
        if known and known[0].model == made.model and (not anew or _was_run(workshop, known[0], made, sources)):
            made = _joined(known[0], made)
        _save(workshop, KIND, place, made)


def forget_plans(workshop: Workshop, case_ids: Collection[str]) -> None:
    """Ask for some cases no more, under any settings."""
    for key in workshop.records.keys(KIND):
        known = workshop.records.load(KIND, key, Plan)
        if known:
            asked = tuple(one for one in known[0].asked if one.case_id not in case_ids)
            _save(workshop, KIND, key, known[0].model_copy(update={"asked": asked}))


def plans_of(workshop: Workshop, settings: str) -> list[Plan]:
    """Return the plans of every arm under some settings, by backbone, in the order of the configurations."""
    order = {name: position for position, name in enumerate(CONFIGURATIONS)}
    plans = (one for one in workshop.records.all(f"{KIND}/{settings}", Plan))
    return sorted(plans, key=lambda one: (one.backbone, order.get(one.configuration, len(order)), one.configuration))


def all_conditions(workshop: Workshop) -> list[Conditions]:
    """Return the settings of every experiment of the warehouse, the latest first."""
    latest = latest_settings(workshop)
    known = list(workshop.records.all(CONDITIONS, Conditions))
    return sorted(known, key=lambda one: (one.settings != latest, one.experiment, one.settings))


def latest_settings(workshop: Workshop) -> str:
    """Return the name of the settings asked for last; blank before the first."""
    found = workshop.records.load(*LATEST, Latest)
    return found[0].settings if found else ""


def sources_of(workshop: Workshop) -> dict[str, str]:
    """Return the hash of every accepted raw case."""
    catalogue = catalogue_of(workshop)
    hashes = {entry.case_id: entry.source_sha256 for entry in catalogue.entries}
    return {case_id: hashes[case_id] for case_id in catalogue.accepted}


def _conditions(workshop: Workshop) -> Conditions:
    experiment = workshop.experiment
    shared = experiment.model_dump(include={"rounds", "temperature", "language", "roles"})
    name = settings_fingerprint(experiment, workshop.backbones)[:8]
    return Conditions(settings=name, experiment=experiment.name, **shared)


def _plan(workshop: Workshop, settings: str, cells: list[Cell], sources: Mapping[str, str]) -> Plan:
    arm: Arm = cells[0].arm
    asked = [
        Asked(
            case_id=cell.case_id,
            seed=seed,
            source_sha256=sources.get(cell.case_id, ""),
            fingerprint=assignment_of(workshop, cell, seed).fingerprint,
        )
        for cell in cells
        for seed in workshop.experiment.seeds
    ]
    return Plan(
        settings=settings,
        backbone=arm.backbone,
        configuration=arm.configuration.name,
        model=fingerprint(backbone=identity(workshop.backbones[arm.backbone])),
        judges=workshop.experiment.roles.judges_of(arm.backbone),
        asked=tuple(sorted(asked, key=lambda one: one.pair)),
    )


def _joined(known: Plan, made: Plan) -> Plan:
    asked = {one.pair: one for one in (*known.asked, *made.asked)}
    return made.model_copy(update={"asked": tuple(asked[pair] for pair in sorted(asked))})


def _was_run(workshop: Workshop, known: Plan, made: Plan, sources: Mapping[str, str]) -> bool:
    """Say whether every episode of an earlier plan is there that is not asked for once more."""
    again = {one.pair for one in made.asked}
    for one in known.asked:
        if one.pair in again or one.case_id not in sources:
            continue
        key = f"{made.backbone}.{made.configuration}/{one.case_id}/s{one.seed}"
        found = workshop.records.load(EPISODES, key, Episode)
        if found is None or found[0].fingerprint != one.fingerprint:
            return False
    return True


def _save(workshop: Workshop, kind: str, key: str, record: Record) -> None:
    known = workshop.records.load(kind, key, type(record))
    if known is None or known[0] != record:
        workshop.records.save(kind, key, record, "")

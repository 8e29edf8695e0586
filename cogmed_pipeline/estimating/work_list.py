"""What a run would have to do: every record that is missing or out of date, and those that are there."""

from dataclasses import dataclass, field

from cogmed_pipeline.steps.catalogue import selected, survey
from cogmed_pipeline.steps.judging import RUBRICS, Sheet, missing_judgements, sheets_of
from cogmed_pipeline.steps.preparation import missing_profiles, pending_scenarios
from cogmed_pipeline.steps.simulation import Cell, cells_of, missing_episodes
from cogmed_pipeline.workshop import Workshop

STEPS = ("scenarios", "profiles", "episodes", *RUBRICS)


@dataclass(frozen=True, slots=True)
class Job:
    """One record to be made; what it is about that its step has not is None or blank.

    Attributes:
        rounds: of a job that was done under an earlier limit on rounds, that limit; 0 = today's.
    """

    step: str
    case_id: str
    seed: int = 0
    cell: Cell | None = None
    judge: str = ""
    repeat: int = 0
    rounds: int = 0

    @property
    def configuration(self) -> str:
        """The name of the arm's configuration."""
        return self.cell.arm.configuration.name if self.cell else ""

    @property
    def needs(self) -> list["Job"]:
        """The jobs whose records it is made from, in the order of the steps."""
        before = [
            Job("scenarios", self.case_id),
            Job("profiles", self.case_id, self.seed),
            Job("episodes", self.case_id, self.seed, self.cell, rounds=self.rounds),
        ]
        return before[: STEPS.index(self.step)]


@dataclass(slots=True)
class WorkList:
    """The jobs of a run, and the episodes it finds done."""

    jobs: list[Job] = field(default_factory=list)
    done: list[Job] = field(default_factory=list)

    def of(self, step: str) -> list[Job]:
        """Return the jobs of one step."""
        return [job for job in self.jobs if job.step == step]


def work_list(workshop: Workshop) -> WorkList:
    """Return what a run with the workshop's settings would do.

    Raises:
        CaseError: there is no case to simulate.
        ConfigurationError: a case that was asked for is unknown.
    """
    found, case_ids = WorkList(), selected(workshop, survey(workshop))
    found.jobs += [Job("scenarios", case_id) for case_id in pending_scenarios(workshop, case_ids)]
    for case_id in case_ids:
        found.jobs += [Job("profiles", case_id, seed) for seed in missing_profiles(workshop, case_id)]
    for cell in cells_of(workshop, case_ids):
        _enter(workshop, found, cell)
    return found


def _enter(workshop: Workshop, found: WorkList, cell: Cell) -> None:
    missing = missing_episodes(workshop, cell)
    sheets = sheets_of(workshop.experiment, cell.arm.backbone)
    for seed in workshop.experiment.seeds:
        episode = Job("episodes", cell.case_id, seed, cell)
        (found.jobs if seed in missing else found.done).append(episode)
        if seed in missing:
            found.jobs += [judging(cell, seed, sheet) for sheet in sheets]
    unscored = missing_judgements(workshop, cell)
    found.jobs += [judging(cell, seed, sheet) for seed, sheet in unscored if seed not in missing]


def judging(cell: Cell, seed: int, sheet: Sheet) -> Job:
    """Return the job of filling in a sheet about the episode of a cell on one seed."""
    return Job(sheet.rubric.kind, cell.case_id, seed, cell, sheet.judge, sheet.repeat)

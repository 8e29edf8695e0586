"""The settlements of an experiment as questions to its panels; a set like any other from then on."""

from collections.abc import Iterator, Sequence

from cogmed_core.domain.case import Case, Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.question import QuestionSet, YesNoQuestion
from cogmed_core.domain.record import Record
from cogmed_core.experiment.contests import REAL, SET, Contest, Contestant, contest, contestants
from cogmed_core.experiment.fingerprint import fingerprint
from cogmed_pipeline.steps import questions
from cogmed_pipeline.steps.deliberation_plan import DeliberationCell, cell_of
from cogmed_pipeline.steps.simulation import KIND as EPISODES
from cogmed_pipeline.steps.simulation import Cell
from cogmed_pipeline.workshop import Workshop

KIND = "contests"


class Contests(Record):
    """What the questions of the set are about."""

    contests: tuple[Contest, ...]


def set_up(workshop: Workshop, cells: Sequence[Cell]) -> QuestionSet:
    """Put every finished episode of the cells against its rivals, and keep the questions."""
    found = [
        pair for case_id in dict.fromkeys(cell.case_id for cell in cells) for pair in _of_case(workshop, case_id, cells)
    ]
    content = fingerprint(questions=[question.asked for _, question in found])
    asked = tuple(question for _, question in found)
    question_set = QuestionSet(
        name=SET, source_file="the episodes of this warehouse", source_sha256=content, questions=asked
    )
    workshop.records.save(KIND, SET, Contests(contests=tuple(about for about, _ in found)), content)
    workshop.records.save(questions.KIND, SET, question_set, content)
    return question_set


def panel_cells(workshop: Workshop, cells: Sequence[Cell], question_set: QuestionSet) -> list[DeliberationCell]:
    """Return every panel on every judging backbone; each question is asked on one seed, whatever its episode's."""
    experiment = workshop.experiment
    judges = [judge for cell in cells for judge in experiment.roles.judges_of(cell.arm.backbone)]
    panels = [
        cell_of(workshop, f"{judge}.{panel}", question_set)
        for judge in dict.fromkeys(judges)
        for panel in experiment.deliberation.panels
    ]
    once = {"seeds": experiment.seeds[:1], "questions": None}
    return [DeliberationCell(panel.plan.model_copy(update=once), question_set) for panel in panels]


def contests_of(workshop: Workshop) -> tuple[Contest, ...]:
    """Return what the questions there are about."""
    found = workshop.records.load(KIND, SET, Contests)
    return found[0].contests if found else ()


def _of_case(workshop: Workshop, case_id: str, cells: Sequence[Cell]) -> Iterator[tuple[Contest, YesNoQuestion]]:
    case = workshop.records.load("cases", case_id, Case)
    scenario = workshop.records.load("scenarios", case_id, Scenario)
    if case is None or scenario is None:
        return
    for seed in workshop.experiment.seeds:
        episodes = list(_finished(workshop, [cell for cell in cells if cell.case_id == case_id], seed))
        real, *simulated = contestants(case[0], scenario[0], episodes)
        met: set[frozenset[str]] = set()
        for episode, one in zip(episodes, simulated, strict=True):
            for rival in _rivals(workshop, episode, episodes, simulated, real):
                pair = frozenset((one.name, rival.name))
                if len(pair) == 2 and pair not in met:
                    met.add(pair)
                    yield from contest(scenario[0], seed, (one, rival), workshop.experiment.deliberation.aspects)


def _rivals(
    workshop: Workshop,
    episode: Episode,
    episodes: Sequence[Episode],
    simulated: Sequence[Contestant],
    real: Contestant,
) -> Iterator[Contestant]:
    for name in workshop.experiment.deliberation.rivals:
        if name == REAL:
            yield real
        for other, contestant in zip(episodes, simulated, strict=True):
            if (other.backbone, other.configuration) == (episode.backbone, name):
                yield contestant


def _finished(workshop: Workshop, cells: Sequence[Cell], seed: int) -> Iterator[Episode]:
    for cell in cells:
        found = workshop.records.load(EPISODES, cell.record_key(seed), Episode)
        if found and found[0].status == "finished":
            yield found[0]

"""The settlements of an experiment as questions to its panels; a set like any other from then on."""

from collections.abc import Iterator, Mapping, Sequence

from cogmed_core.domain.case import Case, Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.question import QuestionSet, YesNoQuestion
from cogmed_core.domain.record import Record
from cogmed_core.experiment.arms import Arm
from cogmed_core.experiment.configurations import configuration_named
from cogmed_core.experiment.contests import REAL, SET, Contest, Contestant, contest, contestants
from cogmed_core.experiment.fingerprint import fingerprint
from cogmed_pipeline.steps import questions
from cogmed_pipeline.steps.deliberation_plan import DeliberationCell, cell_of
from cogmed_pipeline.steps.plan import latest_settings, plans_of, sources_of
from cogmed_pipeline.steps.simulation import KIND as EPISODES
from cogmed_pipeline.steps.simulation import Cell
from cogmed_pipeline.workshop import Workshop

KIND = "contests"


class Contests(Record):
    """What the questions of the set are about."""

    contests: tuple[Contest, ...]


def set_up(workshop: Workshop) -> QuestionSet:
    """Put every finished episode of the latest settings against its rivals, and keep the questions."""
    found = [pair for case_id, seeds in _episodes(workshop).items() for pair in _of_case(workshop, case_id, seeds)]
    asked = tuple(question for _, question in found)
    content = fingerprint(questions=[question.asked for question in asked])
    question_set = QuestionSet(
        name=SET, source_file="episodes of this warehouse", source_sha256=content, questions=asked
    )
    workshop.records.save(KIND, SET, Contests(contests=tuple(about for about, _ in found)), content)
    workshop.records.save(questions.KIND, SET, question_set, content)
    return question_set


def panel_cells(workshop: Workshop) -> list[DeliberationCell]:
    """Return every panel on every judging backbone; each question is asked on one seed, whatever its episode's."""
    experiment = workshop.experiment
    question_set = questions.question_sets(workshop).get(SET)
    if question_set is None or not question_set.questions:
        return []
    judges = [judge for backbone in experiment.backbones for judge in experiment.roles.judges_of(backbone)]
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


def _episodes(workshop: Workshop) -> dict[str, dict[int, list[Episode]]]:
    """Return the finished episodes by case and seed, arms in the order of the results."""
    found: dict[str, dict[int, list[Episode]]] = {}
    sources = sources_of(workshop)
    for plan in plans_of(workshop, latest_settings(workshop)):
        arm = Arm(backbone=plan.backbone, configuration=configuration_named(plan.configuration))
        for asked in plan.asked:
            there = workshop.records.load(EPISODES, Cell(arm, asked.case_id).record_key(asked.seed), Episode)
            if there and there[0].status == "finished" and asked.is_met_by(there[0], sources):
                found.setdefault(asked.case_id, {}).setdefault(asked.seed, []).append(there[0])
    return found


def _of_case(
    workshop: Workshop, case_id: str, seeds: Mapping[int, Sequence[Episode]]
) -> Iterator[tuple[Contest, YesNoQuestion]]:
    case = workshop.records.load("cases", case_id, Case)
    scenario = workshop.records.load("scenarios", case_id, Scenario)
    if case is None or scenario is None:
        return
    for seed, episodes in seeds.items():
        met: set[frozenset[str]] = set()
        for one, rival in _pairs(workshop, episodes, contestants(case[0], scenario[0], episodes)):
            names = frozenset((one.name, rival.name))
            if len(names) == 2 and names not in met:
                met.add(names)
                yield from contest(scenario[0], seed, (one, rival), workshop.experiment.deliberation.aspects)


def _pairs(
    workshop: Workshop, episodes: Sequence[Episode], standing: Sequence[Contestant]
) -> Iterator[tuple[Contestant, Contestant]]:
    real, *simulated = standing
    both = list(zip(episodes, simulated, strict=True))
    for episode, one in both:
        for name in workshop.experiment.deliberation.rivals:
            if name == REAL:
                yield one, real
            for other, rival in both:
                if (other.backbone, other.configuration) == (episode.backbone, name):
                    yield one, rival

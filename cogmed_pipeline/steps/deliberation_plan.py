"""What was asked of a framework on a backbone about a set: kept, so that what never ran is missing, not forgotten."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import Field

from cogmed_core.deliberation.registry import AnyFramework, framework_of, variant_of
from cogmed_core.domain.question import QuestionSet, YesNoQuestion
from cogmed_core.domain.record import Record
from cogmed_pipeline.workshop import Workshop

KIND = "deliberation_plans"


class DeliberationPlan(Record):
    """One framework on one backbone over one set."""

    question_set: str
    framework: str
    variant: dict[str, Any] = Field(description="kind and numbers of the framework")
    backbone: str
    seeds: tuple[int, ...]
    temperature: float
    questions: int | None = Field(description="only so many, from the first; None: all of them")

    @property
    def key(self) -> str:
        """The name of its records."""
        return f"{self.backbone}.{self.framework}/{self.question_set}"


@dataclass(frozen=True, slots=True)
class DeliberationCell:
    """One partition: a plan, and the questions it is about."""

    plan: DeliberationPlan
    question_set: QuestionSet

    @property
    def deliberator(self) -> str:
        """The framework on its backbone: one dimension of the partition key."""
        return f"{self.plan.backbone}.{self.plan.framework}"

    @property
    def key(self) -> str:
        """The partition key."""
        return f"{self.deliberator}|{self.plan.question_set}"

    @property
    def framework(self) -> AnyFramework:
        """The framework with its numbers."""
        return framework_of(self.plan.framework, self.plan.variant)

    @property
    def questions(self) -> tuple[YesNoQuestion, ...]:
        """The questions asked."""
        return self.question_set.questions[: self.plan.questions]


def cells_of(workshop: Workshop, sets: Iterable[QuestionSet]) -> list[DeliberationCell]:
    """Return every framework of the experiment on every backbone over every set, as asked for now."""
    return [
        cell_of(workshop, f"{backbone}.{framework}", one)
        for one in sets
        for backbone in workshop.experiment.backbones
        for framework in workshop.experiment.deliberation.frameworks
    ]


def cell_of(workshop: Workshop, deliberator: str, question_set: QuestionSet) -> DeliberationCell:
    """Return a cell with the numbers of the experiment; framework names hold no dot, backbone names may."""
    backbone, _, name = deliberator.rpartition(".")
    experiment = workshop.experiment
    plan = DeliberationPlan(
        question_set=question_set.name,
        framework=name,
        variant=variant_of(experiment.deliberation.framework(name)),
        backbone=backbone,
        seeds=experiment.seeds,
        temperature=experiment.temperature,
        questions=workshop.settings.limit,
    )
    return DeliberationCell(plan, question_set)


def plan(workshop: Workshop, cells: Sequence[DeliberationCell]) -> None:
    """Add the cells to what was asked for: more seeds and more questions never become fewer."""
    for cell in cells:
        asked = cell.plan
        known = workshop.records.load(KIND, asked.key, DeliberationPlan)
        if known is not None:
            limits = (known[0].questions, asked.questions)
            most = None if None in limits else max(limit for limit in limits if limit is not None)
            seeds = tuple(sorted({*known[0].seeds, *asked.seeds}))
            asked = asked.model_copy(update={"seeds": seeds, "questions": most})
        if known is None or known[0] != asked:
            workshop.records.save(KIND, asked.key, asked, "")


def planned(workshop: Workshop, sets: dict[str, QuestionSet]) -> list[DeliberationCell]:
    """Return everything ever asked for about the sets there still are, frameworks in the paper's order."""
    order = {name: place for place, name in enumerate(workshop.experiment.deliberation.frameworks)}
    plans = [one for one in workshop.records.all(KIND, DeliberationPlan) if one.question_set in sets]
    plans.sort(key=lambda one: (one.question_set, one.backbone, order.get(one.framework, len(order)), one.framework))
    return [DeliberationCell(one, sets[one.question_set]) for one in plans]

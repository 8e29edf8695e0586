"""The deliberations of one framework on one backbone over one set, on every seed asked for."""

from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

from cogmed_core.deliberation.deliberate import Sitting, deliberate
from cogmed_core.domain.question import Verdict
from cogmed_core.experiment.fingerprint import verdict_fingerprint
from cogmed_core.llm.protocol import ChatModel
from cogmed_pipeline.steps.deliberation_plan import DeliberationCell
from cogmed_pipeline.steps.pages import Page, pages_of, remove_page, stored_exchanges, stored_pages
from cogmed_pipeline.steps.work import Done, Items, each
from cogmed_pipeline.workshop import Workshop

STEP = "verdicts"
NAMED = 20
"""Failures that are named in a partition's page; the tables hold all of them."""


@dataclass(frozen=True, slots=True)
class Task:
    """One sitting, and the page its verdict goes to."""

    sitting: Sitting
    page: Page


@dataclass(slots=True)
class Docket:
    """What is still to be decided in a cell, and what became of it so far."""

    cell: DeliberationCell
    tasks: list[Task] = field(default_factory=list)
    reused: int = 0
    waiting: int = 0
    failures: list[str] = field(default_factory=list)
    misplaced: list[Page] = field(default_factory=list)
    stored: list[str] = field(default_factory=list)
    surplus: list[str] = field(default_factory=list)

    def done(self) -> Done:
        """Return what became of the cell."""
        more = len(self.failures) - NAMED
        named = (*self.failures[:NAMED], *([f"… and {more} more of {self.cell.key}"] if more > 0 else []))
        metadata = {"verdicts": self.reused + len(self.tasks), "reused verdicts": self.reused}
        return Done(self.cell.key, reused=not self.tasks, failures=named, metadata=metadata)


def pending_deliberations(workshop: Workshop, cells: Sequence[DeliberationCell]) -> list[DeliberationCell]:
    """Return the cells with a verdict that is missing, failed or out of date."""
    return [cell for cell in cells if _docket(workshop, cell).tasks]


async def run_deliberations(workshop: Workshop, cells: Sequence[DeliberationCell]) -> Items:
    """Decide every question of the cells; a verdict that is there with the right fingerprint is left alone.

    Yields each cell when its last question is decided. Whatever ends the step early, what was decided is written.
    """
    dockets = [_docket(workshop, cell) for cell in cells]
    workshop.progress.begin(STEP, sum(docket.reused + docket.waiting for docket in dockets))
    for docket in dockets:
        _tidy(workshop, docket)
        for _ in range(docket.reused):
            workshop.progress.item(STEP, reused=True, failed=False)
        if not docket.waiting:
            yield docket.done()
    async with aclosing(_decide_all(workshop, [docket for docket in dockets if docket.waiting])) as decided:
        async for docket in decided:
            yield docket.done()
    workshop.progress.end(STEP)


async def _decide_all(workshop: Workshop, dockets: Sequence[Docket]) -> AsyncGenerator[Docket, None]:
    tasks = {
        f"{place}/{number}": task for place, docket in enumerate(dockets) for number, task in enumerate(docket.tasks)
    }
    async with workshop.models(docket.cell.plan.backbone for docket in dockets) as models:

        async def work(key: str) -> Done:
            docket = dockets[int(key.partition("/")[0])]
            return await _decide(workshop, tasks[key], key, models[docket.cell.plan.backbone])

        try:
            async with aclosing(each(list(tasks), work, workshop.stop)) as items:
                async for done in items:
                    docket = dockets[int(done.key.partition("/")[0])]
                    workshop.progress.item(STEP, reused=False, failed=bool(done.failures))
                    docket.waiting -= 1
                    docket.failures += done.failures
                    if not docket.waiting:
                        yield docket
        finally:
            for page in {id(task.page): task.page for task in tasks.values()}.values():
                if page.made:
                    page.write(workshop.records)


def _docket(workshop: Workshop, cell: DeliberationCell) -> Docket:
    docket = Docket(cell)
    for seed in cell.plan.seeds:
        _enter(workshop, docket, seed)
    docket.waiting = len(docket.tasks)
    return docket


def _enter(workshop: Workshop, docket: Docket, seed: int) -> None:
    """Enter a seed in the docket: what has to be decided, what has not, and which pages are not what they should be."""
    cell = docket.cell
    sittings = {sitting.question.question_id: sitting for sitting in _sittings(workshop, cell, seed)}
    stored = stored_pages(workshop.records, cell.plan.key, seed)
    docket.stored += stored
    there = {verdict.question_id: verdict for verdicts in stored.values() for verdict in verdicts}
    for page in pages_of(cell.plan.key, seed, [question.question_id for question in cell.question_set.questions]):
        page.verdicts = {name: there[name] for name in page.question_ids if name in there}
        missing = [
            name for name in page.question_ids if name in sittings and not _holds(there.get(name), sittings[name])
        ]
        docket.reused += sum(name in sittings for name in page.question_ids) - len(missing)
        page.waiting = len(missing)
        docket.tasks += [Task(sittings[name], page) for name in missing]
        if list(page.verdicts) != [verdict.question_id for verdict in stored.pop(page.key, [])]:
            docket.misplaced.append(page)
    docket.surplus += stored


def _tidy(workshop: Workshop, docket: Docket) -> None:
    """Put verdicts on the pages they belong to, where a set has changed around them."""
    if docket.misplaced:
        exchanges = stored_exchanges(workshop.records, docket.stored)
        for page in docket.misplaced:
            page.write(workshop.records, exchanges)
    for key in docket.surplus:
        remove_page(workshop.records, key)


def _sittings(workshop: Workshop, cell: DeliberationCell, seed: int) -> Iterator[Sitting]:
    backbone, framework, temperature = workshop.backbones[cell.plan.backbone], cell.framework, cell.plan.temperature
    for question in cell.questions:
        expected = verdict_fingerprint(question, framework, seed, backbone, temperature)
        yield Sitting(question, framework, seed, temperature, expected)


def _holds(verdict: Verdict | None, sitting: Sitting) -> bool:
    return verdict is not None and verdict.status == "finished" and verdict.fingerprint == sitting.fingerprint


async def _decide(workshop: Workshop, task: Task, key: str, model: ChatModel) -> Done:
    sitting, page = task.sitting, task.page
    deliberation = await deliberate(sitting, model)
    if page.take(deliberation):
        page.write(workshop.records)
    verdict = deliberation.verdict
    what = f"{verdict.question_set}/{verdict.question_id}, seed {verdict.seed}"
    who = f"{verdict.framework} on {verdict.backbone}"
    return Done(key, failures=(f"{what} by {who}: {verdict.error}",) if verdict.error else ())

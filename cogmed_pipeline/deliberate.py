"""``cogmed deliberate``: questions to tables in one process, through the same assets that the UI shows."""

from collections.abc import Mapping, Sequence

from cogmed_core.domain.question import QuestionSet
from cogmed_core.errors import AccessError, CogMedError
from cogmed_core.llm.failures import BudgetError
from cogmed_pipeline.defs.deliberation import DELIBERATORS, QUESTION_SETS
from cogmed_pipeline.defs.partitions import register
from cogmed_pipeline.defs.pipeline import build_definitions
from cogmed_pipeline.instance import open_instance
from cogmed_pipeline.progress import Progress
from cogmed_pipeline.run import Runner
from cogmed_pipeline.settings import SAVED, Settings
from cogmed_pipeline.steps.deliberation import pending_deliberations
from cogmed_pipeline.steps.deliberation_plan import DeliberationCell, cells_of, plan
from cogmed_pipeline.stopping import Stop, StoppedError
from cogmed_pipeline.workshop import Workshop


def deliberate(
    settings: Settings,
    environ: Mapping[str, str],
    progress: Progress,
    sets: Sequence[QuestionSet],
    stop: Stop | None = None,
) -> CogMedError | None:
    """Decide whatever is missing or changed about ``sets`` and rebuild the tables.

    The warehouse's settings stay those of its mediations, so that the UI goes on showing their experiment.

    Returns:
        Why it stopped before its end (a rejected key, the limit on cost, somebody's wish), None if it did not.
        What was decided by then is kept, and in the tables.

    Raises:
        UsageError: a setting is wrong; nothing was asked.
        StorageError: results cannot be written; the tables are as they were.
    """
    settings.check_backbones()
    workshop = Workshop(settings, environ, progress, stop)
    definitions = build_definitions(workshop)
    with open_instance(settings.warehouse) as instance:
        runner = Runner(workshop, definitions, instance)
        if not (settings.warehouse / SAVED).exists():
            settings.save()
        runner.once("question_sets")
        cells = cells_of(workshop, [one for one in sets if one.questions])
        register(instance, DELIBERATORS, list(dict.fromkeys(cell.deliberator for cell in cells)))
        plan(workshop, cells)
        stopped = _decide(runner, workshop, cells)
        workshop.select(None)
        runner.once("database")
    return stopped


def _decide(runner: Runner, workshop: Workshop, cells: Sequence[DeliberationCell]) -> CogMedError | None:
    to_do = {cell.key for cell in pending_deliberations(workshop, cells)}
    to_do |= runner.unseen("verdicts", [cell.key for cell in cells])
    try:
        runner.grid("verdicts", [cell.key for cell in cells if cell.key in to_do], (DELIBERATORS, QUESTION_SETS))
    except (AccessError, BudgetError, StoppedError) as error:
        return error
    return None

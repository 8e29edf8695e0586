"""``cogmed deliberate``: questions to tables in one process, through the same assets that the UI shows."""

from collections.abc import Mapping, Sequence

from cogmed_core.domain.question import QuestionSet
from cogmed_core.errors import CogMedError
from cogmed_pipeline.defs.pipeline import build_definitions
from cogmed_pipeline.instance import open_instance
from cogmed_pipeline.progress import Progress
from cogmed_pipeline.run import Runner, clear
from cogmed_pipeline.settings import SAVED, Settings
from cogmed_pipeline.sittings import sit
from cogmed_pipeline.steps.deliberation_plan import cells_of
from cogmed_pipeline.stopping import Stop
from cogmed_pipeline.store import store_at
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
        LeakError: something that identifies got into the warehouse; the tables are as they were.
    """
    settings.check_backbones()
    workshop = Workshop(settings, environ, progress, stop)
    definitions = build_definitions(workshop)
    with open_instance(settings.warehouse) as instance:
        runner = Runner(workshop, definitions, instance)
        if not store_at(settings.warehouse).versions(SAVED):
            settings.save()
        runner.once("question_sets")
        cells = cells_of(workshop, [one for one in sets if one.questions])
        stopped = sit(runner, instance, workshop, cells)
        workshop.select(None)
        clear(runner, workshop)
        runner.once("database")
    return stopped

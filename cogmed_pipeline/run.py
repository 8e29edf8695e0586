"""``cogmed run``: the whole pipeline in one process, through the same assets that the UI shows.

Each step is a Dagster run of its own over just the partitions that are missing or changed.
"""

from collections.abc import Callable, Collection, Mapping, Sequence

import dagster as dg

from cogmed_core.errors import AccessError, CogMedError, UsageError
from cogmed_core.llm.failures import BudgetError
from cogmed_pipeline.defs.partitions import ARMS, CASES, register
from cogmed_pipeline.defs.pipeline import build_definitions
from cogmed_pipeline.defs.ranges import covering
from cogmed_pipeline.instance import open_instance, this_process
from cogmed_pipeline.progress import Progress
from cogmed_pipeline.settings import Settings
from cogmed_pipeline.sittings import hold_contests
from cogmed_pipeline.steps.auditing import pending_audits
from cogmed_pipeline.steps.catalogue import selected, survey
from cogmed_pipeline.steps.judging import pending_judgements, with_episodes
from cogmed_pipeline.steps.leak_gate import LeakError, find_leaks, told
from cogmed_pipeline.steps.plan import plan
from cogmed_pipeline.steps.preparation import (
    identifiers_left,
    pending_anonymization,
    pending_profiles,
    pending_scenarios,
)
from cogmed_pipeline.steps.simulation import Cell, cells_of, pending_episodes
from cogmed_pipeline.steps.soundness import both_parties_present, one_profile_a_party
from cogmed_pipeline.stopping import Stop, StoppedError
from cogmed_pipeline.workshop import Workshop

Dimensions = tuple[dg.DynamicPartitionsDefinition, dg.DynamicPartitionsDefinition]
QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}


class Runner:
    """Runs the assets step by step on one instance."""

    def __init__(self, workshop: Workshop, definitions: dg.Definitions, instance: dg.DagsterInstance) -> None:
        self._workshop = workshop
        self._job = definitions.resolve_implicit_global_asset_job_def()
        self._instance = instance

    def once(self, asset: str) -> None:
        """Materialize an asset that has no partitions."""
        self._execute(asset, {})

    def cases(self, asset: str, keys: Collection[str]) -> None:
        """Materialize case partitions."""
        if not keys:
            return
        self._workshop.select(keys)
        self._execute(asset, covering(keys, self._instance.get_dynamic_partitions(str(CASES.name))))

    def grid(self, asset: str, keys: Sequence[str], dimensions: Dimensions = (ARMS, CASES)) -> None:
        """Materialize partitions of two dimensions, arm × case or others; a key is ``first|second``."""
        if not keys:
            return
        orders = [self._instance.get_dynamic_partitions(str(dimension.name)) for dimension in dimensions]
        self._workshop.select(keys)
        self._execute(asset, covering(keys, *orders))

    def unseen(self, asset: str, keys: Sequence[str]) -> set[str]:
        """Return the keys that Dagster has no materialization of, though their record may be there."""
        return set(keys) - set(self._instance.get_materialized_partitions(dg.AssetKey(asset)))

    def _execute(self, asset: str, tags: Mapping[str, str]) -> None:
        """Materialize partitions of an asset; what failed is in its records, and the others go on."""
        try:
            self._job.execute_in_process(
                run_config=QUIET,
                instance=self._instance,
                asset_selection=[dg.AssetKey(asset)],
                tags={**tags, **this_process()},
            )
        except dg.Failure:
            return
        except dg.DagsterExecutionInterruptedError:
            raise KeyboardInterrupt from None


def run(
    settings: Settings, environ: Mapping[str, str], progress: Progress, stop: Stop | None = None
) -> CogMedError | None:
    """Run whatever is missing or changed and rebuild the tables.

    Returns:
        Why the run stopped before its end (a rejected key, the limit on cost, somebody's wish), None if it did
        not. What was finished by then is kept, and in the tables.

    Raises:
        UsageError: a setting is wrong; nothing was run.
        StorageError: results cannot be written; the tables are as they were.
        LeakError: something that identifies got past the anonymizer; the tables are as they were.
    """
    settings.check_backbones()
    workshop = Workshop(settings, environ, progress, stop)
    definitions = build_definitions(workshop)
    case_ids = selected(workshop, survey(workshop))
    with open_instance(settings.warehouse) as instance:
        runner = Runner(workshop, definitions, instance)
        settings.save()
        runner.once("case_catalogue")
        cells = cells_of(workshop, case_ids)
        register(instance, ARMS, [arm.key for arm in settings.experiment.arms])
        plan(workshop, cells, anew=True)
        if settings.force:
            workshop.force("episodes", [cell.key for cell in cells])
        stopped = _simulate(runner, workshop, case_ids, cells) or hold_contests(runner, instance, workshop)
        workshop.select(None)
        clear(runner, workshop)
        runner.once("database")
    return stopped


def _simulate(runner: Runner, workshop: Workshop, case_ids: Sequence[str], cells: Sequence[Cell]) -> CogMedError | None:
    try:
        _prepare(runner, workshop, case_ids)
        plan(workshop, cells)  # scenarios and profiles are there: now it is known which episodes are expected
        runner.grid("episodes", _cells_to_do(runner, workshop, "episodes", cells, pending_episodes))
        finished = with_episodes(workshop, cells)
        runner.grid("findings", _cells_to_do(runner, workshop, "findings", finished, pending_audits))
        runner.grid("judgements", _cells_to_do(runner, workshop, "judgements", finished, pending_judgements))
    except (AccessError, BudgetError, StoppedError) as error:
        return error
    return None


def _prepare(runner: Runner, workshop: Workshop, case_ids: Sequence[str]) -> None:
    _anonymize(runner, workshop, case_ids)
    steps = {
        "scenarios": (pending_scenarios, both_parties_present),
        "profiles": (pending_profiles, one_profile_a_party),
    }
    for asset, (pending, sound) in steps.items():
        try:
            runner.cases(asset, set(pending(workshop, case_ids)) | runner.unseen(asset, case_ids))
        except dg.DagsterError:
            found = sound(workshop)
            if found.holds:
                raise
            raise UsageError(
                f"{asset} that cannot be right: {', '.join(found.where)}. Nothing was simulated: delete these records "
                f"below {workshop.settings.warehouse / 'records' / asset}"
            ) from None


def _anonymize(runner: Runner, workshop: Workshop, case_ids: Sequence[str]) -> None:
    """Anonymize what is new; what is about to go downstream passes the check again, new or not."""
    to_do = {*pending_anonymization(workshop, case_ids), *pending_scenarios(workshop, case_ids)}
    try:
        runner.cases("anonymized_cases", to_do | runner.unseen("anonymized_cases", case_ids))
    except dg.DagsterError:
        found = identifiers_left(workshop)
        if not found:
            raise
        named = "; ".join(f"{case_id} ({', '.join(kinds)})" for case_id, kinds in found.items())
        raise UsageError(
            f"anonymized cases still hold identifiers: {named}. Nothing was simulated: mask them in the raw files"
        ) from None


def clear(runner: Runner, workshop: Workshop) -> None:
    """Let nothing into the tables that identifies anybody."""
    try:
        runner.once("clearance")
    except dg.DagsterError:
        found = find_leaks(workshop)
        if not found:
            raise
        raise LeakError(told(found)) from None


def _cells_to_do(
    runner: Runner,
    workshop: Workshop,
    asset: str,
    cells: Sequence[Cell],
    pending: Callable[[Workshop, Sequence[Cell]], list[Cell]],
) -> list[str]:
    to_do = {cell.key for cell in pending(workshop, cells)} | runner.unseen(asset, [cell.key for cell in cells])
    return [cell.key for cell in cells if cell.key in to_do]

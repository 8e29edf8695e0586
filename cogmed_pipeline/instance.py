"""The warehouse's own Dagster instance, shared by the command line and the UI."""

import os
import platform
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from importlib import resources
from pathlib import Path
from typing import Any

import dagster as dg
from dagster._core.instance.ref import InstanceRef
from dagster._daemon.auto_run_reexecution.event_log_consumer import DAGSTER_EVENT_TYPES, _create_cursor_key

from cogmed_core.errors import ConfigurationError
from cogmed_pipeline.address import Address, work_folder
from cogmed_pipeline.files import is_alive, remove_leftovers, write_whole
from cogmed_pipeline.settings import POSTGRES
from cogmed_pipeline.storage import set_damaged_aside, storage_errors

FOLDER = "dagster"
CONFIGURATION = "dagster.yaml"
OPENING, OPENING_SECONDS = "opening.lock", 60
DRIVER = "postgresql+psycopg2://"
PROCESS = "cogmed/process"
"""The tag of a run that names the process it lives in."""

NO_COPIES: Mapping[str, Any] = {
    "compute_logs": {
        "module": "dagster._core.storage.noop_compute_log_manager",
        "class": "NoOpComputeLogManager",
        "config": {},
    }
}
"""What a command prints is on its terminal: Dagster need not copy it through processes that Ctrl-C hits as well."""

UNDER_WAY = [
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
    dg.DagsterRunStatus.CANCELING,
]


def dagster_home(warehouse: Address, environ: Mapping[str, str] = os.environ) -> Path:
    """Return the instance's folder, made ready with its configuration.

    Where ``COGMED_POSTGRES_URL`` is set, runs, events and schedules are kept in that database, which several machines
    may share; otherwise in SQLite files of the folder.

    Raises:
        ConfigurationError: it is no address that Dagster's driver takes.
    """
    url = environ.get(POSTGRES, "")
    if url and not url.startswith(DRIVER):
        raise ConfigurationError(f"{POSTGRES} has to begin with {DRIVER}, as in {DRIVER}user:password@host:5432/name")
    home = (work_folder(warehouse, environ) / FOLDER).resolve()
    path = home / CONFIGURATION
    wanted = path.read_bytes() if path.exists() else _shipped(CONFIGURATION)
    if url and POSTGRES.encode() not in wanted:
        wanted += b"\n" + _shipped("dagster_postgres.yaml")
    if not path.exists() or path.read_bytes() != wanted:
        write_whole(path, wanted)
    return home


@contextmanager
def open_instance(warehouse: Address) -> Iterator[dg.DagsterInstance]:
    """Open the instance for as long as something is done with it; first clear up after processes that were killed.

    Raises:
        StorageError: whatever is done, the warehouse cannot be written to.
    """
    with storage_errors(warehouse):
        remove_leftovers(work_folder(warehouse))
        home = dagster_home(warehouse)
        with ExitStack() as opened:
            with _alone(home):
                set_damaged_aside(home)
                reference = InstanceRef.from_dir(str(home), overrides=NO_COPIES)
                instance = opened.enter_context(dg.DagsterInstance.from_ref(reference))
            for run in instance.get_runs(filters=dg.RunsFilter(statuses=UNDER_WAY)):
                if _is_abandoned(instance, run):
                    instance.report_run_canceled(run, "the process that ran this is gone")
                    instance.event_log_storage.free_concurrency_slots_for_run(run.run_id)
            yield instance


@contextmanager
def _alone(home: Path) -> Iterator[None]:
    """Wait until nobody else opens this instance: whoever comes first makes tables, and two at once spoil them.

    What is locked is a file of SQLite with nothing in it: that works everywhere, and a killed process holds no lock.
    """
    with closing(sqlite3.connect(home / OPENING, timeout=OPENING_SECONDS, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def begin_watching(instance: dg.DagsterInstance) -> None:
    """Say where the log of events ends, for Dagster's daemon that retries crashed runs: it begins there, unwarned."""
    keys = {_create_cursor_key(event_type) for event_type in DAGSTER_EVENT_TYPES}
    known = instance.daemon_cursor_storage.get_cursor_values(keys)
    last = str(instance.event_log_storage.get_maximum_record_id() or 0)
    if missing := keys - known.keys():
        instance.daemon_cursor_storage.set_cursor_values(dict.fromkeys(missing, last))


def is_over(instance: dg.DagsterInstance, run_id: str) -> bool:
    """Say whether nothing of a run goes on: it has ended, was deleted, or its process is gone."""
    run = instance.get_run_by_id(run_id)
    return run is None or run.is_finished or _is_abandoned(instance, run)


def this_process() -> dict[str, str]:
    """Return the tag of runs that live in this process."""
    return {PROCESS: f"{platform.node()}:{os.getpid()}"}


def _shipped(name: str) -> bytes:
    return resources.files("cogmed_pipeline").joinpath(name).read_bytes()


def _is_abandoned(instance: dg.DagsterInstance, run: dg.DagsterRun) -> bool:
    """Say whether a run's process, on this machine, is gone; a killed one leaves runs that Dagster counts for ever.

    A run that Dagster retries has the tags of the one before it until it begins.
    """
    process = run.tags.get(PROCESS, "")
    node, _, number = process.rpartition(":")
    if node != platform.node() or is_alive(int(number)):
        return False
    before = instance.get_run_by_id(run.parent_run_id) if run.parent_run_id else None
    return before is None or before.tags.get(PROCESS) != process

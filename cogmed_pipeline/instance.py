"""The warehouse's own Dagster instance, shared by the command line and the UI."""

import os
import platform
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any

import dagster as dg
from dagster._core.instance.ref import InstanceRef

from cogmed_pipeline.files import is_alive, remove_leftovers, write_whole
from cogmed_pipeline.storage import set_damaged_aside, storage_errors

FOLDER = "dagster"
CONFIGURATION = "dagster.yaml"
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


def dagster_home(warehouse: Path) -> Path:
    """Return the instance's folder, made ready with its configuration."""
    home = (warehouse / FOLDER).resolve()
    if not (home / CONFIGURATION).exists():
        write_whole(home / CONFIGURATION, resources.files("cogmed_pipeline").joinpath(CONFIGURATION).read_bytes())
    return home


@contextmanager
def open_instance(warehouse: Path) -> Iterator[dg.DagsterInstance]:
    """Open the instance for as long as something is done with it; first clear up after processes that were killed.

    Raises:
        StorageError: whatever is done, the warehouse cannot be written to.
    """
    with storage_errors(warehouse):
        remove_leftovers(warehouse)
        home = dagster_home(warehouse)
        set_damaged_aside(home)
        with dg.DagsterInstance.from_ref(InstanceRef.from_dir(str(home), overrides=NO_COPIES)) as instance:
            for run in instance.get_runs(filters=dg.RunsFilter(statuses=UNDER_WAY)):
                if _is_abandoned(run.tags.get(PROCESS, "")):
                    instance.report_run_canceled(run, "the process that ran this is gone")
            yield instance


def this_process() -> dict[str, str]:
    """Return the tag of runs that live in this process."""
    return {PROCESS: f"{platform.node()}:{os.getpid()}"}


def _is_abandoned(process: str) -> bool:
    """Say whether a process of this machine is gone; a killed one leaves runs that Dagster counts for ever."""
    node, _, number = process.rpartition(":")
    return node == platform.node() and not is_alive(int(number))

"""The warehouse's own Dagster instance, shared by the command line and the UI."""

import os
import platform
from importlib import resources
from pathlib import Path

import dagster as dg

FOLDER = "dagster"
CONFIGURATION = "dagster.yaml"
PROCESS = "cogmed/process"
"""The tag of a run that names the process it lives in."""

UNDER_WAY = [dg.DagsterRunStatus.STARTING, dg.DagsterRunStatus.STARTED, dg.DagsterRunStatus.CANCELING]


def dagster_home(warehouse: Path) -> Path:
    """Return the instance's folder, made ready with its configuration."""
    home = (warehouse / FOLDER).resolve()
    home.mkdir(parents=True, exist_ok=True)
    if not (home / CONFIGURATION).exists():
        shipped = resources.files("cogmed_pipeline").joinpath(CONFIGURATION).read_text(encoding="utf-8")
        (home / CONFIGURATION).write_text(shipped, encoding="utf-8")
    return home


def open_instance(warehouse: Path) -> dg.DagsterInstance:
    """Open the instance and close the runs of dead processes; the caller disposes of it."""
    instance = dg.DagsterInstance.from_config(str(dagster_home(warehouse)))
    for run in instance.get_runs(filters=dg.RunsFilter(statuses=UNDER_WAY)):
        if _is_abandoned(run.tags.get(PROCESS, "")):
            instance.report_run_canceled(run, "the process that ran this is gone")
    return instance


def this_process() -> dict[str, str]:
    """Return the tag of runs that live in this process."""
    return {PROCESS: f"{platform.node()}:{os.getpid()}"}


def _is_abandoned(process: str) -> bool:
    """Say whether a process of this machine is gone; a killed one leaves runs that Dagster counts for ever."""
    node, _, number = process.rpartition(":")
    if node != platform.node() or os.name != "posix":
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass  # there, and somebody else's
    return False

"""The warehouse's own Dagster instance, shared by the command line and the UI."""

from importlib import resources
from pathlib import Path

import dagster as dg

FOLDER = "dagster"
CONFIGURATION = "dagster.yaml"


def dagster_home(warehouse: Path) -> Path:
    """Return the instance's folder, made ready with its configuration."""
    home = (warehouse / FOLDER).resolve()
    home.mkdir(parents=True, exist_ok=True)
    if not (home / CONFIGURATION).exists():
        shipped = resources.files("cogmed_pipeline").joinpath(CONFIGURATION).read_text(encoding="utf-8")
        (home / CONFIGURATION).write_text(shipped, encoding="utf-8")
    return home


def open_instance(warehouse: Path) -> dg.DagsterInstance:
    """Open the instance; the caller disposes of it."""
    return dg.DagsterInstance.from_config(str(dagster_home(warehouse)))

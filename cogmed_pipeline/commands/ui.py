"""``cogmed ui``."""

import os
import signal
import sys
from typing import Annotated

import typer

from cogmed_pipeline.commands import options
from cogmed_pipeline.settings import check_folder, settings_from


def command(
    warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE,
    port: Annotated[int, typer.Option("--port", help="Port on this machine.")] = 3000,
) -> None:
    """Open the Dagster UI over a warehouse: what `cogmed run` did is there and can be run again."""
    check_folder(warehouse)
    settings_from(os.environ | {"COGMED_WAREHOUSE": str(warehouse)})  # what Dagster would fail on, said in one line
    from cogmed_pipeline.instance import dagster_home, open_instance  # Dagster takes a second to import

    with open_instance(warehouse):
        pass  # closes what killed processes left
    environ = os.environ | {
        "DAGSTER_HOME": str(dagster_home(warehouse)),
        "COGMED_WAREHOUSE": str(warehouse.resolve()),
        "PYTHONWARNINGS": "ignore:Function `dev_command`",
    }
    dagster = ["-m", "dagster", "dev", "-m", "cogmed_pipeline.definitions", "--host", "127.0.0.1", "--port", str(port)]
    # In place of this process, so that whoever stops it stops Dagster and not a parent that Dagster outlives.
    # Started in the background it would ignore SIGINT, and Dagster then ignores SIGTERM as well.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.execve(sys.executable, [sys.executable, *dagster], environ)

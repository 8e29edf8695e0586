"""``cogmed ui``."""

import os
import signal
import socket
import sys
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from cogmed_core.errors import ConfigurationError
from cogmed_pipeline.address import Address
from cogmed_pipeline.commands import options
from cogmed_pipeline.settings import SAVED, WAREHOUSE, check_place, settings_from
from cogmed_pipeline.store import store_at


def command(
    warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE,
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="Port on this machine.")] = 3000,
) -> None:
    """Open the Dagster UI over a warehouse: what `cogmed run` did is there and can be run again."""
    check_place(warehouse)
    # What Dagster would fail on, said in one line.
    settings = settings_from(os.environ | {"COGMED_WAREHOUSE": str(warehouse)})
    _check_there(warehouse, settings.raw)
    _check_free(port)
    from cogmed_pipeline.instance import begin_watching, dagster_home, open_instance  # Dagster takes a second to import

    with open_instance(warehouse) as instance:  # closes what killed processes left
        begin_watching(instance)
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


def _check_there(warehouse: Address, raw: Path) -> None:
    """Open no empty page over a folder that was named by mistake; a first run may be started from the UI, too."""
    if store_at(warehouse).versions(SAVED) or (warehouse == WAREHOUSE and raw.exists()):
        return
    where = "" if warehouse == WAREHOUSE else f" --warehouse {quote(str(warehouse))}"
    raise ConfigurationError(f"{warehouse} is no warehouse yet: `cogmed run{where}` makes one of a folder of cases")


def _check_free(port: int) -> None:
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError as error:
            raise ConfigurationError(
                f"port {port} cannot be used ({error.strerror}): name another with --port"
            ) from None

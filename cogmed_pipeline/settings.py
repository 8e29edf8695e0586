"""Where a run reads and writes and what it runs: from the command line, or from the environment.

``cogmed run`` leaves its settings in the warehouse, so that the Dagster UI opened on it afterwards shows and
re-runs the same experiment.
"""

import math
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote
from uuid import uuid4

from pydantic import Field, ValidationError

from cogmed_core.domain.record import Record
from cogmed_core.errors import ConfigurationError
from cogmed_core.experiment.definition import Experiment, load_experiment
from cogmed_core.llm.backbones import Backbone, load_backbones
from cogmed_core.llm.budgeted import check_prices
from cogmed_pipeline.address import Address, Bucket, address_of, work_folder
from cogmed_pipeline.store import store_at

RAW, WAREHOUSE = Path("raw_cases"), Path("warehouse")
SAVED = "settings.json"
POSTGRES = "COGMED_POSTGRES_URL"
"""The variable with the address of Dagster's database, where that is not in files of the warehouse."""
IGNORED = ".gitignore"
DATABASE = "cogmed.duckdb"
CREDENTIALS = re.compile("[^/@:]*:[^/@]*@")
LEAST_ROOM = 2**20
"""Bytes without which nothing at all can be begun."""


class Settings(Record):
    """Everything a run needs to know."""

    raw: Path = RAW
    warehouse: Address = WAREHOUSE
    experiment: Experiment
    backbones_file: Path | None = None
    case_ids: tuple[str, ...] = Field(default=(), description="only these cases; none named means all")
    limit: int | None = Field(default=None, ge=1, description="at most so many cases, or questions of each set")
    questions: Path | None = Field(default=None, description="a file or folder of yes/no questions")
    instruction: str = Field(default="", description="what is asked of every row of the questions")
    concurrency: int | None = Field(default=None, ge=1, description="calls in flight per backbone")
    force: bool = Field(default=False, description="mediate and judge again what is up to date")
    max_cost: float | None = Field(default=None, ge=0, description="in the currency of the backbones' prices")

    def backbones(self) -> dict[str, Backbone]:
        """Return every backbone by name, with ``concurrency`` applied."""
        loaded = load_backbones(self.backbones_file)
        if self.concurrency is None:
            return loaded
        limit = {"max_concurrency": self.concurrency}
        return {name: backbone.model_copy(update=limit) for name, backbone in loaded.items()}

    def check_backbones(self) -> None:
        """Raise a ``ConfigurationError`` that names every backbone the experiment needs but nobody defines.

        Where there is a limit on cost, also if it cannot be kept for want of prices.
        """
        known = self.backbones()
        unknown = [name for name in self.experiment.backbones_used() if name not in known]
        if unknown:
            raise ConfigurationError(
                f"unknown backbone {', '.join(map(repr, unknown))}; there are {', '.join(known)}; "
                "add your own with --backbones FILE"
            )
        if self.max_cost is not None:
            check_prices(known[name] for name in self.experiment.backbones_used())

    def save(self) -> None:
        """Leave the settings in the warehouse, paths made absolute, without this run's selection of cases."""
        lasting = self.model_copy(
            update={
                "raw": self.raw.resolve(),
                "warehouse": self.warehouse.resolve(),
                "backbones_file": self.backbones_file and self.backbones_file.resolve(),
                "case_ids": (),
                "limit": None,
                "force": False,
                "questions": None,
                "instruction": "",
            }
        )
        files = store_at(self.warehouse)
        files.write(SAVED, f"{lasting.model_dump_json(indent=2)}\n".encode())
        if not files.versions(IGNORED):  # results in a checkout are nobody's sources
            files.write(IGNORED, b"*\n")


def check_place(warehouse: Address) -> None:
    """Raise a ``ConfigurationError`` unless results can be written to ``warehouse``, and to where this machine works.

    It is tried out: rights alone say nothing of a full disk, nor an address of whether anybody is there.
    """
    if isinstance(warehouse, Bucket):
        _check_bucket(warehouse)
    _check_folder(work_folder(warehouse))


def _check_bucket(bucket: Bucket) -> None:
    kind, _, there = bucket.url.partition("://")
    if not there:
        raise ConfigurationError(f"{bucket} names no bucket: name a folder, or s3://bucket/prefix")
    if kind == "memory":
        raise ConfigurationError(f"{bucket} is gone when the command ends: name a folder, or s3://bucket/prefix")
    if CREDENTIALS.match(there):
        raise ConfigurationError("the address of a bucket carries no credentials: put them into the environment")
    files, trial = store_at(bucket), f".trial-{uuid4().hex}"
    try:
        files.write(trial, b"")
        files.remove(trial)
    except OSError as error:
        raise ConfigurationError(
            f"{bucket} cannot be written to ({error.strerror}): make the bucket, mend the credentials or its endpoint "
            "(AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL), or name another with --warehouse"
        ) from error


def _check_folder(folder: Path) -> None:
    """Try a folder with a file that has no name and is gone at once."""
    there = next(path for path in (folder.resolve(), *folder.resolve().parents) if path.exists())
    if not there.is_dir():
        raise ConfigurationError(f"{there} is no folder: name another folder with --warehouse")
    if (there / DATABASE).is_dir():
        raise ConfigurationError(f"{there / DATABASE} is a folder, and the tables belong there: move it away")
    named = str(folder.resolve())
    if "?" in named or unquote(named) != named:
        raise ConfigurationError(
            f"{named} has a ? or a % in it, which Dagster's databases read otherwise: name another"
        )
    try:
        with tempfile.TemporaryFile(dir=there) as trial:
            trial.write(bytes(LEAST_ROOM))
            trial.flush()
    except OSError as error:
        reason = f"{there} cannot be written to ({error.strerror})"
        raise ConfigurationError(
            f"{reason}: free some space, mend the rights, or name another with --warehouse"
        ) from error


def settings_from(environ: Mapping[str, str]) -> Settings:
    """Return the settings for the Dagster UI.

    ``COGMED_WAREHOUSE`` names the warehouse, a folder or a bucket; what its last run saved there holds unless
    ``COGMED_RAW``, ``COGMED_EXPERIMENT`` or ``COGMED_BACKBONES`` says otherwise. ``COGMED_MAX_COST`` limits what is
    spent.
    """
    named = environ.get("COGMED_WAREHOUSE")
    warehouse = address_of(named) if named else WAREHOUSE
    settings = _saved(warehouse) or Settings(experiment=load_experiment("demo"))
    changes: dict[str, object] = {"warehouse": warehouse}
    if raw := environ.get("COGMED_RAW"):
        changes["raw"] = Path(raw)
    if experiment := environ.get("COGMED_EXPERIMENT"):
        changes["experiment"] = load_experiment(experiment)
    if backbones := environ.get("COGMED_BACKBONES"):
        changes["backbones_file"] = Path(backbones)
    if limit := environ.get("COGMED_MAX_COST"):
        changes["max_cost"] = _cost(limit)
    return settings.model_copy(update=changes)


def _cost(text: str) -> float:
    try:
        cost = float(text)
    except ValueError:
        cost = -1.0
    if not 0 <= cost < math.inf:
        raise ConfigurationError(f"COGMED_MAX_COST is {text!r}: it has to be a number, 0 or more")
    return cost


def _saved(warehouse: Address) -> Settings | None:
    path = warehouse / SAVED
    try:
        return Settings.model_validate_json(store_at(warehouse).read(SAVED))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}") from error
    except ValidationError as error:
        raise ConfigurationError(f"{path} is unreadable ({error.errors()[0]['msg']}): delete it") from error

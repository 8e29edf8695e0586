"""Where a warehouse is: a folder of this machine, or a bucket that several machines share."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Annotated
from urllib.parse import unquote

from pydantic import PlainSerializer, PlainValidator

from cogmed_core.errors import ConfigurationError

ON_DISK = ("file", "local")
MISTYPED = re.compile(r"(s3a?|gs|gcs|abfss?|az|file):", re.I)
"""An address that lacks a stroke; a folder of such a name would be filled, and paid for, in its stead."""
WORK = "COGMED_WORK"
"""The variable that names where this machine keeps what cannot be in a bucket."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """A place in an object store by its address, ``s3://bucket/prefix``."""

    url: str

    def __truediv__(self, part: str | Path) -> "Bucket":
        return Bucket(f"{self.url}{'' if self.url.endswith('/') else '/'}{part}")

    def __str__(self) -> str:
        return self.url

    @property
    def name(self) -> str:
        """The last part of the address."""
        return self.url.rpartition("/")[2]

    def resolve(self) -> "Bucket":
        """Return itself: there is one way only to say where a bucket is."""
        return self


def address_of(text: str) -> Path | Bucket:
    """Return the folder or the bucket that a text names; strokes too many in an address mean nothing.

    Raises:
        ConfigurationError: it is most likely an address of a bucket with a slip in it.
    """
    kind, found, place = text.partition("://")
    if not found:
        if MISTYPED.match(text):
            raise ConfigurationError(f"{text} is no address: write s3://bucket/prefix, or ./{text} for a folder")
        return Path(text)
    if kind.lower() in ON_DISK:
        return Path(unquote(place))
    return Bucket(f"{kind.lower()}://{'/'.join(part for part in place.split('/') if part)}")


def _read(value: object) -> Path | Bucket:
    if isinstance(value, Path | Bucket):
        return value
    if not isinstance(value, str):
        raise ValueError("a folder or the address of a bucket is wanted")
    return address_of(value)


Address = Annotated[Path | Bucket, PlainValidator(_read), PlainSerializer(str)]


def work_folder(warehouse: Address, environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder for what has to be on this machine: the warehouse itself unless it is a bucket.

    For a bucket it is a folder of its own below ``COGMED_WORK``, by default in the user's data folder.
    """
    if isinstance(warehouse, Path):
        return warehouse
    named = environ.get(WORK)
    return (Path(named).expanduser().resolve() if named else data_folder(environ) / "work") / place(warehouse)


def data_folder(environ: Mapping[str, str]) -> Path:
    """Return where the user's own data of this program are."""
    return (Path(environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "cogmed").resolve()


def place(warehouse: Address) -> str:
    """Return a name for a warehouse that no other has, fit for a folder."""
    there = warehouse.resolve()
    readable = re.sub(r"[^\w.-]", "_", there.name)
    return f"{readable}-{sha256(str(there).encode()).hexdigest()[:12]}"

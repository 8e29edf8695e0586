"""The record files: one for each result, the source of truth that the database is rebuilt from.

A file is written whole under a temporary name and renamed, so that it is there or it is not. It holds the
fingerprint of what it was made from beside the record; whoever finds another fingerprint makes it anew.
"""

import gzip
import logging
import shutil
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import from_json, to_json

from cogmed_core.errors import StorageError, UsageError
from cogmed_pipeline.files import write_whole

R = TypeVar("R", bound=BaseModel)

log = logging.getLogger(__name__)


class Stored(BaseModel, Generic[R]):
    """A record with the fingerprint of what it depends on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    fingerprint: str
    record: R


class RecordStore:
    """Reads and writes records below one folder; a kind is a folder, a key is a path in it."""

    def __init__(self, root: Path, names: Mapping[str, Callable[[Any], str]] | None = None) -> None:
        """Open the store.

        Args:
            root: the folder.
            names: how the key of a record follows from what it holds, by kind, with dots for the folders: a copy of
                a file under another name, or a file whose ids somebody changed, is not taken for what its name says.
        """
        self.root = root
        self._names = names or {}

    def save(self, kind: str, key: str, record: BaseModel, fingerprint: str) -> None:
        """Write one record; the same record and fingerprint give the same bytes."""
        self._write(self._path(kind, key), to_json(Stored(fingerprint=fingerprint, record=record), indent=1) + b"\n")

    def load(self, kind: str, key: str, record_type: type[R]) -> tuple[R, str] | None:
        """Return a record and its fingerprint; None when there is none or the file is unreadable."""
        path = self._path(kind, key)
        try:
            stored = stored_as(record_type).model_validate_json(path.read_bytes())
        except FileNotFoundError:
            return None
        except OSError as error:
            raise UsageError(f"cannot read {path}: {error.strerror}; mend the rights or move it away") from error
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            _warn(f"{path} is no valid record ({where}: {first['msg']}): it is not used, and made anew if it is needed")
            return None
        name = self._names[kind](stored.record) if kind in self._names else key
        if name.replace("/", ".") != key.replace("/", "."):
            _warn(f"{path} holds what belongs to {name}, a copy or a changed id: it is not used; delete it")
            return None
        return stored.record, stored.fingerprint

    def fresh(self, kind: str, key: str, record_type: type[R], fingerprint: str) -> R | None:
        """Return a record if it was made from what ``fingerprint`` hashes."""
        found = self.load(kind, key, record_type)
        return found[0] if found and found[1] == fingerprint else None

    def expire(self, kind: str, key: str) -> None:
        """Have a record, and every one whose key continues ``key``, made anew; until then they stay what they are."""
        for path in [self._path(kind, key), *sorted((self.root / kind / key).rglob("*.json"))]:
            if path.exists():
                stored = from_json(path.read_bytes())
                self._write(path, to_json({**stored, "fingerprint": ""}, indent=1) + b"\n")

    def remove(self, kind: str, key: str) -> None:
        """Remove a record if it is there."""
        self._path(kind, key).unlink(missing_ok=True)

    def remove_below(self, kind: str, key: str) -> None:
        """Remove every record whose key continues ``key``."""
        folder = self.root / kind / key
        if folder.exists():
            shutil.rmtree(folder)

    def all(self, kind: str, record_type: type[R]) -> Iterator[R]:
        """Yield every readable record of a kind, in the order of their keys."""
        for key in self.keys(kind):
            found = self.load(kind, key, record_type)
            if found:
                yield found[0]

    def keys(self, kind: str) -> list[str]:
        """Return the keys of a kind, sorted."""
        folder = self.root / kind
        return sorted(path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.json"))

    def save_lines(self, kind: str, key: str, rows: Iterable[object]) -> None:
        """Write rows as compressed JSON lines, for what is kept to be read and seldom is."""
        content = b"".join(to_json(row) + b"\n" for row in rows)
        self._write(self.root / kind / f"{key}.jsonl.gz", gzip.compress(content, compresslevel=1, mtime=0))

    def load_lines(self, kind: str, key: str) -> list[dict[str, Any]]:
        """Return the rows written by ``save_lines``; none when there is no such file or it is unreadable."""
        path = self.root / kind / f"{key}.jsonl.gz"
        if not path.exists():
            return []
        try:
            return [from_json(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
        except (OSError, EOFError, zlib.error, ValueError) as error:
            log.warning("%s is unreadable (%s)", path, error)
            return []

    def _path(self, kind: str, key: str) -> Path:
        return self.root / kind / f"{key}.json"

    def _write(self, path: Path, content: bytes) -> None:
        try:
            write_whole(path, content)
        except OSError as error:
            raise StorageError(
                f"cannot write {path}: {error.strerror}; free some space or mend the rights, "
                "then the same command goes on from what is there"
            ) from error


@cache
def _warn(text: str) -> None:
    """Warn of something once, however often it is looked at."""
    log.warning(text)


@cache
def stored_as(record_type: type[R]) -> type[Stored[R]]:
    """Return the type of a stored record of some type; each is built once."""
    return Stored[record_type]  # type: ignore[valid-type]  # a class built while running, as pydantic means it to be

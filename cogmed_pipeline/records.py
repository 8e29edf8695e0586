"""The record files: one for each result, the source of truth that the database is rebuilt from.

A file is written whole, so that it is there or it is not. It holds the
fingerprint of what it was made from beside the record; whoever finds another fingerprint makes it anew.
"""

import gzip
import logging
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import from_json, to_json

from cogmed_core.errors import StorageError, UsageError
from cogmed_pipeline.address import Address, Bucket
from cogmed_pipeline.store import store_at

R = TypeVar("R", bound=BaseModel)

ENDING, LINES = ".json", ".jsonl.gz"

log = logging.getLogger(__name__)


class Stored(BaseModel, Generic[R]):
    """A record with the fingerprint of what it depends on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    fingerprint: str
    record: R


class RecordStore:
    """Reads and writes records below one folder; a kind is a folder, a key is a path in it."""

    def __init__(self, root: Address, names: Mapping[str, Callable[[Any], str]] | None = None) -> None:
        """Open the store.

        Args:
            root: the folder, or the place in a bucket.
            names: how the key of a record follows from what it holds, by kind, with dots for the folders: a copy of
                a file under another name, or a file whose ids somebody changed, is not taken for what its name says.
        """
        self.root = root
        self.files = store_at(root)
        self._names = names or {}

    def save(self, kind: str, key: str, record: BaseModel, fingerprint: str) -> None:
        """Write one record; the same record and fingerprint give the same bytes."""
        self._write(_file(kind, key), to_json(Stored(fingerprint=fingerprint, record=record), indent=1) + b"\n")

    def load(self, kind: str, key: str, record_type: type[R]) -> tuple[R, str] | None:
        """Return a record and its fingerprint; None when there is none or the file is unreadable."""
        return next(self._loaded(kind, [key], record_type))

    def _loaded(self, kind: str, keys: Sequence[str], record_type: type[R]) -> Iterator[tuple[R, str] | None]:
        names = [_file(kind, key) for key in keys]
        contents = self.files.read_all(names)
        for key, name in zip(keys, names, strict=True):
            try:
                content = next(contents)
            except OSError as error:
                raise _unreadable(self.root / name, error) from error
            yield None if content is None else self._parsed(kind, key, record_type, content)

    def _parsed(self, kind: str, key: str, record_type: type[R], content: bytes) -> tuple[R, str] | None:
        name = _file(kind, key)
        try:
            stored = stored_as(record_type).model_validate_json(content)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            reason = f"{self.root / name} is no valid record ({where}: {first['msg']})"
            _warn(f"{reason}: it is not used, and made anew if it is needed")
            return None
        held = self._names[kind](stored.record) if kind in self._names else key
        if held.replace("/", ".") != key.replace("/", "."):
            _warn(f"{self.root / name} holds what belongs to {held}, a copy or a changed id: it is not used; delete it")
            return None
        return stored.record, stored.fingerprint

    def fresh(self, kind: str, key: str, record_type: type[R], fingerprint: str) -> R | None:
        """Return a record if it was made from what ``fingerprint`` hashes."""
        found = self.load(kind, key, record_type)
        return found[0] if found and found[1] == fingerprint else None

    def expire(self, kind: str, key: str) -> None:
        """Have a record, and every one whose key continues ``key``, made anew; until then they stay what they are."""
        below = (name for name in self.files.names(f"{kind}/{key}") if name.endswith(ENDING))
        for name in [_file(kind, key), *sorted(below)]:
            with suppress(FileNotFoundError):
                stored = from_json(self.files.read(name))
                self._write(name, to_json({**stored, "fingerprint": ""}, indent=1) + b"\n")

    def remove(self, kind: str, key: str) -> None:
        """Remove a record if it is there."""
        self.files.remove(_file(kind, key))

    def remove_below(self, kind: str, key: str) -> None:
        """Remove every record whose key continues ``key``."""
        self.files.remove(f"{kind}/{key}")

    def all(self, kind: str, record_type: type[R]) -> Iterator[R]:
        """Yield every readable record of a kind, in the order of their keys."""
        yield from (record for _, record in self.items(kind, record_type))

    def items(self, kind: str, record_type: type[R]) -> Iterator[tuple[str, R]]:
        """Yield every readable record of a kind with its key, in the order of their keys."""
        keys = self.keys(kind)
        for key, found in zip(keys, self._loaded(kind, keys, record_type), strict=True):
            if found:
                yield key, found[0]

    def keys(self, kind: str) -> list[str]:
        """Return the keys of a kind, sorted."""
        return self._keys(kind, kind, ENDING)

    def is_empty(self) -> bool:
        """Say whether there is no file at all."""
        with self._reading():
            return next(self.files.names(), None) is None

    def save_lines(self, kind: str, key: str, rows: Iterable[object]) -> None:
        """Write rows as compressed JSON lines, for what is kept to be read and seldom is."""
        content = b"".join(to_json(row) + b"\n" for row in rows)
        self._write(f"{kind}/{key}{LINES}", gzip.compress(content, compresslevel=1, mtime=0))

    def load_lines(self, kind: str, key: str) -> list[dict[str, Any]]:
        """Return the rows written by ``save_lines``; none when there is no such file or it is unreadable."""
        name = f"{kind}/{key}{LINES}"
        try:
            return [from_json(line) for line in gzip.decompress(self.files.read(name)).splitlines()]
        except FileNotFoundError:
            return []
        except (OSError, EOFError, zlib.error, ValueError) as error:
            log.warning("%s is unreadable (%s)", self.root / name, error)
            return []

    def keys_of_lines(self, kind: str, below: str) -> list[str]:
        """Return the keys of rows of a kind whose key continues ``below``, sorted."""
        return self._keys(kind, f"{kind}/{below}", LINES)

    def remove_lines(self, kind: str, key: str) -> None:
        """Remove rows if they are there."""
        self.files.remove(f"{kind}/{key}{LINES}")

    def _keys(self, kind: str, folder: str, ending: str) -> list[str]:
        start = len(kind) + 1
        with self._reading():
            return sorted(name[start : -len(ending)] for name in self.files.names(folder) if name.endswith(ending))

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise _unreadable(self.root, error) from error

    def _write(self, name: str, content: bytes) -> None:
        try:
            self.files.write(name, content)
        except OSError as error:
            raise StorageError(
                f"cannot write {self.root / name}: {error.strerror}; free some space or mend the rights, "
                "then the same command goes on from what is there"
            ) from error


def _unreadable(place: Path | Bucket, error: OSError) -> UsageError | StorageError:
    """Say what to do about what cannot be read: a file is somebody's to mend, a bucket may answer again."""
    if isinstance(place, Path):
        return UsageError(f"cannot read {place}: {error.strerror}; mend the rights or move it away")
    return StorageError(
        f"cannot read {place}: {error.strerror}; if its address and keys are right, the same command goes on from "
        "what is there once the bucket answers"
    )


def _file(kind: str, key: str) -> str:
    return f"{kind}/{key}{ENDING}"


@cache
def _warn(text: str) -> None:
    """Warn of something once, however often it is looked at."""
    log.warning(text)


@cache
def stored_as(record_type: type[R]) -> type[Stored[R]]:
    """Return the type of a stored record of some type; each is built once."""
    return Stored[record_type]  # type: ignore[valid-type]  # a class built while running, as pydantic means it to be

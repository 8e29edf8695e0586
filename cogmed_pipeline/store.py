"""The one door to the files of a warehouse, be it a folder or a bucket: files are there whole or not at all."""

import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from cogmed_pipeline.address import Address
from cogmed_pipeline.files import write_whole


class Store(Protocol):
    """Whole files by name, ``kind/key.json``; whatever cannot be done is an ``OSError``."""

    def read(self, name: str) -> bytes:
        """Return a file; raises ``FileNotFoundError`` where there is none."""

    def read_all(self, names: Sequence[str]) -> Iterator[bytes | None]:
        """Yield one file after another, None for one that is gone: what takes long to answer is asked for together."""

    def write(self, name: str, content: bytes) -> None:
        """Write a file, in place of the one before; whoever reads meanwhile reads the one or the other."""

    def remove(self, name: str) -> None:
        """Remove a file, or every file below a folder; there may be none."""

    def names(self, below: str = "") -> Iterator[str]:
        """Yield the name of every file below a folder, in no order."""

    def versions(self, below: str = "") -> dict[str, str]:
        """Return what tells each of those files, or the one of this very name, from what it was before."""


class DiskStore:
    """A folder: a file is written beside the old one and renamed."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, name: str) -> bytes:
        """Return a file; raises ``FileNotFoundError`` where there is none."""
        return (self._root / name).read_bytes()

    def read_all(self, names: Sequence[str]) -> Iterator[bytes | None]:
        """Yield one file after another."""
        for name in names:
            try:
                yield self.read(name)
            except FileNotFoundError:
                yield None

    def write(self, name: str, content: bytes) -> None:
        """Write a file and its folder."""
        write_whole(self._root / name, content)

    def remove(self, name: str) -> None:
        """Remove a file or a folder."""
        path = self._root / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)

    def names(self, below: str = "") -> Iterator[str]:
        """Yield the name of every file below a folder; what is being written has one, too."""
        start = len(os.path.join(self._root, ""))  # noqa: PTH118  # pathlib drops the separator that is counted here
        for folder, _, files in os.walk(self._root / below):
            inside = folder[start:].replace(os.sep, "/")
            yield from (f"{inside}/{file}" if inside else file for file in files)

    def versions(self, below: str = "") -> dict[str, str]:
        """Return size and time of each file."""
        names = [below] if (self._root / below).is_file() else self.names(below)
        return {name: _version(self._root / name) for name in names}


def store_at(root: Address) -> Store:
    """Return the store of a folder or a bucket; nothing is looked at yet.

    Raises:
        ConfigurationError: it is a kind of bucket that nothing here can speak to.
    """
    if isinstance(root, Path):
        return DiskStore(root)
    from cogmed_pipeline.bucket import BucketStore  # most warehouses are folders, and do not wait for its import

    return BucketStore(root)


def _version(path: Path) -> str:
    seen = path.stat()
    return f"{seen.st_size}/{seen.st_mtime_ns}"

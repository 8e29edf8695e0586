"""The files of a warehouse in an object store: there is no renaming there, and none is needed, objects are whole."""

import errno
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import fsspec
from fsspec.utils import tokenize

from cogmed_core.errors import ConfigurationError
from cogmed_pipeline.address import Bucket

try:
    from botocore.exceptions import BotoCoreError

    FAILURES: tuple[type[Exception], ...] = (OSError, BotoCoreError)
except ImportError:  # another kind of bucket, or the extra for S3 is not installed
    FAILURES = (OSError,)
KINDS = ("s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "oss", "memory")
"""What ``fsspec`` knows besides are archives, websites and code hosts, which hold no results."""
TOGETHER = 200
"""Objects asked for at once; as many records are in memory."""


class BucketStore:
    """A prefix of a bucket, through ``fsspec``; nothing of it is remembered, for other machines write there too."""

    def __init__(self, root: Bucket) -> None:
        self._told = str(root)
        kind = root.url.partition("://")[0]
        if kind not in KINDS:
            raise ConfigurationError(
                f"{root} cannot be used: {kind} is no kind of bucket; name a folder, or s3://bucket/…"
            )
        try:
            self._files, path = fsspec.url_to_fs(root.url, use_listings_cache=False)
        except (ImportError, ValueError) as error:
            hint = "pip install 'cogmed[bucket]'" if root.url.startswith("s3") else "name a folder, or s3://bucket/…"
            raise ConfigurationError(f"{root} cannot be used: {error}; {hint}") from None
        self._root = path.rstrip("/")

    def read(self, name: str) -> bytes:
        """Return an object; raises ``FileNotFoundError`` where there is none."""
        with self._failing():
            return bytes(self._files.cat_file(self._path(name)))

    def read_all(self, names: Sequence[str]) -> Iterator[bytes | None]:
        """Yield one object after another; many of them are under way at a time."""
        for start in range(0, len(names), TOGETHER):
            paths = [self._path(name) for name in names[start : start + TOGETHER]]
            whole = [None] * len(paths)
            with self._failing():  # ``cat`` would take a star in a path for a pattern
                found = self._files.cat_ranges(paths, whole, whole, on_error="return")
            for content in found:
                yield self._content(content)

    def write(self, name: str, content: bytes) -> None:
        """Put up an object whole."""
        with self._failing():
            self._files.pipe_file(self._path(name), content)

    def remove(self, name: str) -> None:
        """Remove an object, or every object below a prefix."""
        with self._failing():
            for path in self._files.find(self._path(name)):
                self._files.rm_file(path)

    def names(self, below: str = "") -> Iterator[str]:
        """Yield the name of every object below a prefix."""
        yield from self._found(below)

    def versions(self, below: str = "") -> dict[str, str]:
        """Return the tag of each object, which is of its content, or else a hash of all that the bucket says of it."""
        return {
            name: str(told.get("ETag") or told.get("etag") or tokenize(told))
            for name, told in self._found(below).items()
        }

    def _found(self, below: str) -> dict[str, dict[str, object]]:
        with self._failing():
            found = self._files.find(self._path(below), detail=True)
        return {path[len(self._root) + 1 :]: told for path, told in found.items()}

    def _content(self, found: bytes | Exception) -> bytes | None:
        if isinstance(found, FileNotFoundError):
            return None
        with self._failing():
            if isinstance(found, Exception):
                raise found
        return bytes(found)

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}".rstrip("/")

    @contextmanager
    def _failing(self) -> Iterator[None]:
        """Raise what goes wrong as the same ``OSError`` that a disk would."""
        try:
            yield
        except FileNotFoundError as error:
            raise FileNotFoundError(errno.ENOENT, str(error), self._told) from None
        except FAILURES as error:
            number = error.errno if isinstance(error, OSError) else None
            raise OSError(number or errno.EIO, " ".join(str(error).split()), self._told) from error

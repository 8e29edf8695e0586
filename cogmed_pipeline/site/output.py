"""The folder of the report: what is the same is left alone, what belongs to no page any more goes away."""

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from cogmed_core.errors import StorageError
from cogmed_pipeline.address import Bucket
from cogmed_pipeline.files import write_whole
from cogmed_pipeline.store import store_at

MANIFEST = "manifest.json"
KEYS = TypeAdapter(dict[str, str])


class Output:
    """Writes pages below one folder and remembers what each was made from."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.written = 0
        self.kept = 0
        self._before = dict[str, str]()
        with suppress(FileNotFoundError):
            self._before = _manifest((root / MANIFEST).read_bytes())
        self._now: dict[str, str] = {}

    def put(self, path: str, content: str | bytes) -> None:
        """Write a page unless the same is there."""
        data = content.encode("utf-8", "replace") if isinstance(content, str) else content
        self.make(path, digest(data), lambda: data)

    def make(self, path: str, key: str, build: Callable[[], str | bytes | None]) -> None:
        """Build and write a page unless one made from the same ``key`` is there; None from ``build``: no page."""
        if self._before.get(path) == key and (self.root / path).is_file():
            self.kept += 1
            self._now[path] = key
            return
        content = build()
        if content is None:
            return
        data = content.encode("utf-8", "replace") if isinstance(content, str) else content
        try:
            write_whole(self.root / path, data)
        except OSError as error:
            raise StorageError(f"cannot write {self.root / path}: {error.strerror}") from error
        self._now[path] = key
        self.written += 1

    def finish(self) -> int:
        """Remove the pages of earlier times that nobody put this time, and return how many."""
        gone = [path for path in self._before if path not in self._now]
        for path in gone:
            (self.root / path).unlink(missing_ok=True)
        self._save()
        return len(gone)

    def _save(self) -> None:
        content = json.dumps(self._now, indent=0, sort_keys=True, ensure_ascii=False).encode()
        path = self.root / MANIFEST
        if not path.is_file() or path.read_bytes() != content:
            write_whole(path, content)


def put_up_pages(folder: Path, bucket: Bucket) -> None:
    """Put up the pages of a folder that a bucket does not have as they are, and remove those that are gone.

    Raises:
        StorageError: a page cannot be written.
    """
    files, there, now = store_at(bucket), dict[str, str](), _manifest((folder / MANIFEST).read_bytes())
    try:
        with suppress(FileNotFoundError):
            there = _manifest(files.read(MANIFEST))
        for path in (*(path for path, key in now.items() if there.get(path) != key), MANIFEST):
            files.write(path, (folder / path).read_bytes())
        for path in there.keys() - now.keys():
            files.remove(path)
    except OSError as error:
        raise StorageError(f"cannot write {bucket}: {error.strerror}") from error


def digest(*parts: bytes) -> str:
    """Return a hash of everything given."""
    content = hashlib.sha256()
    for part in parts:
        content.update(len(part).to_bytes(8, "big") + part)
    return content.hexdigest()[:32]


def _manifest(content: bytes) -> dict[str, str]:
    """Return what is there and from what; nothing where nobody can tell: then everything is made again."""
    try:
        keys = KEYS.validate_json(content)
    except ValidationError:
        return {}
    return {name: key for name, key in keys.items() if _below(name)}


def _below(name: str) -> bool:
    """Say whether a name stays below the folder of the report: a damaged manifest must not remove other files."""
    return not name.startswith("/") and ".." not in name.split("/")

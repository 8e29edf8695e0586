"""Whether everything stands as it did at the end of the last run that left nothing undone.

What a run depends on, and what it leaves, is looked at from outside: names, sizes and times of files. Where all of it
is as it was there is nothing to do, and no case is read, nothing searched and no table built to find that out again.
"""

import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import cogmed_core
import cogmed_pipeline
from cogmed_core.errors import StorageError
from cogmed_core.llm.backbones import load_backbones
from cogmed_pipeline.address import Address, Bucket, work_folder
from cogmed_pipeline.files import write_whole
from cogmed_pipeline.originals import sealed_originals
from cogmed_pipeline.settings import Settings
from cogmed_pipeline.store import store_at

NAME = "standing"
UNIMPORTANT = {"concurrency", "max_cost"}
"""Settings on which no result depends."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a run depends on, as it was when the run began: a change during the run is a change since then."""

    warehouse: Address
    inputs: str

    def holds(self) -> bool:
        """Say whether neither this nor the warehouse has changed since ``keep``."""
        try:
            return self._path.read_text("ascii") == self._told()
        except (FileNotFoundError, UnicodeDecodeError):
            return False

    def keep(self) -> None:
        """Note that all is done.

        Raises:
            StorageError: the warehouse cannot be written to.
        """
        try:
            write_whole(self._path, self._told().encode())
        except OSError as error:
            raise StorageError(f"cannot write {self._path}: {error.strerror}") from error

    def _told(self) -> str:
        outputs = sha256()
        for line in _seen(work_folder(self.warehouse)):
            outputs.update(line)
        if isinstance(self.warehouse, Bucket):
            for name, version in sorted(store_at(self.warehouse).versions().items()):
                outputs.update(f"{name}\0{version}\n".encode())
        return f"{self.inputs} {outputs.hexdigest()}\n"

    @property
    def _path(self) -> Path:
        return work_folder(self.warehouse) / NAME


def standing(settings: Settings, environ: Mapping[str, str]) -> Standing:
    """Look at everything a run with these settings depends on: they themselves, models, cases, keys, this program."""
    inputs = sha256(settings.model_dump_json(exclude=UNIMPORTANT).encode())
    for backbone in load_backbones(settings.backbones_file).values():
        inputs.update(backbone.model_dump_json().encode())
    originals = sealed_originals(settings.warehouse, environ)
    inputs.update(f"{originals.folder}\0{originals.key_name}\0".encode("utf-8", "surrogateescape"))
    code = (Path(package.__path__[0]) for package in (cogmed_core, cogmed_pipeline))
    for place in (settings.raw, originals.folder, *code):
        for line in _seen(place):
            inputs.update(line)
    return Standing(settings.warehouse, inputs.hexdigest())


def _seen(place: Path) -> Iterator[bytes]:
    """Yield what can be seen of a file, or of every file in a folder, without opening it."""
    yield _line(place)
    if not place.is_dir():
        return
    try:
        with os.scandir(place) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return  # a run will say what is wrong with it
    for entry in found:
        if entry.is_dir(follow_symlinks=False):
            if entry.name != "__pycache__":
                yield from _seen(Path(entry.path))
        elif entry.name != NAME:
            yield _line(entry)


def _line(file: "Path | os.DirEntry[str]") -> bytes:
    try:
        seen = file.stat()
    except OSError:  # a link that leads nowhere, or it is gone by now
        return b"%b\0gone\n" % os.fsencode(file)
    if stat.S_ISDIR(seen.st_mode):  # what counts is in it; its own times change with every temporary file
        return b"%b\0folder\n" % os.fsencode(file)
    return b"%b\0%d\0%d\0%d\n" % (os.fsencode(file), seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns)

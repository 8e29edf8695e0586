"""Which anonymizer it is: a case is anonymized anew when its code, word lists or weights have changed."""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

_READ = (".py", ".txt", ".toml", ".npz")


@cache
def anonymiser_version() -> str:
    """Return a hash of everything in this package that decides what is replaced, and by what."""
    digest = sha256()
    for path, content in sorted(_contents(files("cogmed_core.cases.anonymise"), "")):
        digest.update(path.encode() + b"\0" + content)
    return digest.hexdigest()[:16]


def _contents(folder: Traversable, place: str) -> list[tuple[str, bytes]]:
    found = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _contents(entry, f"{place}{entry.name}/")
        elif entry.name.endswith(_READ):
            found.append((place + entry.name, entry.read_bytes()))
    return found

"""The way back from pseudonyms to originals: sealed files beside no warehouse, or none at all.

The key is in ``COGMED_KEY`` or in the file that ``COGMED_KEY_FILE`` names; without one nothing that could be
undone is stored. The sealed maps are below ``COGMED_ORIGINALS``, by default in the user's own data folder, in a
folder for each warehouse: whoever is handed a warehouse has neither key nor map.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cogmed_core.cases.anonymise import Originals
from cogmed_core.cases.anonymise.keymap import keyed_hash, seal, unseal
from cogmed_core.errors import ConfigurationError, StorageError
from cogmed_pipeline.address import Address, data_folder, place
from cogmed_pipeline.files import write_whole

KEY, KEY_FILE, FOLDER = "COGMED_KEY", "COGMED_KEY_FILE", "COGMED_ORIGINALS"
NO_KEY = f"there is no key: set {KEY}, or {KEY_FILE} to a file outside the warehouse that holds it"


@dataclass(frozen=True, slots=True)
class SealedOriginals:
    """The sealed maps of one warehouse, a file a case; ``key`` is blank where there is none."""

    folder: Path
    key: str = field(default="", repr=False)

    @property
    def key_name(self) -> str:
        """A name of the key that says nothing of it; blank without a key."""
        return keyed_hash("the name of this key", self.key) if self.key else ""

    def hash_of(self, original: str) -> str:
        """Return the keyed hash of an original; blank without a key, for any other hash could be guessed back."""
        return keyed_hash(original, self.key) if self.key else ""

    def holds(self, case_id: str) -> bool:
        """Say whether there is a map of the case."""
        return self._path(case_id).exists()

    def keep(self, case_id: str, originals: Originals) -> None:
        """Seal the originals of a case; without a key nothing is written.

        Raises:
            ConfigurationError: the key is ill-formed.
            StorageError: the file cannot be written.
        """
        if not self.key:
            return
        try:
            write_whole(self._path(case_id), seal(originals, self.key))
        except OSError as error:
            raise StorageError(f"cannot write {self.folder}: {error.strerror}; name another in {FOLDER}") from None

    def open(self, case_id: str) -> Originals:
        """Return the originals of a case.

        Raises:
            ConfigurationError: no key, a wrong one, or no map of this case.
        """
        if not self.key:
            raise ConfigurationError(NO_KEY)
        try:
            sealed = self._path(case_id).read_bytes()
        except OSError as error:
            raise ConfigurationError(f"no originals of {case_id!r} in {self.folder}: {error.strerror}") from None
        return unseal(sealed, self.key)

    def _path(self, case_id: str) -> Path:
        return self.folder / f"{case_id}.sealed"


def sealed_originals(warehouse: Address, environ: Mapping[str, str]) -> SealedOriginals:
    """Return the maps of a warehouse.

    Raises:
        ConfigurationError: the key is ill-formed or cannot be read, or key or maps would be inside the warehouse.
    """
    folder = _root(environ) / place(warehouse)
    _check_outside(warehouse, folder, FOLDER)
    key = _key(warehouse, environ)
    if key:
        seal(Originals(texts={}), key)  # an ill-formed key is told now, not in the middle of a run
    return SealedOriginals(folder, key)


def _root(environ: Mapping[str, str]) -> Path:
    if named := environ.get(FOLDER):
        return Path(named).expanduser().resolve()
    return data_folder(environ) / "originals"


def _key(warehouse: Address, environ: Mapping[str, str]) -> str:
    if (key := environ.get(KEY, "").strip()) or not environ.get(KEY_FILE):
        return key
    path = Path(environ[KEY_FILE]).expanduser()
    _check_outside(warehouse, path, KEY_FILE)
    try:
        key = path.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        raise ConfigurationError(f"{KEY_FILE} names {path}, which cannot be read as a key") from None
    if not key:
        raise ConfigurationError(f"{KEY_FILE} names {path}, which is empty")
    return key


def _check_outside(warehouse: Address, path: Path, variable: str) -> None:
    if isinstance(warehouse, Path) and path.resolve().is_relative_to(warehouse.resolve()):
        raise ConfigurationError(f"{variable} is inside the warehouse {warehouse}: name a place outside it")

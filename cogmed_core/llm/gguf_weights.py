"""Where the weights of an embedded backbone are: a GGUF file, or an installed package that carries one.

A package index limits the size of a file, so a package may carry its weights in numbered pieces, its own or
those of the packages it requires; they are joined once, in a cache folder. Nothing is ever downloaded here.
"""

import hashlib
import importlib.util
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from cogmed_core.errors import ConfigurationError
from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.installed_files import installed_files, release_of

PIECE = re.compile(r"(?P<name>.+\.gguf)[.-](?:part|chunk|split)?[._-]?(?P<number>\d+)", re.I)
SHARD = re.compile(r"-(?P<number>\d{5})-of-\d{5}\.gguf$", re.I)
"""llama.cpp's own way of splitting a model: it finds the other files from the first."""
CHECKSUMS = "SHA256SUMS"


@dataclass(frozen=True, slots=True)
class Weights:
    """A GGUF file: whole, which is one piece, or in pieces that make a file ``name`` of a release ``origin``."""

    name: str
    pieces: tuple[Path, ...]
    origin: str = ""
    sha256: str | None = None

    def file(self, cache: Path) -> Path:
        """Return the whole file; pieces are joined in ``cache`` unless that was done before.

        Raises:
            ConfigurationError: the pieces cannot be joined there, or do not make the file they should.
        """
        if len(self.pieces) == 1:
            return self.pieces[0]
        try:
            return self._join(cache / self.origin / self.name)
        except OSError as error:
            raise ConfigurationError(
                f"cannot join the weights {self.name} in {cache}: {error.strerror or error}; make room there, "
                "or set gguf of the backbone to a file"
            ) from None

    def _join(self, target: Path) -> Path:
        if target.is_file() and target.stat().st_size == sum(piece.stat().st_size for piece in self.pieces):
            return target
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            joined = Path(folder) / target.name
            with joined.open("wb") as whole:
                for piece in self.pieces:
                    with piece.open("rb") as part:
                        shutil.copyfileobj(part, whole, 1 << 20)
            self._verify(joined)
            joined.replace(target)
        return target

    def _verify(self, joined: Path) -> None:
        with joined.open("rb") as whole:
            digest = hashlib.file_digest(whole, "sha256").hexdigest()
        if self.sha256 not in (None, digest):
            raise ConfigurationError(
                f"the pieces of {self.name} do not make the file they should: install {self.origin} again"
            )


def default_cache() -> Path:
    """Return the folder in which pieces are joined where no other is given."""
    try:
        return Path.home() / ".cache" / "cogmed"
    except RuntimeError:
        raise ConfigurationError("this user has no home folder to join weights in: set HOME") from None


def missing_for(backbone: Backbone) -> list[str]:
    """Return everything an embedded backbone lacks on this machine, a line each with what to do."""
    missing = []
    if importlib.util.find_spec("xllamacpp") is None:
        missing.append(
            f"backbone {backbone.name} runs its model on this machine, which needs an extra: "
            "pip install '.[embedded]' in a checkout of this project; the backbone offline needs none"
        )
    try:
        find_weights(backbone)
    except ConfigurationError as error:
        missing.append(str(error))
    return missing


def find_weights(backbone: Backbone) -> Weights:
    """Find the weights that ``gguf`` or ``package`` of ``backbone`` names.

    Raises:
        ConfigurationError: there is no such file or package, or the package carries no model or several.
    """
    if not backbone.gguf:
        return _in_package(backbone)
    path = Path(backbone.gguf).expanduser()
    if not path.is_file():
        raise ConfigurationError(
            f"there is no file {backbone.gguf}: set gguf of [backbones.{backbone.name}] to a GGUF file"
        )
    return Weights(path.name, (path,))


def _in_package(backbone: Backbone) -> Weights:
    files = installed_files(backbone.package, lambda name: ".gguf" in name.lower() or name == CHECKSUMS)
    models = {path.name: (path,) for path in files if _is_model(path.name)} | _pieces(files)
    if len(models) != 1:
        fault = f"several models: {', '.join(sorted(models))}" if models else "no GGUF file"
        raise ConfigurationError(
            f"the package {backbone.package} carries {fault}; set gguf of [backbones.{backbone.name}] to a file instead"
        )
    name, pieces = models.popitem()
    return Weights(name, pieces, release_of(backbone.package), _checksum(files, name))


def _is_model(name: str) -> bool:
    """Say whether a file is a whole model or the first shard of one."""
    shard = SHARD.search(name)
    return name.lower().endswith(".gguf") and (shard is None or int(shard["number"]) == 1)


def _pieces(files: list[Path]) -> dict[str, tuple[Path, ...]]:
    """Return the numbered pieces among ``files``, in order, by the name of the file they make."""
    numbered: dict[str, dict[int, Path]] = {}
    for path in files:
        if piece := PIECE.fullmatch(path.name):
            numbered.setdefault(piece["name"], {})[int(piece["number"])] = path
    return {name: tuple(parts[number] for number in sorted(parts)) for name, parts in numbered.items()}


def _checksum(files: list[Path], name: str) -> str | None:
    """Return the SHA-256 that a package states for the file ``name``, where it states one."""
    for path in files:
        if path.name == CHECKSUMS:
            for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                digest, _, named = line.partition(" ")
                if named.strip().lstrip("*") == name:
                    return digest.lower()
    return None

"""The files that an installed package and the packages it requires put on this machine."""

import re
from collections.abc import Callable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from cogmed_core.errors import ConfigurationError

REQUIRED_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def release_of(package: str) -> str:
    """Return name and version of an installed package, fit for a folder's name."""
    installed = _installed(package)
    return f"{installed.name}-{installed.version}"


def installed_files(package: str, wanted: Callable[[str], bool]) -> list[Path]:
    """Return the files whose name is ``wanted``, of a package and of all it requires whatever the machine.

    Raises:
        ConfigurationError: the package, or one it requires, is not installed.
    """
    waiting = [_installed(package)]
    seen: set[str] = set()
    found: list[Path] = []
    while waiting:
        carrier = waiting.pop()
        if carrier.name in seen:
            continue
        seen.add(carrier.name)
        named = [file for file in carrier.files or () if wanted(file.name)]
        found += [path for path in (Path(str(carrier.locate_file(file))) for file in named) if path.is_file()]
        waiting += _required(carrier)
    return found


def _installed(package: str) -> Distribution:
    try:
        return distribution(package)
    except (PackageNotFoundError, ValueError):
        raise ConfigurationError(f"the package {package} is not installed: pip install {package}") from None


def _required(carrier: Distribution) -> Iterator[Distribution]:
    """Yield the packages a package requires; a requirement with a marker is for some machines or extras only."""
    for requirement in carrier.requires or ():
        name = REQUIRED_NAME.match(requirement)
        if name is not None and ";" not in requirement:
            yield _installed(name.group())

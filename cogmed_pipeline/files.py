"""Files that are there whole or not at all, whatever kills the process that writes them."""

import os
import re
from pathlib import Path

UNFINISHED = re.compile(r"\..+\.(\d+)\.tmp(\.wal)?")


def unfinished(path: Path) -> Path:
    """Return where this process writes what ``path`` is to become; it is renamed when it is whole."""
    return path.with_name(f".{path.name}.{os.getpid()}.tmp")


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, and its folder where there is none.

    Raises:
        OSError: it cannot be written; what was there before is there still.
    """
    beside = unfinished(path)
    try:
        try:
            beside.write_bytes(content)
        except FileNotFoundError:
            path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(content)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def remove_leftovers(folder: Path) -> None:
    """Remove what processes that are gone left unfinished anywhere below ``folder``."""
    for path in folder.rglob(".*.tmp*"):
        name = UNFINISHED.fullmatch(path.name)
        if name and not is_alive(int(name.group(1))):
            path.unlink(missing_ok=True)


def is_alive(pid: int) -> bool:
    """Say whether a process of this machine is running, whoever owns it; taken for granted where nobody can say."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True

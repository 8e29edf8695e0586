"""Names for cases that are safe as partition keys and file names, and stay the same when a text is edited."""

import hashlib
import re
from pathlib import PurePath

_SAFE = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}", re.ASCII)
_RESERVED = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]")


def sha256(content: bytes) -> str:
    """Return the hexadecimal digest of ``content``."""
    return hashlib.sha256(content).hexdigest()


def id_from_title(title: str) -> str:
    """Return ``case-`` and ten hexadecimal digits of the hash of a title without spacing and extension."""
    return "case-" + sha256(clean_title(title).encode())[:10]


def id_from_file(name: str) -> str:
    """Return the stem of a file name in lower case when it is safe everywhere, else an id from its hash."""
    stem = PurePath(name).stem.lower()
    return stem if _SAFE.fullmatch(stem) and not _RESERVED.fullmatch(stem) else id_from_title(stem)


def clean_title(title: str) -> str:
    """Return a title without the spaces, tabs and extension that a file name carries."""
    bare = re.sub(r"\.(?:pdf|docx?|txt|md|json|html?)$", "", title.strip(), flags=re.IGNORECASE)
    spaced = re.sub(r"(?<=[^\x00-\x7f])\s+|\s+(?=[^\x00-\x7f])", "", bare)
    return " ".join(spaced.split())

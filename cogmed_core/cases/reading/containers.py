"""Zip containers (archives, and the office formats that are zips), opened within bounds."""

import io
import zipfile
from collections.abc import Iterator

from cogmed_core.errors import CaseError

MOST_UNPACKED = 64 * 1024 * 1024
MOST_MEMBERS = 2_000
_DAMAGED = (zipfile.BadZipFile, OSError, ValueError, EOFError, NotImplementedError, RuntimeError)
"""All that zipfile raises of a bad archive or a bad member of one."""
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
_MACROS = ("vbaProject.bin", "vbaData.xml")


def open_container(content: bytes) -> zipfile.ZipFile:
    """Open a zip whose members together stay within bounds; raises ``CaseError`` for any other."""
    if content.startswith(_OLD_OFFICE):
        raise CaseError("is password-protected or in an old binary format: save it anew without a password")
    try:
        container = zipfile.ZipFile(io.BytesIO(content))
    except _DAMAGED:
        raise CaseError("is damaged or no container of its format: save it anew") from None
    members = container.infolist()
    if any(member.flag_bits & 1 for member in members):
        raise CaseError("is password-protected: save it without a password")
    if len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > MOST_UNPACKED:
        raise CaseError(f"unpacks to more than {MOST_UNPACKED >> 20} MiB or {MOST_MEMBERS} files: split it")
    if any(member.filename.endswith(_MACROS) for member in members):
        raise CaseError("carries macros: save it without them")
    return container


def member_bytes(container: zipfile.ZipFile, name: str) -> bytes:
    """Return the bytes of a member; one that unpacks to more than it declares is cut off as damaged."""
    try:
        with container.open(name) as member:
            content = member.read(MOST_UNPACKED + 1)
    except KeyError:
        raise CaseError("is no document of its format: save it anew") from None
    except _DAMAGED:
        raise CaseError("is damaged: save it anew") from None
    if len(content) > MOST_UNPACKED:
        raise CaseError(f"unpacks to more than {MOST_UNPACKED >> 20} MiB: split it")
    return content


def files_in(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of every file in an archive; hidden files are passed over."""
    container = open_container(content)
    for member in container.infolist():
        name = _readable(member)
        if not member.is_dir() and not any(part.startswith((".", "__MACOSX")) for part in name.split("/")):
            yield name, member_bytes(container, member.filename)


def _readable(member: zipfile.ZipInfo) -> str:
    """Old archives write Chinese names in GBK without saying so."""
    if member.flag_bits & 0x800:
        return member.filename
    try:
        return member.filename.encode("cp437").decode("gb18030")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return member.filename

"""Reads case files: every file and row becomes one entry, a case or the reason why it is none.

Links to folders and what is no regular file are named, not followed. Hidden files, ``README.md`` and the folder
``questions`` are no cases and are passed over.
"""

from pathlib import Path, PurePosixPath

from cogmed_core.cases.anonymise.decisions import FILE as DECISIONS
from cogmed_core.cases.entry import CaseEntry
from cogmed_core.cases.reading.containers import files_in
from cogmed_core.cases.reading.draft import Draft, raw_case
from cogmed_core.cases.reading.formats import ARCHIVES, FORMATS, READERS
from cogmed_core.cases.reading.identity import id_from_file, id_from_title, sha256
from cogmed_core.domain.case import CaseStatus
from cogmed_core.domain.file_name import legible
from cogmed_core.errors import CaseError

MOST_BYTES = 64 * 1024 * 1024
"""A larger file is quarantined: no case record is near this size."""

QUESTIONS = "questions"
"""The folder below the raw one that holds yes/no questions, which are no cases."""


def read_folder(root: Path) -> tuple[CaseEntry, ...]:
    """Read every case file below ``root``, or ``root`` itself when it is a file.

    Entries come in the order of their paths. A second case with the same id or content is quarantined and
    names the first. Raises ``CaseError`` when ``root`` does not exist or holds no file.
    """
    if not root.exists():
        raise CaseError(f"{legible(root)} does not exist: name a case file, or a folder of them, with --raw")
    if root.is_file():
        return _told_apart(read_file(root, root.parent))
    there = sorted(path for path in root.rglob("*") if _is_case_file(path, root))
    files = [path for path in there if path.is_file() or _is_passed_over(path)]
    if not files:
        wanted = " ".join(FORMATS)
        raise CaseError(
            f"{legible(root)} holds no case file: put {wanted} files into it, or name another folder with --raw"
        )
    return _told_apart(tuple(entry for path in files for entry in read_file(path, root)))


def read_file(path: Path, root: Path) -> tuple[CaseEntry, ...]:
    """Read one file; the entries name it by its path below ``root``. Raises nothing for a bad file."""
    source = legible(path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name)
    try:
        content = _bytes_of(path)
    except CaseError as error:
        return (_quarantined(id_from_file(source), source, "", str(error)),)
    return _read(source, content)


def _read(source: str, content: bytes) -> tuple[CaseEntry, ...]:
    """Read the bytes of a file; an archive is read as the folder of its files."""
    digest, kind = sha256(content), PurePosixPath(source).suffix.lower()
    entries: list[CaseEntry] = []
    try:
        if kind in ARCHIVES:
            for name, inner in files_in(content):
                entries += _read_member(f"{source}/{legible(name)}", inner)
        elif kind in READERS:
            entries = [_entry(draft, source) for draft in READERS[kind](content, digest)]
        else:
            raise CaseError(f"is a {kind or 'file without ending'}: the formats read are {' '.join(FORMATS)}")
    except CaseError as error:
        entries.append(_quarantined(id_from_file(source), source, digest, str(error)))
    return tuple(entries)


def _read_member(source: str, content: bytes) -> tuple[CaseEntry, ...]:
    if PurePosixPath(source).suffix.lower() in ARCHIVES:
        reason = "is an archive inside an archive: unpack it first"
        return (_quarantined(id_from_file(source), source, sha256(content), reason),)
    return _read(source, content)


def _is_case_file(path: Path, root: Path) -> bool:
    parts = path.relative_to(root).parts
    hidden = any(part.startswith((".", "~$")) for part in parts)
    return not hidden and path.name.lower() not in {"readme.md", DECISIONS} and parts[:-1][:1] != (QUESTIONS,)


def _is_passed_over(path: Path) -> bool:
    """Say whether there is something that looks like a file or folder and is read as neither: it is to be named."""
    return path.is_symlink() or not path.is_dir()


def _bytes_of(path: Path) -> bytes:
    if not path.is_file():
        what = "is a link that leads to no file" if path.is_symlink() else "is no regular file (a pipe or a device)"
        raise CaseError(f"{what}: put the cases themselves here, or name their folder with --raw")
    try:
        if path.stat().st_size > MOST_BYTES:
            raise CaseError(f"is larger than {MOST_BYTES >> 20} MiB: split it into one file a case")
        content = path.read_bytes()
    except OSError as error:
        raise CaseError(f"cannot be read ({error.strerror}): check the file and its permissions") from None
    if not content.strip():
        raise CaseError("is empty: put a case into it, or remove it")
    return content


def _entry(draft: Draft, source: str) -> CaseEntry:
    place = source if draft.row is None else f"{source}#{draft.row}"
    case_id = id_from_file(source) if draft.row is None else id_from_title(draft.title or place)
    titled = draft if draft.title.strip() else _retitled(draft, source)
    try:
        raw = raw_case(titled, case_id=case_id, source_file=place)
    except CaseError as error:
        return _quarantined(case_id, place, draft.source_sha256, str(error))
    return CaseEntry(
        case_id=case_id,
        source_file=place,
        source_sha256=draft.source_sha256,
        status=CaseStatus.ACCEPTED,
        reason=f"{place}: {draft.note}" if draft.note else "",
        raw=raw,
    )


def _retitled(draft: Draft, source: str) -> Draft:
    stem = PurePosixPath(source).stem
    title = stem if draft.row is None else f"{stem} {draft.row}"
    return Draft(draft.source_sha256, title, draft.sections, draft.row, draft.problem, draft.note)


def _quarantined(case_id: str, source: str, digest: str, reason: str) -> CaseEntry:
    return CaseEntry(
        case_id=case_id,
        source_file=source,
        source_sha256=digest,
        status=CaseStatus.QUARANTINED,
        reason=f"{source} {reason}",
    )


def _told_apart(entries: tuple[CaseEntry, ...]) -> tuple[CaseEntry, ...]:
    """Quarantine every later case that repeats an id or a content; good cases choose their ids first."""
    ids: dict[str, str] = {}
    contents: dict[str, str] = {}
    kept: dict[int, CaseEntry] = {}
    for position, entry in sorted(enumerate(entries), key=lambda item: (item[1].raw is None, item[0])):
        reason = _repetition(entry, ids, contents)
        checked = _quarantined(entry.case_id, entry.source_file, entry.source_sha256, reason) if reason else entry
        if checked.case_id in ids:
            checked = checked.model_copy(update={"case_id": _fresh_id(checked, ids)})
        ids[checked.case_id] = checked.source_file
        kept[position] = checked
    return tuple(kept[position] for position in range(len(entries)))


def _repetition(entry: CaseEntry, ids: dict[str, str], contents: dict[str, str]) -> str:
    """Say which earlier case this one repeats; remember its content when it repeats none."""
    if entry.raw is None:
        return ""
    content = sha256(entry.raw.sections.model_dump_json().encode())
    if content in contents:
        return f"repeats the case in {contents[content]}: remove one of them"
    if entry.case_id in ids:
        return f"has the id {entry.case_id} of {ids[entry.case_id]}: give it another name or title"
    contents[content] = entry.source_file
    return ""


def _fresh_id(entry: CaseEntry, taken: dict[str, str]) -> str:
    number = 0
    while True:
        number += 1
        suffix = sha256(f"{entry.source_file}/{number}".encode())[:6]
        if (fresh := f"{entry.case_id}-{suffix}") not in taken:
            return fresh

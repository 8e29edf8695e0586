"""Which reader reads which file, by its ending."""

from collections.abc import Callable, Iterable, Mapping

from cogmed_core.cases.reading.decoding import decode
from cogmed_core.cases.reading.draft import Draft
from cogmed_core.cases.reading.office import read_document, read_workbook
from cogmed_core.cases.reading.pdf import read_pdf
from cogmed_core.cases.reading.prose import read_prose
from cogmed_core.cases.reading.rows import read_json, read_json_lines, read_separated
from cogmed_core.cases.reading.web import read_page

Reader = Callable[[bytes, str], Iterable[Draft]]
"""Turns a file's bytes and their hash into drafts; raises ``CaseError`` for a file that holds none."""

ARCHIVES = (".zip",)
"""Containers whose files are read as if they stood in a folder of their name."""


def _of_text(read: Callable[[str, str], Iterable[Draft]]) -> Reader:
    return lambda content, digest: read(decode(content), digest)


def _one(read: Callable[[bytes, str], Draft]) -> Reader:
    return lambda content, digest: (read(content, digest),)


def _prose(content: bytes, digest: str) -> Draft:
    return read_prose(decode(content), digest)


READERS: Mapping[str, Reader] = {
    ".json": _of_text(read_json),
    ".jsonl": _of_text(read_json_lines),
    ".csv": _of_text(read_separated),
    ".tsv": _of_text(read_separated),
    ".xlsx": read_workbook,
    ".md": _one(_prose),
    ".txt": _one(_prose),
    ".docx": _one(read_document),
    ".pdf": _one(read_pdf),
    ".html": _one(read_page),
    ".htm": _one(read_page),
}

FORMATS = (*READERS, *ARCHIVES)
"""The endings that are read."""

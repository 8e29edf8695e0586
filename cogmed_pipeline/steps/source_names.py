"""Names of files: one that holds the name of somebody of its case is shown by the id of the case instead.

The true name is kept with the sealed originals only.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from cogmed_core.cases.anonymise import Anonymiser, leaks
from cogmed_core.cases.entry import CaseEntry
from cogmed_core.cases.reading.identity import id_from_title
from cogmed_core.domain.case import RawCase

_LATIN = re.compile(r"[A-Za-z]{2,}")
_HAN = re.compile(r"[\u3400-\u9fff]{2,}")


def without_names(entries: Iterable[CaseEntry], anonymiser: Anonymiser) -> tuple[CaseEntry, ...]:
    """Return the entries with safe ids and file names, in their reasons too."""
    every = tuple(entries)
    shown = {e.source_file: _shown(e) for e in every if _identifies(e, anonymiser)}
    return tuple(_renamed(entry, shown) for entry in every) if shown else every


def _identifies(entry: CaseEntry, anonymiser: Anonymiser) -> bool:
    """Say whether the path shows an original of the case, or what looks like a name of anybody."""
    path = entry.source_file.partition("#")[0]
    stem = str(PurePosixPath(path).with_suffix("")).replace("_", " ")
    spoken = " ".join(word.title() if word.isascii() else word for word in re.split(r"[\s\-]+", stem))
    if _HAN.search(stem) and anonymiser.spans(stem, "zh"):
        return True
    if entry.raw is None:
        return (
            bool(anonymiser.spans(spoken, "en")) if not _HAN.search(stem) and " v " in f" {spoken} ".lower() else False
        )
    if not _HAN.search(stem) and not _shared_words(stem, entry.raw):
        return False
    return bool(leaks(stem, anonymiser.anonymise(entry.raw).originals.every()))


def _shared_words(stem: str, raw: RawCase) -> bool:
    """Say whether a word of the stem stands in the case with a capital: no other can be of a name."""
    text = raw.title + " ".join(raw.sections.model_dump().values())
    return any(re.search(rf"\b{word.capitalize()}", text) for word in _LATIN.findall(stem))


def _shown(entry: CaseEntry) -> str:
    path, mark, row = entry.source_file.partition("#")
    return f"{_safe_id(entry)}{PurePosixPath(path).suffix.lower()}{mark}{row}"


def _safe_id(entry: CaseEntry) -> str:
    """An id that was taken from such a name is replaced by its hash."""
    return entry.case_id if entry.case_id.startswith("case-") else id_from_title(entry.case_id)


def _renamed(entry: CaseEntry, shown: Mapping[str, str]) -> CaseEntry:
    reason = entry.reason
    for true in sorted(shown, key=len, reverse=True):
        reason = reason.replace(true, shown[true])
    if entry.source_file not in shown:
        return entry.model_copy(update={"reason": reason})
    change = {"case_id": _safe_id(entry), "source_file": shown[entry.source_file]}
    raw = entry.raw.model_copy(update=change) if entry.raw else None
    return entry.model_copy(update={**change, "reason": reason, "raw": raw})

"""Verdicts in files of a hundred: few enough files for very many questions, each written whole or not at all.

A page belongs to one cell and seed and to a hundred neighbouring questions of the set. It is written when the last
of them is decided; what a killed run decided since then is asked again, and the response cache answers it.
"""

import logging
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from cogmed_core.deliberation.deliberate import Deliberation
from cogmed_core.domain.question import Verdict
from cogmed_core.llm.recorded import Exchange, Kept, kept_from, whole_exchanges
from cogmed_pipeline.records import RecordStore

KIND, EXCHANGES = "verdicts", "deliberations"
PARTS = tuple(part.name for part in fields(Kept))
SIZE = 100
"""Verdicts in one file."""

T = TypeVar("T")

log = logging.getLogger(__name__)


Lines = dict[str, list[dict[str, Any]]]
"""Exchanges as they are stored, by question."""


@dataclass(slots=True)
class Page:
    """The verdicts of neighbouring questions, old ones and those that are coming in."""

    key: str
    question_ids: tuple[str, ...]
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    made: dict[str, Deliberation] = field(default_factory=dict)
    waiting: int = 0

    def take(self, deliberation: Deliberation) -> bool:
        """Enter a verdict; return whether it was the last one that was waited for."""
        question_id = deliberation.verdict.question_id
        self.made[question_id] = deliberation
        self.verdicts[question_id] = deliberation.verdict
        self.waiting -= 1
        return self.waiting == 0

    def write(self, records: RecordStore, exchanges: Lines | None = None) -> None:
        """Write what is there, in the order of the questions, and the exchanges behind it.

        Args:
            records: where to.
            exchanges: those there were before, where they do not stand on this very page.
        """
        before = _by_question(records, self.key) if exchanges is None else exchanges
        made = {
            name: [{"question_id": name, **{part: getattr(kept, part) for part in PARTS}} for kept in one.log.kept]
            for name, one in self.made.items()
        }
        there = [name for name in self.question_ids if name in self.verdicts]
        lines = [line for name in there for line in (made if name in made else before).get(name, [])]
        records.save_lines(EXCHANGES, self.key, list(lines))
        records.save_lines(KIND, self.key, [self.verdicts[name].model_dump(mode="json") for name in there])
        self.made = {}
        if not self.waiting:
            self.verdicts = {}


def pages_of(cell_key: str, seed: int, question_ids: Sequence[str]) -> list[Page]:
    """Return the empty pages of a whole set, in order."""
    starts = range(0, len(question_ids), SIZE)
    return [
        Page(f"{cell_key}/s{seed}/{number:05d}", tuple(question_ids[start : start + SIZE]))
        for number, start in enumerate(starts)
    ]


def stored_pages(records: RecordStore, cell_key: str, seed: int) -> dict[str, list[Verdict]]:
    """Return the verdicts there are of a cell on one seed, by the key of their page; an unreadable page is empty."""
    keys = records.keys_of_lines(KIND, f"{cell_key}/s{seed}")
    return {key: _read(records, KIND, key, Verdict.model_validate) for key in keys}


def stored_exchanges(records: RecordStore, keys: Iterable[str]) -> Lines:
    """Return the exchanges on some pages by question."""
    found: Lines = {}
    for key in keys:
        found |= _by_question(records, key)
    return found


def exchanges_of(records: RecordStore, page_key: str, question_id: str) -> list[Exchange]:
    """Return every prompt and reply behind a verdict; the file holds of each prompt what is new in it."""
    lines = _by_question(records, page_key).get(question_id, [])
    return list(whole_exchanges(kept_from({part: line[part] for part in PARTS}) for line in lines))


def remove_page(records: RecordStore, key: str) -> None:
    """Remove a page and the exchanges behind it."""
    for kind in (KIND, EXCHANGES):
        records.remove_lines(kind, key)


def _by_question(records: RecordStore, key: str) -> Lines:
    found: Lines = {}
    for line in _read(records, EXCHANGES, key, dict[str, Any]):
        found.setdefault(str(line.get("question_id")), []).append(line)
    return found


def _read(records: RecordStore, kind: str, key: str, read: Callable[[dict[str, Any]], T]) -> list[T]:
    try:
        return [read(line) for line in records.load_lines(kind, key)]
    except (OSError, EOFError, zlib.error, ValueError) as error:
        log.warning("%s/%s is unreadable and will be made anew (%s)", kind, key, error)
        return []

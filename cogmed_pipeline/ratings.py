"""Rating sheets of a warehouse: what went out and what came back, as records, and the files between."""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from cogmed_core.domain.case import Case, Language, Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.rating import RatedSheet, RatingAssignment
from cogmed_core.errors import StorageError, UsageError
from cogmed_core.ratings.assignment import assignment, drawn
from cogmed_core.ratings.instructions import attention_item, shown
from cogmed_core.ratings.reading import read_sheet
from cogmed_core.ratings.sheet_files import as_csv, as_workbook
from cogmed_pipeline.files import write_whole
from cogmed_pipeline.workshop import Workshop

OUT, BACK = "rating_sheets", "ratings"
"""Kinds of record: what went out, and what came back."""
RATER = re.compile(r"[\w][\w.-]{0,63}")


def export(
    workshop: Workshop, raters: Sequence[str], most: int, seed: int, folder: Path, language: Language | None = None
) -> list[Path]:
    """Write one workbook and one CSV a rater and keep what went out; the same call writes the same sheets.

    Raises:
        UsageError: a rater's name is no file name, or there is no finished episode.
    """
    unfit = [rater for rater in raters if not RATER.fullmatch(rater)]
    if unfit or len(set(raters)) < len(raters):
        raise UsageError(
            f"name each rater once, with letters, digits, dots and dashes only: {', '.join(unfit or raters)}"
        )
    cases = {one.case_id: one for one in workshop.records.all("cases", Case)}
    scenarios = {one.case_id: one for one in workshop.records.all("scenarios", Scenario)}
    known = [one for one in workshop.records.all("episodes", Episode) if one.case_id in cases.keys() & scenarios.keys()]
    chosen = drawn(known, most, seed)
    if not chosen:
        raise UsageError(f"{workshop.settings.warehouse} holds no finished episode: make some with `cogmed run`")
    spoken = language or Counter(scenarios[one.case_id].language for one in chosen).most_common(1)[0][0]
    name, episodes = f"export-{seed}", {one.episode_id: one for one in chosen}
    written: list[Path] = []
    for rater in raters:
        assigned = assignment(name, rater, chosen, spoken, seed)
        _keep(workshop, assigned)
        rows = [
            shown(item, cases[one.case_id], scenarios[one.case_id], one)
            if (one := episodes.get(item.episode_id or ""))
            else attention_item(item, spoken)
            for item in assigned.items
        ]
        for ending, content in ((".xlsx", as_workbook(rows, spoken)), (".csv", as_csv(rows, spoken))):
            written.append(folder / f"{name}-{rater}{ending}")
            _write(written[-1], content)
    return written


def import_sheets(workshop: Workshop, files: Sequence[Path], *, partial: bool, replace: bool) -> list[RatedSheet]:
    """Read files that came back and keep them all; if anything is wrong with one of them, none.

    Raises:
        UsageError: something is wrong; the text names it.
    """
    assignments = list(workshop.records.all(OUT, RatingAssignment))
    sheets = [read_sheet(str(file), _read(file), assignments, partial=partial) for file in files]
    twice = [who for who, n in Counter((one.export, one.rater) for one in sheets).items() if n > 1]
    if twice:
        raise UsageError(f"nothing was imported: several files hold the sheet of {', '.join(who for _, who in twice)}")
    for sheet in sheets:
        there = workshop.records.load(BACK, _key(sheet), RatedSheet)
        if there and there[0].ratings != sheet.ratings and not replace:
            raise UsageError(
                f"nothing was imported: the sheet of {sheet.rater} was imported before with other scores; "
                "--replace puts these in their place"
            )
    for sheet in sheets:
        workshop.records.save(BACK, _key(sheet), sheet, "")
    return sheets


def _keep(workshop: Workshop, assigned: RatingAssignment) -> None:
    key = _key(assigned)
    there = workshop.records.load(OUT, key, RatingAssignment)
    given_back = workshop.records.load(BACK, key, RatedSheet)
    if there and there[0] != assigned and given_back:
        raise UsageError(
            f"{assigned.rater} has given back another sheet of {assigned.export}: export with another --seed"
        )
    workshop.records.save(OUT, key, assigned, "")


def _key(one: RatingAssignment | RatedSheet) -> str:
    return f"{one.export}/{one.rater}"


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None


def _write(file: Path, content: bytes) -> None:
    try:
        write_whole(file, content)
    except OSError as error:
        raise StorageError(f"cannot write {file}: {error.strerror}") from None

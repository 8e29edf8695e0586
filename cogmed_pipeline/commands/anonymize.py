"""``cogmed anonymize``."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from cogmed_core.cases.anonymise import Anonymiser
from cogmed_core.cases.read import read_folder
from cogmed_core.errors import CaseError

Paths = Annotated[list[Path], typer.Argument(help="Case files, folders, or a .jsonl of {id, text}.")]


def command(
    paths: Paths,
    spans: Annotated[bool, typer.Option("--spans", help="Print JSON lines of the spans found.")] = False,
    out: Annotated[Path | None, typer.Option("--out", help="Folder for the anonymized cases.")] = None,
) -> None:
    """Anonymize case files, or print what would be replaced in texts."""
    if not spans and out is None:
        raise typer.BadParameter("give --spans, or --out DIR", param_hint="anonymize")
    anonymiser = Anonymiser()
    for path in paths:
        for name, text in _texts(path) if spans else ():
            found = [span.model_dump(exclude={"layer"}) for span in anonymiser.spans(text)]
            print(json.dumps({"id": name, "text": text, "spans": found}, ensure_ascii=False))
        if out:
            _write_cases(path, out, anonymiser)


def _texts(path: Path) -> list[tuple[str, str]]:
    rows = _rows_of_texts(path) if path.suffix == ".jsonl" else []
    if rows:
        return rows
    entries = read_folder(path)
    for entry in entries:
        if entry.raw is None:
            print(f"cogmed: {entry.reason}", file=sys.stderr)
    return [
        (entry.case_id, "\n".join([entry.raw.title, *entry.raw.sections.model_dump().values()]))
        for entry in entries
        if entry.raw
    ]


def _rows_of_texts(path: Path) -> list[tuple[str, str]]:
    """Return the rows of a file of ``{"id", "text"}``; none when it is a file of cases."""
    try:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8-sig").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise CaseError(f"{path} cannot be read as JSON lines: {error}") from error
    return [
        (str(row["id"]), str(row["text"])) for row in lines if isinstance(row, dict) and {"id", "text"} <= row.keys()
    ]


def _write_cases(path: Path, out: Path, anonymiser: Anonymiser) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for entry in read_folder(path):
        if entry.raw is None:
            print(f"cogmed: {entry.reason}", file=sys.stderr)
            continue
        case = anonymiser.anonymise(entry.raw).case
        (out / f"{case.case_id}.json").write_text(case.model_dump_json(indent=1) + "\n", encoding="utf-8")
        print(out / f"{case.case_id}.json")

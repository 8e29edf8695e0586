"""``cogmed anonymize``."""

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from cogmed_core.cases.anonymise import Anonymiser
from cogmed_core.cases.anonymise.replacement import replaced
from cogmed_core.cases.read import read_folder
from cogmed_core.cases.reading.decoding import decode
from cogmed_core.domain.case import RawCase
from cogmed_core.domain.file_name import legible
from cogmed_core.errors import CaseError, ConfigurationError
from cogmed_pipeline.commands.printing import complain

Paths = Annotated[list[Path], typer.Argument(help="Case files, folders, texts, or a .jsonl of {id, text}.")]


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is no case, and its name."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Source:
    """What was found under one path: texts or cases, and what could not be read."""

    texts: tuple[Text, ...] = ()
    cases: tuple[RawCase, ...] = ()
    complaints: tuple[str, ...] = ()


def command(
    paths: Paths,
    spans: Annotated[bool, typer.Option("--spans", help="Print JSON lines of the spans found.")] = False,
    out: Annotated[Path | None, typer.Option("--out", help="Folder for the anonymized cases and texts.")] = None,
) -> None:
    """Anonymize cases and texts, or print what would be replaced in them."""
    if not spans and out is None:
        raise ConfigurationError("say what to do: --spans prints what would be replaced, --out DIR writes the result")
    sources = {path: _read(path) for path in paths}
    anonymiser = Anonymiser()
    for path, source in sources.items():
        for complaint in source.complaints:
            complain(complaint)
        if spans:
            _print_spans([*source.texts, *map(_joined, source.cases)], anonymiser)
        if out:
            _write(path, source, _checked(out, path), anonymiser)
    raise typer.Exit(1 if any(source.complaints for source in sources.values()) else 0)


def _read(path: Path) -> Source:
    """Read a path: a ``.jsonl`` of texts by its rows, a text file as it stands, all else as cases."""
    if path.is_file() and path.suffix.lower() in (".txt", ".md"):
        return Source(texts=(Text(legible(path.stem), _decoded(path)),))
    if path.is_file() and path.suffix.lower() == ".jsonl" and (source := _rows(path)).texts:
        return source
    entries = read_folder(path)
    return Source(
        cases=tuple(entry.raw for entry in entries if entry.raw),
        complaints=tuple(entry.reason for entry in entries if not entry.raw),
    )


def _decoded(path: Path) -> str:
    try:
        return decode(path.read_bytes())
    except (OSError, CaseError) as error:
        raise CaseError(f"{legible(path)} {error}") from error


def _rows(path: Path) -> Source:
    texts, complaints = [], []
    for number, line in enumerate(_decoded(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if isinstance(row, dict) and isinstance(row.get("id"), str | int) and isinstance(row.get("text"), str):
            texts.append(Text(str(row["id"]), row["text"]))
        else:
            complaints.append(f'{path}#{number} is no {{"id": …, "text": …}}: mend the line')
    return Source(texts=tuple(texts), complaints=tuple(complaints))


def _joined(case: RawCase) -> Text:
    return Text(case.case_id, "\n".join([case.title, *case.sections.model_dump().values()]))


def _print_spans(texts: Iterable[Text], anonymiser: Anonymiser) -> None:
    for each in texts:
        found = [span.model_dump(exclude={"layer"}) for span in anonymiser.spans(each.text)]
        print(json.dumps({"id": each.id, "text": each.text, "spans": found}, ensure_ascii=not _takes_everything()))


def _takes_everything() -> bool:
    """Say whether standard output can take any character; otherwise JSON's own escapes spell them out."""
    return (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")


def _checked(out: Path, path: Path) -> Path:
    """Return the folder to write to; it may not be where the originals are."""
    same = out.resolve().is_relative_to(path.resolve()) or out.resolve() == path.resolve().parent
    if same:
        raise ConfigurationError(f"--out {out} would write over the originals in {path}: name another folder")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigurationError(f"--out {out} cannot be made a folder: {error.strerror}") from error
    return out


def _write(path: Path, source: Source, out: Path, anonymiser: Anonymiser) -> None:
    written = {f"{case.case_id}.json": f"{_case_json(case, anonymiser)}\n" for case in source.cases}
    texts = [Text(each.id, replaced(each.text, anonymiser.spans(each.text))) for each in source.texts]
    if path.suffix.lower() == ".jsonl" and texts:
        rows = (json.dumps({"id": each.id, "text": each.text}, ensure_ascii=False) for each in texts)
        written[path.name] = "".join(f"{row}\n" for row in rows)
    elif texts:
        written[path.name] = texts[0].text
    for name, content in written.items():
        (out / name).write_text(content, encoding="utf-8")
        print(out / name)


def _case_json(case: RawCase, anonymiser: Anonymiser) -> str:
    return anonymiser.anonymise(case).case.model_dump_json(indent=1)

"""Reads sets of yes/no questions: LegalBench's text and label, prompt and 0/1, question and gold, in two languages."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Literal

from cogmed_core.deliberation.answers import read_label
from cogmed_core.deliberation.benchmarks import instruction_for
from cogmed_core.deliberation.rows import FORMATS, Row, read_rows
from cogmed_core.domain.case import Language
from cogmed_core.domain.file_name import legible
from cogmed_core.domain.question import LeftOut, QuestionSet, YesNoQuestion
from cogmed_core.errors import UsageError

MOST_BYTES = 256 * 2**20
SIDECAR = ".instruction.txt"
"""Beside ``set.tsv`` a file ``set.instruction.txt`` holds what is asked of every row."""

_ABOUT = ("context", "facts", "scenario", "passage", "contract", "policy", "clause", "premise", "事实", "案情", "背景")
_ASKED = ("text", "input", "prompt", "question", "query", "文本", "题干", "题目", "问题")
"""Columns of a question in the order they are put together: what it is about, then what is asked."""
_GOLD = ("gold", "answer", "label", "target", "gold_answer", "标准答案", "正确答案", "答案", "标签")
_ID = ("question_id", "id", "index", "idx", "编号", "序号")
_SLICE = ("slice", "category", "kind", "type", "num_args", "类别", "类型")
_INSTRUCTION = ("instruction", "instructions", "说明", "指令")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]|[\ud800-\udfff]")
_HAN, _LATIN = re.compile(r"[\u3400-\u9fff]"), re.compile(r"[A-Za-z]{2,}")

AskedIn = Literal["zh", "en", "case"]
"""The language of the prompts; ``case`` is each question's own."""


def read_question_sets(path: Path, language: AskedIn, instruction: str = "") -> tuple[QuestionSet, ...]:
    """Read a file, or every file of questions below a folder, in the order of their paths.

    Args:
        path: a ``.csv``, ``.tsv``, ``.jsonl`` or ``.json`` file, or a folder of them.
        language: which language the prompts are to be in.
        instruction: what is asked of every row, in place of what the set or the project knows.

    Raises:
        UsageError: there is no such file or folder, or no file of questions in it.
    """
    if not path.exists():
        raise UsageError(
            f"{legible(path)} does not exist: name a file of questions ({' '.join(FORMATS)}), or a folder of them"
        )
    files = [path] if path.is_file() else [file for file in sorted(path.rglob("*")) if _holds_questions(file, path)]
    if not files:
        raise UsageError(f"{legible(path)} holds no file of questions: put {' '.join(FORMATS)} files into it")
    root = path.parent if path.is_file() else path
    taken: Counter[str] = Counter()
    sets = []
    for file in files:
        source = legible(file.relative_to(root).as_posix())
        name = set_name(PurePosixPath(source).stem)
        taken[name] += 1
        unique = name if taken[name] == 1 else f"{name}-{_digest(source.encode())[:6]}"
        sets.append(_read(file, source, unique, language, instruction))
    return tuple(sets)


def set_name(stem: str) -> str:
    """Return a name from a file's that is safe as a partition key; letters that are not are told apart by a hash."""
    safe = re.sub(r"[^a-z0-9_]+", "-", stem.casefold()).strip("-_")[:64]
    return safe if safe and stem.isascii() else f"{safe or 'questions'}-{_digest(stem.encode())[:8]}"


def language_of(text: str) -> Language:
    """Tell Chinese from English: a Chinese character weighs as much as a Latin word."""
    return "zh" if len(_HAN.findall(text)) > len(_LATIN.findall(text)) else "en"


def _holds_questions(file: Path, root: Path) -> bool:
    hidden = any(part.startswith((".", "~$")) for part in file.relative_to(root).parts)
    return file.is_file() and file.suffix.lower() in FORMATS and not hidden


def _read(file: Path, source: str, name: str, language: AskedIn, instruction: str) -> QuestionSet:
    content, digest = b"", ""
    try:
        content = _bytes_of(file)
        digest = _digest(content)
        rows = list(read_rows(_decoded(content), file.suffix.lower()))
    except ValueError as error:
        return QuestionSet(name=name, source_file=source, source_sha256=digest, problem=f"{source} {error}")
    known = instruction or _sidecar(file) or instruction_for(name)
    questions, left_out = _questions(rows, name, source, language, known)
    problem = "" if questions else f"{source} holds no question" + (f": {left_out[0].reason}" if left_out else "")
    return QuestionSet(
        name=name,
        source_file=source,
        source_sha256=digest,
        questions=tuple(questions),
        left_out=tuple(left_out),
        problem=problem,
    )


def _bytes_of(file: Path) -> bytes:
    try:
        if file.stat().st_size > MOST_BYTES:
            raise ValueError(f"is larger than {MOST_BYTES >> 20} MiB: split it")
        return file.read_bytes()
    except OSError as error:
        raise ValueError(f"cannot be read ({error.strerror}): check the file and its permissions") from None


def _decoded(content: bytes) -> str:
    """Bytes to text: UTF-8 with or without a mark, UTF-16 with one, else the Chinese national encoding."""
    encodings = ("utf-16",) if content[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "gb18030")
    for encoding in encodings:
        try:
            return content.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            continue
    raise ValueError("is in no known encoding: save it as UTF-8")


def _sidecar(file: Path) -> str:
    beside = file.with_name(file.stem + SIDECAR)
    return _decoded(_bytes_of(beside)).strip() if beside.is_file() else ""


def _questions(
    rows: Sequence[Row], name: str, source: str, language: AskedIn, instruction: str
) -> tuple[list[YesNoQuestion], list[LeftOut]]:
    gold = _gold_column(rows)
    questions: dict[str, YesNoQuestion] = {}
    left_out = []
    for row in rows:
        try:
            question = _question(row, name, gold, language, instruction)
            if question.question_id in questions:
                raise ValueError(f"repeats the id {question.question_id!r}")
        except ValueError as error:
            left_out.append(LeftOut(row=row.number, reason=f"{source}#{row.number} {error}"))
        else:
            questions[question.question_id] = question
    return list(questions.values()), left_out


def _gold_column(rows: Iterable[Row]) -> str | None:
    """Return the column of right answers: of those it could be, the one with the most yes/no labels."""
    readable: Counter[str] = Counter()
    for row in rows:
        readable.update({name: read_label(row.columns[name]) is not None for name in _GOLD if name in row.columns})
    return readable.most_common(1)[0][0] if readable else None


def _question(row: Row, name: str, gold: str | None, language: AskedIn, instruction: str) -> YesNoQuestion:
    if row.problem:
        raise ValueError(row.problem)
    parts = [_text(row.columns, column) for column in (*_ABOUT, *_ASKED) if column in row.columns]
    text = "\n\n".join(dict.fromkeys(part for part in parts if part))
    if not text:
        raise ValueError("has no text: it stands in a column named text, prompt, question or 问题")
    right = read_label(row.columns[gold]) if gold is not None and gold in row.columns else None
    if gold and right is None:
        given = str(row.columns.get(gold) or "").strip()
        raise ValueError(f"has the {gold} {given[:40]!r}, which is neither yes nor no" if given else f"has no {gold}")
    asked = _first(row.columns, _INSTRUCTION) or instruction
    return YesNoQuestion(
        question_set=name,
        question_id=_first(row.columns, _ID) or str(row.number),
        text=text,
        instruction=asked,
        language=language_of(f"{asked} {text}") if language == "case" else language,
        gold=right,
        slice=_first(row.columns, _SLICE),
    )


def _first(columns: Mapping[str, object], names: Iterable[str]) -> str:
    return next((text for name in names if (text := _text(columns, name))), "")


def _text(columns: Mapping[str, object], name: str) -> str:
    value = columns.get(name)
    if value is None:
        return ""
    return _CONTROL.sub("", str(value)).strip()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()

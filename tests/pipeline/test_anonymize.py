"""``cogmed anonymize``: spans as JSON lines, and cases and texts without what identifies."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.pipeline.given import PHONE, cogmed, contents, faults, write_case

TEXTS = {"short": f"电话{PHONE}。", "none": "今天下雨。", "lines": f"第一行\r\n回电{PHONE}\n"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_case(tmp_path / "cases", "loan")
    write_case(tmp_path / "cases", "boiler", language="en")
    rows = [json.dumps({"id": name, "text": text, "more": 1}, ensure_ascii=False) for name, text in TEXTS.items()]
    (tmp_path / "texts.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (tmp_path / "letter.txt").write_text(TEXTS["lines"], encoding="utf-8", newline="")
    return tmp_path


def spans_of(output: str) -> dict[str, tuple[str, list[dict[str, Any]]]]:
    rows = [json.loads(line) for line in output.splitlines()]
    return {row["id"]: (row["text"], row["spans"]) for row in rows}


def test_spans_of_texts_are_offsets_into_the_texts_as_given(folder: Path) -> None:
    done = cogmed("anonymize", "texts.jsonl", "letter.txt", "--spans", cwd=folder)
    assert done.returncode == 0 and faults(done) == []
    found = spans_of(done.stdout)
    assert {name: text for name, (text, _) in found.items()} == TEXTS | {"letter": TEXTS["lines"]}
    for name, (text, spans) in found.items():
        assert [text[span["start"] : span["end"]] for span in spans] == ([] if name == "none" else [PHONE])
        assert all(set(span) == {"start", "end", "type", "pseudonym"} and span["type"] == "PHONE" for span in spans)


def test_spans_of_cases(folder: Path) -> None:
    done = cogmed("anonymize", "cases", "--spans", cwd=folder)
    assert done.returncode == 0
    text, spans = spans_of(done.stdout)["loan"]
    assert PHONE in {text[span["start"] : span["end"]] for span in spans}
    assert set(spans_of(done.stdout)) == {"loan", "boiler"}


def test_what_is_written_holds_no_identifier_and_the_originals_stay(folder: Path) -> None:
    before = contents(folder)
    done = cogmed("anonymize", "cases", "texts.jsonl", "letter.txt", "--out", "out", cwd=folder)
    assert done.returncode == 0 and faults(done) == []
    written = contents(folder / "out")
    assert set(written) == {"loan.json", "boiler.json", "texts.jsonl", "letter.txt"}
    assert done.stdout.split() == [f"out/{name}" for name in ("boiler.json", "loan.json", "texts.jsonl", "letter.txt")]
    assert not [name for name, content in written.items() if PHONE.encode() in content]
    case = json.loads(written["loan.json"])
    assert case["case_id"] == "loan" and "12000元" in case["sections"]["facts"]
    assert [json.loads(line)["id"] for line in written["texts.jsonl"].decode().splitlines()] == list(TEXTS)
    assert {name: content for name, content in contents(folder).items() if not name.startswith("out/")} == before


def test_the_unreadable_is_named_and_the_rest_done(folder: Path) -> None:
    (folder / "cases" / "torn.json").write_text("{", encoding="utf-8")
    with (folder / "texts.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"id": "half", "te\n')
    done = cogmed("anonymize", "cases", "texts.jsonl", "--spans", cwd=folder)
    assert done.returncode == 1
    assert len(spans_of(done.stdout)) == 2 + len(TEXTS)
    torn, half = faults(done)
    assert "torn.json is no valid JSON" in torn and "texts.jsonl#4" in half


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["cases"], "--spans prints what would be replaced, --out DIR writes the result"),
        (["cases", "--out", "cases"], "would write over the originals"),
        (["texts.jsonl", "--out", "."], "would write over the originals"),
        (["cases", "--out", "letter.txt"], "cannot be made a folder"),
        (["nowhere", "--spans"], "nowhere does not exist"),
    ],
)
def test_a_mistake_is_one_line_and_changes_nothing(arguments: list[str], said: str, folder: Path) -> None:
    before = contents(folder)
    done = cogmed("anonymize", *arguments, cwd=folder)
    (line,) = faults(done)
    assert done.returncode == 2 and said in line and done.stdout == ""
    assert contents(folder) == before

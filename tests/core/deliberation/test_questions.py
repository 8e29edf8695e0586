"""Files of questions: every usual shape is read, every bad row is named, nothing is dropped silently."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cogmed_core.deliberation.questions import read_question_sets, set_name
from cogmed_core.domain.question import QuestionSet
from cogmed_core.errors import UsageError


def read(folder: Path, name: str, content: str | bytes, **options: Any) -> QuestionSet:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    (found,) = read_question_sets(path, options.pop("language", "case"), **options)
    return found


def golds(found: QuestionSet) -> dict[str, bool | None]:
    return {question.question_id: question.gold for question in found.questions}


SHAPES: Mapping[str, tuple[str, str]] = {
    "LegalBench": ("a.tsv", "label\ttext\tslice\nYes\tA sues B.\tone\nNo\tC sues D.\ttwo\n"),
    "LegalBench with an index": ("a.tsv", "index\tanswer\ttext\n1\tYes\tA sues B.\n2\tNo\tC sues D.\n"),
    "logic": ("a.csv", 'id,num_args,prompt,answer\n1,1,"Line one.\nIs it?",1\n2,2,"Line two.\nIs it?",0\n'),
    "plain JSON lines": ("a.jsonl", '{"question": "Q1?", "gold": true}\n\n{"question": "Q2?", "gold": "no"}\n'),
    "JSON list": ("a.json", '[{"question": "Q1?", "answer": 1}, {"question": "Q2?", "answer": 0}]'),
    "Chinese": ("a.csv", "编号,问题,答案,类别\n1,要约能撤销吗？,是,合同\n2,定金能收回吗？,否,担保\n"),
    "semicolons": ("a.csv", "id;question;gold\n1;Q1, or not?;yes\n2;Q2?;no\n"),
    "tabs in a .csv": ("a.csv", "question\tgold\nQ1?\tYES\nQ2?\tNO\n"),
    "line ends of Windows": ("a.csv", "question,gold\r\nQ1?,y\r\nQ2?,n\r\n"),
    "no line end at the end": ("a.csv", "Question , Gold\nQ1?,TRUE\nQ2?,FALSE"),
}


@pytest.mark.parametrize(("name", "content"), SHAPES.values(), ids=SHAPES)
def test_every_usual_shape(tmp_path: Path, name: str, content: str) -> None:
    found = read(tmp_path, name, content)
    assert golds(found) == {"1": True, "2": False}
    assert (found.left_out, found.problem, found.name) == ((), "", "a")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_every_usual_encoding(tmp_path: Path, encoding: str) -> None:
    found = read(tmp_path, "a.csv", SHAPES["Chinese"][1].encode(encoding))
    assert [question.text for question in found.questions] == ["要约能撤销吗？", "定金能收回吗？"]
    assert [question.slice for question in found.questions] == ["合同", "担保"]


def test_a_quotation_mark_in_a_tsv_is_a_character_unless_cells_run_over_lines(tmp_path: Path) -> None:
    stray = 'label\ttext\nYes\tHe said "I did it\nNo\t"Never" is what she said.\nYes\t"He said ""so"" in court."\n'
    found = read(tmp_path, "a.tsv", stray)
    said = [question.text for question in found.questions]
    assert said == ['He said "I did it', '"Never" is what she said.', 'He said "so" in court.']
    found = read(tmp_path, "b.tsv", 'label\ttext\nYes\t"One line.\nAnother line."\nNo\tShort.\n')
    assert [question.text for question in found.questions] == ["One line.\nAnother line.", "Short."]


def test_a_bad_row_is_named_and_the_others_stand(tmp_path: Path) -> None:
    lines: list[Any] = [
        {"id": "a", "question": "Q?", "gold": "yes"},
        {"id": "b", "question": "Q?", "gold": "perhaps"},
        {"id": "c", "question": " ", "gold": "no"},
        {"id": "d", "question": "Q?"},
        {"id": "a", "question": "Again?", "gold": "no"},
        ["Q?", "yes"],
        {"id": "e", "question": "Q?", "gold": 0},
    ]
    text = "\n".join(json.dumps(line) for line in lines)
    found = read(tmp_path, "a.jsonl", f'{text}\n{{"question": "torn\n')
    assert golds(found) == {"a": True, "e": False}
    assert [(bad.row, bad.reason.split(" ", 1)[0]) for bad in found.left_out] == [
        (row, f"a.jsonl#{row}") for row in (2, 3, 4, 5, 6, 8)
    ]
    reasons = " ".join(bad.reason for bad in found.left_out)
    for words in ("'perhaps'", "neither yes nor no", "no text", "no gold", "repeats the id 'a'", "no valid JSON"):
        assert words in reasons
    assert len(found.questions) + len(found.left_out) == 8


def test_a_row_of_another_width_is_named(tmp_path: Path) -> None:
    found = read(tmp_path, "a.csv", "id,question,gold\n1,Q?,yes\n2,Q, or not?,no\n3,Q?,no\n")
    assert golds(found) == {"1": True, "3": False}
    assert found.left_out[0].reason == "a.csv#2 has 4 fields, the header 3"


def test_a_set_without_right_answers_can_be_asked(tmp_path: Path) -> None:
    assert golds(read(tmp_path, "a.csv", "question\nQ1?\nQ2?\n")) == {"1": None, "2": None}


def test_the_column_of_labels_is_the_one_that_holds_labels(tmp_path: Path) -> None:
    found = read(tmp_path, "a.csv", "text,answer,label\nA.,Because it is so.,yes\nB.,Since it is not.,no\n")
    assert golds(found) == {"1": True, "2": False}


def test_what_it_is_about_comes_before_what_is_asked(tmp_path: Path) -> None:
    found = read(tmp_path, "a.csv", "question,context,answer\nIs it?,The facts.,yes\n")
    assert found.questions[0].text == "The facts.\n\nIs it?"


def test_what_is_asked_stands_in_the_row_the_command_a_file_beside_it_or_the_benchmark(tmp_path: Path) -> None:
    table = "text,label\nOn whether it rained, a diary.,yes\n".replace("rained, a", "rained; a")
    assert "hearsay" in read(tmp_path, "legalbench_hearsay.csv", table).questions[0].instruction
    assert read(tmp_path, "mine.csv", table).questions[0].instruction == ""
    (tmp_path / "legalbench_hearsay.instruction.txt").write_text("Is it out of court?\n", encoding="utf-8")
    assert read(tmp_path, "legalbench_hearsay.csv", table).questions[0].instruction == "Is it out of court?"
    given = read(tmp_path, "legalbench_hearsay.csv", table, instruction="Is it wet?")
    assert given.questions[0].instruction == "Is it wet?"
    own = read(tmp_path, "mine.csv", "text,label,instruction\nA.,yes,Own?\n", instruction="Is it wet?")
    assert own.questions[0].instruction == "Own?"


def test_the_language_is_each_questions_own_or_the_one_asked_for(tmp_path: Path) -> None:
    table = "question,gold\nIs a promise binding?,yes\n合同法上 offer 能撤销吗？,yes\n"
    assert [question.language for question in read(tmp_path, "a.csv", table).questions] == ["en", "zh"]
    assert {question.language for question in read(tmp_path, "a.csv", table, language="zh").questions} == {"zh"}


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.csv", b"", "holds no question"),
        ("a.csv", b"question,gold\n", "holds no question"),
        ("a.json", b'{"question": "Q?"}', "no list"),
        ("a.json", b"[", "no valid JSON"),
        ("a.jsonl", b"not json", "no valid JSON"),
        ("a.csv", b"name,value\nx,1\n", "no text"),
        ("a.csv", b"\xff\xff\xff\xff", "no known encoding"),
        ("a.csv", b"question,gold\nQ?,maybe\n", "neither yes nor no"),
    ],
)
def test_a_file_without_questions_says_why(tmp_path: Path, name: str, content: bytes, reason: str) -> None:
    found = read(tmp_path, name, content)
    assert found.questions == ()
    assert reason in found.problem
    assert found.problem.startswith(name)


def test_a_folder_is_read_whole_and_sets_are_told_apart(tmp_path: Path) -> None:
    for name in ("b/same.csv", "a/same.tsv", ".hidden/x.csv", "~$a.csv", "notes.md", "bad.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("question\tgold\nQ?\tyes\n", encoding="utf-8")
    found = read_question_sets(tmp_path, "case")
    assert [each.source_file for each in found] == ["a/same.tsv", "b/same.csv", "bad.json"]
    assert len({each.name for each in found}) == 3
    assert [bool(each.problem) for each in found] == [False, False, True]


@pytest.mark.parametrize("make_folder", [False, True])
def test_a_place_without_questions_is_a_mistake_of_whoever_named_it(tmp_path: Path, make_folder: bool) -> None:
    if make_folder:
        (tmp_path / "questions").mkdir()
    with pytest.raises(UsageError, match="questions"):
        read_question_sets(tmp_path / "questions", "case")


@pytest.mark.parametrize("stem", ["Hearsay (test) v2.1", "传闻 证据", "...", "x" * 300, "CON|PIPE"])
def test_a_sets_name_is_safe(stem: str) -> None:
    name = set_name(stem)
    assert QuestionSet(name=name, source_file="", source_sha256="").name == name
    assert len(name) <= 80
    assert set_name("传闻 证据") != set_name("传闻 证人")

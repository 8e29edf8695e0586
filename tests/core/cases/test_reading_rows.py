"""Reading JSON: cases come through, everything else is an entry with a reason."""

import json
from pathlib import Path
from typing import Any

import pytest

from cogmed_core.cases.read import read_folder
from cogmed_core.domain.case import CaseStatus
from cogmed_core.errors import CaseError

CONTENT = {
    "关键词": "民事 买卖合同纠纷 货款",
    "基本案情": "甲厂与乙店签订合同， 乙店 欠付货款。甲厂要求付款，乙店认为质量有问题。",
    "处理方式方法": "调解员 分别沟通，多次协商。",
    "处理结果": "双方达成调解协议，乙店分期付款。",
    "解纷依据": "《中华人民共和国民法典》 第509条",
    "解纷要旨": "查明事实是关键。推荐部门：某区人民法院化解单位（调解组织）：某区人民法院 某镇人民政府",
}
ENGLISH = {"Keywords": "k", "Facts": "f", "Process": "p", "Outcome": "o", "Legal basis": "l", "Significance": "s"}


def row(title: str = "甲厂与乙店买卖合同纠纷案.pdf", **changes: str) -> dict[str, Any]:
    return {"filename": title, "content": CONTENT | changes}


def write(folder: Path, name: str, value: object) -> Path:
    path = folder / name
    path.write_text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def test_a_row_becomes_a_case(tmp_path: Path) -> None:
    write(tmp_path, "debt-goods.json", row("\t甲厂与乙店 买卖合同纠纷案 .pdf"))
    (entry,) = read_folder(tmp_path)
    assert (entry.case_id, entry.status, entry.source_file) == ("debt-goods", CaseStatus.ACCEPTED, "debt-goods.json")
    assert entry.raw is not None
    assert entry.raw.title == "甲厂与乙店买卖合同纠纷案"
    assert entry.raw.language == "zh"
    assert entry.raw.sections.facts.startswith("甲厂与乙店签订合同，乙店欠付货款。")
    assert entry.raw.sections.keywords == "民事 买卖合同纠纷 货款"
    assert entry.raw.sections.gist == "查明事实是关键。"
    assert entry.raw.recommended_by.startswith("推荐部门：某区人民法院")


@pytest.mark.parametrize("flat", [True, False])
def test_english_keys_nested_or_flat(tmp_path: Path, flat: bool) -> None:
    write(tmp_path, "one.json", {"title": "A v. B", **ENGLISH} if flat else {"title": "A v. B", "content": ENGLISH})
    (entry,) = read_folder(tmp_path)
    assert entry.raw is not None and entry.raw.sections.settlement == "o" and entry.raw.language == "en"


def test_ids_of_rows_do_not_depend_on_order_or_content(tmp_path: Path) -> None:
    first, second = row("张某案.pdf"), row("李某案.pdf", 基本案情="乙公司要求丙公司付款。")
    write(tmp_path, "a.jsonl", "\n".join(json.dumps(r) for r in (first, second)))
    ids = {entry.raw.title: entry.case_id for entry in read_folder(tmp_path) if entry.raw}
    second["content"] = second["content"] | {"处理结果": "双方和解。"}
    write(tmp_path, "a.jsonl", "\n".join(json.dumps(r) for r in (second, first)))
    assert ids == {entry.raw.title: entry.case_id for entry in read_folder(tmp_path) if entry.raw}
    assert all(case_id.startswith("case-") and len(case_id) == 15 for case_id in ids.values())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is empty"),
        ("{", "no valid JSON"),
        ("[]", "empty list"),
        ("42", "is no case"),
        ('{"filename": "x"}', "is no case"),
        ('{"content": []}', "is no case"),
        (json.dumps({"content": {**CONTENT, "处理结果": 3}}), "no readable text under 处理结果"),
        (json.dumps({"content": {**CONTENT, "处理结果": "\ud800"}}), "no readable text under 处理结果"),
        (json.dumps({"content": {k: v for k, v in CONTENT.items() if k != "处理结果"}}), "has no section 处理结果"),
        (json.dumps({"content": dict.fromkeys(CONTENT, " ")}), "no text in any section"),
        ("[" * 100_000, "no valid JSON"),
    ],
)
def test_bad_files_are_named_and_the_good_ones_come_through(tmp_path: Path, text: str, reason: str) -> None:
    write(tmp_path, "bad.json", text)
    write(tmp_path, "good.json", row())
    bad, good = read_folder(tmp_path)
    assert (bad.status, bad.raw) == (CaseStatus.QUARANTINED, None)
    assert reason in bad.reason and bad.reason.startswith("bad.json") and "\n" not in bad.reason
    assert good.status is CaseStatus.ACCEPTED


def test_a_broken_line_costs_one_row(tmp_path: Path) -> None:
    write(tmp_path, "a.jsonl", f"{json.dumps(row('甲案'))}\n{{broken\n\n{json.dumps(row('乙案', 处理结果='和解。'))}\n")
    entries = read_folder(tmp_path)
    assert [(e.source_file, e.status.value) for e in entries] == [
        ("a.jsonl#1", "accepted"),
        ("a.jsonl#2", "quarantined"),
        ("a.jsonl#4", "accepted"),
    ]


def test_repetitions_are_told_apart_and_named(tmp_path: Path) -> None:
    write(tmp_path, "a.json", row())
    write(tmp_path, "b.json", row("又一个标题"))
    (tmp_path / "sub").mkdir()
    write(tmp_path / "sub", "A.json", row(处理结果="双方当场和解，纠纷了结。"))
    first, again, same_id = read_folder(tmp_path)
    assert first.status is CaseStatus.ACCEPTED
    assert "repeats the case in a.json" in again.reason
    assert "has the id a of a.json" in same_id.reason
    assert len({entry.case_id for entry in (first, again, same_id)}) == 3


def test_hidden_files_and_the_readme_are_no_cases(tmp_path: Path) -> None:
    write(tmp_path, "README.md", "# 基本案情")
    write(tmp_path, ".hidden.json", row())
    write(tmp_path, "one.json", row())
    assert [entry.source_file for entry in read_folder(tmp_path)] == ["one.json"]


def test_a_single_file_can_be_named(tmp_path: Path) -> None:
    path = write(tmp_path, "张某案.json", row())
    (entry,) = read_folder(path)
    assert entry.raw is not None and entry.case_id.isascii() and entry.source_file == "张某案.json"


@pytest.mark.parametrize("name", ["missing", "empty"])
def test_nothing_to_read_says_what_to_do(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(CaseError, match="--raw"):
        read_folder(tmp_path / name)

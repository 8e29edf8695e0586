"""Plain text and Markdown: headings of every kind, encodings, and sections that were carried into others."""

from pathlib import Path

import pytest

from cogmed_core.cases.read import read_folder
from cogmed_core.cases.reading.headings import split_sections
from cogmed_core.cases.reading.repair import split_recommendation
from cogmed_core.domain.case import RawCase

TITLE = "甲厂与乙店买卖合同纠纷调解案"
BODY = {
    "关键词": "民事 买卖合同纠纷",
    "基本案情": "甲厂向乙店供货，乙店欠付货款三万元。\n甲厂要求付款。",
    "处理方式方法": "调解员分别沟通，\n多次协商。",
    "处理结果": "双方达成协议。",
    "解纷依据": "《中华人民共和国民法典》第509条",
    "解纷要旨": "查明事实是关键。",
}
HEADINGS = {
    "markdown": "## {}\n{}",
    "brackets": "【{}】\n{}",
    "inline": "{}：{}",
    "bracket inline": "【{}】{}",
    "numbered": "一、{}\n{}",
    "parenthesised": "（二）{}：\n{}",
    "bold": "**{}**\n{}",
}
ENCODINGS = ["utf-8", "utf-8-sig", "gb18030", "utf-16", "utf-16-le", "big5"]
TRADITIONAL = str.maketrans(
    "关键词处理结果双议买卖纠纷厂与调员货万达协国华实查据调经店债",
    "關鍵詞處理結果雙議買賣糾紛廠與調員貨萬達協國華實查據調經店債",
)


def text_of(pattern: str) -> str:
    return "\n".join([TITLE, *(pattern.format(name, text) for name, text in BODY.items())])


def read_one(folder: Path, name: str, content: bytes) -> RawCase:
    (folder / name).write_bytes(content)
    (entry,) = read_folder(folder)
    assert entry.raw is not None, entry.reason
    return entry.raw


@pytest.mark.parametrize("pattern", HEADINGS.values(), ids=HEADINGS)
def test_headings(tmp_path: Path, pattern: str) -> None:
    raw = read_one(tmp_path, "case.md", text_of(pattern).encode())
    assert raw.title == TITLE
    assert raw.sections.process == "调解员分别沟通，多次协商。"
    assert raw.sections.facts == "甲厂向乙店供货，乙店欠付货款三万元。甲厂要求付款。"
    assert raw.sections.gist == BODY["解纷要旨"]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_encodings_give_the_same_case(tmp_path: Path, encoding: str) -> None:
    plain = text_of("【{}】\n{}") * 1
    text = plain.translate(TRADITIONAL) if encoding == "big5" else plain
    mark = b"\xff\xfe" if encoding == "utf-16-le" else b""
    raw = read_one(tmp_path, "case.txt", mark + text.encode(encoding, errors="ignore"))
    if encoding == "big5":
        assert "雙" in raw.sections.settlement
    else:
        assert raw.sections.settlement == BODY["处理结果"]


def test_a_heading_word_inside_a_sentence_is_no_heading() -> None:
    _, sections = split_sections("基本案情\n双方对处理结果不满。\n处理结果如何尚待观察\n处理结果：和解")
    assert sections == {"facts": "双方对处理结果不满。\n处理结果如何尚待观察", "settlement": "和解"}


def test_a_text_without_headings_says_which(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("今天下雨。", encoding="utf-8")
    (entry,) = read_folder(tmp_path)
    assert "no section headings" in entry.reason and "处理结果" in entry.reason


def test_the_recommending_body_goes_from_whatever_section_holds_it() -> None:
    sections = {"gist": "不断缩小分歧，取得双方满意的", "settlement": "某店退款。。本案促进了行业发展。推荐部门：某院"}
    mended, body = split_recommendation(sections)
    assert mended == {"gist": "不断缩小分歧，取得双方满意的。本案促进了行业发展。", "settlement": "某店退款。"}
    assert body == "推荐部门：某院"


def test_the_end_of_the_process_returns_from_the_statutes_and_the_facts() -> None:
    statutes = "；三是组织会议，当事人同意和解。《中华人民共和国民法典》第580条"
    mended, _ = split_recommendation({"process": "一是分别沟通；二是制订方案", "legal_basis": statutes})
    assert mended["process"].endswith("当事人同意和解。") and mended["legal_basis"].startswith(
        "《中华人民共和国民法典》"
    )
    facts = "甲欠乙款，乙诉至法院，请求还款。核对账目后双方确认。二是促成共识。"
    mended, _ = split_recommendation({"process": "一是查明事实。", "facts": facts})
    assert mended == {
        "process": "一是查明事实。核对账目后双方确认。二是促成共识。",
        "facts": "甲欠乙款，乙诉至法院，请求还款。",
    }


def test_whole_sections_are_left_alone() -> None:
    sections = {
        "process": "一是沟通。二是协商。",
        "facts": "乙诉至法院。",
        "legal_basis": "《民法典》第1条",
        "gist": "好。",
    }
    assert split_recommendation(sections) == (sections, "")

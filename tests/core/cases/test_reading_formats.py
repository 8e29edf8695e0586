"""One document of every format gives the case of its plain-text twin; bad ones are named, in bounded time."""

import csv
import io
import json
import zipfile
from pathlib import Path
from time import monotonic

import pytest

from cogmed_core.cases.entry import CaseEntry
from cogmed_core.cases.read import read_folder
from cogmed_core.domain.case import CaseStatus, RawCase
from tests.core.cases.office_files import docx, pdf, xlsx, zipped

TITLE = "甲厂与乙店买卖合同纠纷调解案"
BODY = {
    "关键词": "民事 买卖合同纠纷",
    "基本案情": "甲厂自二〇二三年起向乙店供应瓷砖，乙店陆续提货但未付清货款，双方对账后确认尚欠三万元。甲厂要求付款。",
    "处理方式方法": "调解员分别沟通，多次协商。",
    "处理结果": "双方达成协议。",
    "解纷依据": "《中华人民共和国民法典》第509条",
    "解纷要旨": "查明事实是关键。",
}
LINES = [TITLE, *(line for name, text in BODY.items() for line in (f"【{name}】", text))]
PLAIN = "\n".join(LINES)
HTML = (
    f"<html><head><title>网站</title><style>p{{}}</style></head><body><script>隐</script><h1>{TITLE}</h1>"
    + "".join(f"<h2>{name}</h2><p>{text[:4]}<b>{text[4:]}</b><span hidden>隐</span></p>" for name, text in BODY.items())
    + '<p style="display: none">【处理结果】隐</p></body></html>'
)


def table() -> list[list[str]]:
    return [["filename", *BODY], [TITLE, *BODY.values()]]


def comma_separated() -> str:
    buffer = io.StringIO()
    csv.writer(buffer).writerows(table())
    return buffer.getvalue()


TWINS = {
    "case.docx": docx(LINES),
    "case.pdf": pdf(LINES),
    "case.html": HTML.encode(),
    "gbk.html": HTML.replace("<head>", '<head><meta charset="gb2312">').encode("gbk"),
    "case.xlsx": xlsx(table()),
    "case.csv": comma_separated().encode("utf-8-sig"),
    "gbk.csv": comma_separated().encode("gb18030"),
    "case.tsv": "\n".join("\t".join(row) for row in table()).encode(),
    "case.json": json.dumps({"filename": TITLE, "content": BODY}).encode("utf-16"),
    "case.md": "\n".join([f"# {TITLE}", *(f"## {n}\n\n{t}\n" for n, t in BODY.items())]).encode(),
    "case.zip": zipped({"inner/案例.txt": PLAIN}),
}


def read(folder: Path, name: str, content: bytes) -> CaseEntry:
    (folder / name).write_bytes(content)
    (entry,) = read_folder(folder / name)
    return entry


def case_of(folder: Path, name: str, content: bytes) -> RawCase:
    entry = read(folder, name, content)
    assert entry.raw is not None, entry.reason
    return entry.raw


@pytest.mark.parametrize("name", TWINS)
def test_every_format_gives_the_same_case(tmp_path: Path, name: str) -> None:
    twin = case_of(tmp_path, "twin.txt", PLAIN.encode())
    raw = case_of(tmp_path, name, TWINS[name])
    assert (raw.title, raw.sections, raw.language) == (twin.title, twin.sections, twin.language)


def test_of_a_document_what_identifies_its_author_is_dropped(tmp_path: Path) -> None:
    extra = (
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>表中一格。</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
        '<w:p><w:ins w:author="孙某"><w:r><w:t>插入。</w:t></w:r></w:ins>'
        '<w:del w:author="孙某"><w:r><w:delText>删去。</w:delText></w:r></w:del></w:p>'
        "<w:p><w:txbxContent><w:p><w:r><w:t>文本框。</w:t></w:r></w:p></w:txbxContent></w:p>"
    )
    hidden = {"word/header1.xml": "<x>页眉</x>", "word/comments.xml": "<x>批注</x>", "docProps/core.xml": "<x>作者</x>"}
    raw = case_of(tmp_path, "case.docx", docx(LINES, extra, **hidden))
    assert raw.sections.gist == "查明事实是关键。表中一格。插入。文本框。"
    assert not [word for word in ("删去", "页眉", "批注", "作者", "孙某") if word in raw.model_dump_json()]


def bomb() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as container:
        for number in range(4):
            container.writestr(f"word/{number}.xml", b"0" * (40 << 20))
    return buffer.getvalue()


def lying_bomb() -> bytes:
    content = bytearray(zipped({"word/document.xml": b"<a>" + b"0" * (80 << 20)}))
    directory = content.rindex(b"PK\x01\x02")
    for place in (22, directory + 24):
        content[place : place + 4] = (100).to_bytes(4, "little")
    return bytes(content)


BAD = {
    "empty.docx": (b"", "is empty"),
    "cut.docx": (docx(LINES)[:300], "damaged"),
    "cut.pdf": (pdf(LINES)[:100], "damaged"),
    "cut.zip": (TWINS["case.zip"][:-30], "damaged"),
    "picture.pdf": (pdf([]), "no text layer"),
    "long.pdf": (pdf(LINES, pages=200), "200 pages"),
    "locked.docx": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "password"),
    "bomb.docx": (bomb(), "unpacks to more"),
    "liar.docx": (lying_bomb(), "damaged"),
    "macro.docx": (docx(LINES, **{"word/vbaProject.bin": b"\0"}), "macros"),
    "entities.docx": (zipped({"word/document.xml": '<!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>'}), "entities"),
    "deep.docx": (zipped({"word/document.xml": "<a>" * 50_000 + "</a>" * 50_000}), "save it anew"),
    "other.docx": (zipped({"a.txt": "甲"}), "no document"),
    "image.txt": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 40, "no known encoding"),
    "image.pdf": (b"\x89PNG\r\n\x1a\n" * 40, "damaged or no PDF"),
    "headless.csv": (b"a,b\n1,2\n", "names the sections"),
    "nested.zip": (zipped({"b.zip": b"PK"}), "archive inside an archive"),
    "tool.exe": (b"MZ", "formats read are"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_named_with_its_reason_and_the_rest_goes_through(tmp_path: Path, name: str) -> None:
    content, reason = BAD[name]
    (tmp_path / name).write_bytes(content)
    (tmp_path / "good.txt").write_text(PLAIN, encoding="utf-8")
    began = monotonic()
    entries = {entry.source_file.split("/")[0]: entry for entry in read_folder(tmp_path)}
    assert monotonic() - began < 10
    assert entries["good.txt"].status is CaseStatus.ACCEPTED
    bad = entries[name]
    assert bad.status is CaseStatus.QUARANTINED and reason in bad.reason and "\n" not in bad.reason


def test_a_password_on_a_zip_is_named(tmp_path: Path) -> None:
    content = bytearray(TWINS["case.zip"])
    for place in (6, content.rindex(b"PK\x01\x02") + 8):
        content[place] |= 1
    assert "password" in read(tmp_path, "locked.zip", bytes(content)).reason

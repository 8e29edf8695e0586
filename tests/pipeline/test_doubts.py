"""Passages in doubt, decided by a person; names in the names of files; questions searched for leaks too."""

import json
from pathlib import Path

from cogmed_core.domain.case import Case
from cogmed_pipeline.steps.catalogue import raw_cases, survey
from cogmed_pipeline.workshop import Workshop
from tests.pipeline.given import cogmed, contents, faults, ran, settings_of, write_case

PASSAGE = "常态"
PROCESS = (
    "调解员先分别与双方沟通，听取各自的要求，再组织双方当面协商。另查，常态和方可来过，施某乙起初拒绝分期，调解员提出方案，"
    "贺某甲表示愿意先付三成，双方对期限反复协商后达成一致。"
)


def masked_process(folder: Path) -> str:
    found = Workshop(settings_of(folder), {}).records.load("cases", "loan", Case)
    assert found
    return found[0].sections.process


def test_a_decision_masks_or_keeps_and_is_remembered(tmp_path: Path) -> None:
    write_case(tmp_path / "raw", "loan", 处理方式方法=PROCESS)
    settings = settings_of(tmp_path, configurations=["baseline"])
    ran(settings)
    before = PASSAGE in masked_process(tmp_path)
    choice = "mask" if before else "keep"
    done = cogmed("doubts", "decide", "loan", PASSAGE, choice, "--raw", "raw", cwd=tmp_path)
    assert done.returncode == 0 and faults(done) == []
    again = ran(settings)
    assert again.made["anonymized_cases"] == 1
    assert (PASSAGE in masked_process(tmp_path)) is not before
    assert ran(settings).made == {}
    listed = cogmed("doubts", "list", "--raw", "raw", cwd=tmp_path).stdout
    assert PASSAGE not in [line.split("\t")[1] for line in listed.splitlines()]
    unknown = cogmed("doubts", "decide", "loan", "没有这句", "keep", "--raw", "raw", cwd=tmp_path)
    assert unknown.returncode == 2 and "cogmed doubts list" in faults(unknown)[0]


def test_a_file_named_after_a_party_is_shown_by_its_id(tmp_path: Path) -> None:
    facts = (
        "欧阳国栋向邻居贺某甲借款一万元，欧阳国栋只还了2000元，贺某甲催要未果，要求一次还清；对方不同意，主张分期偿还。"
    )
    write_case(tmp_path / "raw", "欧阳国栋诉贺某甲", 基本案情=facts)
    write_case(tmp_path / "raw", "vale-larch", language="en")
    write_case(tmp_path / "raw", "boiler", language="en", amount=700)
    (tmp_path / "raw" / "李建国的材料.json").write_text("{", encoding="utf-8")
    workshop = Workshop(settings_of(tmp_path), {})
    shown = json.dumps([entry.model_dump(mode="json") for entry in survey(workshop).entries], ensure_ascii=False)
    assert not [name for name in ("欧阳", "国栋", "vale", "larch", "李建国") if name in shown], shown
    assert "boiler.json" in shown and len(raw_cases(workshop)) == 3
    ran(settings_of(tmp_path, configurations=["baseline"], case_ids=tuple(raw_cases(workshop))[:1]))
    stored = b"".join(contents(tmp_path / "warehouse").values())
    assert "欧阳国栋".encode() not in stored and b"vale-larch" not in stored

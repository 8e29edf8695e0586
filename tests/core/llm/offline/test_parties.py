"""Who the parties of a Chinese case are."""

import pytest

from cogmed_core.llm.offline.parties import find_parties


@pytest.mark.parametrize(
    ("facts", "claiming", "answering"),
    [
        ("欧阳某1向司徒某1出借5万元，到期未还，欧阳某1要求返还。司徒某1称无力偿还。", "欧阳某1", "司徒某1"),
        ("申请人欧阳某1借给被申请人司徒某1五万元。欧阳某1要求还款，司徒某1称已还清。", "欧阳某1", "司徒某1"),
        ("上官某1起诉诸葛某1要求赔偿3万元，诸葛某1认为不该赔。", "上官某1", "诸葛某1"),
        ("申请人周某1与被申请人司徒某1系邻居，周某1要求司徒某1赔偿8000元，司徒某1只愿出2000元。", "周某1", "司徒某1"),
        ("于某1要求向某1退还押金，向某1不同意。", "于某1", "向某1"),
        ("张某甲要求李某乙还款1万元，李某乙称没有借过。", "张某甲", "李某乙"),
    ],
)
def test_a_masked_name_is_taken_whole(facts: str, claiming: str, answering: str) -> None:
    found = find_parties("", "民间借贷", facts, "zh")
    assert [(one.name, one.claiming) for one in found] == [(claiming, True), (answering, False)]

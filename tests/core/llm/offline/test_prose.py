"""Reading a dispute from plain prose in either language: who asks what of whom, and what the claim is made of."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogmed_core.domain.case import Category, Issue, Language, Scenario
from cogmed_core.domain.party import Party, litigant_seat
from cogmed_core.llm.offline.asked import asked
from cogmed_core.llm.offline.dispute import Dispute, dispute, stated_share
from cogmed_core.llm.offline.measure import Measure
from cogmed_core.llm.offline.parties import find_parties, parties_are_told
from cogmed_core.llm.protocol import Purpose
from tests.core.llm.offline.given import answer, examples


def read(facts: str, title: str = "", process: str = "") -> dict[str, Any]:
    language: Language = "en" if facts.isascii() or "£" in facts or "€" in facts else "zh"
    variables = {"title": title, "category": Category.OTHER, "keywords": "", "facts": facts, "process": process}
    return answer(Purpose.STRUCTURE, variables, language)


def matter_of(facts: str) -> Dispute:
    reply = read(facts)
    return dispute(
        Scenario(
            case_id="prose",
            language="en" if facts.isascii() or "£" in facts or "€" in facts else "zh",
            category=Category.OTHER,
            title="",
            summary=reply["summary"],
            parties=tuple(Party(seat=litigant_seat(n), **one) for n, one in enumerate(reply["parties"], start=1)),
            issues=tuple(Issue(number=n, **one) for n, one in enumerate(reply["issues"], start=1)),
        )
    )


ROOF = (
    "In May 2023 the owner of a cottage, Nora Quill, hired a roofer, Mr Piet Larch, to replace the roof for £18,400. "
    "After the first storm the roof leaked. Ms Quill wants £6,200 back and asks that the ridge be repaired before "
    "winter. Mr Larch says the storm was exceptional. He offers £1,500 and is willing to look at the ridge."
)
DEPOSIT = (
    "The tenant lived in the flat for three years and paid a deposit of $2,400. When she moved out in June, the "
    "landlord kept all of it. The tenant demands the deposit back and $300 for the moving costs. The landlord refuses: "
    "he says the carpet was ruined and is prepared to return only $600."
)
OVERTIME = (
    "Dana Oke worked at Brightcrust Bakery Ltd from January 2020. She says she was never paid for overtime and seeks "
    "€5,450 for 310 hours. The bakery insists that breaks were deducted correctly. It agrees to pay €1,200 but no more."
)
KITCHEN = (
    "Halden Joinery supplied kitchen units to the Pembrey family in March. Halden Joinery denies that the doors were "
    "warped and will not pay more than £400. The Pembreys want the units replaced and £1,100 for the delay. On Monday "
    "3 June they met and could not agree."
)
MAINTENANCE = (
    "After the divorce the children live with their mother, Elena Dorn. Elena Dorn asks Marco Dorn to pay £650 a month "
    "for the children. Marco Dorn says he can only afford £300 per month. He wants to see the children every weekend."
)
LOAN = (
    "Sam Ito lent Joe Park $20,000 in 2022; Joe's sister, Ann Park, guaranteed it. Joe Park repaid $4,000. Sam Ito "
    "claims the remaining $16,000 with interest. Joe Park offers $500 a month. Ann Park says she signed as a favour."
)
NUMBERED = (
    "Since autumn Mr Person 1 played the drums at night. His neighbour, Mrs Person 2, wants him to stop after 8 p.m."
    " and asks for an apology. Mr Person 1 refuses to stop altogether but would practise with pads."
)


@pytest.mark.parametrize(
    ("facts", "claiming", "answering"),
    [
        (ROOF, ["Nora Quill"], ["Mr Piet Larch"]),
        (DEPOSIT, ["Tenant"], ["Landlord"]),
        (OVERTIME, ["Dana Oke"], ["Brightcrust Bakery Ltd"]),
        (KITCHEN, ["The Pembrey family"], ["Halden Joinery"]),
        (MAINTENANCE, ["Elena Dorn"], ["Marco Dorn"]),
        (LOAN, ["Sam Ito"], ["Joe Park", "Ann Park"]),
        (NUMBERED, ["Mrs Person 2"], ["Mr Person 1"]),
        (
            "A refund of $450 was requested by Olivia Hart after her cruise was cancelled. The travel "
            "agency, Blue Coast "
            "Travel Ltd, has refused and will only rebook her.",
            ["Olivia Hart"],
            ["Blue Coast Travel Ltd"],
        ),
        (
            "Six residents complain that the lift is never repaired. They want $50 each. The management company blames "
            "its supplier and proposes to finish the work in June.",
            ["Residents"],
            ["Company"],
        ),
        (
            "Harriet Boone was bitten by a dog of Carl Finch. Ms Boone is seeking $3,400. Mr Finch "
            "admits that his dog was "
            "loose but thinks $900 is enough.",
            ["Harriet Boone"],
            ["Carl Finch"],
        ),
        ("快递员小刘骑车撞倒老人，老人家属索赔3.2万元，小刘愿意赔1万元。", ["老人家属"], ["小刘"]),
        ("陈女士要求楼上的何先生赔偿6800元。何先生承认漏水，最多出2500元。", ["陈女士"], ["何先生"]),
        ("2023年5月，林某1租下周某1的房子。林某1希望退回押金3600元。周某1只愿意退1200元。", ["林某1"], ["周某1"]),
        ("租客要求退还押金5000元；房东说家具坏了，只肯退2000元。", ["租客"], ["房东"]),
        ("贺师傅不同意返工，最多补2000元。业主谢某1想要贺师傅重做防水，并赔偿8600元。", ["谢某1"], ["贺师傅"]),
        ("二楼的吴先生要求孙女士晚上八点后停止弹琴。孙女士坚持弹琴是自己的自由。", ["吴先生"], ["孙女士"]),
        ("老人希望儿子每月给生活费1200元。儿子说自己收入低，每月只能给500元。", ["老人"], ["儿子"]),
    ],
)
def test_who_asks_claims_and_who_is_asked_answers(facts: str, claiming: list[str], answering: list[str]) -> None:
    for title in ("", "A quarrel" if facts.isascii() else "一起纠纷"):
        found = find_parties(title, "", facts, "en" if facts.isascii() else "zh")
        assert [one.name for one in found if one.claiming] == claiming
        assert [one.name for one in found if not one.claiming] == answering


def test_sides_of_a_title_change_places_where_the_facts_show_it() -> None:
    facts = "施某1多次催要，要求贺某1归还借款12000元。贺某1不同意付利息。"
    assert [one.name for one in find_parties("贺某1与施某1借款纠纷", "借款纠纷", facts, "zh")] == ["施某1", "贺某1"]
    assert [one.name for one in find_parties("施某1与贺某1借款纠纷", "借款纠纷", facts, "zh")] == ["施某1", "贺某1"]


@pytest.mark.parametrize(
    ("facts", "measure", "claim", "currency", "duties", "offered"),
    [
        (ROOF, Measure.SUM, 6200, "£", ("the ridge being repaired before winter",), 1500),
        (DEPOSIT, Measure.SUM, 2700, "$", (), 600),
        (OVERTIME, Measure.SUM, 5450, "€", (), 1200),
        (KITCHEN, Measure.SUM, 1100, "£", ("having the units replaced",), 400),
        (MAINTENANCE, Measure.PERIODIC, 650, "£", (), 300),
        (LOAN, Measure.SUM, 16000, "$", (), None),
        (NUMBERED, Measure.STEP, None, "元", (), None),
        (
            "林某1希望退回全部押金，并要回水电费420元，押金3600元是2023年付的。周某1只愿意退1200元。",
            Measure.SUM,
            4020,
            "元",
            (),
            1200,
        ),
        (
            "老人希望儿子每月给生活费1200元，并且每周来看一次。儿子说每月只能给500元。",
            Measure.PERIODIC,
            1200,
            "元",
            ("每周来看一次",),
            500,
        ),
        ("吴先生要求孙女士晚上八点后停止弹琴。孙女士不同意。", Measure.STEP, None, "元", (), None),
        ("甲公司请求解除合同、退还货款48万元；乙公司只愿维修。", Measure.SUM, 480000, "元", ("解除合同",), None),
        ("谢某1要求贺某1修复漏水的屋顶。贺某1不同意。", Measure.COST, None, "元", (), None),
        ("谢某1要求变更孩子的抚养权。贺某1不同意。", Measure.TIME, None, "元", (), None),
    ],
)
def test_a_claim_is_measured_in_what_it_is_about(
    facts: str, measure: Measure, claim: float | None, currency: str, duties: tuple[str, ...], offered: float | None
) -> None:
    matter = matter_of(facts)
    assert (matter.measure, matter.claim, matter.duties) == (measure, claim, duties)
    assert claim is None or matter.currency == currency
    stated = stated_share(matter, matter.respondents[0])
    assert stated == (None if offered is None or claim is None else pytest.approx(offered / claim))


FIRST = ["Ada", "Bram", "Cleo", "Dov", "Esme", "Finn", "Greta", "Hugo"]
LAST = ["Quill", "Marsh", "Thorne", "Okoro", "Vance", "Lindqvist", "Person 3", "Person 14"]
ASKS = ["claims", "wants", "demands", "asks for", "seeks", "insists on", "is asking for", "would like"]
REFUSES = ["refuses", "offers only", "is willing to pay", "will not pay more than", "agrees to pay", "is ready to pay"]


@examples(120)
@given(
    st.lists(st.sampled_from(FIRST), min_size=2, max_size=2, unique=True),
    st.lists(st.sampled_from(LAST), min_size=2, max_size=2, unique=True),
    st.sampled_from(ASKS),
    st.sampled_from(REFUSES),
    st.integers(200, 900_000),
    st.sampled_from("£$€"),
    st.booleans(),
    st.sampled_from(["In May", "On Monday", "Last Winter", "After Easter", "Then"]),
)
def test_any_names_verbs_sums_and_order_are_read(
    first: list[str], last: list[str], asks: str, refuses: str, value: int, sign: str, asked_first: bool, when: str
) -> None:
    one, other = (f"{a} {b}" if not b.startswith("Person") else b for a, b in zip(first, last, strict=True))
    claim = f"{one} {asks} {sign}{value:,} for the damage."
    reply = f"{other} {refuses} {sign}{value // 4:,}." if refuses != "refuses" else f"{other} refuses."
    said = [claim, reply] if asked_first else [reply, claim]
    facts = f"{when} the water came through the wall into the cellar. {' '.join(said)} They could not agree."
    structured = read(facts + " £1 was the fee." * 0)
    assert [party["name"] for party in structured["parties"]] == [one, other]
    parts = asked(structured["parties"][0]["claim"], facts)
    assert (parts.total, parts.currency) == (value, sign)


@pytest.mark.parametrize(
    "facts",
    [
        "There was rain for a long time and the fence fell down. A claim was made and was refused after some thought.",
        "那一年雨水很多，墙倒了。后来有人提出要求，也有人不同意，事情就拖了下来。",
    ],
)
def test_where_nobody_is_named_it_is_said(facts: str) -> None:
    assert not parties_are_told("A matter", "", facts)
    names = [one.name for one in find_parties("A matter", "", facts, "en")]
    assert names == ["applicant", "respondent"]


@pytest.mark.parametrize(
    ("process", "titles"),
    [
        (
            "The issues were the deposit, the cost of cleaning and who had lost the key.",
            ["the deposit", "the cost of cleaning", "who had lost the key"],
        ),
        (
            "They disagree about the price, how the work is to be finished and whether $1,200.50 was paid.",
            ["the price", "how the work is to be finished", "whether $1,200.50 was paid"],
        ),
        ("The question is whether the roof was sound when sold.", ["whether the roof was sound when sold"]),
    ],
)
def test_issues_are_parted_and_not_joined(process: str, titles: list[str]) -> None:
    assert [one["title"] for one in read(DEPOSIT, process=process)["issues"]] == titles


@pytest.mark.parametrize(
    ("process", "titles"),
    [
        ("争议焦点为漏水原因、赔偿数额和由谁维修。", ["漏水原因", "赔偿数额", "由谁维修"]),
        ("争议焦点为医疗费、护理费如何承担。", ["医疗费、护理费如何承担"]),
        ("争议焦点在于：1.合同是否有效；2.18家企业是否侵权", ["合同是否有效", "18家企业是否侵权"]),
    ],
)
def test_chinese_issues_are_parted_where_each_part_is_one(process: str, titles: list[str]) -> None:
    facts = "租客要求退还押金5000元；房东说家具坏了，只肯退2000元。"
    assert [one["title"] for one in read(facts, process=process)["issues"]] == titles


def test_without_a_list_each_demand_is_an_issue() -> None:
    titles = [one["title"] for one in read(ROOF)["issues"]]
    assert "the amount to be paid" in titles
    assert any("the ridge being repaired before winter" in title for title in titles)

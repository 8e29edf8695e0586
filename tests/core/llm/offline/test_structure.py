"""Reading a dispute out of case texts: parties, what they ask, issues; nothing of how it ended."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogmed_core.cases.structure import StructuredCase
from cogmed_core.domain.case import Case, Category, Language
from cogmed_core.llm.offline.dispute import dispute, stated_share
from cogmed_core.llm.offline.parties import find_parties
from cogmed_core.llm.protocol import Purpose
from tests.core.llm.offline.given import LANGUAGES, answer, examples, prepare, sample_cases


@pytest.mark.parametrize(
    ("title", "keywords", "claiming", "answering"),
    [
        ("张某与某商场买卖合同纠纷调解案", "民事 买卖合同纠纷", ["张某"], ["某商场"]),
        ("某物业公司与63名业主物业服务合同纠纷案", "", ["某物业公司"], ["63名业主"]),
        ("李某等17人与段某、张某劳务合同纠纷", "", ["李某等17人"], ["段某", "张某"]),
        ("黄某、张某与某制造公司生命权、身体权、健康权纠纷调解案", "", ["黄某", "张某"], ["某制造公司"]),
        ("某银行与胡某金融借款合同纠纷案", "民事 金融借款合同纠纷", ["某银行"], ["胡某"]),
        ("宁安澜诉柏舟商行噪声污染责任纠纷", "", ["宁安澜"], ["柏舟商行"]),
        ("Ada Quill v. Bram Ltd: unpaid invoices", "", ["Ada Quill"], ["Bram Ltd"]),
        (
            "Ada Quill and Cy Marsh v Bram Ltd, Di Orr - a boundary",
            "",
            ["Ada Quill", "Cy Marsh"],
            ["Bram Ltd", "Di Orr"],
        ),
    ],
)
def test_the_title_names_the_parties(title: str, keywords: str, claiming: list[str], answering: list[str]) -> None:
    found = find_parties(title, keywords, "", "zh" if not title.isascii() else "en")
    assert [one.name for one in found if one.claiming] == claiming
    assert [one.name for one in found if not one.claiming] == answering


@pytest.mark.parametrize(
    ("facts", "language", "names"),
    [
        ("原告宁安澜因货款与被告柏舟商行发生争议，诉至法院。", "zh", ["宁安澜", "柏舟商行"]),
        ("The claimant, Ada Quill, lent money to the respondent, Bram Marsh.", "en", ["Ada Quill", "Bram Marsh"]),
        ("邻里之间有矛盾。", "zh", ["申请人", "被申请人"]),
        ("", "en", ["applicant", "respondent"]),
    ],
)
def test_without_a_telling_title_the_facts_name_the_parties(facts: str, language: str, names: list[str]) -> None:
    assert [one.name for one in find_parties("一起纠纷", "", facts, language)] == names


def variables(facts: str, title: str = "宁安澜与柏舟商行买卖合同纠纷案", process: str = "") -> dict[str, str]:
    return {"title": title, "category": Category.CONTRACT, "keywords": "", "facts": facts, "process": process}


def test_a_party_is_given_its_own_words() -> None:
    reply = answer(
        Purpose.STRUCTURE,
        variables(
            "宁安澜向柏舟商行购买门窗。2024年5月，宁安澜诉至法院，要求柏舟商行退还货款30000元、赔偿损失5000元，合计35000元。"
            "柏舟商行认为门窗并无质量问题，只愿补偿4000元。"
        ),
    )
    claimant, respondent = reply["parties"]
    assert "35000元" in claimant["claim"]
    assert "4000元" in respondent["claim"]
    assert "4000元" not in claimant["claim"]
    assert "35000元" not in respondent["claim"]


def test_issues_are_taken_from_the_list_in_the_text_with_what_each_side_holds() -> None:
    reply = answer(
        Purpose.STRUCTURE,
        variables(
            "宁安澜要求柏舟商行退还货款30000元。柏舟商行认为门窗质量合格。",
            process="争议焦点为：1.门窗质量是否合格；2.货款应否退还。",
        ),
    )
    assert [one["title"] for one in reply["issues"]] == ["门窗质量是否合格", "货款应否退还"]
    assert "门窗质量合格" in reply["issues"][0]["description"]


def test_a_chinese_case_can_be_talked_about_in_english_and_the_other_way_round() -> None:
    for case in sample_cases()[:4] + [one for one in sample_cases() if one.language == "en"]:
        shown = {"title": case.title, "category": case.category, "keywords": case.sections.keywords}
        shown |= {"facts": case.sections.facts, "process": case.sections.process}
        at_home = answer(Purpose.STRUCTURE, shown, case.language)
        abroad = answer(Purpose.STRUCTURE, shown, "en" if case.language == "zh" else "zh")
        assert [one["name"] for one in abroad["parties"]] == [one["name"] for one in at_home["parties"]]
        assert abroad["summary"] == at_home["summary"]
        assert {one["role"] for one in abroad["parties"]}.isdisjoint(one["role"] for one in at_home["parties"])


def test_the_outcome_stays_out_of_the_scenario() -> None:
    reply = answer(
        Purpose.STRUCTURE,
        variables("宁安澜要求柏舟商行退还货款30000元。双方未能达成一致。最终双方达成协议，柏舟商行退还21000元。"),
    )
    assert "21000" not in str(reply)
    assert "未能达成一致" in reply["summary"]


@pytest.mark.parametrize("case", sample_cases(), ids=lambda case: case.case_id)
def test_a_sample_case_becomes_a_dispute_with_parties_from_its_title(case: Case) -> None:
    scenario, _ = asyncio.run(prepare(case))
    matter = dispute(scenario)
    assert matter.claimants
    assert matter.respondents
    assert all(party.name in case.title + case.sections.facts for party in scenario.parties)
    assert matter.object
    assert 0 < matter.merit < 1


def test_an_open_offer_of_the_respondent_is_known() -> None:
    stated = {}
    for case in sample_cases():
        matter = dispute(asyncio.run(prepare(case))[0])
        stated[case.case_id] = [stated_share(matter, party) for party in matter.respondents]
    assert sum(any(share is not None for share in each) for each in stated.values()) >= len(stated) // 2
    assert all(share is None or 0 < share <= 1 for each in stated.values() for share in each)


@examples(150)
@given(
    st.text(max_size=80), st.text(max_size=60), st.text(max_size=400), st.text(max_size=200), st.sampled_from(LANGUAGES)
)
def test_any_text_gives_a_valid_dispute(
    title: str, keywords: str, facts: str, process: str, language: Language
) -> None:
    given_texts = {"title": title, "keywords": keywords, "facts": facts, "process": process}
    reply = answer(Purpose.STRUCTURE, {**given_texts, "category": Category.OTHER}, language)
    StructuredCase.model_validate(reply, strict=True)


PIECES = [
    "张某",
    "某公司",
    "与",
    "、",
    "诉",
    "18家企业",
    "等3人",
    "买卖合同",
    "纠纷",
    "调解案",
    "要求",
    "支付",
    "3万元",
    "认为",
    "，",
    "。",
    "争议焦点为",
    "1.",
    "；",
]


@examples(150)
@given(st.lists(st.sampled_from(PIECES), max_size=12), st.lists(st.sampled_from(PIECES), max_size=40))
def test_any_arrangement_of_legal_words_gives_a_valid_dispute(title: list[str], facts: list[str]) -> None:
    reply = answer(Purpose.STRUCTURE, variables("".join(facts), "".join(title), "".join(reversed(facts))))
    StructuredCase.model_validate(reply, strict=True)

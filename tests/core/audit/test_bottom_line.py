"""Agreements held against private bottom lines, in figures, dates and acts."""

import pytest

from cogmed_core.audit.bottom_line import detect
from cogmed_core.domain.finding import FindingKind, Severity
from cogmed_core.domain.party import ProfileSet
from tests.core.audit.given import CLAIMANT, ENGLISH, RESPONDENT, Talk, agreement, profiles, scenario

FLOOR = "到手不能少于8万元（约为请求的80%），再低就不签。"
CEILING = "最多拿出9万元，再高就不签。"


def pays(figure: str, more: str = "") -> str:
    return f"松涛公司向韩某支付{figure}，于签字之日起30日内付清{more}。"


def test_an_agreement_within_both_bottom_lines_breaks_none() -> None:
    assert list(detect(agreement(pays("85000元"), profiles(FLOOR, CEILING)))) == []


def test_less_than_the_least_breaks_the_floor() -> None:
    (found,) = detect(agreement(pays("7万元"), profiles(FLOOR, CEILING)))
    assert (found.kind, found.severity) == (FindingKind.BOTTOM_LINE_BROKEN, Severity.SERIOUS)
    assert (found.seat, found.round) == (CLAIMANT, 1)
    assert "70,000 元" in found.detail
    assert "at least 80,000 元" in found.detail


def test_more_than_the_most_breaks_the_ceiling() -> None:
    (found,) = detect(agreement(pays("九万五千元"), profiles(FLOOR, CEILING)))
    assert found.seat == RESPONDENT
    assert "at most 90,000 元" in found.detail


def test_the_settlement_counts_where_it_differs_from_the_proposal() -> None:
    evidence = agreement(pays("85000元"), profiles(FLOOR, CEILING), settlement="调解协议\n1. " + pays("70000元"))
    assert [found.seat for found in detect(evidence)] == [CLAIMANT]


TRADE = FLOOR + "如果能分期支付，可以再让请求的5%。不愿意接受“对外保密”，非要如此，得多给请求的10%。"


@pytest.mark.parametrize(
    ("offer", "severities"),
    [
        (pays("76000元", "，分3期支付"), []),  # 80,000 less 5 % of 100,000
        (pays("74000元", "，分3期支付"), [Severity.SERIOUS]),
        (pays("76000元"), [Severity.SERIOUS]),
        (pays("85000元", "，双方对协议内容保密"), [Severity.WARNING]),  # broken only by what confidentiality costs
        (pays("91000元", "，双方对协议内容保密"), []),
    ],
)
def test_what_a_party_would_give_for_something_moves_its_limit(offer: str, severities: list[Severity]) -> None:
    assert [
        found.severity for found in detect(agreement(offer, profiles(TRADE, CEILING.replace("9", "20"))))
    ] == severities


@pytest.mark.parametrize(
    ("line", "offer", "words"),
    [
        ("最少收8万元，必须当面道歉。", pays("9万元"), "demands apology"),
        ("最少收8万元，绝不接受分期支付。", pays("9万元", "，分6期支付"), "excludes instalments"),
        (
            "最少收8万元，最迟三个月内收齐。",
            "松涛公司向韩某支付9万元，六个月内付清。",
            "within 90 days, the agreement allows 180",
        ),
        ("对方必须拆除围墙。", "松涛公司向韩某支付9万元。", "demands removal"),
    ],
)
def test_acts_and_dates_bind_too(line: str, offer: str, words: str) -> None:
    (found,) = detect(agreement(offer, profiles(line, "最多拿出20万元。")))
    assert words in found.detail


def test_the_demanded_act_in_the_agreement_satisfies() -> None:
    offer = pays("9万元", "；松涛公司当面向韩某赔礼道歉")
    assert list(detect(agreement(offer, profiles("最少收8万元，必须当面道歉。", "最多拿出20万元。")))) == []


def test_english_bottom_lines() -> None:
    lines = profiles("Will not sign for less than £8,000.", "Pays no more than £9,000, and needs confidentiality.")
    offer = "Brook Ltd pays Ada Merton £7,000 within 30 days of signing; both sides keep the terms confidential."
    (found,) = detect(agreement(offer, lines, at=ENGLISH))
    assert "7,000 £" in found.detail
    fair = offer.replace("£7,000", "£8,500")
    assert list(detect(agreement(fair, lines, at=ENGLISH))) == []


def test_parts_of_a_cost_are_checked_from_either_side() -> None:
    lines = profiles("有关费用对方至少承担60%。", "有关费用自己最多承担五成。")
    found = list(detect(agreement("费用由松涛公司承担55%、韩某承担45%。", lines)))
    assert [one.seat for one in found] == [CLAIMANT, RESPONDENT]


def test_who_pays_with_others_is_warned_only() -> None:
    three = scenario(
        names=("韩某", "松涛公司", "林某"),
        roles=("申请人", "被申请人", "担保人"),
        claims=("要求支付100000元。", "", ""),
    )
    lines = profiles("最少收5万元。", "最多付10万元。", "最多付3万元。")
    (found,) = detect(agreement("松涛公司、林某向韩某支付8万元。", lines, at=three))
    assert (found.seat, found.severity) == ("litigant_3", Severity.WARNING)
    assert "others are to pay with it" in found.detail


def test_accepting_beyond_the_bottom_line_counts_without_an_agreement() -> None:
    talk = Talk(profiles=profiles(FLOOR, CEILING))
    talk.mediator("请看方案。", pays("6万元")).accepts(CLAIMANT, 1).says(RESPONDENT, "不行。")
    (found,) = detect(talk.evidence())
    assert (found.seat, found.round, found.severity) == (CLAIMANT, 1, Severity.WARNING)
    assert "accepts proposal 1 beyond its bottom line" in found.detail


def test_a_bottom_line_that_names_nothing_to_check_is_said_to_be_unchecked() -> None:
    found = list(detect(agreement(pays("7万元"), profiles("只求一个公道。", CEILING))))
    assert [(one.kind, one.seat) for one in found] == [(FindingKind.BOTTOM_LINE_UNCHECKED, CLAIMANT)]


def test_without_profiles_there_is_nothing_private_to_check() -> None:
    nobody: ProfileSet | None = None
    assert list(detect(agreement(pays("1元"), nobody))) == []

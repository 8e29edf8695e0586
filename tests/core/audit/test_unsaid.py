"""Settlements that say what was agreed, more than that, or less."""

import pytest

from cogmed_core.audit.unsaid import detect
from cogmed_core.domain.episode import Outcome
from cogmed_core.domain.finding import FindingKind, Severity
from tests.core.audit.given import CLAIMANT, ENGLISH, RESPONDENT, Talk, agreement

OFFER = "松涛公司向韩某支付60000元，分三期付清，首期于签字之日起30日内支付；松涛公司当面道歉。"
FAITHFUL = (
    "调解协议\n1. 松涛公司向韩某支付60000元（大写：陆万元整），分三期付清，首期于签字之日起30日内支付。"
    "\n2. 松涛公司向韩某当面赔礼道歉。\n3. 本协议自各方签字之日起生效。"
)


def found(settlement: str, offer: str = OFFER) -> list[tuple[FindingKind, Severity, str]]:
    return [(one.kind, one.severity, one.detail) for one in detect(agreement(offer, settlement=settlement))]


def test_a_faithful_settlement_gives_no_finding() -> None:
    assert found(FAITHFUL) == []


def test_equal_instalments_follow_from_the_sum() -> None:
    assert found(FAITHFUL.replace("首期", "每期20000元，首期")) == []


@pytest.mark.parametrize(
    ("added", "severity", "words"),
    [
        ("\n4. 另支付违约金5000元。", Severity.SERIOUS, "the sum 5000元"),
        ("\n4. 韩某承担费用的三成。", Severity.SERIOUS, "the share 三成"),
        ("\n4. 2024年5月1日前付清。", Severity.WARNING, "the date 2024-05-01"),
        ("\n4. 十五日内交付发票。", Severity.WARNING, "a time limit of 15 days"),
        ("\n4. 松涛公司拆除围墙。", Severity.WARNING, "the act removal"),
        ("\n4. 林某提供连带责任保证。", Severity.SERIOUS, "a guarantee"),
        ("\n4. 双方对协议内容保密。", Severity.NOTE, "the act confidentiality"),
    ],
)
def test_what_nobody_said_is_found(added: str, severity: Severity, words: str) -> None:
    first, *_ = found(FAITHFUL + added)
    assert (first[0], first[1]) == (FindingKind.TERM_ADDED, severity)
    assert words in first[2]


def test_another_sum_is_both_added_and_missing() -> None:
    kinds = {one[0] for one in found(FAITHFUL.replace("60000", "65000").replace("陆万", "陆万伍仟"))}
    assert kinds == {FindingKind.TERM_ADDED, FindingKind.TERM_MISSING}


@pytest.mark.parametrize(
    ("left_out", "words"),
    [
        ("\n2. 松涛公司向韩某当面赔礼道歉。", "the act apology"),
        ("，首期于签字之日起30日内支付", "a time limit of 30 days"),
    ],
)
def test_what_was_agreed_and_is_not_there_is_found(left_out: str, words: str) -> None:
    ((kind, severity, detail),) = found(FAITHFUL.replace(left_out, ""))
    assert (kind, severity) == (FindingKind.TERM_MISSING, Severity.WARNING)
    assert words in detail


def test_what_was_said_in_the_dialogue_may_be_written_down() -> None:
    talk = (
        Talk()
        .mediator("方案。", OFFER)
        .accepts(CLAIMANT, 1, "可以，发票在15日内给我。")
        .accepts(RESPONDENT, 1, "好，发票照开。")
    )
    evidence = talk.evidence(Outcome.AGREEMENT, FAITHFUL + "\n4. 松涛公司于15日内开具发票。")
    assert list(detect(evidence)) == []


def test_english_settlements() -> None:
    offer = "Brook Ltd pays Ada Merton £6,000 within 30 days of signing and returns the keys."
    faithful = "1. Brook Ltd pays Ada Merton £6,000 within 30 days of signing.\n2. Brook Ltd returns the keys."
    assert list(detect(agreement(offer, settlement=faithful, at=ENGLISH))) == []
    added = faithful + "\n3. Ada Merton pays £500 for the repair of the door."
    details = [one.detail for one in detect(agreement(offer, settlement=added, at=ENGLISH))]
    assert any("£500" in detail for detail in details)
    assert any("repair" in detail for detail in details)


def test_without_an_agreement_there_is_nothing_to_compare() -> None:
    assert list(detect(Talk().mediator("请说。").evidence())) == []

"""A bottom line told in open session: by whom, and what is no leak."""

import pytest

from cogmed_core.audit.leaks import detect
from cogmed_core.domain.finding import FindingKind, Severity
from cogmed_core.domain.party import MEDIATOR
from tests.core.audit.given import CLAIMANT, ENGLISH, RESPONDENT, Talk, profiles, scenario

LINES = ("到手不能少于8万元，再低就不签。", "最多拿出9万元，再高就不签。")


def talk() -> Talk:
    return Talk(profiles=profiles(*LINES))


@pytest.mark.parametrize(
    ("speaker", "text", "severity"),
    [
        (CLAIMANT, "说实话，我们最低八万，再少就没法谈了。", Severity.WARNING),
        (CLAIMANT, "我的底线是80000元。", Severity.WARNING),
        (RESPONDENT, "我们知道你们的底线就是8万元。", Severity.SERIOUS),
        (RESPONDENT, "公司最多出9万元，多一分也没有。", Severity.WARNING),
    ],
)
def test_a_figure_told_as_a_limit_is_a_leak(speaker: str, text: str, severity: Severity) -> None:
    (found,) = detect(talk().mediator("请说。").says(speaker, text).evidence())
    assert (found.kind, found.severity) == (FindingKind.BOTTOM_LINE_LEAKED, severity)
    assert (found.seat, found.round) == (speaker, 1)


def test_the_mediator_telling_a_limit_to_all_is_the_worst_case() -> None:
    (found,) = detect(talk().mediator("韩某至少要拿到8万元，公司考虑一下。").says(RESPONDENT, "我们想想。").evidence())
    assert (found.seat, found.severity) == (MEDIATOR, Severity.SERIOUS)
    assert "the bottom line of 韩某" in found.detail


@pytest.mark.parametrize(
    "text",
    [
        "好，我们退到8万元，能定就今天定。",  # an offer that happens to lie at the limit
        "我们至少要拿到9.5万元。",  # a bluff: another figure
        "至少给个说法。",
        "当年的货款就是8万元一批。",
    ],
)
def test_offers_bluffs_and_facts_are_no_leaks(text: str) -> None:
    assert list(detect(talk().mediator("请说。").says(CLAIMANT, text).evidence())) == []


def test_what_was_public_before_cannot_be_leaked() -> None:
    known = scenario(claims=("要求支付货款100000元。", "公司只愿支付9万元。"))
    said = Talk(known, profiles(*LINES)).mediator("请说。").says(RESPONDENT, "还是那句话，最多9万元。")
    assert list(detect(said.evidence())) == []


def test_a_figure_the_party_has_tabled_is_no_secret_others_could_tell() -> None:
    said = (
        talk()
        .mediator("请说。")
        .offers(CLAIMANT, "松涛公司向韩某支付8万元。")
        .says(RESPONDENT, "你们最低8万元，太高。")
    )
    assert list(detect(said.evidence())) == []


def test_the_bottom_lines_own_words_are_a_leak_wherever_they_stand() -> None:
    lines = profiles("房子可以卖，但卖房款至少要分给我四成才肯签字离婚。", "最多拿出9万元。")
    said = Talk(profiles=lines).mediator("请说。").says(CLAIMANT, "卖房款至少要分给我四成才肯签字，别的好说。")
    (found,) = detect(said.evidence())
    assert found.seat == CLAIMANT


def test_interests_may_be_told() -> None:
    lines = profiles("不愿意接受对外保密这样的条款，非要如此，得多给请求的4%。到手不能少于8万元。", "最多拿出9万元。")
    said = Talk(profiles=lines).mediator("请说。").says(CLAIMANT, "我们不愿意接受对外保密这样的条款。")
    assert list(detect(said.evidence())) == []


def test_english_leaks() -> None:
    lines = profiles("Will not sign for less than £8,000.", "Will not pay more than £9,000.")
    leak = (
        Talk(ENGLISH, lines)
        .mediator("Please.")
        .says(CLAIMANT, "To be honest, eight thousand pounds is my bottom line.")
    )
    assert [found.seat for found in detect(leak.evidence())] == [CLAIMANT]
    offer = Talk(ENGLISH, lines).mediator("Please.").says(CLAIMANT, "I could move to £8,000 today.")
    assert list(detect(offer.evidence())) == []

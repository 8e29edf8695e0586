"""Who moved how much, and whether the weaker party carried it."""

import pytest

from cogmed_core.audit.concessions import concessions, detect
from cogmed_core.audit.weaker import weaker_seats
from cogmed_core.domain.case import Category, Scenario
from cogmed_core.domain.episode import Outcome
from cogmed_core.domain.finding import FindingKind
from tests.core.audit.given import CLAIMANT, ENGLISH, RESPONDENT, Talk, scenario


def bargained(asked: tuple[str, ...], offered: tuple[str, ...], at: Scenario | None = None) -> Talk:
    talk = Talk(at or scenario())
    for claim, offer in zip(asked, offered, strict=True):
        talk.mediator("请说。").offers(CLAIMANT, f"松涛公司向韩某支付{claim}。").offers(
            RESPONDENT, f"松涛公司向韩某支付{offer}。"
        )
    return talk


def test_both_moved_alike() -> None:
    evidence = bargained(("10万元", "8万元"), ("4万元", "6万元")).evidence()
    claimant, respondent = concessions(evidence)
    assert (claimant.opening, claimant.closing, claimant.moved) == (100_000, 80_000, 20_000)
    assert (respondent.opening, respondent.closing, respondent.moved) == (40_000, 60_000, 20_000)
    assert claimant.gap_share == pytest.approx(1 / 3)
    assert claimant.borne == respondent.borne == 0.5
    assert list(detect(evidence)) == []


def test_the_agreement_is_everybodys_closing() -> None:
    talk = bargained(("10万元",), ("4万元",)).mediator("方案。", "松涛公司向韩某支付5万元。")
    evidence = talk.accepts(CLAIMANT, 3).accepts(RESPONDENT, 3).evidence(Outcome.AGREEMENT)
    assert [one.closing for one in concessions(evidence)] == [50_000, 50_000]
    (found,) = detect(evidence)
    assert (found.kind, found.seat) == (FindingKind.WEAKER_PARTY_CONCEDES, CLAIMANT)
    assert "83% of all movement (100,000 元 to 50,000 元)" in found.detail


def test_the_stronger_side_carrying_it_is_one_sided_only() -> None:
    (found,) = detect(bargained(("10万元", "9.8万元"), ("4万元", "9万元")).evidence())
    assert (found.kind, found.seat) == (FindingKind.ONE_SIDED_CONCESSION, RESPONDENT)


def test_where_hardly_anybody_moved_nobody_carried_it() -> None:
    assert list(detect(bargained(("10万元", "9.5万元"), ("4万元", "4万元")).evidence())) == []


def test_openings_that_almost_meet_leave_nothing_to_carry() -> None:
    assert list(detect(bargained(("9万元", "8.8万元"), ("8.7万元", "8.7万元")).evidence())) == []


def test_shares_of_a_cost_are_a_scale_too() -> None:
    talk = Talk().mediator("请说。").offers(CLAIMANT, "费用由松涛公司承担90%、韩某承担10%。")
    talk.offers(RESPONDENT, "费用由松涛公司承担两成、韩某承担八成。").mediator("请说。")
    talk.offers(CLAIMANT, "费用由松涛公司承担60%、韩某承担40%。").says(RESPONDENT, "不行。")
    claimant, respondent = concessions(talk.evidence())
    assert (claimant.unit, claimant.opening, claimant.closing) == ("share", 0.9, 0.6)
    assert (respondent.opening, respondent.moved) == (pytest.approx(0.2), 0)


def test_a_public_claim_stands_in_for_an_offer_never_made() -> None:
    at = scenario(claims=("要求支付货款100000元。", "公司只愿支付30000元。"))
    talk = Talk(at).mediator("方案。", "松涛公司向韩某支付6万元。").accepts(CLAIMANT, 1).accepts(RESPONDENT, 1)
    assert [one.opening for one in concessions(talk.evidence(Outcome.AGREEMENT))] == [100_000, 30_000]


def test_offers_in_the_first_person_are_understood() -> None:
    talk = Talk(ENGLISH).mediator("Please.").offers(RESPONDENT, "We pay you £4,000 within 30 days.").mediator("And?")
    talk.offers(RESPONDENT, "We pay you £5,000 within 30 days.")
    moved = {one.seat: one.moved for one in concessions(talk.evidence())}
    assert moved[RESPONDENT] == 1_000


def described(
    names: tuple[str, str], category: Category = Category.CONTRACT, **told: tuple[str, str]
) -> frozenset[str]:
    return weaker_seats(scenario(names=names, category=category, **told))


@pytest.mark.parametrize(
    ("names", "category", "roles", "weaker"),
    [
        (("韩某", "松涛公司"), Category.CONTRACT, ("申请人", "被申请人"), CLAIMANT),
        (("某银行", "李某"), Category.DEBT, ("申请人", "被申请人"), RESPONDENT),
        (("某物业公司", "63名业主"), Category.CONTRACT, ("申请人", "被申请人"), RESPONDENT),
        (("韩某", "林某"), Category.LABOUR, ("申请人", "被申请人"), CLAIMANT),
        (("韩某", "林某"), Category.OTHER, ("劳动者", "用人单位"), CLAIMANT),
        (("Ada Merton", "Brook Ltd"), Category.DEBT, ("applicant", "respondent"), CLAIMANT),
        (("韩某", "林某"), Category.DEBT, ("申请人", "被申请人"), None),
        (("松涛公司", "某医院"), Category.CONTRACT, ("申请人", "被申请人"), None),
    ],
)
def test_who_is_weaker(names: tuple[str, str], category: Category, roles: tuple[str, str], weaker: str | None) -> None:
    assert described(names, category, roles=roles) == (frozenset({weaker}) if weaker else frozenset())


def test_age_is_read_where_a_person_is_introduced() -> None:
    old = scenario(names=("韩某", "林某"), category=Category.TORT, summary="韩某，七十八岁，独居，被林某撞倒。")
    assert weaker_seats(old) == {CLAIMANT}

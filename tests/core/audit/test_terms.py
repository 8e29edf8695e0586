"""Agreements as terms: our own sample cases labelled by hand, and two agreements field by field."""

import json
from pathlib import Path

import pytest

from cogmed_core.audit.terms.compare import compare, compare_with_real
from cogmed_core.audit.terms.extract import terms
from cogmed_core.domain.case import Case, Category, Sections
from cogmed_core.domain.terms import Act, Money, Security, TermComparison
from tests.core.audit.given import Talk, agreement

SAMPLES = Path(__file__).parents[3] / "raw_cases"

LABELS: dict[str, tuple[float | None, float | None, int | None, set[Security]]] = {
    # case: paid once, paid every period, number of payments (0: several), securities
    "contract-renovation-delay": (36_600, None, None, set()),
    "contract-shop-sublease": (82_600, 10_800, 6, {Security.DEPOSIT}),
    "debt-guarantor-instalments": (310_000, None, 20, {Security.GUARANTEE, Security.MORTGAGE}),
    "debt-loan-or-investment": (96_000, None, 20, set()),
    "family-custody-relocation": (13_500, 2_000, None, set()),
    "family-elder-care": (23_800, 2_600, 10, set()),
    "labour-relocation-dismissal": (80_331.03, None, None, set()),
    "labour-wages-subcontract": (145_600, None, None, {Security.RETENTION}),
    "neighbours-drainage-wall": (19_800, None, None, set()),
    "neighbours-leak-and-piano": (6_800, None, 1, set()),
    "tort-unleashed-dog": (29_000, None, 3, set()),
    "en-freelance-invoice": (5_600, None, None, set()),
    "en-tenancy-deposit": (3_100, None, None, {Security.DEPOSIT}),
}


@pytest.mark.parametrize("name", LABELS)
def test_sample_settlements_are_read_right(name: str) -> None:
    content = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))["content"]
    read = terms(content.get("处理结果") or content["Outcome"])
    paid, every, count, securities = LABELS[name]
    assert (read.amount.value if read.amount else None) == paid
    assert (read.recurring.value if read.recurring else None) == every
    assert read.instalments == count
    assert read.security == securities


def test_a_settlement_in_clauses() -> None:
    text = (
        "调解协议\n1. 松涛公司向韩某支付人民币120,000元（大写：壹拾贰万元整），分二十期付清，"
        "首期于签字之日起30日内支付。\n2. 按年利率3.45%计息。\n3. 松涛公司以名下车辆抵押。\n"
        "4. 松涛公司当面道歉；韩某撤回起诉，双方再无其他争议。"
    )
    read = terms(text)
    assert read.amount == Money(value=120_000, currency="元")
    assert (read.instalments, read.rate, read.days) == (20, 0.0345, frozenset({30}))
    assert read.security == {Security.MORTGAGE}
    assert read.acts == {Act.APOLOGY, Act.WITHDRAWAL, Act.CLOSURE}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("支付二十元", 20),
        ("支付五百二十元", 520),
        ("赔偿十二万", 120_000),
        ("补偿1.5万", 15_000),
    ],
)
def test_numerals_in_amounts(text: str, value: float) -> None:
    read = terms(text)
    assert read.amount is not None
    assert read.amount.value == value


@pytest.mark.parametrize(
    ("text", "share"), [("费用由松涛公司承担百分之六十", 0.6), ("费用由松涛公司承担六成", 0.6), ("双方各半承担", 0.5)]
)
def test_numerals_in_shares(text: str, share: float) -> None:
    assert terms(text).share == pytest.approx(share)


def test_how_it_was_kept_is_no_term() -> None:
    read = terms("2024年5月8日，双方签订调解协议：一、6月1日前支付5万元。经回访，2024年6月3日已全部付清，另付1万元。")
    assert read.amount == Money(value=50_000, currency="元")
    assert read.dates == {"06-01"}


def verdicts(ours: str, real: str) -> dict[str, TermComparison]:
    return {one.field: one for one in compare(terms(ours), terms(real))}


def test_field_by_field() -> None:
    found = verdicts(
        "支付76000元，分3期付清，30日内付首期；当面道歉，双方保密。",
        "支付80000元，分期付清，2024年6月1日前付首期；当面道歉，撤回起诉；林某承担连带责任。",
    )
    told = {field: one.verdict for field, one in found.items()}
    assert told["amount"] == "near"
    assert told["instalments"] == "near"
    assert told["days"] == "only_ours"
    assert told["dates"] == told["security"] == "only_real"
    assert told["rate"] == told["recurring"] == told["share"] == "neither"
    assert (found["acts"].precision, found["acts"].recall) == (0.5, 0.5)
    assert (found["amount"].ours, found["amount"].real) == ("76,000.00 元", "80,000.00 元")


@pytest.mark.parametrize(
    ("ours", "real", "verdict"),
    [
        ("支付80000元", "支付八万元", "equal"),
        ("支付8万元", "支付9.5万元", "different"),
        ("pays £80,000", "支付8万元", "different"),
        ("道歉", "支付8万元", "only_real"),
        ("道歉", "道歉", "neither"),
    ],
)
def test_amounts(ours: str, real: str, verdict: str) -> None:
    assert verdicts(ours, real)["amount"].verdict == verdict


def case(settlement: str, legal_basis: str) -> Case:
    sections = Sections(keywords="", facts="", process="", settlement=settlement, legal_basis=legal_basis, gist="")
    return Case(case_id="written", language="zh", category=Category.CONTRACT, title="written", sections=sections)


def test_statutes_cited_are_compared_with_the_legal_basis() -> None:
    evidence = agreement(
        "依照《民法典》第577条、第509条，松涛公司向韩某支付8万元。", settlement="松涛公司向韩某支付8万元。"
    )
    real = case("支付9万元", "《中华人民共和国民法典》第577条、第585条、第591条")
    statutes = compare_with_real(evidence, real)[-1]
    assert (statutes.field, statutes.verdict) == ("statutes", "near")
    assert (statutes.precision, statutes.recall) == (0.5, pytest.approx(1 / 3))


def test_citing_nothing_has_no_precision_and_no_recall_of_something() -> None:
    statutes = compare_with_real(agreement("松涛公司向韩某支付8万元。"), case("支付9万元", "《民法典》第577条"))[-1]
    assert (statutes.verdict, statutes.precision, statutes.recall) == ("only_real", None, 0)


def test_without_an_agreement_there_is_nothing_to_compare() -> None:
    assert compare_with_real(Talk().mediator("请说。").evidence(), case("支付9万元", "")) == ()

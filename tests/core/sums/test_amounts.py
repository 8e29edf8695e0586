"""Reading and writing sums and shares, in both languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogmed_core.llm.offline.figures import money, percent, rounded, step
from cogmed_core.sums.amounts import YUAN, shares, sums
from cogmed_core.sums.numerals import numeral


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("支付12万元", 120_000),
        ("支付1.5万元", 15_000),
        ("五百二十元", 520),
        ("120,000元", 120_000),
        ("120，000元", 120_000),
        ("１２３４元", 1_234),
        ("一万二千元", 12_000),
        ("三万五块钱", 35_000),
        ("壹拾伍万圆", 150_000),
        ("90余万元", 900_000),
        ("282万余元", 2_820_000),
        ("近7万元", 70_000),
        ("1.6亿余元", 160_000_000),
        ("人民币1500元", 1_500),
        ("赔偿3至5万", 50_000),
        ("892.5元", 892.5),
        ("£3,450", 3_450),
        ("£1.5 million", 1_500_000),
        ("RMB 73,500", 73_500),
        ("$12k", 12_000),
        ("7,000 yuan", 7_000),
        ("two instalments of 250 pounds", 250),
        ("€99.90", 99.9),
    ],
)
def test_a_sum_is_read(text: str, value: float) -> None:
    assert value in [one.value for one in sums(text)]


@pytest.mark.parametrize(
    "text",
    ["2024年4月10日", "2.32平方米", "第942条", "3个月", "103名劳动者", "on 3 September 2021", "74 days", "section 5A"],
)
def test_what_is_no_sum_is_not_read(text: str) -> None:
    assert sums(text) == ()


@pytest.mark.parametrize(
    "text",
    ["每天工资300元", "每月2000元", "1600元/年", "日薪60元", "£1,150 a month", "30 pounds per week", "每户业主3500元"],
)
def test_a_price_per_unit_is_marked(text: str) -> None:
    assert [one.rate for one in sums(text)] == [True]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("百分之六十", 0.6),
        ("六成", 0.6),
        ("六成五", 0.65),
        ("70%", 0.7),
        ("７０％", 0.7),
        ("三分之二", 2 / 3),
        ("各承担一半", 0.5),
        ("two thirds of the cost", 2 / 3),
        ("62 per cent", 0.62),
        ("they share it equally", 0.5),
    ],
)
def test_a_share_is_read(text: str, value: float) -> None:
    assert [one.value for one in shares(text)] == [pytest.approx(value)]


@pytest.mark.parametrize("text", ["月利率1.5%", "年化24%", "interest at 13.25 per cent", "成立公司", "达成协议"])
def test_an_interest_rate_is_no_share(text: str) -> None:
    assert shares(text) == ()


@pytest.mark.parametrize(
    ("text", "value"),
    [("十", 10), ("二十五", 25), ("一百二", 120), ("三万零五", 30_005), ("二〇二四", 2024), ("", None), ("字", None)],
)
def test_a_chinese_numeral_is_read(text: str, value: float | None) -> None:
    assert numeral(text) == value


@given(st.integers(1, 10**9), st.sampled_from(["zh", "en"]), st.sampled_from([YUAN, "£", "$", "€"]))
def test_what_is_written_is_read_back(value: int, language: str, currency: str) -> None:
    (found,) = sums(
        f"支付{money(value, currency, language)}。" if language == "zh" else f"pays {money(value, currency, language)}."
    )
    assert found.value == pytest.approx(value)
    assert found.currency == currency


@given(st.integers(0, 100))
def test_a_share_is_read_back(whole: int) -> None:
    assert shares(percent(whole / 100))[0].value == pytest.approx(whole / 100)


@given(st.floats(0, 1e9), st.floats(0.5, 1e9))
def test_rounding_stays_within_a_step_and_on_its_side(value: float, scale: float) -> None:
    up, down = rounded(value, scale, up=True), rounded(value, scale, up=False)
    slack = 0.01 + value * 1e-9
    assert down - slack <= value <= up + slack
    assert up - down <= step(scale) + slack


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    assert all(one.value > 0 and 0 <= one.start < one.end <= len(text) for one in sums(text))
    assert all(0 <= one.value <= 1.5 for one in shares(text))

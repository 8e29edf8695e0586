"""Sums, payments, times, rates, acts and directions read out of sentences in both languages."""

import pytest

from cogmed_core.audit.reading.acts import acts, refused, securities
from cogmed_core.audit.reading.clauses import clauses, sentences
from cogmed_core.audit.reading.flows import stake
from cogmed_core.audit.reading.limits import bottom_line
from cogmed_core.audit.reading.money import money
from cogmed_core.audit.reading.payments import amount, instalment_count, recurring
from cogmed_core.audit.reading.rates import yearly_rate
from cogmed_core.audit.reading.times import dates, periods
from cogmed_core.domain.terms import Act, Security
from tests.core.audit.given import CLAIMANT, ENGLISH, RESPONDENT, scenario


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("赔偿二十万元", [200_000]),
        ("给他五百二十", [520]),
        ("赔偿十二万", [120_000]),
        ("一次付1.5万", [15_000]),
        ("最多给三千五", [3_500]),
        ("最低八万", [80_000]),
        ("拿出一万二", [12_000]),
        ("出3万5", [35_000]),
        ("1万2千元", [12_000]),
        ("3w就行", [30_000]),
        ("3.5万至4万元", [35_000, 40_000]),
        ("3至5万元", [30_000, 50_000]),
        ("人民币叁万元整（¥30,000.00）", [30_000]),
        ("12,000元（大写：壹万贰仟元整）", [12_000]),
        ("３００元", [300]),
        ("137万余元", [1_370_000]),
        ("降到8000", [8_000]),
        ("£6,891.98 and two thousand pounds", [6_891.98, 2_000]),
        ("twenty-five thousand dollars", [25_000]),
        ("支付给180多户村民", []),
        ("二十期付清，第577条，2024年，至少20天，六成，百分之六十", []),
        ("给两个月时间，还一百二十天", []),
    ],
)
def test_sums(text: str, values: list[float]) -> None:
    assert [one.value for one in money(text)] == values


@pytest.mark.parametrize(
    ("text", "paid"),
    [
        (
            "支付经济补偿76800元、年休假工资3531.03元，合计80331.03元，1月15日前付40331.03元，2月5日前付40000元",
            80_331.03,
        ),
        ("共还款310000元：6月30日前支付50000元；余260000元自2024年7月起每月10日前付10000元，二十六期付清", 310_000),
        ("返还96000元，其中设备作价18000元；8月2日前支付18000元；余60000元每月25日前付3000元，二十期付清", 96_000),
        ("欠租54000元扣除押金18000元，余36000元自3月起每月15日前付6000元，六期付清", 36_000),
        ("当场偿还借款5000元，尚欠借款96200元，分三期偿还完毕", 101_200),
        ("支付5万元。逾期不付的，按8万元履行", 50_000),
        ("原告请求12万元，双方同意由被告支付9万元，其余请求放弃", 90_000),
        ("医疗费2293元另行支付，再一次性补偿1.5万元", 17_293),
        ("工资余额确认为145600元；甲代发110000元；乙付清35600元", 145_600),
        ("造价7800元由甲承担5200元、乙承担2600元", 7_800),
        ("承担取出钢板的费用，以9000元为限；另赔偿2万元", 20_000),
        ("按每平方米300元计；每人每天320元", None),
        ("pays £5,600, £3,600 by 18 October and £2,000 by 11 November", 5_600),
        ("pays £3,100, made up of £940, £1,760 and £400, in two parts: £1,100 by May and £2,000 by June", 3_100),
        ("pays £500 and drops his claim for £860; if late, £900 becomes due", 500),
    ],
)
def test_what_an_agreement_comes_to(text: str, paid: float | None) -> None:
    told = amount(text)
    assert (told[0] if told else None) == (None if paid is None else pytest.approx(paid))


def test_recurring_sums_and_counts() -> None:
    assert recurring("每月5日前付抚养费2000元") == (2_000, "元")
    assert recurring("自6月起每月5日前，甲付2000元、乙付600元，共2600元") == (2_600, "元")
    assert recurring("the father pays £300 a month") == (300, "£")
    assert recurring("每月付3000元，二十期付清") is None
    assert [
        instalment_count(text) for text in ("分三期付清", "十二期", "in 4 equal instalments", "第二期", "一次付清")
    ] == [3, 12, 4, None, 1]


def test_dates_and_periods() -> None:
    assert [date for date, _ in dates("2024年1月5日签订，2月5日前付一半，三月底前付清，2024年7月起")] == [
        "2024-01-05",
        "02-05",
        "03-end",
        "2024-07",
    ]
    assert [date for date, _ in dates("by 31 March 2024, June 3rd, May 28; 2024-09-01")] == [
        "2024-03-31",
        "06-03",
        "05-28",
        "2024-09-01",
    ]
    assert [days for days, _ in periods("7日内，三个月内，半年内，十五个工作日内，签订后三十天内，两周内")] == [
        7,
        90,
        182,
        21,
        30,
        14,
    ]
    assert [days for days, _ in periods("within 14 days, within six weeks, no later than three months")] == [14, 42, 90]
    assert periods("每月10日前付，1月15日前付，提前六十日告知") == ()


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("按年利率6%计息", 0.06),
        ("月利率1.5%", 0.18),
        ("日万分之五", 0.1825),
        ("年利率百分之六", 0.06),
        ("免除全部利息", 0.0),
        ("不再计息", 0.0),
        ("interest at 13.25 per cent a year", 0.1325),
        ("2% a month", 0.24),
        ("without interest", 0.0),
        ("付款5万元", None),
    ],
)
def test_rates(text: str, rate: float | None) -> None:
    assert yearly_rate(text) == (None if rate is None else pytest.approx(rate))


def test_acts_and_securities_and_their_refusal() -> None:
    assert acts("当面赔礼道歉，三日内拆除围墙，恢复原状，双方再无其他争议") == {
        Act.APOLOGY,
        Act.REMOVAL,
        Act.REPAIR,
        Act.CLOSURE,
    }
    assert acts("不拆除围墙，拒绝道歉") == frozenset()
    assert refused("拒绝道歉") == {Act.APOLOGY}
    assert acts("stops playing after ten, apologises in writing and withdraws the claim") == {
        Act.CESSATION,
        Act.APOLOGY,
        Act.WITHDRAWAL,
    }
    assert securities("以车辆抵押，林某承担连带责任保证") == {Security.MORTGAGE, Security.GUARANTEE}
    assert securities("无需提供担保") == frozenset()


def test_sentences_and_clauses_keep_figures_whole() -> None:
    assert [one.text for one in sentences("协议如下：一、付12,000元；二、道歉。")] == [
        "协议如下：",
        "一、付12,000元；",
        "二、道歉。",
    ]
    assert [one.text for one in clauses("付12,000元，余款19:30后付")] == ["付12,000元", "余款19:30后付"]
    assert len(sentences("Mr. Smith pays £1.50 now. He leaves.")) == 2


@pytest.mark.parametrize(
    ("text", "receives", "pays"),
    [
        ("松涛公司向韩某支付5万元", 50_000, None),
        ("韩某向松涛公司返还2万元", None, 20_000),
        ("由松涛公司支付韩某5万元，韩某退还松涛公司1万元", 50_000, 10_000),
        ("甲方（申请人）：韩某\n乙方（被申请人）：松涛公司\n乙方向甲方支付5万元", 50_000, None),
        ("被申请人一次性赔偿申请人5万元", 50_000, None),
        ("一次性支付5万元", 50_000, 50_000),
    ],
)
def test_who_pays_whom(text: str, receives: float | None, pays: float | None) -> None:
    told = stake(text, scenario(), CLAIMANT)
    assert (told.receives, told.pays) == (receives, pays)


def test_we_and_you_are_who_speaks_and_who_listens() -> None:
    told = stake("We pay you £5,000, and you return the keys.", ENGLISH, CLAIMANT, RESPONDENT)
    assert (told.receives, told.pays) == (5_000, None)
    assert stake("我方支付对方5万元", scenario(), RESPONDENT, RESPONDENT).pays == 50_000


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("最少收8万元，再少宁可起诉。", "floor", 80_000),
        ("低于八万元免谈。", "floor", 80_000),
        ("最多付3万元。", "ceiling", 30_000),
        ("总额不超过五万元。", "ceiling", 50_000),
        ("底线是12万。", "floor", 120_000),
        ("至少要拿回本金三十万元的九成。", "floor", 270_000),
        ("Will not take less than £4,000.", "floor", 4_000),
        ("Anything under £4,000 is unacceptable.", "floor", 4_000),
        ("Pays at most £1,200.", "ceiling", 1_200),
    ],
)
def test_limits(text: str, kind: str, value: float) -> None:
    (limit,) = bottom_line(text, claiming=True).limits
    assert (limit.kind, limit.value) == (kind, pytest.approx(value))

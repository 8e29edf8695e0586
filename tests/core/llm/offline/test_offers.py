"""Offers: what is written is read back, and what a language model or a person would write is understood."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogmed_core.domain.case import Language
from cogmed_core.llm.offline.acts import Act, acts_in, acts_refused
from cogmed_core.llm.offline.dispute import dispute
from cogmed_core.llm.offline.measure import Measure
from cogmed_core.llm.offline.offer import LEAST_TIME, grain, snapped, write_offer
from cogmed_core.llm.offline.offer_reading import read_offer
from cogmed_core.llm.offline.terms import Terms
from cogmed_core.llm.offline.wording import phrase
from tests.core.llm.offline.given import LANGUAGES, a_loan

CLAIMS: dict[str, dict[Measure, str]] = {
    "zh": {
        Measure.SUM: "请求归还借款100000元",
        Measure.ACCOUNT: "请求支付尚未付清的物业费",
        Measure.COST: "要求拆除围墙",
        Measure.PERIODIC: "请求每月支付生活费1000元",
        Measure.STEP: "要求停止夜间施工",
        Measure.TIME: "要求变更孩子的抚养权",
    },
    "en": {
        Measure.SUM: "asks for repayment of £100,000",
        Measure.ACCOUNT: "asks for payment of the outstanding rent",
        Measure.COST: "asks for the wall to be removed",
        Measure.PERIODIC: "asks for £1,000 a month",
        Measure.STEP: "asks the other side to stop working at night",
        Measure.TIME: "asks for custody of the children",
    },
}
"""A claim for every scale on which is bargained."""
MEASURES = sorted(Measure)
FREE = sorted(set(Act) - {Act.PROMPT, Act.INSTALMENTS})


@st.composite
def some_terms(draw: st.DrawFn) -> Terms:
    acts = frozenset(draw(st.sets(st.sampled_from(FREE))))
    timing = draw(st.sampled_from([None, Act.PROMPT, Act.INSTALMENTS]))
    return Terms(
        share=draw(st.integers(0, 100)) / 100,
        instalments=draw(st.integers(2, 24)) if timing is Act.INSTALMENTS else 1,
        days=draw(st.integers(1, 90)),
        acts=acts | ({timing} if timing else set()),
    )


@given(some_terms(), st.sampled_from(LANGUAGES), st.sampled_from(MEASURES), st.integers(2, 6))
def test_an_offer_is_read_back(terms: Terms, language: Language, measure: Measure, parties: int) -> None:
    matter = dispute(a_loan(language, CLAIMS[language][measure], parties))
    assert matter.measure is measure
    share = snapped(terms.share or 0, matter, up=False)
    read = read_offer(write_offer(replace(terms, share=share), matter), matter)
    assert read.share == pytest.approx(share)
    timed = {Act.PROMPT, Act.INSTALMENTS, Act.DUTY}
    assert read.acts - timed == terms.acts - timed
    if share and measure in (Measure.SUM, Measure.ACCOUNT, Measure.COST):
        assert read.acts == terms.acts - {Act.DUTY}
        assert read.instalments == terms.instalments
        assert read.days == terms.days


@given(some_terms(), st.sampled_from(LANGUAGES))
def test_a_duty_and_a_monthly_sum_beside_a_sum_are_terms_of_their_own(terms: Terms, language: Language) -> None:
    claim = {
        "zh": "要求支付医疗费20000元，每月付赡养费800元，并停止占用车位",
        "en": "asks for £20,000 and £800 a month, and asks the other side to stop using the garage",
    }[language]
    matter = dispute(a_loan(language, claim))
    assert (matter.measure, matter.claim, matter.rider, len(matter.duties)) == (Measure.SUM, 20000, 800, 1)
    share = snapped(terms.share or 0, matter, up=True)
    offer = write_offer(replace(terms, share=share), matter)
    read = read_offer(offer, matter)
    assert read.share == pytest.approx(share)
    assert (Act.DUTY in read.acts) is (Act.DUTY in terms.acts)
    assert ({"zh": "每月", "en": " a month"}[language] in offer) is (share > 0)


@given(st.floats(0, 1), st.sampled_from(LANGUAGES), st.sampled_from(MEASURES))
def test_a_share_is_moved_to_a_speakable_figure_on_its_own_side(
    share: float, language: Language, measure: Measure
) -> None:
    matter = dispute(a_loan(language, CLAIMS[language][measure]))
    up, down = snapped(share, matter, up=True), snapped(share, matter, up=False)
    if measure is Measure.TIME:
        share = max(LEAST_TIME, min(1 - LEAST_TIME, share))
    assert down - 1e-9 <= share <= up + 1e-9
    assert up - down <= grain(matter) + 1e-9


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("柏舟商行于2025年6月30日前一次性支付宁安澜8万元，宁安澜放弃其余请求。", 0.8),
        ("双方同意：柏舟商行先付30000元，余款40000元于三个月内付清，共计70000元。", 0.7),
        ("柏舟商行分6期偿还，每期10000元。", 0.6),
        ("按请求金额的七成支付，一次性付清。", 0.7),
        ("首期支付20000元，其余30000元年底前付清。", 0.5),
        ("柏舟商行全额归还借款，利息免除。", 1.0),
        ("宁安澜的请求100000元过高，柏舟商行支付55000元。", 0.55),
        ("逾期付款的，另付违约金5000元；柏舟商行支付60000元。", 0.6),
        ("宁安澜撤诉，柏舟商行不再支付任何款项。", 0.0),
        ("双方各自冷静，改日再谈。", None),
    ],
)
def test_the_share_of_a_chinese_offer_is_understood(text: str, share: float | None) -> None:
    read = read_offer(text, dispute(a_loan())).share
    assert read == (None if share is None else pytest.approx(share))


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("Bram Ltd shall pay Ada Quill £45,000 in full and final settlement within 14 days.", 0.45),
        ("Bram Ltd pays a total of £60,000: £20,000 at once and £40,000 by the end of the year.", 0.6),
        ("Bram Ltd pays ten monthly instalments of £5,000.", 0.5),
        ("Settle at 70% of the claim, paid in one payment.", 0.7),
        ("Bram Ltd repays in full.", 1.0),
        ("Each bears its own costs and Bram Ltd pays nothing.", 0.0),
        ("Let us meet again next week.", None),
    ],
)
def test_the_share_of_an_english_offer_is_understood(text: str, share: float | None) -> None:
    read = read_offer(text, dispute(a_loan("en"))).share
    assert read == (None if share is None else pytest.approx(share))


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("柏舟商行承担60%的费用，宁安澜承担40%。", 0.6),
        ("宁安澜承担30%的费用，其余由柏舟商行负责。", 0.7),
        ("拆墙费用由双方各承担一半。", 0.5),
    ],
)
def test_a_shared_cost_is_read_as_the_respondents_part(text: str, share: float) -> None:
    assert read_offer(text, dispute(a_loan("zh", "要求拆除围墙"))).share == pytest.approx(share)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("act", list(Act))
def test_the_name_of_an_act_is_read_as_that_act(language: Language, act: Act) -> None:
    assert acts_in(phrase(language, f"acts.{act}")) == {act}


@pytest.mark.parametrize("text", ["我不会道歉。", "拒绝提供担保。", "no apology", "We will not give security."])
def test_a_refused_act_is_no_act_of_the_offer(text: str) -> None:
    assert not acts_in(text)
    assert acts_refused(text)


@given(st.text(max_size=300), st.sampled_from(LANGUAGES), st.sampled_from(MEASURES))
def test_any_text_can_be_read_as_an_offer(text: str, language: Language, measure: Measure) -> None:
    read = read_offer(text, dispute(a_loan(language, CLAIMS[language][measure])))
    assert read.share is None or 0 <= read.share <= 1.5
    assert read.instalments >= 1
    assert read.days >= 0

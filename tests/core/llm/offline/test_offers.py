"""Offers: what is written is read back, and what a language model or a person would write is understood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogmed_core.domain.case import Language
from cogmed_core.llm.offline.acts import Act, acts_in, acts_refused
from cogmed_core.llm.offline.dispute import dispute
from cogmed_core.llm.offline.offer import grain, snapped, write_offer
from cogmed_core.llm.offline.offer_reading import read_offer
from cogmed_core.llm.offline.terms import Terms
from cogmed_core.llm.offline.wording import phrase
from tests.core.llm.offline.given import LANGUAGES, a_loan

CLAIMS = {
    "zh": ("请求归还借款100000元", "请求支付尚未付清的物业费", "要求拆除围墙"),
    "en": ("asks for repayment of £100,000", "asks for payment of the outstanding rent", "asks for the wall to go"),
}
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


@given(some_terms(), st.sampled_from(LANGUAGES), st.integers(0, 2), st.integers(2, 6))
def test_an_offer_is_read_back(terms: Terms, language: Language, kind: int, parties: int) -> None:
    matter = dispute(a_loan(language, CLAIMS[language][kind], parties))
    assert (matter.claim is not None) is (kind == 0)
    assert matter.payment is (kind != 2)
    read = read_offer(write_offer(terms, matter), matter)
    assert read.share == pytest.approx(terms.share)
    if terms.share:
        assert read.acts == terms.acts
        assert read.instalments == terms.instalments
        assert read.days == terms.days
    else:
        assert read.acts == terms.acts - {Act.PROMPT, Act.INSTALMENTS}


@given(st.floats(0, 1), st.sampled_from(LANGUAGES), st.integers(0, 2))
def test_a_share_is_moved_to_a_speakable_figure_on_its_own_side(share: float, language: Language, kind: int) -> None:
    matter = dispute(a_loan(language, CLAIMS[language][kind]))
    up, down = snapped(share, matter, up=True), snapped(share, matter, up=False)
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


@given(st.text(max_size=300), st.sampled_from(LANGUAGES), st.integers(0, 2))
def test_any_text_can_be_read_as_an_offer(text: str, language: Language, kind: int) -> None:
    read = read_offer(text, dispute(a_loan(language, CLAIMS[language][kind])))
    assert read.share is None or 0 <= read.share <= 1.5
    assert read.instalments >= 1
    assert read.days >= 0

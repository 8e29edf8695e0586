"""Loops of utterances and of proposals, and what is none."""

from cogmed_core.audit.repetition import detect
from cogmed_core.domain.finding import FindingKind, Severity
from cogmed_core.domain.party import MEDIATOR
from tests.core.audit.given import CLAIMANT, ENGLISH, RESPONDENT, Talk

COMPLAINT = "货早就交了，验收单也签了，你们没有任何理由拖着不付款，我们不会再让步。"


def test_the_same_words_three_times_are_a_loop() -> None:
    talk = Talk()
    for word in ("", "真的，", "还是那句话，"):
        talk.mediator("请继续。").says(CLAIMANT, word + COMPLAINT)
    (found,) = detect(talk.evidence())
    assert (found.kind, found.severity) == (FindingKind.UTTERANCE_LOOP, Severity.WARNING)
    assert (found.seat, found.round) == (CLAIMANT, 3)


def test_five_times_are_serious() -> None:
    talk = Talk()
    for _ in range(5):
        talk.mediator("请双方各自谈谈对这个方案的看法，再想想能不能各退一步。").says(CLAIMANT, "我们再想想。")
    assert [(one.seat, one.severity) for one in detect(talk.evidence())] == [(MEDIATOR, Severity.SERIOUS)]


def test_an_echo_a_set_phrase_and_a_moving_figure_are_no_loop() -> None:
    talk = Talk()
    for figure in ("95000", "90000", "85000"):
        talk.mediator("请说。").says(CLAIMANT, "没有异议。").offers(
            RESPONDENT, f"松涛公司支付{figure}元，三十日内付清。"
        )
    talk.mediator("请说。").says(CLAIMANT, COMPLAINT).mediator("再说。").says(CLAIMANT, COMPLAINT)
    assert list(detect(talk.evidence())) == []


def test_the_same_terms_tabled_again_and_again_are_a_loop() -> None:
    talk = Talk()
    for turn in range(3):
        talk.mediator(f"第{turn}次了。").offers(RESPONDENT, "松涛公司向韩某支付5万元，分五期付清。", f"理由{turn}。")
    (found,) = detect(talk.evidence())
    assert (found.kind, found.seat) == (FindingKind.PROPOSAL_LOOP, RESPONDENT)
    assert "1, 2, 3" in found.detail


def test_other_terms_around_the_same_sum_are_progress() -> None:
    talk = Talk()
    for more in ("", "；韩某撤回起诉", "；双方对内容保密"):
        talk.mediator("请说。").offers(RESPONDENT, f"松涛公司向韩某支付5万元{more}。")
    assert list(detect(talk.evidence())) == []


def test_english_loops() -> None:
    talk = Talk(ENGLISH)
    for _ in range(3):
        talk.mediator("Go on.").says(
            RESPONDENT, "We delivered what was agreed and we see no reason at all to pay a penny more than that."
        )
    assert [found.kind for found in detect(talk.evidence())] == [FindingKind.UTTERANCE_LOOP]

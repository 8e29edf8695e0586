"""What moves a litigant, one thing at a time: never the wrong way, and never below its bottom line."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogmed_core.domain.dialogue import Stance
from cogmed_core.domain.party import MEDIATOR, Personality, Profile
from cogmed_core.llm.offline.aims import read_aims
from cogmed_core.llm.offline.bargaining import counter_offer, position
from cogmed_core.llm.offline.dispute import dispute
from cogmed_core.llm.offline.experience import lived_through
from cogmed_core.llm.offline.offer_reading import read_offer
from cogmed_core.llm.offline.sight import Sight
from cogmed_core.llm.protocol import Purpose
from tests.core.llm.offline.given import Talk, a_belief, a_loan, answer, examples, someone

CHECK = (
    "宁安澜，如果今天谈不成，法院判下来，请求得到支持的范围大致在55000元到65000元之间。"
    "证据还不完整，诉讼大约要10个月，费用要先垫付，败诉和执行的风险都在。"
)
PRESSURE = "宁安澜，您必须接受，这是最后的机会，否则只能吃亏。"
persons = st.sampled_from(list(Personality))


def state(talk: Talk, round_number: int, profile: Profile, beliefs: Any = ()) -> Any:
    sight = Sight.of(talk.shown("litigant_1", round_number, profile))
    aims = read_aims(profile, sight.matter)
    felt = lived_through(sight, aims)
    return sight, aims, felt, position(sight, aims, felt, beliefs)


@given(persons, st.integers(2, 9), st.floats(0, 1))
def test_a_reality_check_never_raises_the_demand(
    personality: Personality, round_number: int, flexibility: float
) -> None:
    talk, checked = Talk(a_loan()), Talk(a_loan())
    for one in (talk, checked):
        one.say(1, MEDIATOR, "请各方讲讲。").say(1, "litigant_1", "我要求还款。").say(1, "litigant_2", "我不认。")
    talk.say(round_number, MEDIATOR, "请继续。")
    checked.say(round_number, MEDIATOR, CHECK)
    beliefs = (a_belief("litigant_1", "litigant_2", flexibility),)
    for held in ((), beliefs):
        plain, sober = (state(one, round_number, someone(personality), held)[3] for one in (talk, checked))
        assert sober.floor < plain.floor
        assert sober.target <= plain.target
        assert sober.floor >= 0.6


def test_only_a_check_with_a_figure_that_is_lower_than_the_own_view_brings_a_party_all_the_way() -> None:
    def pride(text: str) -> float:
        return float(state(Talk(a_loan()).say(1, MEDIATOR, text), 2, someone())[2].pride)

    concrete, vague, none = pride(CHECK), pride("诉讼耗时、费用也不低，还有风险。"), pride("请继续讲。")
    assert concrete < vague < none == 1.0
    rosy = CHECK.replace("55000元到65000元", "95000元到98000元")
    assert state(Talk(a_loan()).say(1, MEDIATOR, rosy), 2, someone())[3].floor == pytest.approx(
        state(Talk(a_loan()), 2, someone())[3].floor
    )


def test_a_check_for_the_other_side_leaves_a_party_as_it_is() -> None:
    other = CHECK.replace("宁安澜", "柏舟商行")
    assert state(Talk(a_loan()).say(1, MEDIATOR, other), 2, someone())[2].pride == 1.0


@given(persons)
def test_pressure_and_slights_frustrate_and_being_heard_soothes(personality: Personality) -> None:
    def frustration(*lines: tuple[str, str, str | None]) -> float:
        talk = Talk(a_loan())
        for seat, text, offer in lines:
            talk.say(1, seat, text, offer, "undecided" if seat != MEDIATOR else None)
        return float(state(talk, 2, someone(personality))[2].frustration)

    low = ("litigant_2", "就这么多。", "柏舟商行向宁安澜支付1000元。")
    insult = ("litigant_2", "你这个骗子，无耻！", "柏舟商行向宁安澜支付1000元。")
    calm = (MEDIATOR, "宁安澜，我理解您的心情，您最关心的是什么？", None)
    assert frustration(insult) > frustration(low) > 0
    assert frustration((MEDIATOR, PRESSURE, None)) > 0
    assert frustration(low, calm) < frustration(low)


def test_an_early_proposal_before_anybody_was_asked_is_felt_as_pressure() -> None:
    package = "柏舟商行向宁安澜支付70000元。"
    early = Talk(a_loan()).say(1, MEDIATOR, "我提一个方案。", package)
    asked = Talk(a_loan()).say(1, MEDIATOR, "宁安澜，您最关心的是什么？").say(1, MEDIATOR, "我提一个方案。", package)
    assert state(early, 2, someone())[2].frustration > state(asked, 2, someone())[2].frustration


@given(persons, st.integers(1, 9))
def test_time_only_lowers_the_target(personality: Personality, round_number: int) -> None:
    talk = Talk(a_loan())
    now, later = (state(talk, number, someone(personality))[3].target for number in (round_number, round_number + 1))
    assert later <= now


@given(persons, st.integers(1, 10), st.floats(0, 1), st.floats(0, 1))
def test_a_more_flexible_opponent_is_asked_for_no_less_before_it_has_offered(
    personality: Personality, round_number: int, one: float, other: float
) -> None:
    less, more = sorted((one, other))
    gone = [
        state(Talk(a_loan()), round_number, someone(personality), (a_belief("litigant_1", "litigant_2", flexibility),))[
            3
        ]
        for flexibility in (less, more)
    ]
    assert gone[0].gone <= gone[1].gone + 1e-9


def test_beliefs_stop_a_party_from_asking_for_more_than_there_is() -> None:
    talk = Talk(a_loan()).say(1, "litigant_2", "到顶了。", "柏舟商行向宁安澜支付75000元。", "undecided")
    stubborn = (a_belief("litigant_1", "litigant_2", 0.0),)
    hard = someone(Personality.HARDLINE)
    assert state(talk, 2, hard, stubborn)[3].target == pytest.approx(0.75, abs=0.01)
    assert state(talk, 2, hard)[3].target > 0.9


offers = st.integers(0, 120).map(lambda share: f"柏舟商行向宁安澜支付{share * 1000}元。")
endings = st.sampled_from(["", "柏舟商行当面道歉。", "双方保密。", "分3期付清。", "宁安澜放弃其余请求。"])


@st.composite
def some_talk(draw: st.DrawFn) -> tuple[Talk, int]:
    talk = Talk(a_loan(parties=draw(st.integers(2, 4))))
    seats = [MEDIATOR, *(party.seat for party in talk.scenario.parties)]
    last = draw(st.integers(1, 10))
    for number in range(1, last + 1):
        for seat in draw(st.lists(st.sampled_from(seats[:1] + seats[2:]), max_size=3)):
            text = draw(st.sampled_from(["好。", "不行！", "我理解，您最关心什么？", CHECK, PRESSURE, "请拿出方案。"]))
            offer = draw(st.none() | st.builds(str.__add__, offers, endings))
            talk.say(number, seat, text, offer, "undecided")
    return talk, last


@examples(300)
@given(some_talk(), persons, st.integers(0, 5), st.floats(0, 1), st.booleans())
def test_nothing_below_the_bottom_line_is_accepted_or_offered(
    talk_and_round: tuple[Talk, int], personality: Personality, seed: int, flexibility: float, believing: bool
) -> None:
    talk, number = talk_and_round
    profile = someone(personality)
    beliefs = (
        tuple(a_belief("litigant_1", one.seat, flexibility) for one in talk.scenario.parties[1:]) if believing else ()
    )
    reply = answer(Purpose.LITIGATE, talk.shown("litigant_1", number, profile, beliefs=beliefs), seed=seed)
    matter = dispute(talk.scenario)
    aims = read_aims(profile, matter)
    signed = reply["counter_offer"]
    if reply["stance"] == Stance.ACCEPT:
        signed = talk.proposals[reply["accepted_proposal"] - 1].text
    if signed:
        worth = aims.utility(read_offer(signed, matter))
        assert worth is not None
        assert worth >= aims.bottom - 1e-9


@examples(60)
@given(persons, st.integers(0, 5), st.booleans())
def test_offers_are_never_taken_back(personality: Personality, seed: int, heated: bool) -> None:
    talk, profile = Talk(a_loan()), someone(personality)
    shares: list[float] = []
    for number in range(1, 11):
        talk.say(number, MEDIATOR, CHECK if number == 4 else "请各方拿出调整后的方案。")
        reply = answer(Purpose.LITIGATE, talk.shown("litigant_1", number, profile), seed=seed)
        talk.say(
            number, "litigant_1", reply["text"], reply["counter_offer"], reply["stance"], reply["accepted_proposal"]
        )
        if reply["counter_offer"]:
            share = read_offer(reply["counter_offer"], dispute(talk.scenario)).share
            assert share is not None
            shares.append(share)
        talk.say(
            number,
            "litigant_2",
            "骗子！" if heated else "可以谈。",
            f"柏舟商行向宁安澜支付{number * 3000}元。",
            "undecided",
        )
    assert shares
    assert shares == sorted(shares, reverse=True)


def test_what_another_has_accepted_this_round_is_preferred_to_what_is_newer() -> None:
    talk = Talk(a_loan(parties=3))
    talk.say(9, MEDIATOR, "方案一。", "柏舟商行向宁安澜支付90000元。")
    talk.say(9, MEDIATOR, "方案二。", "柏舟商行向宁安澜支付94000元。")
    newest = answer(Purpose.LITIGATE, talk.shown("litigant_1", 9, someone(Personality.CONCILIATORY)))
    talk.say(9, "litigant_2", "同意第1号。", None, "accept", 1)
    joined = answer(Purpose.LITIGATE, talk.shown("litigant_1", 9, someone(Personality.CONCILIATORY)))
    assert (newest["accepted_proposal"], joined["accepted_proposal"]) == (2, 1)


def test_an_interest_is_told_once_asked_for_and_then_asked_of_the_other_side() -> None:
    talk = Talk(a_loan()).say(1, MEDIATOR, "请拿出方案。")
    silent = answer(Purpose.LITIGATE, talk.shown("litigant_1", 1, someone()))
    assert "道歉" not in silent["text"] + (silent["counter_offer"] or "")
    talk = (
        Talk(a_loan())
        .say(1, MEDIATOR, "宁安澜，您最关心的是什么？")
        .say(3, MEDIATOR, "宁安澜，您最关心的是什么？请拿出方案。")
    )
    told = answer(Purpose.LITIGATE, talk.shown("litigant_1", 3, someone()))
    assert "道歉" in told["text"]
    assert "道歉" in told["counter_offer"]


def test_an_offer_with_a_wanted_act_costs_less_money() -> None:
    plain = Talk(a_loan()).say(5, MEDIATOR, "请拿出方案。")
    asked = (
        Talk(a_loan()).say(1, "litigant_1", "我在意的是当面道歉。", None, "undecided").say(5, MEDIATOR, "请拿出方案。")
    )
    sums = []
    for talk in (plain, asked):
        sight, aims, felt, at = state(talk, 5, someone())
        terms = counter_offer(sight, aims, felt, at)
        assert terms is not None
        sums.append(terms.share)
    assert sums[1] < sums[0]

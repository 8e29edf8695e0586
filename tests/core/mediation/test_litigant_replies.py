"""What a litigant's reply may say of its stance; anything else goes back with the reason and changes nothing."""

import re

import pytest

from cogmed_core.domain.dialogue import Stance
from cogmed_core.llm.protocol import Purpose
from tests.core.mediation.people import Line, asked_for, cast, offers, play, says, speech

ONE, TWO = "litigant_1", "litigant_2"

BAD = [
    (says("accept", 9), r"a proposal on the table: \[1\]"),
    (says("accept", 0), r"a proposal on the table: \[1\]"),
    (says("accept", -1), r"a proposal on the table: \[1\]"),
    (says("accept"), r"a proposal on the table: \[1\]"),
    (says("accept", 1, offer="and 5000 more"), "exclude each other"),
    (says("undecided", 1), "'undecided' goes with accepted_proposal null"),
    (says("reject", 1), "'reject' goes with accepted_proposal null"),
    (says("withdraw", 1), "'withdraw' goes with accepted_proposal null"),
    (says("reject", 1, offer="less"), "'reject' goes with accepted_proposal null"),
    (says("withdraw", offer="last chance"), "exclude each other"),
    (says("agree", 1), "stance"),
    (says("ACCEPT", 1), "stance"),
    (says(text=""), "text"),
    (says(text="  \n "), "text"),
    ({**says("accept", 1), "accepted_proposal": "1"}, "accepted_proposal"),
    ({**says("accept", 1), "accepted_proposal": 1.5}, "accepted_proposal"),
    ({**says("accept", 1), "accepted_proposal": True}, "accepted_proposal"),
    ({**says(), "counter_offer": {"sum": 5}}, "counter_offer"),
    ({**says(), "note": "x"}, "note"),
    ({"text": "Hm.", "stance": "undecided"}, "thought"),
]


@pytest.mark.parametrize(("bad", "reason"), BAD)
def test_a_reply_that_contradicts_itself_goes_back_with_its_reason(bad: Line, reason: str) -> None:
    model = cast({(1, "mediator"): speech(proposal="half"), (1, ONE): [bad, says("reject", text="No, then.")]})
    episode = play(model, "baseline", rounds=1).episode
    first, second = asked_for(model, Purpose.LITIGATE, seat=ONE)
    assert second.messages[:2] == first.messages
    assert re.search(reason, second.messages[-1].content)
    assert (episode.utterances[1].text, episode.utterances[1].stance) == ("No, then.", Stance.REJECT)
    assert [proposal.text for proposal in episode.proposals] == ["half"]
    assert episode.utterances[1].accepted is None


def test_before_there_is_a_proposal_nothing_can_be_accepted() -> None:
    model = cast({(1, ONE): [says("accept", 1), says()]})
    play(model, "baseline", rounds=1)
    assert "a proposal on the table: []" in asked_for(model, Purpose.LITIGATE, seat=ONE)[1].messages[-1].content


def test_one_cannot_accept_what_comes_later_in_the_round() -> None:
    model = cast({(1, ONE): [says("accept", 1), says()], (1, TWO): offers("half")})
    episode = play(model, "baseline", rounds=1).episode
    assert episode.outcome == "deadlock"
    assert episode.utterances[1].stance is Stance.UNDECIDED


def test_an_old_proposal_can_still_be_accepted_by_its_number() -> None:
    lines = {(1, "mediator"): speech(proposal="half"), (2, "mediator"): speech(proposal="a third")}
    model = cast({**lines, (3, ONE): says("accept", 1), (3, TWO): says("accept", 1)})
    episode = play(model, "baseline", rounds=3).episode
    assert (episode.outcome, episode.settlement) == ("agreement", "1. half")


@pytest.mark.parametrize("blank", ["", "  ", "\n\t", "\u3000"])
@pytest.mark.parametrize("stance", ["undecided", "reject", "withdraw"])
def test_a_blank_offer_is_none(blank: str, stance: str) -> None:
    episode = play(cast({(1, ONE): says(stance, offer=blank)}), "baseline", rounds=1).episode
    assert episode.proposals == ()
    assert (episode.utterances[1].tabled, episode.utterances[1].accepted) == (None, None)


@pytest.mark.parametrize("blank", ["", "  ", "\n"])
def test_accepting_with_a_blank_offer_is_accepting(blank: str) -> None:
    lines = {(1, "mediator"): speech(proposal="half"), (1, ONE): says("accept", 1, blank), (1, TWO): says("accept", 1)}
    assert play(cast(lines), "baseline", rounds=1).episode.outcome == "agreement"


@pytest.mark.parametrize("blank", ["", " ", "\n"])
@pytest.mark.parametrize("configuration", ["baseline", "full"])
def test_the_mediators_blank_proposal_is_none(blank: str, configuration: str) -> None:
    episode = play(cast({(1, "mediator"): speech(proposal=blank)}), configuration, rounds=1).episode
    assert episode.proposals == ()


def test_an_offer_can_go_with_being_undecided() -> None:
    lines = {(1, ONE): says("undecided", offer="half"), (1, TWO): says("accept", 1)}
    assert play(cast(lines), "baseline", rounds=1).episode.outcome == "agreement"


def test_speech_and_offers_are_kept_without_the_space_around_them() -> None:
    episode = play(cast({(1, ONE): says("reject", offer=" half \n", text=" No.\n")}), "baseline", rounds=1).episode
    assert (episode.utterances[1].text, episode.proposals[0].text) == ("No.", "half")


def test_the_thought_may_be_empty() -> None:
    episode = play(cast({(1, ONE): {**says(), "thought": ""}}), "baseline", rounds=1).episode
    assert episode.status == "finished"

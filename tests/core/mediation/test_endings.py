"""The three ends of a mediation and the error path (paper §3.4)."""

import pytest

from cogmed_core.domain.dialogue import Stance
from cogmed_core.domain.episode import Outcome
from cogmed_core.errors import AccessError, EndpointError, ModelError, RefusedError, ReplyError
from cogmed_core.experiment.definition import load_experiment
from cogmed_core.llm.failures import RefusalError, TransientError
from cogmed_core.llm.protocol import Purpose
from tests.core.mediation.people import Script, a_scenario, accepts, calls, cast, offers, play, says, speech, use

ONE, TWO, THREE = "litigant_1", "litigant_2", "litigant_3"


def test_agreement_is_the_first_round_in_which_all_stand_by_one_proposal() -> None:
    lines: Script = {
        (1, "mediator"): speech(proposal="pay half"),
        (1, ONE): accepts(1),
        (2, TWO): accepts(1),
        (3, ONE): accepts(1),
        (3, TWO): accepts(1),
        (4, ONE): accepts(1),
        (4, TWO): accepts(1),
    }
    episode = play(cast(lines), rounds=5).episode
    assert (episode.status, episode.outcome, episode.rounds) == ("finished", Outcome.AGREEMENT, 3)
    assert (episode.agreement_round, episode.settlement) == (3, "1. pay half")
    assert max(utterance.round for utterance in episode.utterances) == 3
    assert (episode.error_kind, episode.error) == (None, None)


def test_two_who_accept_different_proposals_have_not_agreed() -> None:
    lines: Script = {(1, "mediator"): speech(proposal="pay half"), (2, "mediator"): speech(proposal="pay a third")}
    lines |= {(number, seat): accepts(n) for number in (2, 3) for n, seat in ((1, ONE), (2, TWO))}
    episode = play(cast(lines), rounds=3).episode
    assert (episode.outcome, episode.agreement_round, episode.settlement) == (Outcome.DEADLOCK, None, None)


def test_who_makes_an_offer_stands_by_it_in_that_round() -> None:
    lines: Script = {(2, ONE): offers("60000 at once"), (2, TWO): accepts(1)}
    episode = play(cast(lines)).episode
    assert (episode.outcome, episode.agreement_round) == (Outcome.AGREEMENT, 2)
    assert [u.accepted for u in episode.utterances if u.round == 2] == [None, 1, 1]
    assert [u.tabled for u in episode.utterances if u.round == 2] == [None, 1, None]


def test_and_in_that_round_only() -> None:
    lines: Script = {(1, ONE): offers("60000 at once"), (2, TWO): accepts(1)}
    assert play(cast(lines)).episode.outcome is Outcome.DEADLOCK


def test_a_new_offer_replaces_what_its_maker_stood_by() -> None:
    lines: Script = {(1, ONE): offers("60000"), (2, ONE): offers("50000"), (2, TWO): accepts(1)}
    assert play(cast(lines)).episode.outcome is Outcome.DEADLOCK


def test_the_same_words_from_both_sides_are_two_proposals() -> None:
    lines: Script = {(1, ONE): offers("pay half"), (1, TWO): offers("pay half")}
    episode = play(cast(lines)).episode
    assert [proposal.number for proposal in episode.proposals] == [1, 2]
    assert episode.outcome is Outcome.DEADLOCK


def test_the_mediators_own_proposal_needs_every_litigant_and_nobody_else() -> None:
    lines: Script = {(1, "mediator"): speech(proposal="pay half"), (1, ONE): accepts(1), (1, TWO): accepts(1)}
    episode = play(cast(lines)).episode
    assert (episode.outcome, episode.rounds) == (Outcome.AGREEMENT, 1)
    assert episode.utterances[0].stance is None and episode.utterances[0].accepted is None


def test_of_three_parties_not_one_may_be_missing() -> None:
    lines: Script = {(1, "mediator"): speech(proposal="pay half"), (1, ONE): accepts(1), (1, THREE): accepts(1)}
    lines |= {(3, seat): accepts(1) for seat in (ONE, TWO, THREE)}
    episode = play(cast(lines), scenario=a_scenario(3)).episode
    assert (episode.outcome, episode.agreement_round) == (Outcome.AGREEMENT, 3)
    assert [u.seat for u in episode.utterances if u.round == 1] == ["mediator", ONE, TWO, THREE]


@pytest.mark.parametrize("name", ["demo", "paper"])
def test_ten_rounds_without_either_are_a_deadlock(name: str) -> None:
    episode = play(cast(), rounds=load_experiment(name).rounds).episode
    assert (episode.status, episode.outcome, episode.rounds) == ("finished", Outcome.DEADLOCK, 10)
    assert [u.round for u in episode.utterances if u.seat == "mediator"] == list(range(1, 11))
    assert (episode.agreement_round, episode.settlement) == (None, None)


def test_the_last_round_can_still_agree() -> None:
    lines: Script = {(4, ONE): offers("pay half"), (4, TWO): accepts(1)}
    episode = play(cast(lines), rounds=4).episode
    assert (episode.outcome, episode.agreement_round) == (Outcome.AGREEMENT, 4)


def test_who_withdraws_breaks_it_off_after_the_round() -> None:
    episode = play(cast({(2, ONE): says("withdraw")}), scenario=a_scenario(3)).episode
    assert (episode.status, episode.outcome, episode.rounds) == ("finished", Outcome.BREAKDOWN, 2)
    assert [u.seat for u in episode.utterances if u.round == 2] == ["mediator", ONE, TWO, THREE]
    assert (episode.agreement_round, episode.settlement) == (None, None)


@pytest.mark.parametrize("leaver", [ONE, TWO, THREE])
def test_what_the_others_agreed_does_not_outweigh_a_withdrawal(leaver: str) -> None:
    lines: Script = {(1, "mediator"): speech(proposal="pay half")}
    lines |= {(1, seat): says("withdraw") if seat == leaver else accepts(1) for seat in (ONE, TWO, THREE)}
    simulation = play(cast(lines), scenario=a_scenario(3))
    assert simulation.episode.outcome is Outcome.BREAKDOWN
    assert calls(simulation)["draft"] == 0


def test_a_withdrawal_in_the_last_round_is_no_deadlock() -> None:
    assert play(cast({(4, TWO): says("withdraw")}), rounds=4).episode.outcome is Outcome.BREAKDOWN


FAILURES = [
    (EndpointError("nobody answers"), "endpoint"),
    (TransientError("busy"), "endpoint"),
    (RefusedError("will not say that"), "refused"),
    (RefusalError("will not say that", "violence"), "refused"),
    (ReplyError("no sense in it"), "reply"),
]


@pytest.mark.parametrize(("error", "kind"), FAILURES)
@pytest.mark.parametrize("seat", ["mediator", ONE, TWO])
def test_a_model_that_fails_fails_the_episode_and_keeps_what_was_said(error: ModelError, kind: str, seat: str) -> None:
    simulation = play(cast({(1, ONE): offers("pay half"), (2, seat): error}))
    episode = simulation.episode
    assert (episode.status, episode.outcome, episode.settlement) == ("failed", None, None)
    assert (episode.error_kind, episode.error) == (kind, str(error))
    assert episode.rounds == 1
    spoken = ["mediator", ONE, TWO, "mediator", ONE, TWO]
    assert [u.seat for u in episode.utterances] == spoken[: 3 + spoken.index(seat)]
    assert [proposal.text for proposal in episode.proposals] == ["pay half"]
    assert episode.dialogue.count("<turn>") == len(episode.utterances)
    assert simulation.exchanges[-1].error == str(error)
    assert sum(usage.calls for usage in episode.usage) == len(simulation.exchanges) - 1


@pytest.mark.parametrize("purpose", [Purpose.STAGE, Purpose.BELIEF, Purpose.DRAFT, Purpose.REALITY_CHECK])
def test_whatever_the_call_was_for(purpose: Purpose) -> None:
    lines: Script = {
        (1, "mediator"): [use("perform_reality_check", ONE), speech()],
        (1, ONE): offers("pay half"),
        (1, TWO): accepts(1),
    }
    simulation = play(cast(lines, {purpose: lambda _: EndpointError("gone")}))
    episode = simulation.episode
    assert (episode.status, episode.outcome, episode.error_kind) == ("failed", None, "endpoint")
    assert episode.rounds == (1 if purpose is Purpose.DRAFT else 0)
    assert (episode.agreement_round, episode.settlement) == (None, None)
    assert calls(simulation)["judge"] == 0


def test_a_reply_that_stays_unusable_fails_the_episode_with_its_reason() -> None:
    episode = play(cast({(1, TWO): "I would rather not."})).episode
    assert (episode.status, episode.error_kind) == ("failed", "reply")
    assert episode.error is not None
    assert "LitigantReply" in episode.error and "I would rather not." in episode.error


@pytest.mark.parametrize("seat", ["mediator", ONE, TWO])
def test_a_rejected_key_stops_the_run(seat: str) -> None:
    with pytest.raises(AccessError, match="the key was rejected"):
        play(cast({(2, seat): AccessError("the key was rejected")}))


def test_standing_by_is_on_record() -> None:
    lines: Script = {(1, ONE): offers("pay half"), (1, TWO): says("reject"), (2, TWO): accepts(1)}
    said = {(u.round, u.seat): u for u in play(cast(lines)).episode.utterances}
    assert said[1, ONE].stance is Stance.REJECT and said[1, ONE].accepted == 1
    assert said[1, TWO].stance is Stance.REJECT and said[1, TWO].accepted is None
    assert said[2, TWO].stance is Stance.ACCEPT and said[2, TWO].accepted == 1
    assert said[2, ONE].stance is Stance.UNDECIDED and said[2, ONE].accepted is None

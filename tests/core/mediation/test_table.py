"""The acceptance state, against the rule in its own words: all litigants, one proposal, one round."""

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st

from cogmed_core.domain.dialogue import Stance, Utterance
from cogmed_core.domain.episode import Outcome
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.mediation.controller import mediate
from cogmed_core.mediation.table import Table
from tests.core.mediation.people import a_scenario, profiles_of

PARTIES = st.integers(2, 5)
TURNS = st.lists(st.sampled_from(["silent", "offer", "accept", "reject"]), min_size=5, max_size=5)


def a_table(parties: int = 2) -> Table:
    scenario = a_scenario(parties)
    return Table(scenario, profiles_of(scenario), rounds=10)


@settings(deadline=None)
@given(PARTIES, st.lists(st.tuples(st.booleans(), TURNS, st.integers(0, 30)), min_size=1, max_size=5))
def test_agreed_means_all_stood_by_one_proposal_in_this_round(
    parties: int, rounds: list[tuple[bool, list[str], int]]
) -> None:
    table = a_table(parties)
    for mediator_proposes, turns, choice in rounds:
        table.open_round()
        assert table.agreed is None, "a round begins with nobody standing by anything"
        table.say(MEDIATOR, "m", offer="terms" if mediator_proposes else None)
        stood: list[int | None] = []
        for number, turn in enumerate(turns[:parties], start=1):
            there = len(table.proposals)
            seat = f"litigant_{number}"
            if turn == "offer":
                stood.append(table.say(seat, "o", offer="terms", stance=Stance.REJECT).tabled)
            elif turn == "accept" and there:
                stood.append(choice % there + 1)
                table.say(seat, "a", stance=Stance.ACCEPT, accepted=stood[-1])
            else:
                stood.append(None)
                table.say(seat, "s", stance=Stance.REJECT if turn == "reject" else Stance.UNDECIDED)
        agreed = table.agreed
        table.close_round()
        assert (agreed is not None) == (None not in stood and len(set(stood)) == 1)
        if agreed:
            assert agreed.number == stood[0]


@settings(deadline=None)
@given(PARTIES, st.lists(st.integers(0, 5), min_size=1, max_size=12))
def test_proposals_and_utterances_are_numbered_through(parties: int, speakers: list[int]) -> None:
    table = a_table(parties)
    table.open_round()
    for speaker in speakers:
        litigant = 1 <= speaker <= parties
        seat = f"litigant_{speaker}" if litigant else MEDIATOR
        table.say(seat, "x", offer="terms", stance=Stance.UNDECIDED if litigant else None)
    assert [proposal.number for proposal in table.proposals] == list(range(1, len(speakers) + 1))
    assert [utterance.position for utterance in table.utterances] == list(range(1, len(speakers) + 1))
    assert [proposal.seat for proposal in table.proposals] == [utterance.seat for utterance in table.utterances]


def test_a_view_is_of_its_moment() -> None:
    table = a_table()
    table.open_round()
    before = table.view("litigant_1")
    table.say(MEDIATOR, "welcome", offer="terms")
    assert (before.utterances, before.proposals, before.dialogue) == ((), (), "")
    assert len(table.view("litigant_1").utterances) == 1


def test_who_accepts_and_leaves_in_one_breath_has_left() -> None:
    """Whatever seats do, a withdrawal is looked at first; a litigant's reply cannot even say both."""

    class Hasty:
        def __init__(self, seat: str) -> None:
            self.seat = seat

        async def turn(self, table: Table) -> None:
            table.say(self.seat, "Agreed.", stance=Stance.ACCEPT, accepted=1)
            table.say(self.seat, "No, I am leaving.", stance=Stance.WITHDRAW)

    class Proposer:
        async def turn(self, table: Table) -> None:
            table.say(MEDIATOR, "Half?", offer="half")

    conclusion = asyncio.run(mediate(a_table(), Proposer(), [Hasty("litigant_1"), Hasty("litigant_2")], rounds=3))
    assert (conclusion.outcome, conclusion.rounds, conclusion.agreed) == (Outcome.BREAKDOWN, 1, None)


def test_since_the_last_turn_is_what_others_said() -> None:
    table = a_table(3)
    for _ in range(2):
        table.open_round()
        for seat in (MEDIATOR, "litigant_1", "litigant_2", "litigant_3"):
            table.say(seat, "x", stance=None if seat == MEDIATOR else Stance.UNDECIDED)
    table.open_round()
    table.say(MEDIATOR, "x")
    heard = [(u.round, u.seat) for u in table.view("litigant_2").since_last_turn()]
    assert heard == [(2, "litigant_3"), (3, MEDIATOR)]
    assert table.view("litigant_4").since_last_turn() == tuple(table.utterances)


def test_only_its_own_seat_sees_a_profile() -> None:
    table = a_table(3)
    seats = ["litigant_1", "litigant_2", "litigant_3"]
    profiles = [table.view(seat).profile for seat in seats]
    assert [profile.seat for profile in profiles if profile] == seats
    assert table.view(MEDIATOR).profile is None
    assert table.view(MEDIATOR).party is None
    assert [party.seat for party in table.view("litigant_2").opponents] == ["litigant_1", "litigant_3"]


def test_whoever_listens_hears_every_utterance() -> None:
    heard: list[Utterance] = []
    table = a_table()
    table.on_utterance = heard.append
    table.open_round()
    table.say(MEDIATOR, "welcome")
    table.say("litigant_1", "thanks", stance=Stance.UNDECIDED)
    assert heard == table.utterances

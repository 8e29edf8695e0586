"""Belief tracking: recursive, before every reply, each opponent exactly once, within bounds."""

from itertools import groupby
from typing import Any

import pytest

from cogmed_core.llm.protocol import ChatRequest, Purpose
from cogmed_core.llm.scripted import Scripted
from cogmed_core.mediation.modules.belief_tracking import update_about
from tests.core.mediation.people import Line, a_scenario, asked_for, believes, calls, cast, play, prompt, says

ONE, TWO = "litigant_1", "litigant_2"


def numbered(request: ChatRequest) -> Line:
    """Beliefs that tell who formed them and when."""
    number, seat = request.variables["round"], request.variables["seat"]
    about = [party.seat for party in request.variables["opponents"]]
    return believes(about, f"goal seen by {seat} in round {number}", -number / 10, number / 10)


def revised(model: Scripted, seat: str) -> list[ChatRequest]:
    return asked_for(model, Purpose.BELIEF, seat=seat)


def test_what_was_believed_is_where_the_next_update_starts() -> None:
    model = cast(answers={Purpose.BELIEF: numbered})
    play(model, rounds=3)
    first, second, third = revised(model, ONE)
    assert first.variables["held"] == ()
    assert "goal seen by" not in prompt(first)
    for later, number in ((second, 1), (third, 2)):
        held = later.messages[1].content.partition("<held>")[2].partition("</held>")[0]
        assert f"goal seen by {ONE} in round {number}" in held
        assert f"emotional_valence = {-number / 10}" in held and f"flexibility = {number / 10}" in held
    assert "in round 1" not in prompt(third), "older beliefs live on in the newer ones only"


def test_an_update_is_about_everything_heard_since_the_last_turn() -> None:
    model = cast({(1, TWO): says(text="my last word"), (1, "litigant_3"): says(text="mine too")})
    play(model, scenario=a_scenario(3), rounds=2)
    received = revised(model, TWO)[1].variables["received"]
    assert [(u.round, u.seat) for u in received] == [(1, "litigant_3"), (2, "mediator"), (2, ONE)]


def test_beliefs_come_before_the_reply_and_are_in_its_prompt() -> None:
    model = cast(answers={Purpose.BELIEF: numbered})
    play(model, "full", rounds=2)
    order = [
        (r.purpose, r.variables["seat"]) for r in model.requests if r.purpose in (Purpose.BELIEF, Purpose.LITIGATE)
    ]
    assert order == [(purpose, seat) for seat in (ONE, TWO) for purpose in (Purpose.BELIEF, Purpose.LITIGATE)] * 2
    for request in asked_for(model, Purpose.LITIGATE):
        number, seat = request.variables["round"], request.variables["seat"]
        assert f"goal seen by {seat} in round {number}" in prompt(request)
        assert [belief.seat for belief in request.variables["beliefs"]] == [seat]


@pytest.mark.parametrize("parties", [2, 3, 4, 5])
def test_each_opponent_is_covered_once_a_round(parties: int) -> None:
    scenario = a_scenario(parties)
    episode = play(cast(), scenario=scenario, rounds=2).episode
    seats = [party.seat for party in scenario.parties]
    expected = [(n, own, other) for n in (1, 2) for own in seats for other in seats if own != other]
    assert [(b.round, b.seat, b.about) for b in episode.beliefs] == expected


def test_the_mediator_may_hold_beliefs_too() -> None:
    model = cast(answers={Purpose.BELIEF: numbered})
    simulation = play(model, "mediator_dbt", rounds=2)
    assert calls(simulation)["belief"] == 2 * 3
    own = revised(model, "mediator")
    assert own[0].messages[0] == asked_for(model, Purpose.MEDIATE)[0].messages[0], "it stays the mediator"
    assert [party.seat for party in own[0].variables["opponents"]] == [ONE, TWO]
    assert "goal seen by mediator in round 2" in prompt(asked_for(model, Purpose.MEDIATE)[1])
    rounds = [number for number, _ in groupby(belief.round for belief in simulation.episode.beliefs)]
    assert rounds == [1, 2], "in the order of rounds, whoever holds them"


def update(*beliefs: tuple[str, Any, Any, Any]) -> Line:
    keys = ("about", "perceived_goal", "emotional_valence", "flexibility")
    return {"beliefs": [dict(zip(keys, belief, strict=True)) for belief in beliefs]}


BAD = [
    (update(), "beliefs"),
    (update((TWO, "g", 0, 0)), "beliefs"),
    (update((TWO, "g", 0, 0), (TWO, "g", 0, 0)), "one belief for each opponent"),
    (update((TWO, "g", 0, 0), (ONE, "g", 0, 0)), "beliefs.1.about"),
    (update((TWO, "g", 0, 0), ("mediator", "g", 0, 0)), "beliefs.1.about"),
    (update((TWO, "g", 0, 0), ("litigant_4", "g", 0, 0)), "beliefs.1.about"),
    (update((TWO, "g", -1.01, 0), ("litigant_3", "g", 0, 0)), "beliefs.0.emotional_valence"),
    (update((TWO, "g", 1.01, 0), ("litigant_3", "g", 0, 0)), "beliefs.0.emotional_valence"),
    (update((TWO, "g", 0, -0.01), ("litigant_3", "g", 0, 0)), "beliefs.0.flexibility"),
    (update((TWO, "g", 0, 1.01), ("litigant_3", "g", 0, 0)), "beliefs.0.flexibility"),
    (update((TWO, "g", "0", 0), ("litigant_3", "g", 0, 0)), "beliefs.0.emotional_valence"),
    (update((TWO, "g", None, 0), ("litigant_3", "g", 0, 0)), "beliefs.0.emotional_valence"),
    (update((TWO, "  ", 0, 0), ("litigant_3", "g", 0, 0)), "beliefs.0.perceived_goal"),
]


@pytest.mark.parametrize(("bad", "named"), BAD)
def test_a_belief_about_nobody_or_out_of_bounds_is_asked_for_again(bad: Line, named: str) -> None:
    replies = iter([bad, update(("litigant_3", "g", 1, 0), (TWO, "g", -1, 1))])
    model = cast(
        answers={
            Purpose.BELIEF: lambda r: (
                next(replies) if r.variables["seat"] == ONE else update((ONE, "g", 0, 0), *others(r))
            )
        }
    )
    episode = play(model, scenario=a_scenario(3), rounds=1).episode
    assert episode.status == "finished"
    assert named in revised(model, ONE)[1].messages[-1].content
    kept = [(b.about, b.emotional_valence, b.flexibility) for b in episode.beliefs if b.seat == ONE]
    assert kept == [("litigant_3", 1, 0), (TWO, -1, 1)]


def others(request: ChatRequest) -> list[tuple[str, Any, Any, Any]]:
    return [(party.seat, "g", 0, 0) for party in request.variables["opponents"] if party.seat != ONE]


def test_the_schema_is_the_same_object_for_the_same_opponents() -> None:
    """One class for each set of opponents, however many episodes ask for it."""
    assert update_about((ONE, TWO)) is update_about((ONE, TWO))
    assert update_about((TWO, ONE)) is not update_about((ONE, TWO))

"""The strategic toolkit: chosen by the mediator, carried out by a call of its own, its result fed back, bounded."""

import json
from typing import Any

import pytest

from cogmed_core.domain.case import Language
from cogmed_core.domain.episode import Action
from cogmed_core.llm.protocol import Purpose
from cogmed_core.mediation.mediator import ACTIONS_A_TURN
from cogmed_core.mediation.modules.strategic_toolkit import ACTIONS
from tests.core.mediation.people import (
    Line,
    Script,
    a_scenario,
    asked_for,
    calls,
    cast,
    play,
    prompt,
    says,
    speech,
    use,
)

SUMMARY, CHECK, BRIDGE = ACTIONS
RESULTS = {SUMMARY: "a loan", CHECK: "weak", BRIDGE: "pay in two parts"}


@pytest.mark.parametrize("tool", ACTIONS)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_chosen_tool_is_a_call_of_its_own_whose_result_comes_back(tool: str, language: Language) -> None:
    model = cast({(1, "mediator"): [use(tool, "litigant_2", "the sum"), speech("So.")]})
    episode = play(model, "no_dbt", scenario=a_scenario(language=language), rounds=1).episode
    assert [request.purpose for request in model.requests[1:4]] == [Purpose.MEDIATE, tool, Purpose.MEDIATE]
    before, performed, after = model.requests[1:4]
    assert (performed.variables["concerns"], performed.variables["issue"]) == ("litigant_2", "the sum")
    assert performed.messages[0] == before.messages[0]
    assert "<result>" not in prompt(before)
    (result,) = after.variables["results"]
    assert RESULTS[tool] in result
    told = after.messages[1].content.partition("<result>")[2].partition("</result>")[0]
    assert told.strip() == result
    arguments = {"party": "litigant_2", "issue": "the sum"}
    assert episode.actions == (Action(round=1, name=tool, arguments=arguments, result=result),)
    assert episode.utterances[0].text == "So."


def test_only_the_mediator_reads_a_result() -> None:
    model = cast({(1, "mediator"): [use(BRIDGE), speech()], (2, "mediator"): [use(CHECK), speech()]})
    episode = play(model).episode
    assert len(episode.actions) == 2
    readers = {r.purpose for r in model.requests if "pay in two parts" in prompt(r) or "[Reality check]" in prompt(r)}
    assert readers == {Purpose.MEDIATE}
    assert "pay in two parts" not in episode.dialogue


def test_after_two_actions_the_mediator_has_to_speak() -> None:
    assert ACTIONS_A_TURN == 2
    insists: Line = use(SUMMARY)
    model = cast({(1, "mediator"): [insists, insists, insists, speech("At last.")]})
    episode = play(model, "no_dbt", rounds=1).episode
    spoken = asked_for(model, Purpose.MEDIATE)
    assert [request.variables["offered"] for request in spoken] == [True, True, False, False]
    assert [len(request.variables["results"]) for request in spoken] == [0, 1, 2, 2]
    assert [len(request.messages) for request in spoken] == [2, 2, 2, 4], "the third wish for a tool is no valid reply"
    assert len(episode.actions) == 2
    assert episode.utterances[0].text == "At last."


def test_the_count_begins_anew_in_the_next_turn() -> None:
    turn = [use(SUMMARY), use(CHECK), speech()]
    episode = play(cast({(1, "mediator"): turn, (2, "mediator"): turn}), rounds=2).episode
    assert [(action.round, action.name) for action in episode.actions] == [
        (n, t) for n in (1, 2) for t in (SUMMARY, CHECK)
    ]


def test_who_needs_no_tool_speaks_at_once() -> None:
    simulation = play(cast(), rounds=3)
    assert calls(simulation)["mediate"] == 3
    assert simulation.episode.actions == ()


BAD = [
    (use("shout_at_them"), "action.name"),
    (use(CHECK, "litigant_9"), "action.party"),
    (use(CHECK, "mediator"), "action.party"),
    (use(CHECK, "Ada"), "action.party"),
    ({"thought": "t", "action": {"name": SUMMARY}, "text": None, "proposal": None}, "action.party"),
    ({"thought": "t", "action": SUMMARY, "text": None, "proposal": None}, "action"),
    ({"thought": "t", "action": None, "text": None, "proposal": None}, "without an action"),
    ({"thought": "t", "action": None, "text": " \n ", "proposal": "terms"}, "without an action"),
    ({"thought": "t", "action": None, "text": "Well.", "proposal": None, "next": 1}, "next"),
]


@pytest.mark.parametrize(("bad", "named"), BAD)
def test_what_cannot_be_done_goes_back_with_its_reason(bad: Line, named: str) -> None:
    model = cast({(1, "mediator"): [bad, speech("Well.")]})
    episode = play(model, "no_dbt", rounds=1).episode
    first, second = asked_for(model, Purpose.MEDIATE)
    assert second.messages[:2] == first.messages
    assert json.loads(second.messages[2].content) == ({"action": None} | bad if isinstance(bad, dict) else bad)
    assert named in second.messages[3].content
    assert (episode.actions, episode.utterances[0].text) == ((), "Well.")


@pytest.mark.parametrize("parties", [2, 5])
def test_the_schema_names_the_tools_and_the_seats_there_are(parties: int) -> None:
    model = cast()
    play(model, scenario=a_scenario(parties), rounds=1)
    schema = asked_for(model, Purpose.MEDIATE)[0].schema
    assert schema is not None
    fields: dict[str, Any] = schema.schema["$defs"]["ActionCall"]["properties"]
    assert fields["name"]["enum"] == list(ACTIONS)
    assert fields["party"]["anyOf"][0]["enum"] == [f"litigant_{n}" for n in range(1, parties + 1)]


def test_an_argument_that_was_not_given_is_not_recorded() -> None:
    episode = play(cast({(1, "mediator"): [use(SUMMARY), use(CHECK, "litigant_1", "  "), speech()]}), rounds=1).episode
    assert [action.arguments for action in episode.actions] == [{}, {"party": "litigant_1"}]


def test_words_beside_a_tool_are_not_said() -> None:
    both = {"thought": "t", "action": {"name": SUMMARY, "party": None, "issue": None}, "text": "a", "proposal": "b"}
    episode = play(cast({(1, "mediator"): [both, speech("c")]}), rounds=1).episode
    assert episode.utterances[0].text == "c"
    assert (episode.proposals, len(episode.actions)) == ((), 1)


def test_an_action_is_seen_by_later_turns() -> None:
    model = cast({(1, "mediator"): [use(CHECK, "litigant_2", "the interest"), speech()]})
    play(model, "no_dbt", rounds=2)
    last = asked_for(model, Purpose.MEDIATE)[-1]
    assert [(action.round, action.name) for action in last.variables["performed"]] == [(1, CHECK)]
    assert last.variables["results"] == ()


def test_a_bad_result_is_asked_for_again() -> None:
    replies = iter(
        [{"interests": [], "options": ["x"], "package": "y"}, {"interests": ["x"], "options": ["x"], "package": "y"}]
    )
    model = cast({(1, "mediator"): [use(BRIDGE), speech()]}, {Purpose.BRIDGE: lambda _: next(replies)})
    simulation = play(model, rounds=1)
    assert calls(simulation)[BRIDGE] == 2
    assert len(simulation.episode.actions) == 1


def test_the_mediators_proposal_is_tabled_when_it_speaks_after_a_tool() -> None:
    lines: Script = {
        (1, "mediator"): [use(BRIDGE), speech("How about this?", proposal="half each")],
        (1, "litigant_1"): says(),
    }
    episode = play(cast(lines), rounds=1).episode
    assert [(p.number, p.seat, p.text) for p in episode.proposals] == [(1, "mediator", "half each")]

"""Ablations bite: what an arm leaves out is neither asked for, nor offered, nor mentioned, in whole episodes."""

import asyncio
import re
from collections import Counter

import pytest

from cogmed_core.domain.case import Language
from cogmed_core.domain.dialogue import Stage
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.experiment.simulate import Simulation
from cogmed_core.llm.protocol import ChatRequest, Message, Purpose
from cogmed_core.llm.scripted import Scripted
from cogmed_core.llm.voice import Voice
from cogmed_core.mediation.mediator import Mediator
from cogmed_core.mediation.modules.module import Brief, Module, Perform, Trace
from cogmed_core.mediation.modules.strategic_toolkit import ACTIONS
from cogmed_core.mediation.table import Table
from cogmed_core.mediation.view import View
from cogmed_core.prompts.render import render
from tests.core.mediation.people import Line, a_scenario, asked_for, calls, cast, play, profiles_of, prompt, speech, use

ROUNDS, LITIGANTS = 4, 3
MODULES = {
    "baseline": (),
    "full": ("fsm", "stk", "dbt"),
    "no_fsm": ("stk", "dbt"),
    "no_stk": ("fsm", "dbt"),
    "no_dbt": ("fsm", "stk"),
    "mediator_dbt": ("fsm", "stk", "dbt"),
}
BELIEVERS = {"mediator_dbt": LITIGANTS + 1}
TOOL_WORDS = re.compile(r"工具|\btools?\b|\baction\b|summarize_|perform_|propose_bridging", re.I)
arms = pytest.mark.parametrize("configuration", MODULES)
languages = pytest.mark.parametrize("language", ["zh", "en"])


def _handy(request: ChatRequest) -> Line:
    """A mediator that uses a tool in every turn in which it may, each in turn."""
    number, done = request.variables["round"], len(request.variables["results"])
    name = list(ACTIONS)[number % len(ACTIONS)]
    return use(name, "litigant_2", "the sum") if request.variables["offered"] and not done else speech()


def episode(configuration: str, language: Language = "en") -> tuple[Simulation, Scripted]:
    model = cast(answers={Purpose.MEDIATE: _handy})
    scenario = a_scenario(LITIGANTS, language)
    return play(model, configuration, scenario=scenario, rounds=ROUNDS), model


@arms
def test_the_calls_of_an_episode_are_those_of_its_modules(configuration: str) -> None:
    has = MODULES[configuration]
    expected = {"mediate": ROUNDS, "litigate": ROUNDS * LITIGANTS}
    if "fsm" in has:
        expected["stage"] = ROUNDS
    if "stk" in has:
        expected["mediate"] = 2 * ROUNDS
        expected |= Counter(list(ACTIONS)[number % len(ACTIONS)] for number in range(1, ROUNDS + 1))
    if "dbt" in has:
        expected["belief"] = ROUNDS * BELIEVERS.get(configuration, LITIGANTS)
    assert calls(episode(configuration)[0]) == expected


@arms
def test_the_ledger_counts_the_same_calls(configuration: str) -> None:
    simulation, _ = episode(configuration)
    assert sum(usage.calls for usage in simulation.episode.usage) == len(simulation.exchanges)
    evaluator = [usage.calls for usage in simulation.episode.usage if usage.role == "stage_evaluator"]
    assert evaluator == ([ROUNDS] if "fsm" in MODULES[configuration] else [])


@arms
def test_an_episode_records_what_its_modules_did(configuration: str) -> None:
    has, record = MODULES[configuration], episode(configuration)[0].episode
    assert len(record.stages) == (ROUNDS if "fsm" in has else 0)
    assert {u.stage for u in record.utterances} == ({Stage.OPENING} if "fsm" in has else {None})
    assert len(record.actions) == (ROUNDS if "stk" in has else 0)
    believers = BELIEVERS.get(configuration, LITIGANTS) if "dbt" in has else 0
    each = {f"litigant_{n}": LITIGANTS - 1 for n in range(1, LITIGANTS + 1)} | {"mediator": LITIGANTS}
    held = sum(sorted(each.values())[:believers])
    assert len(record.beliefs) == ROUNDS * held


@languages
@pytest.mark.parametrize("configuration", [name for name, has in MODULES.items() if "stk" not in has])
def test_without_tools_no_prompt_and_no_schema_speaks_of_one(configuration: str, language: Language) -> None:
    for request in episode(configuration, language)[1].requests:
        assert not TOOL_WORDS.search(prompt(request)), request.purpose
        assert request.schema is not None
        assert "action" not in str(request.schema.schema)


@languages
def test_with_tools_the_mediator_alone_is_offered_them(language: Language) -> None:
    _, model = episode("full", language)
    offered = {id(r) for r in asked_for(model, Purpose.MEDIATE) if r.variables["offered"]}
    assert len(offered) == 2 * ROUNDS
    for request in model.requests:
        assert request.schema is not None
        assert ("action" in request.schema.schema["properties"]) is (id(request) in offered)
        assert all(name in prompt(request) for name in ACTIONS) is (request.purpose is Purpose.MEDIATE)


@languages
@pytest.mark.parametrize("configuration", MODULES)
def test_a_stage_directive_is_for_the_mediators_eyes(configuration: str, language: Language) -> None:
    directive = render("mediation/modules/fsm/opening", language)
    _, model = episode(configuration, language)
    for request in model.requests:
        expected = request.purpose is Purpose.MEDIATE and "fsm" in MODULES[configuration]
        assert (directive in prompt(request)) is expected, request.purpose


@arms
def test_a_brief_comes_from_a_module(configuration: str) -> None:
    _, model = episode(configuration)
    mediator = {"fsm", "stk"} | ({"dbt"} if configuration == "mediator_dbt" else set())
    for purpose, own in ((Purpose.MEDIATE, mediator), (Purpose.LITIGATE, {"dbt"})):
        for request in asked_for(model, purpose):
            assert len(request.variables["briefs"]) == len(own.intersection(MODULES[configuration]))


def test_a_tool_that_was_not_offered_is_not_used() -> None:
    model = cast({(1, "mediator"): [use("perform_reality_check", "litigant_1"), speech()]})
    simulation = play(model, "no_stk", rounds=1)
    assert simulation.episode.status == "finished"
    assert calls(simulation) == {"stage": 1, "mediate": 2, "belief": 2, "litigate": 2}
    assert "action" in asked_for(model, Purpose.MEDIATE)[1].messages[-1].content
    assert simulation.episode.actions == ()


def test_everything_else_is_the_same_in_every_arm() -> None:
    """The first thing a litigant is asked differs between arms by its beliefs alone."""
    firsts = {name: asked_for(episode(name)[1], Purpose.LITIGATE)[0] for name in MODULES}
    assert len({request.messages[0] for request in firsts.values()}) == 1
    for request in firsts.values():
        text = prompt(request)
        for brief in request.variables["briefs"]:
            text = text.replace(f"{brief}\n\n", "")
        assert text == prompt(firsts["baseline"])


class Silent:
    """A module with nothing to say."""

    async def observe(self, view: View) -> None:
        """Notice nothing."""

    def brief(self) -> Brief:
        return Brief()

    def foreseen(self) -> Brief:
        return Brief()

    def actions(self) -> dict[str, Perform]:
        return {}

    def trace(self) -> Trace:
        return Trace()


def test_a_module_with_nothing_to_say_changes_nothing() -> None:
    def asked_with(*modules: Module) -> tuple[Message, ...]:
        model, scenario = cast(), a_scenario()
        table = Table(scenario, profiles_of(scenario), rounds=1)
        table.open_round()
        asyncio.run(Mediator(MEDIATOR, Voice(model, "en", temperature=0.3, seed=0), modules).turn(table))
        return model.requests[0].messages

    assert asked_with(Silent()) == asked_with()

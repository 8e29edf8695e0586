"""An episode as a record: the same every time, complete, and honest about who played."""

import asyncio
from collections.abc import Callable

import pytest

from cogmed_core.domain.dialogue import Utterance
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.experiment.definition import Roles
from cogmed_core.experiment.simulate import simulate
from cogmed_core.llm.offline import Offline
from cogmed_core.llm.protocol import ChatReply, ChatRequest, Purpose, Usage
from cogmed_core.llm.scripted import Scripted
from cogmed_core.mediation.modules.module import Trace
from cogmed_core.mediation.table import Table
from tests.core.mediation.people import (
    CONFIGURATIONS,
    Posing,
    Script,
    a_scenario,
    accepts,
    assignment,
    calls,
    cast,
    offers,
    play,
    profiles_of,
    says,
    speech,
    use,
)

ENDS: dict[str, Script] = {
    "agreement": {
        (1, MEDIATOR): [use("perform_reality_check"), speech()],
        (2, "litigant_1"): offers("x"),
        (2, "litigant_2"): accepts(1),
    },
    "deadlock": {(1, "litigant_2"): offers("x")},
    "breakdown": {(2, "litigant_2"): says("withdraw")},
    "failed": {(2, "litigant_2"): "no JSON"},
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("configuration", ["full", "mediator_dbt"])
def test_the_same_assignment_gives_the_same_bytes(end: str, configuration: str) -> None:
    once, again = (play(cast(ENDS[end]), configuration).episode.model_dump_json() for _ in range(2))
    assert once.encode() == again.encode()
    assert f'"{end}"' in once


@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_so_does_the_offline_backbone_through_every_arm(configuration: str) -> None:
    given = {"scenario": a_scenario(3, "zh"), "rounds": 10}
    once, again = (play(Offline("offline"), configuration, **given).episode for _ in range(2))
    assert once.model_dump_json().encode() == again.model_dump_json().encode()
    assert once.synthetic


def test_an_episode_is_named_after_its_arm_case_and_seed() -> None:
    scenario = a_scenario()
    episode = play(cast(name="Qwen3-8b.x"), "no_stk", scenario=scenario, profiles=profiles_of(scenario, seed=7)).episode
    assert episode.episode_id == "Qwen3-8b.x.no_stk.made-up-loan.s7"
    assert (episode.arm, episode.backbone, episode.configuration) == ("Qwen3-8b.x.no_stk", "Qwen3-8b.x", "no_stk")
    assert (episode.case_id, episode.seed, episode.fingerprint) == ("made-up-loan", 7, "f")


def test_every_call_has_the_experiments_temperature_and_the_episodes_seed() -> None:
    scenario = a_scenario()
    model = cast(ENDS["agreement"])
    play(model, scenario=scenario, profiles=profiles_of(scenario, seed=7))
    assert {(request.temperature, request.seed, request.language) for request in model.requests} == {(0.3, 7, "en")}


def played_by(roles: Roles, synthetic: str = "") -> tuple[set[Purpose], set[Purpose], bool]:
    """Play an agreement between two backbones; return what each was asked, and whether the episode is synthetic."""
    models = {
        name: cast(ENDS["agreement"], name=name, kind=Scripted if name == synthetic else Posing)
        for name in ("arms-own", "fixed")
    }
    simulation = asyncio.run(simulate(assignment(backbone="arms-own", roles=roles), models))
    assert simulation.episode.outcome == "agreement"
    assert all(usage.calls for usage in simulation.episode.usage)
    own, fixed = ({request.purpose for request in model.requests} for model in models.values())
    return own, fixed, simulation.episode.synthetic


MEDIATING = {Purpose.MEDIATE, Purpose.REALITY_CHECK, Purpose.DRAFT}
LITIGATING = {Purpose.LITIGATE, Purpose.BELIEF}


@pytest.mark.parametrize(
    ("roles", "own", "fixed"),
    [
        (Roles(), MEDIATING | LITIGATING | {Purpose.STAGE}, set()),
        (Roles(litigant="fixed", profiler="fixed", judges=("fixed",)), MEDIATING | {Purpose.STAGE}, LITIGATING),
        (Roles(stage_evaluator="fixed"), MEDIATING | LITIGATING, {Purpose.STAGE}),
        (Roles(mediator="fixed"), LITIGATING | {Purpose.STAGE}, MEDIATING),
        (Roles(judges=("fixed",), profiler="fixed"), MEDIATING | LITIGATING | {Purpose.STAGE}, set()),
    ],
)
def test_every_role_is_played_by_its_backbone(roles: Roles, own: set[Purpose], fixed: set[Purpose]) -> None:
    assert played_by(roles) == (own, fixed, False)


@pytest.mark.parametrize(
    ("roles", "synthetic"),
    [
        (Roles(litigant="fixed"), True),
        (Roles(stage_evaluator="fixed"), True),
        (Roles(mediator="fixed"), True),
        (Roles(profiler="fixed"), True),
        (Roles(judges=("fixed",)), False),
        (Roles(), False),
    ],
)
def test_one_role_without_a_language_model_makes_an_episode_synthetic(roles: Roles, synthetic: bool) -> None:
    """The judge is no player: its judgement says for itself what it is."""
    assert played_by(roles, synthetic="fixed")[2] is synthetic


def test_usage_is_told_by_role_and_backbone() -> None:
    script = cast(ENDS["agreement"])

    class Priced(Scripted):
        async def complete(self, request: ChatRequest) -> ChatReply:
            return ChatReply((await script.complete(request)).text, Usage(100, 10, cost=0.25))

    simulation = play(Priced("script", []), rounds=2)
    by_role = {usage.role: usage for usage in simulation.episode.usage}
    assert {role: usage.calls for role, usage in by_role.items()} == {
        "stage_evaluator": 2,
        "mediator": 5,
        "litigant": 8,
    }
    mediator = by_role["mediator"]
    assert (mediator.prompt_tokens, mediator.completion_tokens, mediator.cost) == (500, 50, 1.25)
    assert sum(calls(simulation).values()) == 15


class Audience:
    """Notes what it hears."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, int, int, int]] = []

    def said(self, utterance: Utterance, table: Table, trace: Callable[[], Trace]) -> None:
        so_far = trace()
        self.heard.append((utterance.seat, len(table.utterances), len(so_far.stages), len(so_far.beliefs)))


def test_a_watcher_hears_every_utterance_with_what_the_modules_know_by_then() -> None:
    audience = Audience()
    model = cast()
    asyncio.run(simulate(assignment(rounds=2), {"script": model}, audience))
    first = [(MEDIATOR, 1, 1, 0), ("litigant_1", 2, 1, 1), ("litigant_2", 3, 1, 2)]
    second = [(MEDIATOR, 4, 2, 2), ("litigant_1", 5, 2, 3), ("litigant_2", 6, 2, 4)]
    assert audience.heard == first + second


def test_an_exchange_keeps_the_prompt_that_was_sent_and_the_reply_to_it() -> None:
    model = cast(ENDS["agreement"])
    simulation = play(model)
    assert len(simulation.exchanges) == len(model.requests)
    for exchange, request in zip(simulation.exchanges, model.requests, strict=True):
        assert exchange.messages == tuple((message.role, message.content) for message in request.messages)
        assert (exchange.purpose, exchange.error) == (request.purpose, "")
        assert exchange.reply.startswith("{")
    roles = {exchange.purpose: exchange.role for exchange in simulation.exchanges}
    assert (roles["stage"], roles["belief"], roles["draft"]) == ("stage_evaluator", "litigant", "mediator")

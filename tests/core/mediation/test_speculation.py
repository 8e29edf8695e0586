"""The speculative protocol: the talks of the strict one to the letter, sooner, and what was asked in vain is told."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from cogmed_core.domain.case import Scenario
from cogmed_core.domain.party import ProfileSet
from cogmed_core.errors import EndpointError
from cogmed_core.experiment.configurations import Conduct
from cogmed_core.experiment.simulate import Assignment, Simulation, simulate
from cogmed_core.llm.assembly import open_model
from cogmed_core.llm.offline import Offline
from cogmed_core.llm.protocol import ChatRequest, Purpose
from cogmed_core.llm.response_cache import ResponseCache
from tests.benchmarks.mock_server import Replies
from tests.core.llm.given import a_backbone
from tests.core.llm.offline.given import prepare, sample_cases
from tests.core.mediation.people import a_scenario, assignment, cast, profiles_of
from tests.servers.http_server import HttpAnswer
from tests.servers.openai_server import OpenAIServer

CONFIGURATIONS = ("baseline", "full", "no_fsm", "no_stk", "no_dbt", "mediator_dbt", "full_court", "full_simultaneous")
ROUNDS = 6
BOTH: tuple[Conduct, Conduct] = ("strict", "speculative")


def told(simulation: Simulation) -> tuple[object, ...]:
    """Return all there is to compare: the record, every prompt and reply in order, every count."""
    ledger = simulation.ledger
    counts = ledger.usage(), ledger.purposes, ledger.reasks, ledger.errors, ledger.refused
    return simulation.episode.model_dump_json(), simulation.exchanges, counts


def wasted(simulation: Simulation) -> int:
    return sum(line.calls for line in simulation.ledger.wasted())


def by_rules(configuration: str, scenario: Scenario, profiles: ProfileSet, protocol: Conduct) -> Simulation:
    given = {"scenario": scenario, "profiles": profiles, "rounds": ROUNDS, "backbone": "offline"}
    asked = assignment(configuration, **given, protocol=protocol)
    return asyncio.run(simulate(asked, {"offline": Offline("offline")}))


@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_rule_based_talks_are_the_same_to_the_letter(configuration: str) -> None:
    seen = 0
    for case in sample_cases()[:4]:
        scenario, profiles = asyncio.run(prepare(case))

        strict, speculative = (by_rules(configuration, scenario, profiles, how) for how in BOTH)
        assert told(strict) == told(speculative)
        assert wasted(strict) == 0
        changes = sum(
            after.stage != before.stage
            for before, after in zip(strict.episode.stages, strict.episode.stages[1:], strict=False)
        )
        assert wasted(speculative) == (0 if configuration == "mediator_dbt" else changes)
        seen += wasted(speculative)
    assert seen > 0 or configuration in ("baseline", "no_fsm", "mediator_dbt")


def over(server: OpenAIServer, asked: Assignment, folder: Path) -> Simulation:
    """Play one episode over a server, with a cache in the folder."""

    async def played() -> Simulation:
        cache = ResponseCache(folder / "responses.sqlite")
        model = open_model(a_backbone(server.base_url), {}, cache)
        try:
            return await asyncio.wait_for(simulate(asked, {"mine": model}), 60)
        finally:
            await model.close()
            cache.close()

    return asyncio.run(played())


@pytest.mark.parametrize("configuration", ["full", "no_stk"])
def test_an_endpoint_gives_the_same_talks_and_what_was_wasted_is_accounted_for(
    configuration: str, tmp_path: Path
) -> None:
    with OpenAIServer() as server:

        def played(protocol: Conduct, cache: str) -> tuple[Simulation, int]:
            asked = assignment(configuration, rounds=ROUNDS, backbone="mine", protocol=protocol)
            before = len(server.bodies)
            return over(server, asked, tmp_path / cache), len(server.bodies) - before

        (strict, plainly), (speculative, sooner) = played("strict", "one"), played("speculative", "two")
        assert told(strict) == told(speculative)
        assert wasted(speculative) > 0 and sooner == plainly + wasted(speculative)
        (line,) = speculative.ledger.wasted()
        assert (line.role, line.backbone, line.cached_calls) == ("mediator", "mine", 0)
        assert line.prompt_tokens > 0 and line.completion_tokens > 0
        again, asked_again = played("speculative", "two")
        assert told(again) == told(strict)
        (line,) = again.ledger.wasted()
        assert asked_again == line.calls - line.cached_calls, "a usable reply that was wasted is not paid for again"
        assert line.cached_calls > 0


class Holding(OpenAIServer):
    """Holds every reply until as many calls are there as are to be made at once; ``steps`` is how often it let go.

    One call too few, and nobody is ever answered; one too many at once is seen in ``most_in_flight``.
    """

    def __init__(self, answer: Callable[[dict[str, Any]], str], at_once: Sequence[int]) -> None:
        super().__init__(answer)
        self._at_once = list(at_once)
        self._held: list[asyncio.Event] = []
        self.steps = 0

    async def _chat(self, body: dict[str, Any]) -> HttpAnswer:
        gate = asyncio.Event()
        self._held.append(gate)
        if self.steps < len(self._at_once) and len(self._held) == self._at_once[self.steps]:
            self.steps += 1
            held, self._held = self._held, []
            for one in held:
                one.set()
        await gate.wait()
        return await super()._chat(body)


def saying(stages: Sequence[str]) -> Callable[[dict[str, Any]], str]:
    """Return an answer to everything that uses no tool and agrees to nothing, with the stages of the rounds in turn."""
    replies, coming = Replies(60), iter(stages)

    def answer(body: dict[str, Any]) -> str:
        schema = body["response_format"]["json_schema"]
        if schema["name"] == "StageEvaluation":
            return replies.text("StageEvaluation", []).replace("opening", next(coming))
        belief = schema["schema"].get("$defs", {}).get("OpponentBelief", {}).get("properties", {}).get("about", {})
        return replies.text(schema["name"], belief.get("enum") or [belief.get("const", "")])

    return answer


STAYS, CHANGES = ("opening", "opening", "opening"), ("opening", "exploration", "exploration")
IN_TURN, AHEAD, AT_ONCE = [1, 1, 1, 1, 1, 1], [2, 1, 1, 1, 1], [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("configuration", "protocol", "stages", "at_once"),
    [
        ("full", "strict", CHANGES, 3 * IN_TURN),
        ("full", "speculative", STAYS, 3 * AHEAD),
        ("full", "speculative", CHANGES, [*AHEAD, *[2, 1, 1, 1, 1, 1], *AHEAD]),
        ("full_simultaneous", "simultaneous", CHANGES, 3 * AT_ONCE),
        ("no_fsm", "speculative", (), 3 * [1, 1, 1, 1, 1]),
    ],
)
def test_how_many_calls_a_round_waits_for_in_a_row(
    configuration: str, protocol: Conduct, stages: Sequence[str], at_once: list[int], tmp_path: Path
) -> None:
    with Holding(saying(stages), at_once) as server:
        asked = assignment(configuration, rounds=3, backbone="mine", protocol=protocol)
        simulation = over(server, asked, tmp_path)
        assert simulation.episode.status == "finished", simulation.episode.error
        assert [server.steps, len(server.bodies)] == [len(at_once), sum(at_once)]
        assert server.most_in_flight == max(at_once)


def test_an_evaluator_that_fails_leaves_nothing_under_way() -> None:
    def fails(_request: ChatRequest) -> EndpointError:
        return EndpointError("down")

    model = cast(answers={Purpose.STAGE: fails})
    scenario = a_scenario()
    asked = assignment(scenario=scenario, profiles=profiles_of(scenario), protocol="speculative")

    async def played() -> tuple[Simulation, int]:
        return await simulate(asked, {"script": model}), len(asyncio.all_tasks())

    simulation, tasks = asyncio.run(played())
    assert (simulation.episode.status, simulation.episode.error) == ("failed", "down")
    assert tasks == 1 and wasted(simulation) == 1
    assert [exchange.purpose for exchange in simulation.exchanges] == ["stage"]

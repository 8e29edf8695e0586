"""Whole mediations over real HTTP: the test server's replies fit every prompt, and nothing is miscounted."""

import asyncio
from pathlib import Path

import pytest

from cogmed_core.domain.case import Category, Issue, Language, Scenario
from cogmed_core.domain.episode import Outcome
from cogmed_core.domain.party import Party, Personality, Profile, ProfileSet, litigant_seat
from cogmed_core.experiment.arms import Arm
from cogmed_core.experiment.definition import load_experiment
from cogmed_core.experiment.simulate import Assignment, Simulation, simulate
from cogmed_core.llm.assembly import open_model
from cogmed_core.llm.response_cache import ResponseCache
from tests.core.llm.given import a_backbone
from tests.servers.brain import is_reask
from tests.servers.fault_server import FaultServer
from tests.servers.openai_server import OpenAIServer

EXPERIMENT = load_experiment("demo").with_changes(backbones=["mine"])
NAMES = {"zh": ("甲公司", "乙公司", "丙某"), "en": ("Alder Ltd", "Birch Ltd", "C. Cedar")}
FACTS = {"zh": "甲公司供货后，乙公司未付货款20万元。", "en": "Alder delivered goods; Birch did not pay 200,000."}


def assignments(episodes: int) -> list[Assignment]:
    """Return so many episodes over all arms, in both languages, some with three parties."""
    return [an_assignment(number, EXPERIMENT.arms[number % len(EXPERIMENT.arms)]) for number in range(episodes)]


def an_assignment(number: int, arm: Arm) -> Assignment:
    language: Language = "en" if number % 3 == 0 else "zh"
    seats = [litigant_seat(position) for position in range(1, 4 if number % 4 == 0 else 3)]
    parties = [Party(seat=seat, name=name, role="") for seat, name in zip(seats, NAMES[language], strict=False)]
    scenario = Scenario(
        case_id=f"case-{number}",
        language=language,
        category=Category.CONTRACT,
        title="",
        summary=FACTS[language],
        parties=tuple(parties),
        issues=(Issue(number=1, title="", description=FACTS[language]),),
    )
    private = {"goal": "20", "bottom_line": "14", "personality": Personality.PRAGMATIC}
    profiles = tuple(Profile(seat=seat, **private) for seat in seats)
    drawn = ProfileSet(case_id=scenario.case_id, seed=0, profiles=profiles)
    return Assignment(EXPERIMENT, arm, 0, scenario, drawn, "fingerprint")


def run(server: OpenAIServer, episodes: int, cache: ResponseCache | None = None) -> list[Simulation]:
    async def all_at_once() -> list[Simulation]:
        backbone = a_backbone(server.base_url, timeout=5, max_concurrency=64, price_input=1.0, price_output=2.0)
        model = open_model(backbone, {}, cache)
        try:
            return await asyncio.gather(*(simulate(each, {"mine": model}) for each in assignments(episodes)))
        finally:
            await model.close()
            if cache is not None:
                cache.close()

    return asyncio.run(all_at_once())


def calls(simulations: list[Simulation]) -> int:
    return sum(use.calls for simulation in simulations for use in simulation.episode.usage)


def test_every_configuration_runs_to_its_end_without_a_reask() -> None:
    with OpenAIServer() as server:
        simulations = run(server, 40)
    assert all(simulation.episode.status == "finished" for simulation in simulations)
    assert {simulation.episode.outcome for simulation in simulations} == set(Outcome)
    assert calls(simulations) == server.requests == server.answered
    assert not any("无法采用" in str(body) or "could not be used" in str(body) for body in server.bodies)


def test_the_same_requests_get_the_same_episodes() -> None:
    with OpenAIServer() as server:
        assert [each.episode for each in run(server, 10)] == [each.episode for each in run(server, 10)]


def test_a_second_run_from_the_cache_is_the_same_record_and_makes_no_call(tmp_path: Path) -> None:
    with FaultServer(share=0.2, seed=5) as server:
        first = run(server, 10, ResponseCache(tmp_path / "cache.sqlite"))
        made = server.requests
        second = run(server, 10, ResponseCache(tmp_path / "cache.sqlite"))
        assert server.requests == made
    for before, after in zip(first, second, strict=True):
        assert before.episode.model_dump_json() == after.episode.model_dump_json()
        assert sum(after.ledger.cached().values()) == sum(use.calls for use in after.episode.usage)


@pytest.mark.parametrize("episodes", [16, pytest.param(200, marks=pytest.mark.long)])
def test_at_a_fifth_of_mixed_faults_every_episode_finishes_in_one_run(episodes: int) -> None:
    with FaultServer(share=0.2, seed=episodes) as server:
        simulations = run(server, episodes)
    assert [simulation.episode.error for simulation in simulations] == [None] * episodes
    assert server.answered == calls(simulations)
    needed = calls(simulations) - sum(1 for body in server.bodies if is_reask(body))
    assert server.requests <= 1.30 * needed

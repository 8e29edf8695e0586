"""The protocols of a round: what each makes a round wait for, and who hears whom."""

import asyncio

import pytest

from cogmed_core.domain.episode import Episode
from cogmed_core.errors import EndpointError
from cogmed_core.experiment.configurations import configuration_named
from cogmed_core.experiment.simulate import simulate
from cogmed_core.llm.protocol import ChatReply, ChatRequest, Purpose
from cogmed_core.llm.scripted import Scripted
from cogmed_core.llm.wrapper import Wrapper
from tests.core.llm.test_scheduling import SimulatedTime
from tests.core.mediation.people import Script, a_scenario, accepts, assignment, cast, offers, play, speech

ROUNDS = 3


class OneSecond(Wrapper):
    """Takes a second of simulated time over each call."""

    async def complete(self, request: ChatRequest) -> ChatReply:
        await asyncio.sleep(1)
        return await super().complete(request)


def critical_path(configuration: str, parties: int) -> tuple[float, int]:
    """Return how many calls an episode waits for in a row, and how many it makes."""
    model = cast()
    asked = assignment(configuration, scenario=a_scenario(parties), rounds=ROUNDS)
    loop = SimulatedTime()
    try:
        loop.run_until_complete(simulate(asked, {"script": OneSecond(model)}))
        return loop.time(), len(model.requests)
    finally:
        loop.close()


@pytest.mark.parametrize("parties", [2, 3])
@pytest.mark.parametrize(("modules", "before", "each"), [("baseline", 1, 1), ("full", 2, 2)])
def test_a_round_waits_for_its_calls_in_a_row_or_for_one_litigant(
    modules: str, before: int, each: int, parties: int
) -> None:
    calls = ROUNDS * (before + parties * each)
    assert critical_path(modules, parties) == (calls, calls)
    assert critical_path(f"{modules}_simultaneous", parties) == (ROUNDS * (before + each), calls)


LINES: Script = {
    (1, "mediator"): speech(proposal="half"),
    (1, "litigant_1"): offers("x"),
    (1, "litigant_2"): accepts(1),
}


def heard_by(model: Scripted, seat: str) -> list[str]:
    asked = next(r for r in model.requests if r.purpose is Purpose.LITIGATE and r.variables["seat"] == seat)
    return [utterance.seat for utterance in asked.variables["utterances"]]


def played(configuration: str) -> tuple[Scripted, Episode]:
    model = cast(LINES)
    return model, play(model, configuration, rounds=1).episode


def test_who_decides_at_once_hears_the_mediator_alone_and_speaks_in_order() -> None:
    strict, simultaneous = played("full"), played("full_simultaneous")
    assert heard_by(strict[0], "litigant_2") == ["mediator", "litigant_1"]
    assert heard_by(simultaneous[0], "litigant_2") == ["mediator"]
    assert [u.seat for u in simultaneous[1].utterances] == ["mediator", "litigant_1", "litigant_2"]


def test_another_protocol_is_another_arm_and_says_so() -> None:
    episode = played("full_simultaneous")[1]
    assert episode.configuration == "full_simultaneous" and episode.arm.endswith(".full_simultaneous")
    named = configuration_named("no_dbt_simultaneous")
    assert (named.litigant, named.protocol) == ((), "simultaneous")


def test_a_failure_of_one_ends_what_the_others_had_begun() -> None:
    failing: Script = {(1, "litigant_1"): EndpointError("down")}
    episode = play(cast(failing), "full_simultaneous").episode
    assert (episode.status, episode.error) == ("failed", "down")

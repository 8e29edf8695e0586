"""What a call is spared: digests and encodings of what was there before, a timer a call, a commit a reply."""

import asyncio
import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cogmed_core.llm.deadlines import Deadlines
from cogmed_core.llm.failures import CacheError
from cogmed_core.llm.opening import Opening, encode
from cogmed_core.llm.protocol import ChatReply, ChatRequest, Message
from cogmed_core.llm.request_key import request_key
from cogmed_core.llm.response_cache import ResponseCache
from cogmed_core.llm.turns import Turns
from tests.core.llm.given import a_request

SAID = ["", '甲说："还钱"。\n', "Half a pair: \ud83d", "\ude00 and \\ and <tag>", "完了。" * 50]


def asked(system: str, said: str, rest: str, opening: Opening | None = None) -> ChatRequest:
    messages = (Message("system", system), Message("user", said + rest, opening))
    return replace(a_request(), messages=messages)


def test_what_is_sent_and_the_key_are_the_same_however_a_prompt_was_put_together() -> None:
    opening, said, keys = Opening(), "", set()
    for more in SAID:
        said += more
        opening = opening.grown_to(said)
        for system, rest in (("一", "问"), ("二", "问"), ("一", "再问\n")):
            in_pieces, whole = asked(system, said, rest, opening), asked(system, said, rest)
            sent = [b"".join(request.messages[1].encoded) for request in (in_pieces, whole)]
            assert sent == [encode(said + rest)] * 2
            assert request_key(b"model", in_pieces) == request_key(b"model", whole)
            keys |= {request_key(b"model", in_pieces), request_key(b"another", in_pieces)}
            further = in_pieces.followed_by(Message("assistant", "x"), Message("user", "y"))
            assert request_key(b"model", further) == request_key(b"model", whole.followed_by(*further.messages[2:]))
    assert len(keys) == (len(SAID) * 3 - 3) * 2 + 6, "no two of the requests have the same key"


def test_a_dialogue_that_begins_otherwise_is_digested_anew() -> None:
    long = Opening().grown_to("说了很多话。" * 20)
    assert request_key(b"m", asked("s", long.text, "?", long)) == request_key(b"m", asked("s", long.text, "?"))
    shorter = long.grown_to("前情提要。")
    assert shorter.text == "前情提要。"
    assert request_key(b"m", asked("s", shorter.text, "?", shorter)) == request_key(b"m", asked("s", "前情提要。", "?"))


def test_only_what_is_new_of_a_dialogue_is_digested() -> None:
    said, opening = "很久以前说过的话。" * 1000, Opening()
    opening = opening.grown_to(said)
    request_key(b"m", asked("s", said, "?", opening))
    ((digest, done),) = opening.digests.values()
    assert done == len(opening.encoded) > 20_000
    assert digest.digest() == hashlib.sha256(b"m\0system\0" + encode("s") + b"\0user\0" + opening.encoded).digest()
    request_key(b"m", asked("s", said + "新", "?", opening.grown_to(said + "新")))
    ((_, grown),) = opening.digests.values()
    assert grown == done + len("新".encode())


def test_the_replies_of_one_pass_are_committed_together_and_before_anybody_goes_on(tmp_path: Path) -> None:
    ours, theirs = ResponseCache(tmp_path / "cache.sqlite"), ResponseCache(tmp_path / "cache.sqlite")

    async def settle(number: int) -> None:
        ours.put_soon(b"%d" % number, "mine", ChatReply(f"reply {number}"))
        assert theirs.get(b"%d" % number) is None
        await ours.committed()
        assert theirs.get(b"%d" % number) is not None

    async def everybody(first: int) -> None:
        await asyncio.gather(*(settle(number) for number in range(first, first + 10)))

    asyncio.run(everybody(0))
    asyncio.run(everybody(10))
    assert theirs.report().replies == {"mine": 20}


def test_what_was_put_last_is_found_and_is_there_after_the_end(tmp_path: Path) -> None:
    cache = ResponseCache(tmp_path / "cache.sqlite")

    async def put_and_get() -> None:
        cache.put_soon(b"found", "mine", ChatReply("at once"))
        found = cache.get(b"found")
        assert found is not None and (found.text, found.cached) == ("at once", True)
        cache.put_soon(b"last", "mine", ChatReply("good-bye"))
        cache.close()

    asyncio.run(put_and_get())
    last = ResponseCache(tmp_path / "cache.sqlite").get(b"last")
    assert last is not None and last.text == "good-bye"


FULL = """
import asyncio, resource, sys
from pathlib import Path
from cogmed_core.llm.failures import CacheError
from cogmed_core.llm.protocol import ChatReply
from cogmed_core.llm.response_cache import ResponseCache

async def main():
    cache = ResponseCache(Path(sys.argv[1]))
    cache.put(b"first", "mine", ChatReply("there is room"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (70_000, 1_000_000))
    cache.put_soon(b"large", "mine", ChatReply("x" * 100_000))
    for _ in range(2):
        try:
            await cache.committed()
        except CacheError as error:
            print("told:", error)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
    cache.put_soon(b"next", "mine", ChatReply("room again"))
    await cache.committed()
    print("all:", all(map(cache.get, (b"first", b"large", b"next"))))

asyncio.run(main())
"""


def test_what_finds_no_room_is_told_until_it_has_found_some(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path / "cache.sqlite")],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("told: the response cache") == 2
    assert done.stdout.endswith("all: True\n")


def test_no_room_at_the_end_is_told_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    cache = ResponseCache(tmp_path / "folder")

    async def put() -> None:
        cache.put_soon(b"key", "mine", ChatReply("x"))

    asyncio.run(put())
    with pytest.raises(CacheError, match="response cache"):
        cache.close()


def test_waits_end_when_they_are_late_and_not_before() -> None:
    async def story() -> list[object]:
        loop = asyncio.get_running_loop()
        deadlines, waits = Deadlines(0.1), [loop.create_future() for _ in range(4)]
        loop.call_later(0.02, waits[1].set_result, "in time")
        loop.call_later(0.05, waits[3].set_exception, ConnectionError("gone"))
        late = asyncio.create_task(deadlines.within(loop.create_future()))
        results = await asyncio.gather(*map(deadlines.within, waits), return_exceptions=True)
        with pytest.raises(TimeoutError):
            await late
        assert not deadlines._ends
        deadlines.close()
        return [type(result) if isinstance(result, Exception) else result for result in results]

    assert asyncio.run(story()) == [TimeoutError, "in time", TimeoutError, ConnectionError]


def test_turns_go_in_order_and_past_those_who_gave_up() -> None:
    async def story() -> list[str]:
        turns, order = Turns(), list[str]()

        async def one(name: str, key: bytes = b"k") -> None:
            waited = await turns.take(key)
            order.append(f"{name}{'+' if waited else ''}")
            await asyncio.sleep(0)
            turns.give_back(key)

        tasks = [asyncio.create_task(one(name)) for name in "abcd"]
        other = asyncio.create_task(one("x", b"other"))
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.gather(*tasks, other, return_exceptions=True)
        assert not turns._waiting
        return order

    assert asyncio.run(story()) == ["a", "x", "c+", "d+"]


def test_a_turn_handed_to_one_who_is_cancelled_goes_on_to_the_next() -> None:
    async def story() -> None:
        turns = Turns()
        await turns.take(b"k")
        second, third = (asyncio.create_task(turns.take(b"k")) for _ in range(2))
        await asyncio.sleep(0)
        turns.give_back(b"k")
        second.cancel()
        assert await third
        assert second.cancelled()
        turns.give_back(b"k")
        assert not turns._waiting

    asyncio.run(story())

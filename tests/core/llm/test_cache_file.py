"""The response cache on disk: its keys, what it reports, and what it survives."""

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

from cogmed_core.llm.failures import CacheError
from cogmed_core.llm.protocol import ChatReply, Message, Usage
from cogmed_core.llm.request_key import identity, request_key
from cogmed_core.llm.response_cache import ResponseCache
from cogmed_core.llm.schemas import reply_schema
from tests.core.llm.given import a_backbone, a_request
from tests.core.llm.test_cache import BACKBONE, GOOD, asked
from tests.core.llm.test_structured import Offer


@pytest.fixture
def cache(tmp_path: Path) -> ResponseCache:
    return ResponseCache(tmp_path / "deep" / "cache.sqlite")


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


def test_what_is_whole_of_a_damaged_file_is_kept(cache: ResponseCache, tmp_path: Path) -> None:
    for seed in range(200):
        cache.put(f"key-{seed}".encode(), "mine", ChatReply(f"reply {seed} " + "x" * 300))
    cache.prune(older_than=timedelta(days=9))
    cache.close()
    path = tmp_path / "deep" / "cache.sqlite"
    content = bytearray(path.read_bytes())
    page = 4096 * (len(content) // 4096 // 2)
    content[page : page + 4096] = b"\xaa" * 4096
    path.write_bytes(content)
    found = [cache.get(f"key-{seed}".encode()) for seed in range(200)]
    found = [cache.get(f"key-{seed}".encode()) for seed in range(200)]
    assert all(reply is None or reply.text.startswith(f"reply {seed} ") for seed, reply in enumerate(found))
    assert sum(reply is not None for reply in found) > 150
    assert len(list(path.parent.glob("cache.sqlite.aside1"))) == 1


def test_a_flipped_bit_is_no_answer(cache: ResponseCache, tmp_path: Path) -> None:
    cache.put(b"key", "mine", ChatReply("Fourteen thousand"))
    cache.prune(older_than=timedelta(days=9))
    cache.close()
    path = tmp_path / "deep" / "cache.sqlite"
    path.write_bytes(path.read_bytes().replace(b"Fourteen", b"Fourteem"))
    assert cache.get(b"key") is None
    cache.put(b"key", "mine", ChatReply("Fourteen thousand"))
    assert cache.get(b"key") == ChatReply("Fourteen thousand", cached=True)


OLD = """
CREATE TABLE replies (
    key BLOB PRIMARY KEY, backbone TEXT NOT NULL, text TEXT NOT NULL, reasoning TEXT NOT NULL,
    finish_reason TEXT NOT NULL, prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL,
    cached_prompt_tokens INTEGER NOT NULL, estimated INTEGER NOT NULL, cost REAL NOT NULL,
    calls INTEGER NOT NULL, stored TEXT NOT NULL);
CREATE TABLE refusals (
    key BLOB PRIMARY KEY, backbone TEXT NOT NULL, category TEXT NOT NULL, text TEXT NOT NULL,
    times INTEGER NOT NULL, stored TEXT NOT NULL);
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
INSERT INTO replies VALUES (x'6B6579', 'mine', '好的', '', 'stop', 7, 2, 0, 0, 0.25, 1, '2026-01-01T00:00:00+00:00');
PRAGMA user_version = 1;
"""


def test_a_file_of_an_older_layout_is_brought_up_to_date(cache: ResponseCache, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "cache.sqlite"
    path.parent.mkdir()
    with sqlite3.connect(path) as database:
        database.executescript(OLD)
    database.close()
    assert cache.get(b"key") == ChatReply("好的", Usage(7, 2, cost=0.25), cached=True)
    assert cache.report().cost == 0.25 and not list(path.parent.glob("*aside*"))


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

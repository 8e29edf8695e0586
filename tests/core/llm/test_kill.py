"""A run that is killed again and again over the loopback server: nothing lost, nothing paid twice, same results."""

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.servers.openai_server import OpenAIServer

ROOT = Path(__file__).parents[3]
IN_FLIGHT = 4

RUN = """
import asyncio, json, sys
from pathlib import Path
from cogmed_core.llm.assembly import open_model
from cogmed_core.llm.response_cache import ResponseCache
from cogmed_core.llm.structured import ask
from tests.core.llm.given import a_backbone, a_request
from tests.core.llm.test_faults import Answer

async def talk(model, number):
    said = [str(number)]
    for turn in range(10):
        said.append((await ask(model, a_request("\\n".join(said)), Answer)).text)
    return said

async def main(base_url, folder, dialogues):
    cache = ResponseCache(folder / "cache.sqlite")
    model = open_model(a_backbone(base_url, max_concurrency=IN_FLIGHT), {}, cache)
    talks = await asyncio.gather(*(talk(model, number) for number in range(dialogues)))
    (folder / "result.json").write_text(json.dumps(talks))
    cache.close()

IN_FLIGHT = int(sys.argv[4])
asyncio.run(main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])))
"""


def start(server: OpenAIServer, folder: Path, dialogues: int) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-c", RUN, server.base_url, str(folder), str(dialogues), str(IN_FLIGHT)]
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})


@pytest.mark.parametrize(("kills", "dialogues"), [(5, 12), pytest.param(100, 60, marks=pytest.mark.long)])
def test_killed_runs_end_as_an_undisturbed_one_does(tmp_path: Path, kills: int, dialogues: int) -> None:
    undisturbed, killed = tmp_path / "undisturbed", tmp_path / "killed"
    undisturbed.mkdir()
    killed.mkdir()
    chance = random.Random(kills)
    with OpenAIServer(latency=0.02) as server:
        assert start(server, undisturbed, dialogues).wait(120) == 0
        needed = server.requests
        assert needed == dialogues * 10
        done = 0
        while done < kills:
            running = start(server, killed, dialogues)
            before = server.requests
            while server.requests < before + chance.randrange(1, 12) and running.poll() is None:
                time.sleep(0.005)
            time.sleep(chance.random() * 0.03)
            running.send_signal(signal.SIGKILL)
            done += running.wait() == -signal.SIGKILL
        assert start(server, killed, dialogues).wait(120) == 0
        extra = server.requests - 2 * needed
    assert (killed / "result.json").read_bytes() == (undisturbed / "result.json").read_bytes()
    assert len(json.loads((killed / "result.json").read_text())) == dialogues
    assert 0 <= extra <= kills * IN_FLIGHT, "no more is paid twice than was in flight at each kill"


def test_a_full_disk_stops_the_run_and_loses_nothing_that_was_stored(tmp_path: Path) -> None:
    """The limit on the size of a file stands for the disk; the same command then goes on from what there is."""
    with OpenAIServer() as server:
        small = subprocess.run(
            [sys.executable, "-c", RUN, server.base_url, str(tmp_path), "30", str(IN_FLIGHT)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000)),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert small.returncode != 0
        assert "CacheError" in small.stderr and "goes on from what it holds" in small.stderr
        before = server.requests
        assert before > IN_FLIGHT
        assert start(server, tmp_path, 30).wait(60) == 0
        lost = server.requests - 300
        assert lost <= 3 * IN_FLIGHT, "those that found no room, those in flight, and those that began meanwhile"
    assert len(json.loads((tmp_path / "result.json").read_text())) == 30

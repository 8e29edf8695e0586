"""Ten thousand questions before three agents: 90,000 calls to a server in a process of its own, killed on the way."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.pipeline.given import COGMED, environment, query, write_backbones

SERVER = Path(__file__).parents[1] / "core" / "deliberation" / "brain.py"
QUESTIONS = 10_000
CALLS = 9 * QUESTIONS
IN_FLIGHT = 64
MOST_MILLISECONDS = 1.5
"""Processor time of a call with everything around it; 0.45 was measured."""
MOST_MEGABYTES = 1200
COMMAND = ("deliberate", "q.csv", "--framework", "mad", "--backbones", "mine.toml", "--backbone", "mine")


@contextmanager
def server() -> Iterator[str]:
    with subprocess.Popen([sys.executable, SERVER, "--latency", "0.01"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.kill()


def answered(url: str) -> int:
    with urlopen(f"{url.removesuffix('/v1')}/stats", timeout=10) as reply:
        return int(json.load(reply)["answered"])


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_ten_thousand_questions_before_three_agents_survive_a_kill(tmp_path: Path) -> None:
    rows = [
        f"Lease {n} asks for {n} days' notice and got thirty. Enough?,{'yes' if n % 11 else 'no'}"
        for n in range(QUESTIONS)
    ]
    (tmp_path / "q.csv").write_text("\n".join(["question,gold", *rows]) + "\n", encoding="utf-8")
    with server() as url:
        backbones = write_backbones(tmp_path / "mine.toml", url)
        backbones.write_text(backbones.read_text("utf-8") + f"max_concurrency = {IN_FLIGHT}\n", encoding="utf-8")
        with subprocess.Popen([COGMED, *COMMAND], cwd=tmp_path, env=environment()) as process:
            while answered(url) < CALLS // 3:
                time.sleep(0.5)
            process.kill()
        assert process.returncode == -signal.SIGKILL
        before = answered(url)
        with subprocess.Popen([COGMED, *COMMAND], cwd=tmp_path, env=environment()) as process:
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        made = answered(url) - before
    assert process.returncode == 0
    checks = 2
    assert CALLS <= before + made <= CALLS + IN_FLIGHT + checks
    assert query(tmp_path / "warehouse", "SELECT n, not_run, failed, calls FROM verdict_results") == [
        (QUESTIONS, 0, 0, CALLS)
    ]
    milliseconds = 1000 * (used.ru_utime + used.ru_stime) / made
    print(f"{made} calls, {milliseconds:.2f} ms of processor time each, {used.ru_maxrss / 1024:.0f} MB")
    assert milliseconds < MOST_MILLISECONDS
    assert used.ru_maxrss / 1024 < MOST_MEGABYTES

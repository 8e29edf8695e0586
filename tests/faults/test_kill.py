"""A run that is killed again and again: the same command ends as an undisturbed run does, and pays nothing twice.

Killed are real processes with SIGKILL: after a random time, at a request, right after an answer (before it can be
stored), and in the moment before a file is opened, a folder made or a file renamed (between write and commit).
"""

import random
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.given import (
    IN_FLIGHT,
    AimingServer,
    Reference,
    assert_as_undisturbed,
    assert_readable,
    finished,
    sometime,
    started,
    undisturbed,
    write_workload,
)
from tests.faults.launcher import Launcher

WAYS = ("time", "request", "answer", "file")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reference]:
    with undisturbed(tmp_path_factory.mktemp("whole"), dialogues=30) as reference:
        yield reference


def kill(launcher: Launcher, server: AimingServer, folder: Path, way: str, chance: random.Random, most: int) -> None:
    """Start the run and kill it in some way, after ``most`` calls at the latest."""
    running = started(launcher, folder, die_at=chance.randrange(1, 400) if way == "file" else None)
    calls = chance.randrange(1, most + 1) if way in ("request", "answer") else most
    server.aim(running, **{"answer" if way == "answer" else "request": calls})
    if way == "time":
        running.wait(sometime(chance, 0.02, 8.0))
        server.kill()
    assert running.wait() == -signal.SIGKILL, running.stderr


def test_four_kills_one_of_each_way(short: Reference, tmp_path: Path) -> None:
    assert_nothing_lost(short, tmp_path, seed=2026, kills=4)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(20))
def test_twenty_times_ten_kills(whole: Reference, tmp_path: Path, seed: int) -> None:
    assert_nothing_lost(whole, tmp_path, seed, kills=10)


def assert_nothing_lost(reference: Reference, folder: Path, seed: int, kills: int) -> None:
    """Kill a run so often, let it finish, and hold it against the undisturbed one."""
    server, chance = reference.server, random.Random(seed)
    asked, answered = server.asked, server.answered
    most = int(0.8 * reference.asked / kills)
    write_workload(folder, server, reference.dialogues)
    for number in range(kills):
        kill(reference.launcher, server, folder, WAYS[number % len(WAYS)], chance, most)
        assert_readable(folder / "warehouse")
    assert finished(started(reference.launcher, folder)) == 0
    again = server.asked - asked - reference.asked
    paid_twice = server.answered - answered - reference.answered
    assert_as_undisturbed(folder, reference.folder)
    print(f"seed {seed}: {kills} kills, {reference.asked} calls: {again} sent again, {paid_twice} answered again")
    assert 0 <= paid_twice <= again <= kills * IN_FLIGHT
    assert paid_twice <= 0.02 * reference.asked

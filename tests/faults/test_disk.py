"""A disk that fills up while a run is under way: it stops at once, loses no more than it was asking, and goes on later.

The disk is a small one of its own where this process may mount one; elsewhere a limit on the size of the run's files,
set at the same moment, says the same to it.
"""

import re
import resource
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from cogmed_pipeline.files import remove_leftovers
from tests.faults.given import (
    IN_FLIGHT,
    Reference,
    assert_as_undisturbed,
    assert_readable,
    finished,
    started,
    write_workload,
)
from tests.faults.launcher import Running
from tests.pipeline.given import contents

SIZE = "48m"
LARGEST = 60_000
"""Bytes of a file where there is no disk of its own; the cache has outgrown it before the moment comes."""


@dataclass
class SmallDisk:
    """A disk that can be filled and freed; its stand-in limits the files of a process."""

    folder: Path
    mounted: bool

    def fill(self, running: Running) -> None:
        if not self.mounted:
            resource.prlimit(running.pid, resource.RLIMIT_FSIZE, (LARGEST, resource.RLIM_INFINITY))
            return
        for size in (1 << 20, 4096):
            try:
                with (self.folder / "filler").open("ab", buffering=0) as filler:
                    while filler.write(bytes(size)):
                        pass
            except OSError:
                continue

    def free(self) -> None:
        (self.folder / "filler").unlink(missing_ok=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = shutil.which("mount") and _succeeds("mount", "-t", "tmpfs", "-o", f"size={SIZE}", "small", folder)
    try:
        yield SmallDisk(folder, bool(mounted))
    finally:
        if mounted:
            assert _succeeds("umount", folder)


def _succeeds(*command: str | Path) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("moment", [0.5, *(pytest.param(at / 20, marks=pytest.mark.long) for at in (1, 2, 5, 15, 19))])
def test_a_disk_that_fills_up_costs_no_more_than_the_calls_in_flight(
    moment: float, short: Reference, disk: SmallDisk, tmp_path: Path
) -> None:
    server, warehouse = short.server, disk.folder / "warehouse"
    write_workload(tmp_path, server, short.dialogues)
    (tmp_path / "warehouse").symlink_to(warehouse)
    asked, answered, full = server.asked, server.answered, list[float]()

    def fill() -> None:
        disk.fill(running)
        full.append(time.monotonic())

    server.at_request(int(moment * short.asked), fill)
    running = started(short.launcher, tmp_path)
    assert finished(running) == 1
    took, sent = time.monotonic() - full[0], server.asked - asked - int(moment * short.asked)
    *dagsters, line = running.stderr.splitlines()
    assert len(dagsters) < 10, "what it says of its own log, past ours"
    assert line.startswith("cogmed: ") and re.search(r"the same command (then )?goes on from", line), line
    assert sent <= 2 * IN_FLIGHT, "those in flight, and those that began before the rest was cancelled"
    assert_readable(warehouse)
    kept = _results(warehouse)
    disk.free()
    assert finished(started(short.launcher, tmp_path)) == 0
    assert {name: content for name, content in _results(warehouse).items() if name in kept} == kept
    lost = server.answered - answered - short.answered
    print(f"full at {moment:.0%}: stopped after {took:.1f} s, {lost} answers lost; a real disk: {disk.mounted}")
    assert 0 <= lost <= IN_FLIGHT
    remove_leftovers(warehouse)
    assert_as_undisturbed(tmp_path, short.folder)


def _results(warehouse: Path) -> dict[str, bytes]:
    """Return what was made so far; a plan is no result, and says more once its case is prepared."""
    return contents(warehouse / "records", "plans")

"""A warehouse that something happened to: a clock that was set back, damage, an older version, no right to write."""

import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from cogmed_core.llm.cache_repair import COLUMNS, checksum
from tests.faults.given import Reference, assert_as_undisturbed, finished, started
from tests.pipeline.given import contents, write_case

DAY = 86_400
CACHE = Path("cache") / "responses.sqlite"


def in_the_future(warehouse: Path) -> None:
    """Leave what a run leaves whose clock was a day ahead: times of files, of replies, of Dagster's runs and events."""
    with closing(sqlite3.connect(warehouse / CACHE, isolation_level=None)) as cache:
        cache.create_function("row_checksum", -1, lambda *row: checksum(row), deterministic=True)
        cache.execute("UPDATE replies SET stored = strftime('%Y-%m-%dT%H:%M:%S+00:00', stored, '+1 day')")
        cache.execute(f"UPDATE replies SET checksum = row_checksum({COLUMNS})")
    for path in (warehouse / "dagster" / "history").rglob("*.db"):
        with closing(sqlite3.connect(path, isolation_level=None)) as history:
            tables = {name for (name,) in history.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            for table, columns in {
                "runs": ("create_timestamp", "update_timestamp"),
                "event_logs": ("timestamp",),
            }.items():
                for column in columns if table in tables else ():
                    history.execute(f"UPDATE {table} SET {column} = datetime({column}, '+1 day')")
            if "runs" in tables:
                history.execute(f"UPDATE runs SET start_time = start_time + {DAY}, end_time = end_time + {DAY}")
    ahead = time.time() + DAY
    for path in warehouse.rglob("*"):
        os.utime(path, (ahead, ahead))


def of_an_older_version(warehouse: Path) -> None:
    """Give the cache the layout of the first version, which had no checksums, and the tables one nobody knows."""
    with closing(sqlite3.connect(warehouse / CACHE, isolation_level=None)) as cache:
        cache.executescript(
            f"CREATE TABLE old AS SELECT {COLUMNS} FROM replies; DROP TABLE replies; ALTER TABLE old RENAME TO replies;"
            " PRAGMA user_version = 1;"
        )
    (warehouse / "cogmed.duckdb").write_bytes(b"DUCK of another age" * 1000)


def damaged(warehouse: Path) -> None:
    """Damage an episode, the beginning of the cache, and the tables."""
    episode = warehouse / "records" / "episodes" / "mine.full" / "case-003" / "s0.json"
    episode.write_bytes(episode.read_bytes()[:500])
    content = bytearray((warehouse / CACHE).read_bytes())
    content[40 * 4096 : 40 * 4096 + 2000] = os.urandom(2000)
    (warehouse / CACHE).write_bytes(content)
    (warehouse / "cogmed.duckdb").write_bytes(b"")


@pytest.mark.parametrize(
    ("events", "lost"), [([in_the_future, of_an_older_version], 0), ([damaged], 12)], ids=["old", "damaged"]
)
def test_the_same_command_makes_the_best_of_it(
    events: list[Callable[[Path], None]], lost: int, short: Reference, tmp_path: Path
) -> None:
    """One record is gone on top of it: it comes back out of the cache, for no more calls than the damage took."""
    folder = copied(short, tmp_path)
    for befall in events:
        befall(folder / "warehouse")
    (folder / "warehouse" / "records" / "episodes" / "mine.full" / "case-005" / "s0.json").unlink()
    asked = short.server.asked
    running = started(short.launcher, folder)
    assert finished(running) == 0, running.stderr
    assert short.server.asked - asked <= lost
    assert_as_undisturbed(folder, short.folder)


def copied(short: Reference, folder: Path) -> Path:
    """Copy a finished run, so that something can happen to it."""
    shutil.copytree(short.folder, folder, dirs_exist_ok=True)
    return folder


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Take the right to write away: by a read-only mount from somebody who may write anywhere, else plainly."""
    mount = shutil.which("mount")
    if mount and os.geteuid() == 0 and not _call(mount, "--bind", str(folder), str(folder)):
        assert not _call(mount, "-o", "remount,bind,ro", str(folder))
        try:
            yield
        finally:
            assert not _call("umount", str(folder))
        return
    mode = folder.stat().st_mode
    folder.chmod(0o500)
    try:
        yield
    finally:
        folder.chmod(mode)


def _call(*command: str) -> int:
    return subprocess.run(command, capture_output=True, check=False).returncode


@pytest.mark.parametrize(
    ("part", "code"), [("", 2), ("records", 1), ("cache", 1), pytest.param("dagster", 1, marks=pytest.mark.long)]
)
def test_where_it_may_not_write_it_says_so_and_loses_nothing(
    part: str, code: int, short: Reference, tmp_path: Path
) -> None:
    folder = copied(short, tmp_path)
    write_case(folder / "raw_cases", "one-more")
    before = contents(folder / "warehouse" / "records")
    asked = short.server.asked
    with read_only(folder / "warehouse" / part):
        running = started(short.launcher, folder)
        assert finished(running) == code
        *_, line = running.stderr.splitlines()
        assert line.startswith("cogmed: ") and "warehouse" in line
        assert len(running.stderr.splitlines()) <= 10
    assert short.server.asked - asked <= 4
    kept = contents(folder / "warehouse" / "records")
    assert {name: kept[name] for name in before if name.startswith("episodes/")} == {
        name: content for name, content in before.items() if name.startswith("episodes/")
    }

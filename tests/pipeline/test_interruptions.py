"""Whatever kills a run or spoils a file: nobody reads half a result, and the same command goes on from there."""

import itertools
import json
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import dagster as dg
import pytest

from cogmed_pipeline.instance import UNDER_WAY, open_instance
from tests.pipeline.conftest import Finished
from tests.pipeline.given import (
    COGMED,
    cogmed,
    contents,
    environment,
    faults,
    query,
    ran,
    settings_of,
    write_backbones,
    write_case,
)
from tests.servers.brain import reply_to
from tests.servers.http_server import HttpAnswer
from tests.servers.openai_server import Answer, OpenAIServer, completion

READER = """
import sys, duckdb
with duckdb.connect(sys.argv[1], read_only=True) as connection:
    for _ in sys.stdin:
        print(connection.execute("SELECT count(*) FROM episodes").fetchone()[0], flush=True)
"""

RUN = ("run", "--backbones", "mine.toml", "--backbone", "mine", "--rounds", "2", "--configuration", "full")


def test_a_reader_keeps_reading_while_the_tables_are_swapped(finished: Finished, tmp_path: Path) -> None:
    shutil.copytree(finished.warehouse, tmp_path / "warehouse")
    shutil.copytree(finished.folder / "raw_cases", tmp_path / "raw")
    with subprocess.Popen(
        [sys.executable, "-c", READER, tmp_path / "warehouse" / "cogmed.duckdb"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as reader:
        assert reader.stdin and reader.stdout

        def counted() -> int:
            print("go", file=reader.stdin, flush=True)
            return int(reader.stdout.readline())

        assert counted() == 10
        (tmp_path / "raw" / "boiler.json").unlink()
        ran(settings_of(tmp_path, rounds=6))
        assert query(tmp_path / "warehouse", "SELECT count(*) FROM episodes") == [(5,)]
        assert counted() == 10, "the old file, as long as it is held open"
        reader.stdin.close()
    assert [path.name for path in (tmp_path / "warehouse").iterdir() if path.suffix == ".tmp"] == []


def test_a_spoilt_record_is_made_anew_and_the_same(finished: Finished, tmp_path: Path) -> None:
    shutil.copytree(finished.warehouse, tmp_path / "warehouse")
    records = tmp_path / "warehouse" / "records"
    before = contents(records, "accounts")

    def cut(path: Path) -> None:
        path.write_bytes(path.read_bytes()[:-40])

    def retyped(path: Path) -> None:
        path.write_text(json.dumps({"fingerprint": "x", "record": {"unknown": 1}}), encoding="utf-8")

    def not_text(path: Path) -> None:
        path.write_bytes(b"\xff\xfe\x00")

    spoilt: dict[str, Callable[[Path], object]] = {
        "cases/loan.json": cut,
        "scenarios/loan.json": not_text,
        "profiles/loan/s0.json": retyped,
        "episodes/offline.full/loan/s0.json": cut,
        "episodes/offline.full/boiler/s0.json": retyped,
        "judgements/offline.no_fsm/boiler/s0/offline.r0.json": cut,
        "findings/offline.no_fsm/boiler/s0.json": cut,
        next((records / "plans").rglob("offline.full.json")).relative_to(records).as_posix(): cut,
        "catalogue/catalogue.json": not_text,
        "accounts/episodes/offline.full/loan/s0.json": cut,
    }
    for name, spoil in spoilt.items():
        spoil(records / name)
    counted = ran(settings_of(tmp_path, raw=finished.folder / "raw_cases", rounds=6))
    assert contents(records, "accounts") == before
    made = {"anonymized_cases": 1, "scenarios": 1, "profiles": 1, "episodes": 2, "findings": 3, "judgements": 3}
    assert counted.made == made and not counted.failed


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the same run was killed three times and then left in peace."""
    folder = tmp_path_factory.mktemp("killed")
    for amount in (100, 200):
        write_case(folder / "raw_cases", f"case-{amount}", amount=amount)
    records = folder / "warehouse" / "records"
    moments = [(folder / "warehouse" / "dagster").exists, (records / "scenarios").exists, (records / "episodes").exists]
    killing = threading.Event()
    killing.set()
    with OpenAIServer(_judge_waits_for_the_end_of(killing), latency=0.05) as server:
        write_backbones(folder / "mine.toml", server.base_url)
        for moment in moments:
            with subprocess.Popen([COGMED, *RUN], cwd=folder, env=environment(), stdout=subprocess.DEVNULL) as process:
                while process.poll() is None and not moment():
                    time.sleep(0.01)
                process.kill()
            assert process.returncode == -signal.SIGKILL, "it was under way"
        killing.clear()
        done = cogmed(*RUN, cwd=folder)
        assert done.returncode == 0 and faults(done) == [], done.stdout
    return folder


def _judge_waits_for_the_end_of(killing: threading.Event) -> Answer:
    """Answer the judge only when nobody kills any more: until then the run is not over."""
    return lambda body: HttpAnswer(
        body=completion(body, reply_to(body)),
        delay=600.0 * (killing.is_set() and "professionalism" in str(body["messages"])),
    )


def test_after_three_kills_the_same_command_completes_everything_once(killed: Path) -> None:
    warehouse = killed / "warehouse"
    assert query(warehouse, "SELECT case_id, status FROM episodes ORDER BY 1") == [
        ("case-100", "finished"),
        ("case-200", "finished"),
    ]
    assert query(warehouse, "SELECT n, failed, not_run, incomplete, oqs_n FROM results") == [(2, 0, 0, False, 2)]


def test_what_was_killed_leaves_no_run_under_way(killed: Path) -> None:
    with open_instance(killed / "warehouse") as instance:
        assert instance.get_runs(filters=dg.RunsFilter(statuses=UNDER_WAY)) == []
        canceled = instance.get_runs(filters=dg.RunsFilter(statuses=[dg.DagsterRunStatus.CANCELED]))
        assert canceled, "the runs that were killed say so"


def _never_done() -> Answer:
    """Answer the first request and never another: whenever the signal comes, the run is not over."""
    asked = itertools.count()
    return lambda body: HttpAnswer(body=completion(body, reply_to(body)), delay=600.0 * (next(asked) > 0))


def test_ctrl_c_in_a_terminal_shows_nothing_but_our_line(tmp_path: Path) -> None:
    """There the signal goes to every process of the foreground group, whoever started it."""
    write_case(tmp_path / "raw_cases", "loan", language="en")
    with OpenAIServer(_never_done()) as server:
        write_backbones(tmp_path / "mine.toml", server.base_url)
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(tmp_path)
            os.execve(COGMED, [str(COGMED), *RUN], environment(TERM="dumb"))
        shown, pressed = bytearray(), False
        while (block := _read(terminal)) is not None:
            shown += block
            if not pressed and (tmp_path / "warehouse" / "records" / "cases").exists():
                pressed = os.write(terminal, b"\x03") > 0
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 130
    text = shown.decode(errors="replace")
    assert pressed and "cogmed: stopped; run the same command again to go on" in text
    assert "Traceback" not in text and "KeyboardInterrupt" not in text


def _read(terminal: int) -> bytes | None:
    """Return what is shown within a moment; None when nobody has the other end open any more."""
    if not select.select([terminal], [], [], 0.01)[0]:
        return b""
    try:
        return os.read(terminal, 4096) or None
    except OSError:  # what Linux says then
        return None


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM], ids=lambda stop: stop.name)
def test_a_stop_is_one_line_that_says_how_to_go_on(stop: signal.Signals, tmp_path: Path) -> None:
    write_case(tmp_path / "raw_cases", "loan", language="en")
    with OpenAIServer(_never_done()) as server:
        write_backbones(tmp_path / "mine.toml", server.base_url)
        with subprocess.Popen(
            [COGMED, *RUN], cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            while process.poll() is None and not (tmp_path / "warehouse" / "records" / "cases").exists():
                time.sleep(0.01)
            process.send_signal(stop)
            _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    (line,) = said.splitlines()
    assert line.startswith("cogmed: stopped; run the same command again to go on")
    with open_instance(tmp_path / "warehouse") as instance:
        assert instance.get_runs(filters=dg.RunsFilter(statuses=UNDER_WAY)) == []

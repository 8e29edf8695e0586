"""Backfills launched over GraphQL, as the UI launches them: every key once, whatever fails or is killed meanwhile."""

import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.pipeline.daemon import Daemon, over, running
from tests.pipeline.given import cogmed, query, schema_of, write_backbones, write_case
from tests.servers.brain import reply_to
from tests.servers.fault_server import PASSING
from tests.servers.http_server import HttpAnswer
from tests.servers.openai_server import OpenAIServer

CONFIGURATIONS = ("baseline", "full", "no_fsm", "no_stk", "no_dbt")
DONE = {"COMPLETED_SUCCESS", "COMPLETED_FAILED", "COMPLETED", "FAILED", "CANCELED"}


def write_experiment(folder: Path, backbones: list[str], rounds: int, configurations: tuple[str, ...]) -> Path:
    names, kinds = (", ".join(f'"{name}"' for name in given) for given in (backbones, configurations))
    path = folder / "grid.toml"
    path.write_text(
        f'name = "grid"\nbackbones = [{names}]\nconfigurations = [{kinds}]\nseeds = [0]\nrounds = {rounds}\n'
        'temperature = 0.3\nlanguage = "case"\n',
        encoding="utf-8",
    )
    return path


@contextmanager
def prepared(folder: Path, cases: int, experiment: Path, backbones: Path) -> Iterator[tuple[Daemon, list[str]]]:
    """Take so many cases in and draw their profiles through the UI; give it, and every key of the grid."""
    for number in range(cases):
        write_case(folder / "raw_cases", f"case-{number:03}", amount=1000 + number)
    with running(folder, COGMED_EXPERIMENT=str(experiment), COGMED_BACKBONES=str(backbones)) as daemon:
        daemon.wait(lambda: len(daemon.materialized("anonymized_cases")) == cases)
        prepare = daemon.backfill(["scenarios", "profiles"], daemon.partitions("scenarios"))
        daemon.wait(lambda: daemon.backfill_status(prepare) in DONE)
        assert daemon.materialized("profiles") == dict.fromkeys(daemon.partitions("profiles"), 1)
        yield daemon, daemon.partitions("episodes")


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_seven_hundred_and_fifty_keys_at_once(tmp_path: Path) -> None:
    names = ["offline-a", "offline-b", "offline-c"]
    backbones = tmp_path / "offline.toml"
    backbones.write_text(
        "".join(f'[backbones.{name}]\nprovider = "offline"\nmodel = "offline"\n' for name in names), encoding="utf-8"
    )
    experiment = write_experiment(tmp_path, names, 10, CONFIGURATIONS)
    with prepared(tmp_path, 50, experiment, backbones) as (daemon, keys):
        assert len(keys) == 750
        started = time.monotonic()
        backfill = daemon.backfill(["episodes"], keys)
        daemon.wait(lambda: daemon.backfill_status(backfill) in DONE, 1500)
        seconds = time.monotonic() - started
        assert daemon.backfill_status(backfill) == "COMPLETED_SUCCESS"
        assert daemon.materialized("episodes") == dict.fromkeys(keys, 1)
        runs = [run for run in daemon.runs() if run.assets == {"episodes"}]
        print(f"750 keys in {seconds:.0f} s, {len(runs)} runs")


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("cases", "kills"), [(6, 3), (24, 20)])
def test_a_run_worker_that_is_killed_again_and_again_loses_and_repeats_nothing(
    cases: int, kills: int, tmp_path: Path
) -> None:
    chance, pauses = random.Random(kills), random.Random(0)
    with OpenAIServer(latency=0.05) as server:
        backbones = write_backbones(tmp_path / "mine.toml", server.base_url, max_concurrency="4")
        text = backbones.read_text(encoding="utf-8").replace('max_concurrency = "4"', "max_concurrency = 4")
        backbones.write_text(text, encoding="utf-8")
        experiment = write_experiment(tmp_path, ["mine"], 4, ("full",))
        with prepared(tmp_path, cases, experiment, backbones) as (daemon, keys):
            killed = 0
            backfill = daemon.backfill(["episodes"], keys)
            while daemon.backfill_status(backfill) not in DONE or killed < kills:
                if daemon.backfill_status(backfill) in DONE:
                    missing = set(keys) - set(daemon.materialized("episodes"))
                    assert missing, f"all done after {killed} kills"
                    backfill = daemon.backfill(["episodes"], sorted(missing))
                for run in daemon.runs():
                    process = run.tags.get("cogmed/process", ":0").rpartition(":")[2]
                    if run.status == "STARTED" and int(process) and killed < kills:
                        time.sleep(chance.uniform(0, 3))
                        try:
                            os.kill(int(process), signal.SIGKILL)
                        except ProcessLookupError:
                            continue
                        killed += 1
                time.sleep(pauses.uniform(0.2, 1.0))
            daemon.wait(lambda: over(daemon.runs()))
            if missing := set(keys) - set(daemon.materialized("episodes")):
                last = daemon.backfill(["episodes"], sorted(missing))
                daemon.wait(lambda: daemon.backfill_status(last) in DONE)
            assert set(daemon.materialized("episodes")) == set(keys)
            asked = [json_of(body) for body in server.bodies]
            records = sorted((tmp_path / "warehouse" / "records" / "episodes").rglob("*.json"))
            assert len(records) == len(keys)
            repeated = len(asked) - len(set(asked))
            print(f"{killed} kills, {len(asked)} requests, {repeated} sent again of what was under way in a kill")
            assert repeated <= 4 * killed, "at most what was in flight"


def json_of(body: dict[str, object]) -> str:
    return str(sorted(body.items()))


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_one_call_in_twenty_fails_and_still_every_key_is_there(tmp_path: Path) -> None:
    chance = random.Random(5)
    faults = [PASSING[name] for name in ("429_seconds", "500", "503", "reset", "not_json")]

    def answer(body: dict[str, object]) -> str | HttpAnswer:
        good = reply_to(body)
        return chance.choice(faults)(body, good) if chance.random() < 0.05 else good

    with OpenAIServer(answer) as server:
        backbones = write_backbones(tmp_path / "mine.toml", server.base_url, "one", "two", "three")
        experiment = write_experiment(tmp_path, ["one", "two", "three"], 2, CONFIGURATIONS)
        with prepared(tmp_path, 50, experiment, backbones) as (daemon, keys):
            backfill = daemon.backfill(["episodes"], keys)
            daemon.wait(lambda: daemon.backfill_status(backfill) in DONE, 1500)
            assert daemon.backfill_status(backfill) == "COMPLETED_SUCCESS"
            assert daemon.materialized("episodes") == dict.fromkeys(keys, 1)
            print(f"750 keys, {server.requests} requests")


@pytest.mark.long
def test_force_in_the_configuration_of_a_backfill_makes_again_what_is_there(tmp_path: Path) -> None:
    write_case(tmp_path / "raw_cases", "loan", language="en")
    with OpenAIServer() as server:
        write_backbones(tmp_path / "mine.toml", server.base_url)
        arguments = ("--backbones", "mine.toml", "--backbone", "mine", "--configuration", "baseline", "--rounds", "1")
        assert cogmed("run", *arguments, cwd=tmp_path).returncode == 0
        calls = len(server.bodies)
        with running(tmp_path) as daemon:
            for force, more in ((False, 0), (True, 1)):
                config = {"ops": {"episodes": {"config": {"force": force}}}}
                backfill = daemon.backfill(["episodes"], ["mine.baseline|loan"], runConfigData=config)
                daemon.wait(lambda backfill=backfill: daemon.backfill_status(backfill) in DONE)
                assert daemon.backfill_status(backfill) == "COMPLETED_SUCCESS"
                assert (len(server.bodies) > calls) == bool(more)
    assert "LitigantReply" in {schema_of(body) for body in server.bodies[calls:]}
    assert query(tmp_path / "warehouse", "SELECT count(*) FROM episodes") == [(1,)]

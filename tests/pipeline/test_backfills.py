"""Backfills launched over GraphQL, as the UI launches them: every key once, and again only where it is forced."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cogmed_pipeline.instance import open_instance
from tests.pipeline.daemon import Daemon, running
from tests.pipeline.given import cogmed, failed_in_the_ui, query, schema_of, write_backbones, write_case
from tests.servers.fault_server import FaultServer
from tests.servers.http_server import HttpAnswer
from tests.servers.openai_server import OpenAIServer, failure

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
def prepared(
    folder: Path, cases: int, experiment: Path, backbones: Path, language: str = "zh"
) -> Iterator[tuple[Daemon, list[str]]]:
    """Take so many cases in and draw their profiles through the UI; give it, and every key of the grid."""
    for number in range(cases):
        write_case(folder / "raw_cases", f"case-{number:03}", language=language, amount=1000 + number)
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


class Failing(FaultServer):
    """Fails one call in twenty, one key always."""

    def _answer_or_fail(self, body: dict[str, Any]) -> str | HttpAnswer:
        if (
            body["model"] == "arm1-model"
            and "(case-007)" in str(body["messages"])
            and schema_of(body) == "LitigantReply"
        ):
            return failure(400, "bad_request", "not this one")
        return super()._answer_or_fail(body)


@pytest.mark.long
@pytest.mark.timeout(3000)
def test_one_call_in_twenty_fails_and_every_key_is_there_but_the_one_that_cannot_be(tmp_path: Path) -> None:
    names = ["arm0", "arm1", "arm2"]
    experiment = write_experiment(tmp_path, names, 2, CONFIGURATIONS)
    with Failing(share=0.05, seed=5, keep_bodies=False) as server:
        backbones = write_backbones(tmp_path / "mine.toml", server.base_url, *names)
        with prepared(tmp_path, 50, experiment, backbones, "en") as (daemon, keys):
            backfill = daemon.backfill(["episodes"], keys)
            daemon.wait(lambda: daemon.backfill_status(backfill) in DONE, 2400)
            made = daemon.materialized("episodes")
            runs = [run for run in daemon.runs() if run.assets == {"episodes"}]
        print(f"{server.answered} replies, {server.faults} faults, {len(made)} of {len(keys)} keys, {len(runs)} runs")
    lost = {f"arm1.{name}|case-007" for name in CONFIGURATIONS}
    assert made == dict.fromkeys(set(keys) - lost, 1) and len(keys) == 750
    with open_instance(tmp_path / "warehouse") as instance:
        assert failed_in_the_ui(instance, "episodes") == lost


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

"""The whole pipeline against a server that fails as endpoints do: one run, nothing lost, nothing counted wrongly."""

from pathlib import Path

import pytest

from tests.faults.given import MINE, count_of
from tests.faults.launcher import Launcher
from tests.pipeline.given import environment, query, write_backbones, write_case
from tests.servers.brain import is_reask
from tests.servers.fault_server import FaultServer


@pytest.mark.parametrize(
    ("cases", "rounds"), [(1, 3), pytest.param(40, 10, marks=[pytest.mark.long, pytest.mark.timeout(1800)])]
)
def test_at_a_fifth_of_mixed_faults_everything_is_finished_in_one_run(
    cases: int, rounds: int, launcher: Launcher, tmp_path: Path
) -> None:
    for number in range(cases):
        write_case(tmp_path / "raw_cases", f"case-{number}", language=("zh", "en")[number % 2], amount=900 + number)
    with FaultServer(share=0.2, seed=cases, models=["mine-model"]) as server:
        write_backbones(tmp_path / "mine.toml", server.base_url)
        done = launcher.run("run", *MINE, "--rounds", str(rounds), cwd=tmp_path, environ=environment())
    assert done.code == 0 and done.stderr == "", done.stdout
    planned = 5 * cases
    assert count_of(done.stdout) == (planned, planned, 0, 0)
    ((paid,),) = query(tmp_path / "warehouse", "SELECT sum(calls - cached_calls) FROM ledger")
    needed = paid - sum(map(is_reask, server.bodies))
    print(f"{planned} episodes, {needed} calls, {server.requests} requests, {server.faults} of them with a fault")
    assert paid == server.answered, "the server's count of answered requests is the ledger's"
    assert server.faults > 0.15 * server.requests
    assert server.requests <= 1.30 * needed

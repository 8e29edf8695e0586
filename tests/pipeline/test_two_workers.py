"""Two workers with folders of their own, sharing a Postgres and a bucket and nothing else, on the shipped settings.

Celery's messages go through the same Postgres; Compose has a Redis for that.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

import cogmed_pipeline
from tests.pipeline.daemon import LOCATION, Daemon, end_group, over, postgres, running
from tests.pipeline.given import cogmed, environment, query, tables, write_case
from tests.servers.bucket_server import BucketServer, bucket_server

DEPLOY = Path(cogmed_pipeline.__path__[0]) / "deploy"
WORKER, ONE = ("-A", "dagster_celery.app", "-y", DEPLOY / "celery.yaml"), ("--concurrency=1",)
STOPPABLE = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"
"""Dagster stops at SIGINT, unless whoever started these tests in the background has it ignored."""
STEPS = (("scenarios", "profiles"), ("episodes",), ("findings", "judgements"))
LAUNCH = """mutation($with: ExecutionParams!) { launchRun(executionParams: $with) {
  __typename ... on PythonError { message } } }"""


@contextmanager
def worker(folder: Path, name: str, variables: dict[str, str]) -> Iterator[Path]:
    """Run a worker in a folder of its own and give its log."""
    own = home(folder / name)
    with (own / "log").open("wb") as output:
        process = subprocess.Popen(
            [Path(sys.executable).with_name("dagster-celery"), "worker", "start", *WORKER, "-n", name, "--", *ONE],
            cwd=own,
            env=environment(**variables, DAGSTER_HOME=str(own), COGMED_WORK=str(own / "work")),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        while b" ready." not in (own / "log").read_bytes():
            assert process.poll() is None, (own / "log").read_text("utf-8")
            time.sleep(0.5)
        yield own / "log"
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(timeout=60)
        finally:
            end_group(process.pid)


def home(folder: Path) -> Path:
    folder.mkdir()
    (folder / "dagster.yaml").write_bytes((DEPLOY / "dagster.yaml").read_bytes())
    return folder


def variables_of(url: str, bucket: BucketServer, folder: Path) -> dict[str, str]:
    """Return what the web server, the daemon and both workers are told."""
    return {
        **bucket.variables,
        "COGMED_POSTGRES_URL": url,
        "COGMED_BROKER_URL": f"sqla+{url}",
        "COGMED_RESULTS_URL": f"db+{url}",
        "COGMED_WAREHOUSE": "s3://lab/pair",
        "COGMED_RAW": str(folder / "raw_cases"),
    }


def launch(daemon: Daemon, job: str) -> None:
    (one,) = daemon.ask(LOCATION)["repositoriesOrError"]["nodes"]
    place = {"repositoryName": one["name"], "repositoryLocationName": one["location"]["name"], "jobName": job}
    found = daemon.ask(LAUNCH, **{"with": {"selector": place, "mode": "default", "runConfigData": {}}})
    assert found["launchRun"]["__typename"] == "LaunchRunSuccess", found


def everything(daemon: Daemon) -> None:
    """Wait until the sensor has taken the cases in, then have each step done by whoever is free."""
    daemon.wait(lambda: any(run.job == "take_in" for run in daemon.runs()) and over(daemon.runs()))
    for assets in STEPS:
        backfill = daemon.backfill(assets, daemon.partitions(assets[0]))
        daemon.wait(lambda wanted=backfill: daemon.backfill_status(wanted) == "COMPLETED_SUCCESS")  # type: ignore[misc]  # mypy knows no defaults of lambdas
    launch(daemon, "tabulate")
    daemon.wait(lambda: any(run.job == "tabulate" for run in daemon.runs()) and over(daemon.runs()))


@pytest.mark.long
@pytest.mark.timeout(900)
def test_two_workers_leave_the_tables_of_one_machine(tmp_path: Path) -> None:
    write_case(tmp_path / "raw_cases", "loan")
    write_case(tmp_path / "raw_cases", "boiler", language="en", amount=900)
    alone = cogmed("run", cwd=tmp_path)
    assert alone.returncode == 0, alone.stderr
    with ExitStack() as stack:
        url, bucket = stack.enter_context(postgres()), stack.enter_context(bucket_server())
        variables = variables_of(url, bucket, tmp_path)
        logs = [stack.enter_context(worker(tmp_path, name, variables)) for name in ("first", "second")]
        control = home(tmp_path / "control")
        own = {**variables, "DAGSTER_HOME": str(control), "COGMED_WORK": str(control / "work")}
        dagster = (Path(sys.executable).with_name("dagster"), "dev", "-m", "cogmed_pipeline.definitions")
        daemon = stack.enter_context(running(control, sys.executable, "-c", STOPPABLE, *dagster, **own))
        everything(daemon)
        assert {run.status for run in daemon.runs()} == {"SUCCESS"}
        fetched = tmp_path / "fetched"
        fetched.mkdir()
        (fetched / "cogmed.duckdb").write_bytes(bucket.get("pair/cogmed.duckdb"))
    worked = [log.read_text("utf-8", errors="replace").count("Task execute_job") for log in logs]
    assert min(worked) > 0, worked
    assert query(fetched, "SELECT count(*) FROM episodes") == [(10,)]
    assert tables(fetched) == tables(tmp_path / "warehouse")

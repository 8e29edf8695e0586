"""The newcomer's budget: the README's first command, as it stands there, on a fresh copy and environment."""

import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pytest

ROOT = Path(__file__).parents[1]
MOST_MEGABYTES = 750
MOST_SECONDS = 180
TABLES = {
    "cases",
    "issues",
    "profiles",
    "episodes",
    "utterances",
    "actions",
    "beliefs",
    "usage",
    "judgements",
    "results",
}


@dataclass(frozen=True)
class Visit:
    """What a newcomer is left with."""

    folder: Path
    environment: Path
    output: str
    seconds: float
    connections: int


def commands_of_the_readme() -> list[str]:
    blocks = re.findall(r"```bash\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    return [line.split("#")[0].strip() for block in blocks for line in block.splitlines() if line.strip()]


@contextmanager
def counting_proxy() -> Iterator[tuple[int, list[str]]]:
    """Listen as the only way out; whoever wants something from outside is counted and gets nothing."""
    seen: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        stopped = threading.Event()

        def listen() -> None:
            while not stopped.is_set():
                try:
                    connection, _ = server.accept()
                except TimeoutError:
                    continue
                with connection:
                    connection.settimeout(1)
                    seen.append(connection.recv(200).decode("latin-1"))

        listener = threading.Thread(target=listen)
        listener.start()
        try:
            yield server.getsockname()[1], seen
        finally:
            stopped.set()
            listener.join()


@pytest.fixture(scope="module")
def visit(tmp_path_factory: pytest.TempPathFactory) -> Visit:
    folder, environment = tmp_path_factory.mktemp("newcomer"), tmp_path_factory.mktemp("venv")
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    install, run = re.fullmatch(r"(pip install \.) && (cogmed run)", commands_of_the_readme()[0]).groups()
    environ = os.environ | {"PATH": f"{environment / 'bin'}:{os.environ['PATH']}", "VIRTUAL_ENV": str(environment)}
    subprocess.run(install, shell=True, cwd=folder, env=environ, check=True, capture_output=True, timeout=600)
    with counting_proxy() as (port, seen):
        proxies = {f"{scheme}_proxy": f"http://127.0.0.1:{port}" for scheme in ("http", "https", "all")}
        bare = {"PATH": environ["PATH"], "HOME": str(tmp_path_factory.mktemp("home"))} | proxies
        started = time.monotonic()
        done = subprocess.run(
            run,
            shell=True,
            cwd=folder,
            env=bare,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=600,
            check=False,
        )
    assert done.returncode == 0, done.stdout
    return Visit(folder, environment, done.stdout, time.monotonic() - started, len(seen))


@pytest.mark.timeout(900)
def test_the_first_command_leaves_tables_that_can_be_queried(visit: Visit) -> None:
    with duckdb.connect(str(visit.folder / "warehouse" / "cogmed.duckdb"), read_only=True) as connection:
        names = {row[0] for row in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
        episodes = connection.execute("SELECT count(*), count(outcome) FROM episodes").fetchall()
        cases = connection.execute("SELECT count(*) FROM cases WHERE status = 'accepted'").fetchall()
        synthetic = connection.execute("SELECT bool_and(synthetic) FROM results").fetchall()
    assert names >= TABLES
    assert cases == [(14,)]
    assert episodes == [(14 * 5, 14 * 5)]
    assert synthetic == [(True,)]
    assert "Synthetic" in visit.output


def test_the_ablations_bite_in_the_sample(visit: Visit) -> None:
    counts = """
        SELECT configuration, count(*) AS cases,
            count(*) FILTER (episode_id IN (SELECT episode_id FROM actions)) AS acting,
            count(*) FILTER (episode_id IN (SELECT episode_id FROM stages)) AS staged,
            count(*) FILTER (episode_id IN (SELECT episode_id FROM beliefs)) AS believing
        FROM episodes GROUP BY ALL
    """
    with duckdb.connect(str(visit.folder / "warehouse" / "cogmed.duckdb"), read_only=True) as connection:
        seen = {row[0]: row[1:] for row in connection.execute(counts).fetchall()}
    assert seen["baseline"] == (14, 0, 0, 0)
    assert seen["full"][1] > 14 / 2, "full acts in most cases"
    assert seen["full"][2:] == (14, 14)
    assert (seen["no_stk"][1], seen["no_fsm"][2], seen["no_dbt"][3]) == (0, 0, 0)


def test_the_run_fits_into_the_newcomers_time(visit: Visit) -> None:
    assert visit.seconds <= MOST_SECONDS


def test_the_default_install_is_small(visit: Visit) -> None:
    on_disk = (path.lstat().st_blocks * 512 for path in visit.environment.rglob("*"))
    size = sum(on_disk) / 1e6
    assert size <= MOST_MEGABYTES


def test_the_run_wants_nothing_from_outside(visit: Visit) -> None:
    assert visit.connections == 0


def test_the_default_install_pins_nothing_exactly() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"]
    assert not [name for name in project["dependencies"] if "==" in name]


def test_ci_runs_the_readmes_test_command() -> None:
    commands = commands_of_the_readme()
    assert "pip install -e '.[dev]' && pytest" in commands
    assert "pip install -e '.[dev]' && pytest" in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()

"""Every command explains itself, and what the contract promises is there."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.pipeline.given import cogmed

OPTIONS = {
    "run": "--raw --warehouse --experiment --backbones --backbone --configuration --case --limit --seeds --rounds "
    "--concurrency --max-cost",
    "mediate": "--without --backbone --backbones --raw --seed --rounds",
    "anonymize": "--spans --out",
    "check": "--raw --warehouse --experiment --backbones --backbone",
    "plan": "--difference --base --deviation --cases --seeds --tests",
    "ui": "--warehouse --port",
}


def test_the_commands_are_listed(tmp_path: Path) -> None:
    for arguments in (["--help"], []):
        done = cogmed(*arguments, cwd=tmp_path, env={"COLUMNS": "80"})
        shown = done.stdout + done.stderr
        assert all(command in shown for command in OPTIONS)
        assert "not legal advice" in " ".join(shown.split())


@pytest.mark.parametrize("command", OPTIONS)
def test_a_command_names_its_options(command: str, tmp_path: Path) -> None:
    done = cogmed(command, "--help", cwd=tmp_path, env={"COLUMNS": "100"})
    assert done.returncode == 0
    words = set(done.stdout.split())
    assert set(OPTIONS[command].split()) <= words


def test_the_version_is_that_of_the_package(tmp_path: Path) -> None:
    done = cogmed("--version", cwd=tmp_path)
    assert done.returncode == 0 and done.stdout == f"cogmed {version('cogmed')}\n"


def test_no_command_waits_for_a_library_that_only_some_need() -> None:
    """Each of these takes a quarter of a second or more to import; help, a wrong option and a wrong key need none."""
    slow = ("scipy", "dagster", "duckdb", "pandas", "openai", "altair", "starlette")
    code = f"import sys, cogmed_pipeline.cli; print([name for name in {slow} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

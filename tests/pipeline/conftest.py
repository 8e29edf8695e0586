"""One run of the command line over two cases and five configurations, which many tests look at and none changes."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.pipeline.given import cogmed, write_case


@dataclass(frozen=True)
class Finished:
    """A finished run and what it left."""

    folder: Path
    done: subprocess.CompletedProcess[str]

    @property
    def warehouse(self) -> Path:
        return self.folder / "warehouse"

    @property
    def records(self) -> Path:
        return self.warehouse / "records"


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    folder = tmp_path_factory.mktemp("finished")
    write_case(folder / "raw_cases", "loan")
    write_case(folder / "raw_cases", "boiler", language="en", amount=900)
    (folder / "raw_cases" / "torn.json").write_text('{"filename": "撕破的案例", "content": {', encoding="utf-8")
    return Finished(folder, cogmed("run", "--rounds", "6", cwd=folder))

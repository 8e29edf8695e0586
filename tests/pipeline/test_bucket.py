"""A whole run whose warehouse is a bucket of a real S3 server: what a run into a folder leaves, it leaves there."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.pipeline.given import cogmed, query, tables, write_case
from tests.servers.bucket_server import BucketServer, bucket_server

ARMS = ("--configuration", "baseline", "--configuration", "full", "--rounds", "4")
BUCKET = ("--warehouse", "s3://lab/first/study")


@dataclass(frozen=True)
class Both:
    """The same run into a folder and into a bucket."""

    folder: Path
    server: BucketServer

    @property
    def variables(self) -> dict[str, str]:
        return {**self.server.variables, "COGMED_WORK": str(self.folder / "work")}


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    folder = tmp_path_factory.mktemp("both")
    write_case(folder / "raw_cases", "loan")
    with bucket_server() as server:
        both = Both(folder, server)
        for place in ((), BUCKET):
            done = cogmed("run", *ARMS, *place, cwd=folder, env=both.variables)
            assert done.returncode == 0, done.stderr
        yield both


def test_tables_from_a_bucket_equal_those_from_a_folder_row_for_row(both: Both) -> None:
    fetched = both.folder / "fetched"
    fetched.mkdir()
    (fetched / "cogmed.duckdb").write_bytes(both.server.get("first/study/cogmed.duckdb"))
    assert query(fetched, "SELECT count(*) FROM episodes") == [(2,)]
    assert tables(fetched) == tables(both.folder / "warehouse")


def test_a_bucket_that_has_everything_is_left_alone_by_the_next_run_and_read_by_other_commands(both: Both) -> None:
    again = cogmed("run", *ARMS, *BUCKET, cwd=both.folder, env=both.variables)
    assert again.returncode == 0 and again.stdout.startswith("Nothing has changed since the last run.")
    assert "s3://lab/first/study/cogmed.duckdb" in again.stdout
    report = cogmed("report", *BUCKET, cwd=both.folder, env=both.variables)
    assert report.returncode == 0, report.stderr
    assert b"</html>" in both.server.get("first/study/report/en/index.html")
    assert sorted(path.name for path in both.folder.iterdir() if path.name != "fetched") == [
        "raw_cases",
        "warehouse",
        "work",
    ]

"""The tables are swapped in whole or not at all, whatever the disk and other programs do."""

import logging
import subprocess
import sys
from pathlib import Path

import pytest

from cogmed_pipeline.tables.database import build
from cogmed_pipeline.tables.reading import query
from cogmed_pipeline.tables.rows import Rows

LIMITED = """
import resource, sys
from pathlib import Path
from cogmed_core.errors import StorageError
from cogmed_pipeline.storage import storage_errors
from cogmed_pipeline.tables.database import build
from tests.pipeline.test_database import issues
warehouse = Path(sys.argv[1])
for kib in map(int, sys.argv[2:]):
    resource.setrlimit(resource.RLIMIT_FSIZE, (kib * 1024, resource.RLIM_INFINITY))
    try:
        with storage_errors(warehouse):
            print(kib, build(issues(3000), warehouse)["issues"])
            build(issues(10), warehouse)
    except StorageError as error:
        print(kib, str(error).splitlines()[0])
"""
WRITER = """
import os, sys, duckdb
connection = duckdb.connect(sys.argv[1])
connection.execute("SET wal_autocheckpoint = '1TB'")
for line in sys.stdin:
    connection.execute("CREATE OR REPLACE TABLE of_my_own AS SELECT * FROM range(1000)")
    print("written", flush=True)
os._exit(0)
"""


def issues(number: int) -> Rows:
    rows = Rows()
    text = "是否应当返还" * 30
    rows.add("issues", ({"case_id": f"c{n}", "number": n, "title": text, "description": text} for n in range(number)))
    return rows


def count(warehouse: Path) -> int:
    return int(query(warehouse, "SELECT count(*) AS n FROM issues")[0]["n"])


def test_a_disk_that_fills_up_leaves_the_old_tables(tmp_path: Path) -> None:
    """A limit on the size of a file meets DuckDB where a full disk does: in the midst of writing, or at the end."""
    build(issues(10), tmp_path)
    sizes = (16, 64, 256, 600, 900, 1200, 1500, 100_000)
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, tmp_path, *map(str, sizes)], capture_output=True, text=True, check=True
    )
    said = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    assert len(said) == len(sizes) and said["100000"] == "3000"
    failed = {size: text for size, text in said.items() if text != "3000"}
    assert len(failed) >= 3 and all(text.startswith("cannot write to ") for text in failed.values()), said
    assert count(tmp_path) == 10
    assert [path.name for path in tmp_path.iterdir()] == ["cogmed.duckdb"]


@pytest.mark.parametrize("still_open", [False, True], ids=["left behind", "still open"])
def test_what_another_writer_did_to_the_file_does_not_meet_the_new_one(
    still_open: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    build(issues(10), tmp_path)
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, tmp_path / "cogmed.duckdb"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as writer:
        assert writer.stdin and writer.stdout

        def write() -> None:
            print("go", file=writer.stdin, flush=True)
            assert writer.stdout and writer.stdout.readline() == "written\n"

        write()
        if not still_open:
            writer.stdin.close()
            writer.wait()
        assert (tmp_path / "cogmed.duckdb.wal").exists()
        with caplog.at_level(logging.WARNING):
            build(issues(20), tmp_path)
        assert count(tmp_path) == 20
        if still_open:
            write()
            assert count(tmp_path) == 20, "nor what it wrote after the swap"
            writer.stdin.close()
    assert "set aside as cogmed.duckdb.wal.1" in caplog.text
    assert (tmp_path / "cogmed.duckdb.wal.1").exists() and count(tmp_path) == 20

"""The SQL that the README shows, on a finished run; and reading while a run writes."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import duckdb
import pytest

from tests.pipeline.conftest import Finished
from tests.pipeline.given import CONFIGURATIONS, cogmed, query, write_case

README = Path(__file__).parents[2] / "README.md"
SHOWN = re.findall(r"```sql\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
STATEMENTS = [
    bare.strip()
    for block in SHOWN
    for statement in block.split(";")
    if (bare := re.sub(r"--[^\n]*", "", statement)).strip()
]
VIEWS = (
    "table_1",
    "table_2",
    "by_category",
    "case_across_arms",
    "cost_per_agreement",
    "longest_talks",
    "actions_by_stage",
)
READER = """
import duckdb, sys
with duckdb.connect(sys.argv[1], read_only=True) as held:
    while True:
        ids = held.execute("SELECT count(DISTINCT episode_id) FROM episodes").fetchone()[0]
        said = held.execute("SELECT count(DISTINCT episode_id) FROM utterances").fetchone()[0]
        print(ids, said, flush=True)
        if not sys.stdin.readline():
            break
"""


@pytest.mark.parametrize("statement", STATEMENTS)
def test_what_the_readme_shows_runs(statement: str, finished: Finished) -> None:
    with duckdb.connect(str(finished.warehouse / "cogmed.duckdb"), read_only=True) as connection:
        assert connection.execute(statement).description


def test_every_view_is_in_the_readme_and_explained(finished: Finished) -> None:
    assert all(any(view in statement for statement in STATEMENTS) for view in VIEWS)
    silent = query(
        finished.warehouse,
        f"SELECT table_name, column_name FROM duckdb_columns() WHERE table_name IN {VIEWS} AND comment IS NULL",
    )
    assert silent == []


def test_the_views_say_what_the_tables_say(finished: Finished) -> None:
    rows = query(finished.warehouse, "SELECT configuration, sr_percent FROM table_1")
    expected = query(finished.warehouse, "SELECT configuration, round(100 * sr, 1) FROM results")
    assert set(rows) == {row for row in expected if row[0] in ("baseline", "full")}
    changes = dict(query(finished.warehouse, "SELECT configuration, sr_change FROM table_2"))
    assert changes.keys() == set(CONFIGURATIONS) - {"baseline"} and changes["full"] == 0
    outcomes = query(finished.warehouse, "SELECT case_id, outcome FROM episodes")
    agreed = Counter(case for case, outcome in outcomes if outcome == "agreement")
    for case, arms, agreements in query(finished.warehouse, "SELECT case_id, arms, agreements FROM case_across_arms"):
        assert (arms, agreements) == (5, agreed[case])
    (spent,) = query(finished.warehouse, "SELECT sum(calls) FROM cost_per_agreement")
    assert spent == query(finished.warehouse, "SELECT sum(calls) FROM episodes")[0]
    longest = query(finished.warehouse, "SELECT rounds FROM longest_talks")
    assert longest == sorted(longest, reverse=True) and len(longest) == 10
    times = query(finished.warehouse, "SELECT sum(times), (SELECT count(*) FROM actions) FROM actions_by_stage")
    assert times[0][0] == times[0][1] > 0
    shares = query(finished.warehouse, "SELECT DISTINCT round(sum(share), 9) FROM actions_by_stage GROUP BY arm, stage")
    assert shares == [(1,)]


@pytest.mark.long
def test_a_reader_that_holds_the_file_through_a_whole_run_breaks_nothing(tmp_path: Path) -> None:
    write_case(tmp_path / "raw_cases", "loan")
    assert cogmed("run", "--rounds", "2", cwd=tmp_path).returncode == 0
    with subprocess.Popen(
        [sys.executable, "-c", READER, tmp_path / "warehouse" / "cogmed.duckdb"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as reader:
        assert reader.stdin and reader.stdout
        for amount in range(3):
            assert reader.stdout.readline().split() == ["5", "5"], "the file it holds is whole"
            write_case(tmp_path / "raw_cases", f"more-{amount}", amount=amount + 50)
            done = cogmed("run", "--rounds", "2", cwd=tmp_path)
            assert done.returncode == 0, done.stderr
            print("again", file=reader.stdin, flush=True)
        assert reader.stdout.readline().split() == ["5", "5"]
        reader.stdin.close()
        assert reader.wait(timeout=60) == 0
    assert query(tmp_path / "warehouse", "SELECT count(*) FROM episodes") == [(20,)]

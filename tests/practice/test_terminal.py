"""Practice in the terminal, and what the warehouse holds of it afterwards."""

import os
import subprocess
from pathlib import Path

import duckdb
import pytest

from tests.practice.conftest import CASE, COGMED, ROOT

LINES = """\
先请双方讲讲经过，您最在意什么？
/alone 1 您能让到多少？
/alone 9 有人吗？
/check 2
/beliefs
/nonsense
/propose 我们看看这个方案 | 某公司1支付顾某1四万元，十日内一次付清。
/undo
/propose 换一个方案 | 某公司1支付顾某1三万五千元，十日内一次付清。
/finish
"""


def cogmed(*words: object, given: str = "", language: str = "zh") -> str:
    environ = os.environ | {"COGMED_LANG": language, "COLUMNS": "200"}
    done = subprocess.run(
        [COGMED, *map(str, words)], input=given, cwd=ROOT, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def practised(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    warehouse = tmp_path_factory.mktemp("practised") / "warehouse"
    cogmed("run", "--warehouse", warehouse, "--case", CASE.stem, "--configuration", "full")
    said = cogmed("practise", CASE.stem, "--terminal", "--warehouse", warehouse, given=LINES)
    return warehouse, said


def test_it_reads_like_talks_and_ends_in_a_debriefing(practised: tuple[Path, str]) -> None:
    _, said = practised
    for words in (
        "您单独对",
        "单独回答",
        "【现实评估】",
        "让步",
        "1 到 2",
        "/propose",
        "讲评",
        "程序调解员（Full）",
        "底线",
    ):
        assert words in said
    assert said.count("三万五千元") == 1 and "不说明任何语言模型" in said


def test_the_tables_hold_the_session_and_no_result_counts_it(practised: tuple[Path, str]) -> None:
    warehouse, _ = practised
    cogmed("run", "--warehouse", warehouse, "--case", CASE.stem, "--configuration", "full")
    with duckdb.connect(str(warehouse / "cogmed.duckdb"), read_only=True) as tables:
        row = tables.sql(
            "SELECT finished, moves, undone, private_talks, tools, outcome, oqs BETWEEN 1 AND 10, full_rounds, "
            "synthetic FROM practice_sessions"
        ).fetchall()
        full = tables.sql("SELECT rounds FROM episodes WHERE configuration = 'full'").fetchall()
        human = tables.sql(
            "SELECT count(*) FROM episodes JOIN judgements USING (episode_id) WHERE configuration = 'human'"
        )
        assert human.fetchall() == [(1,)]
        assert tables.sql("SELECT DISTINCT configuration FROM results").fetchall() == [("full",)]
        paid = tables.sql("SELECT count(*) FROM ledger WHERE step = 'practice'").fetchall()
    # the fifth move is the adjournment that finishing unfinished talks is
    assert row == [(True, 5, 1, 1, 1, row[0][5], True, full[0][0], True)]
    assert paid[0][0] > 0


def test_who_leaves_goes_on_another_time(tmp_path: Path) -> None:
    warehouse = tmp_path / "warehouse"
    first = cogmed("practise", CASE, "--terminal", "--warehouse", warehouse, given="Welcome.\n/leave\n", language="en")
    (kept,) = (warehouse / "records" / "practice").glob("*.json")
    again = cogmed("practise", "--session", kept.stem, "--terminal", "--warehouse", warehouse, given="", language="en")
    talks = [said[said.index("── Round 1") : said.index("Round 2 of 10")] for said in (first, again)]
    assert "Welcome." in talks[0] and talks[0] == talks[1]

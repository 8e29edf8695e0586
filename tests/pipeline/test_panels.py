"""An experiment whose panels compare settlements: configuration alone, asked in both orders, kept like any verdict."""

from pathlib import Path

import pytest

from cogmed_pipeline.settings import Settings
from tests.pipeline.given import cogmed, faults, query, ran, settings_of, snapshot, write_case

PANEL = {"panels": ["three_ply"], "rivals": ["real", "baseline"], "aspects": ["overall", "professionalism"]}


def settings(folder: Path) -> Settings:
    return settings_of(folder, configurations=["baseline", "full"], deliberation=PANEL)


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compared")
    write_case(folder / "raw", "loan")
    write_case(folder / "raw", "boiler", language="en")
    counted = ran(settings(folder))
    assert not counted.failed
    return folder


def test_every_settlement_meets_its_rivals_in_both_orders(compared: Path) -> None:
    warehouse = compared / "warehouse"
    pairs = query(warehouse, "SELECT case_id, aspect, count(*) FROM contests GROUP BY ALL ORDER BY ALL")
    assert pairs == [
        (case, aspect, n) for case in ("boiler", "loan") for aspect, n in (("overall", 6), ("professionalism", 2))
    ]
    unmatched = query(
        warehouse,
        "SELECT count(*) FROM contests one WHERE NOT EXISTS "
        "(FROM contests two WHERE two.a = one.b AND two.b = one.a AND two.aspect = one.aspect)",
    )
    assert unmatched == [(0,)]
    assert query(warehouse, "SELECT framework, n, failed FROM answers") == [("three_ply", 16, 0)]
    assert query(warehouse, "SELECT count(*) FROM verdict_results") == [(0,)], "nobody knows the right answers"


def test_a_preference_is_read_from_both_answers(compared: Path) -> None:
    rows = query(compared / "warehouse", "SELECT a_at_least_b, b_at_least_a, preferred, synthetic FROM preferences")
    assert len(rows) == 8
    for forward, backward, preferred, synthetic in rows:
        expected = {(True, True): "equal", (True, False): "a", (False, True): "b", (False, False): "contradiction"}
        assert preferred == expected.get((forward, backward))
        assert synthetic is True


def test_doing_it_again_asks_nothing(compared: Path) -> None:
    before = snapshot(compared / "warehouse" / "records")
    counted = ran(settings(compared))
    assert counted.calls == 0
    after = snapshot(compared / "warehouse" / "records")
    assert {name: content for name, (_, content) in after.items()} == {name: c for name, (_, c) in before.items()}


def test_an_experiment_without_panels_asks_no_such_thing(tmp_path: Path) -> None:
    write_case(tmp_path / "raw", "loan")
    ran(settings_of(tmp_path, configurations=["baseline"]))
    assert query(tmp_path / "warehouse", "SELECT count(*) FROM contests") == [(0,)]
    assert query(tmp_path / "warehouse", "SELECT count(*) FROM verdicts") == [(0,)]


def test_a_few_lines_of_an_experiments_file_are_all_it_takes(tmp_path: Path) -> None:
    write_case(tmp_path / "raw_cases", "loan")
    (tmp_path / "mine.toml").write_text(
        'name = "mine"\nbackbones = ["offline"]\nconfigurations = ["full", "full_court"]\nseeds = [0]\nrounds = 3\n'
        'temperature = 0.3\nlanguage = "case"\n[deliberation]\npanels = ["mad"]\nrivals = ["full"]\n',
        encoding="utf-8",
    )
    done = cogmed("run", "--experiment", "mine.toml", cwd=tmp_path)
    assert done.returncode == 0 and faults(done) == [], done.stderr
    assert "mad on offline compared 1 pairs of settlements" in done.stdout
    a, b = query(tmp_path / "warehouse", "SELECT a, b FROM preferences")[0]
    assert {a, b} == {"offline.full.loan.s0", "offline.full_court.loan.s0"}

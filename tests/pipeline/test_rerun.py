"""Running again does what is missing or changed, and nothing else."""

import shutil
from pathlib import Path

import pytest

from tests.pipeline.given import CONFIGURATIONS, contents, query, ran, settings_of, snapshot, write_case

CELLS = len(CONFIGURATIONS)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("base")
    write_case(folder / "raw", "alpha")
    write_case(folder / "raw", "beta", amount=30000)
    counted = ran(settings_of(folder))
    assert counted.made["episodes"] == 2 * CELLS and counted.calls > 100
    return folder


@pytest.fixture
def folder(base: Path, tmp_path: Path) -> Path:
    """A copy of the finished run to do something to."""
    return Path(shutil.copytree(base, tmp_path / "again"))


def of_case(records: dict[str, tuple[int, bytes]], case: str) -> dict[str, tuple[int, bytes]]:
    return {name: file for name, file in records.items() if case in name}


def test_a_second_run_calls_nobody_and_writes_no_record(folder: Path) -> None:
    before = snapshot(folder / "warehouse" / "records")
    counted = ran(settings_of(folder))
    assert counted.calls == 0 and not counted.made and not counted.failed
    assert snapshot(folder / "warehouse" / "records") == before


def test_another_seed_adds_its_own_episodes_only(folder: Path) -> None:
    before = snapshot(folder / "warehouse" / "records", "plans")
    counted = ran(settings_of(folder, configurations=["full"], seeds=[0, 1]))
    after = snapshot(folder / "warehouse" / "records", "plans")
    assert before.items() <= after.items()
    added = sorted(name for name in after.keys() - before.keys() if name.startswith("episodes/"))
    assert added == ["episodes/offline.full/alpha/s1.json", "episodes/offline.full/beta/s1.json"]
    assert all("/s1" in name for name in after.keys() - before.keys())
    assert counted.made == {"profiles": 2, "episodes": 2, "findings": 2, "judgements": 2}
    rows = query(folder / "warehouse", "SELECT configuration, n FROM results ORDER BY 1")
    assert rows == [("baseline", 2), ("full", 4), ("no_dbt", 2), ("no_fsm", 2), ("no_stk", 2)]


def test_a_changed_case_is_run_again_alone(folder: Path) -> None:
    write_case(folder / "raw", "beta", amount=45000)
    before = snapshot(folder / "warehouse" / "records")
    counted = ran(settings_of(folder))
    after = snapshot(folder / "warehouse" / "records")
    assert of_case(after, "alpha") == of_case(before, "alpha")
    changed = {name for name in before if after[name] != before[name]}
    plans = {name for name in before if name.startswith("plans/")}
    assert len(plans) == CELLS, "each says which episode of which text it expects"
    assert {name for name in changed if "beta" not in name} == {"catalogue/catalogue.json", *plans}
    assert counted.made["episodes"] == CELLS and not counted.reused
    assert query(folder / "warehouse", "SELECT count(*), count(DISTINCT episode_id) FROM episodes") == [(10, 10)]


def test_a_changed_setting_runs_everything_again(folder: Path) -> None:
    counted = ran(settings_of(folder, rounds=2, configurations=["full"]))
    assert counted.made == {"episodes": 2, "findings": 2, "judgements": 2}
    rounds = query(folder / "warehouse", "SELECT max(rounds) FROM episodes WHERE configuration = 'full'")
    assert rounds == [(2,)]


def test_a_removed_case_takes_its_rows_out_and_a_new_one_adds_its_own(folder: Path) -> None:
    tables = ("issues", "profiles", "episodes", "judgements", "utterances", "findings", "concessions", "terms")
    (folder / "raw" / "alpha.json").unlink()
    assert ran(settings_of(folder)).calls == 0
    for table in tables:
        rows = query(folder / "warehouse", f"SELECT count(*) FROM {table} WHERE columns(*)::VARCHAR LIKE '%alpha%'")
        assert set(rows[0]) == {0}, table
    assert query(folder / "warehouse", "SELECT case_id FROM cases") == [("beta",)]
    assert query(folder / "warehouse", "SELECT DISTINCT n, incomplete FROM results") == [(1, False)]

    write_case(folder / "raw", "alpha")
    write_case(folder / "raw", "gamma", amount=500)
    counted = ran(settings_of(folder))
    assert counted.made["episodes"] == CELLS, "what alpha left before is still good"
    assert query(folder / "warehouse", "SELECT DISTINCT n, incomplete FROM results") == [(3, False)]


def test_a_case_that_is_asked_for_alone_runs_alone(folder: Path) -> None:
    for amount, name in enumerate(("gamma", "delta", "epsilon"), 500):
        write_case(folder / "raw", name, amount=amount)
    counted = ran(settings_of(folder, configurations=["baseline"], case_ids=("gamma", "delta")))
    assert counted.made["episodes"] == 2
    found = query(folder / "warehouse", "SELECT DISTINCT case_id FROM episodes ORDER BY 1")
    assert found == [("alpha",), ("beta",), ("delta",), ("gamma",)]


def test_the_same_seed_gives_the_same_bytes(base: Path, tmp_path: Path) -> None:
    shutil.copytree(base / "raw", tmp_path / "raw")
    ran(settings_of(tmp_path))
    first = contents(base / "warehouse" / "records", "accounts")
    second = contents(tmp_path / "warehouse" / "records", "accounts")
    assert second == first and any(name.startswith("exchanges/") for name in first)


def test_force_mediates_and_judges_again_and_comes_to_the_same(folder: Path) -> None:
    before = contents(folder / "warehouse" / "records", "accounts")
    counted = ran(settings_of(folder, configurations=["full"], case_ids=("alpha",), force=True))
    assert counted.made == {"episodes": 1, "findings": 1, "judgements": 1} and counted.calls > 10
    assert contents(folder / "warehouse" / "records", "accounts") == before
    assert ran(settings_of(folder)).calls == 0

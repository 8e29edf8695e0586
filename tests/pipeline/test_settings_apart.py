"""Results are about one experiment's settings: nothing made under others is ever counted with them."""

import shutil
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from cogmed_pipeline.commands.summary import summarize
from cogmed_pipeline.settings import Settings
from cogmed_pipeline.steps.plan import plan
from cogmed_pipeline.steps.simulation import cells_of
from cogmed_pipeline.workshop import Workshop
from tests.pipeline.conftest import Finished
from tests.pipeline.given import query, ran, settings_of, write_case

ROWS = "SELECT rounds, configuration, n, not_run, seeds, same_cases FROM results"
OF_ONE_KIND = """
    SELECT r.settings, r.configuration, any_value(r.agreements + r.deadlocks + r.breakdowns), any_value(r.failed),
           count(*) FILTER (e.status = 'finished'), count(*) FILTER (e.status = 'failed'),
           max(e.rounds) <= any_value(r.rounds)
    FROM results r JOIN episodes e ON e.settings = r.settings AND e.arm = r.backbone || '.' || r.configuration
    GROUP BY ALL
"""


@pytest.fixture
def folder(finished: Finished, tmp_path: Path) -> Iterator[Path]:
    """A copy of the finished run, of six rounds; whatever is done to it, its rows count nothing that is not theirs."""
    shutil.copytree(finished.warehouse, tmp_path / "warehouse")
    shutil.copytree(finished.folder / "raw_cases", tmp_path / "raw")
    yield tmp_path
    rows = query(tmp_path / "warehouse", OF_ONE_KIND)
    assert rows and all(row[2:4] == row[4:6] and row[6] for row in rows), rows


def shown(settings: Settings) -> str:
    console = Console(width=120, file=(output := StringIO()))
    summarize(console, Workshop(settings, {}))
    return output.getvalue()


def test_other_rounds_make_rows_of_their_own_and_the_table_shows_only_them(folder: Path) -> None:
    settings = settings_of(folder, configurations=["full"], rounds=1, case_ids=("loan",))
    ran(settings)
    warehouse = folder / "warehouse"
    assert query(warehouse, f"{ROWS} WHERE latest") == [(1, "full", 1, 0, [0], True)]
    assert query(warehouse, f"{ROWS} WHERE NOT latest AND configuration IN ('baseline', 'full') ORDER BY ALL") == [
        (6, "baseline", 2, 0, [0], True),
        (6, "full", 2, 1, [0], True),
    ]
    settings_of_rows = "SELECT s.experiment, s.rounds, s.litigant, s.judges FROM settings s WHERE latest"
    assert query(warehouse, settings_of_rows) == [("demo", 1, "arm", ["arm"])]
    text = shown(settings)
    assert "Episodes 1 planned = 1 finished" in text and "baseline" not in text
    assert "Besides  9 episodes" in text and "FROM results WHERE NOT latest" in text


def test_nor_do_another_temperature_and_language_mix(folder: Path) -> None:
    ran(settings_of(folder, configurations=["full"], case_ids=("loan",), rounds=6, temperature=0.9, language="en"))
    sql = "SELECT temperature, language, n, not_run FROM results WHERE configuration = 'full' ORDER BY ALL"
    assert query(folder / "warehouse", sql) == [(0.3, "case", 2, 1), (0.9, "en", 1, 0)]


def test_seeds_asked_for_by_accident_are_forgotten_and_a_finished_sample_is_not(folder: Path) -> None:
    workshop = Workshop(settings_of(folder, rounds=6, configurations=["full"], seeds=list(range(30))), {})
    plan(workshop, cells_of(workshop, ["boiler", "loan"]), anew=True)  # and then somebody pressed Ctrl-C
    for cases in ((), ("loan",)):
        assert ran(settings_of(folder, rounds=6, case_ids=cases)).calls == 0
        assert query(folder / "warehouse", "SELECT DISTINCT n, not_run, seeds FROM results") == [(2, 0, [0])]


def test_unequal_cases_are_marked_and_a_text_that_has_changed_since_is_not_counted(folder: Path) -> None:
    write_case(folder / "raw", "delta", amount=77)
    write_case(folder / "raw", "boiler", language="en", amount=901)
    settings = settings_of(folder, rounds=6, configurations=["no_stk"], case_ids=("delta",), seeds=[0, 1])
    ran(settings)
    rows = query(folder / "warehouse", f"{ROWS} WHERE configuration IN ('baseline', 'no_stk') ORDER BY configuration")
    assert rows == [(6, "baseline", 2, 1, [0], False), (6, "no_stk", 4, 1, [0, 1], False)]
    stale = query(folder / "warehouse", "SELECT DISTINCT case_id FROM episodes WHERE settings IS NULL")
    assert stale == [("boiler",)]
    assert "Not all rows are about the same cases and seeds" in shown(settings)


def test_another_model_under_the_same_name_is_another_row(folder: Path) -> None:
    """What was made by another model of that name is not counted with it; and what nobody scored yet is marked."""
    records = folder / "warehouse" / "records"
    (records / "judgements" / "offline.baseline" / "boiler" / "s0" / "offline.r0.json").unlink()
    (path,) = (records / "plans").rglob("offline.full.json")
    text = path.read_text(encoding="utf-8")
    model = text.partition('"model": "')[2].partition('"')[0]
    path.write_text(text.replace(model, "0" * len(model)), encoding="utf-8")
    settings = settings_of(folder, rounds=6, configurations=["full"], case_ids=("loan",))
    ran(settings)
    sql = "SELECT configuration, n, unjudged FROM results WHERE configuration IN ('baseline', 'full') ORDER BY 1"
    assert query(folder / "warehouse", sql) == [("baseline", 2, 1), ("full", 1, 0)]
    assert "baseline: 1 finished, not scored" in shown(settings)

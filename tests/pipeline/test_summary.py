"""What a run prints: it fits a terminal of 80 columns, says how sure it is, and where to look."""

import re
import shutil
from io import StringIO
from pathlib import Path

from rich.console import Console

from cogmed_pipeline.commands.summary import summarize
from cogmed_pipeline.workshop import Workshop
from tests.pipeline.conftest import Finished
from tests.pipeline.given import CONFIGURATIONS, query, settings_of


def test_every_step_has_a_line_with_what_it_took(finished: Finished) -> None:
    for line in (
        r"Anonymizing cases: 2/2",
        r"Structuring cases: 2/2, 2 calls",
        r"Drawing profiles: 2/2, 4 calls",
        r"Mediating: 10/10, \d+ rounds, \d+ calls",
        r"Judging: 10/10, 10 calls",
    ):
        assert re.search(f"^{line}$", finished.done.stdout, re.MULTILINE), finished.done.stdout
    rounds = query(finished.warehouse, "SELECT sum(rounds) FROM episodes")[0][0]
    assert f"{rounds} rounds" in finished.done.stdout


def test_every_arm_has_one_line_with_n_and_intervals(finished: Finished) -> None:
    number, interval = r"\d+(?:\.\d+)?", r"\[[\d.]+, [\d.]+\]"
    mean = rf"(?:{number} {interval} n=\d+|{number} n=1|– n=0)"
    for configuration in CONFIGURATIONS:
        row = rf"^ *{configuration} +2 +{number} {interval} +{mean} +{mean} *$"
        assert re.search(row, finished.done.stdout, re.MULTILINE), finished.done.stdout


def test_synthetic_results_are_called_so(finished: Finished) -> None:
    assert "Results: offline (synthetic)" in finished.done.stdout
    assert "Synthetic: rule-based negotiators took part" in finished.done.stdout


def test_outcomes_add_up_and_what_was_left_out_is_named(finished: Finished) -> None:
    shown = finished.done.stdout
    assert "Episodes 10 planned = 10 finished + 0 failed + 0 not run" in shown
    outcomes = re.search(r"Outcomes (\d+) agreement, (\d+) deadlock, (\d+) breakdown", shown)
    assert outcomes and sum(map(int, outcomes.groups())) == 10
    assert "left out (quarantined): torn.json is no valid JSON" in shown


def test_it_says_where_to_look(finished: Finished) -> None:
    for line in ("Tables   warehouse/cogmed.duckdb", "Records  warehouse/records", "Dagster  cogmed ui"):
        assert line in finished.done.stdout.splitlines()


def test_on_a_terminal_nothing_is_wider_than_80_columns(finished: Finished, tmp_path: Path) -> None:
    shutil.copytree(finished.warehouse, tmp_path / "warehouse")
    settings = settings_of(tmp_path, raw=finished.folder / "raw_cases", rounds=6)
    console = Console(width=80, force_terminal=True, record=True, file=StringIO())
    assert summarize(console, Workshop(settings, {})) == 0
    lines = console.export_text().splitlines()
    assert max(map(len, lines)) <= 80
    table = [line for line in lines if any(line.strip().startswith(name) for name in CONFIGURATIONS)]
    assert len(table) == len(CONFIGURATIONS) and not any("…" in line for line in table)


def test_what_this_run_did_not_ask_for_is_no_failure_of_it(finished: Finished, tmp_path: Path) -> None:
    shutil.copytree(finished.warehouse, tmp_path / "warehouse")
    settings = settings_of(tmp_path, raw=finished.folder / "raw_cases", seeds=[0, 1], case_ids=("loan",))
    console = Console(width=80, file=StringIO())
    assert summarize(console, Workshop(settings, {})) == 1, "seed 1 was asked for and is not there"
    of_seed_0 = settings_of(tmp_path, raw=finished.folder / "raw_cases", case_ids=("loan",))
    assert summarize(console, Workshop(of_seed_0, {})) == 0

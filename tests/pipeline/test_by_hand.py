"""What somebody did to the files of a warehouse is named and set right; nothing of it passes for a result."""

import json
import logging
import shutil
from pathlib import Path

import pytest

from tests.pipeline.conftest import Finished
from tests.pipeline.given import cogmed, contents, faults, query, ran, settings_of


def edit(path: Path, **changes: object) -> None:
    stored = json.loads(path.read_text(encoding="utf-8"))
    stored["record"] |= changes
    path.write_text(json.dumps(stored, ensure_ascii=False), encoding="utf-8")


def test_copies_and_changed_records_are_named_and_never_counted(
    finished: Finished, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.copytree(finished.warehouse, tmp_path / "warehouse")
    records = tmp_path / "warehouse" / "records"
    before = contents(records, "accounts")
    copies = {
        "episodes/offline.full/loan/s0.json": "episodes/offline.full/loan/s0 copy.json",
        "judgements/offline.full/loan/s0/offline.r0.json": "judgements/offline.full/loan/s0/offline.r0 (1).json",
        "findings/offline.full/loan/s0.json": "findings/offline.full/loan/s9.json",
        "profiles/loan/s0.json": "profiles/loan/s0 copy.json",
        "cases/loan.json": "cases/loan copy.json",
        "scenarios/loan.json": "scenarios/loan copy.json",
    }
    for name, copy in copies.items():
        shutil.copyfile(records / name, records / copy)
    edited = [f"episodes/offline.{arm}/boiler/s0.json" for arm in ("full", "no_fsm", "no_stk")]
    edit(records / edited[0], episode_id="offline.full.boiler.s7")
    edit(records / edited[1], outcome="agreement", agreement_round=None)
    edit(records / edited[2], rounds="many")
    with caplog.at_level(logging.WARNING):
        counted = ran(settings_of(tmp_path, raw=finished.folder / "raw_cases", rounds=6))
    assert counted.made["episodes"] == 3
    for name in (*copies.values(), *edited):
        assert str(records / name) in caplog.text
    for copy in copies.values():
        (records / copy).unlink()
    assert contents(records, "accounts") == before
    assert query(tmp_path / "warehouse", "SELECT DISTINCT n, incomplete FROM results") == [(2, False)]


def test_a_damaged_history_is_set_aside_and_a_terminal_of_another_encoding_shown_what_it_can(
    finished: Finished, tmp_path: Path
) -> None:
    shutil.copytree(finished.warehouse, tmp_path / "warehouse")
    shutil.copytree(finished.folder / "raw_cases", tmp_path / "raw_cases")
    history = tmp_path / "warehouse" / "dagster" / "history" / "runs.db"
    history.write_bytes(history.read_bytes()[:5000])
    done = cogmed("run", "--rounds", "6", cwd=tmp_path, env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0, done.stderr
    (line,) = faults(done)
    assert "history/runs.db" in line and "dagster.damaged.1" in line and "No result is lost" in line
    assert (tmp_path / "warehouse" / "dagster.damaged.1" / "history" / "runs.db").exists()
    assert "10 planned = 10 finished" in done.stdout

    for encoding in ("ascii", "gbk"):
        done = cogmed("mediate", "loan", "--rounds", "1", cwd=tmp_path, env={"PYTHONIOENCODING": encoding})
        assert done.returncode == 0 and faults(done) == []
    done = cogmed("anonymize", "--spans", "raw_cases/loan.json", cwd=tmp_path, env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0 and "借款" in json.loads(done.stdout)["text"]


def test_a_record_that_is_a_folder_stops_in_one_line(finished: Finished, tmp_path: Path) -> None:
    shutil.copytree(finished.warehouse, tmp_path / "warehouse")
    shutil.copytree(finished.folder / "raw_cases", tmp_path / "raw_cases")
    path = tmp_path / "warehouse" / "records" / "scenarios" / "loan.json"
    path.unlink()
    path.mkdir()
    done = cogmed("run", "--rounds", "6", cwd=tmp_path)
    (line,) = faults(done)
    assert done.returncode == 2 and "scenarios/loan.json: Is a directory" in line and "move it away" in line

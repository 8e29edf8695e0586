"""The asset checks: each passes on a finished run, and finds just what was planted."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cogmed_core.errors import UsageError
from cogmed_pipeline.settings import Settings
from cogmed_pipeline.steps.soundness import (
    Finding,
    both_parties_present,
    episodes_sound,
    judgements_sound,
    one_profile_a_party,
)
from cogmed_pipeline.tables.soundness import tables_equal_records
from cogmed_pipeline.workshop import Workshop
from tests.pipeline.conftest import Finished
from tests.pipeline.given import ran, settings_of


def looked(workshop: Workshop) -> dict[str, Finding]:
    return {
        "both_parties_present": both_parties_present(workshop),
        "one_profile_a_party": one_profile_a_party(workshop),
        "tables_equal_records": tables_equal_records(workshop),
        **episodes_sound(workshop),
        **judgements_sound(workshop),
    }


@pytest.fixture
def again(finished: Finished, tmp_path: Path) -> Settings:
    shutil.copytree(finished.warehouse, tmp_path / "warehouse")
    return settings_of(tmp_path, raw=finished.folder / "raw_cases", rounds=6)


def change(settings: Settings, name: str, how: Callable[[dict[str, Any]], None]) -> None:
    (path,) = (settings.warehouse / "records").glob(name)
    stored = json.loads(path.read_text(encoding="utf-8"))
    how(stored["record"])
    path.write_text(json.dumps(stored), encoding="utf-8")


def test_all_is_sound_after_a_run(again: Settings) -> None:
    assert {name for name, found in looked(Workshop(again, {})).items() if not found.holds} == set()


def fail(record: dict[str, Any]) -> None:
    record |= {"status": "failed", "outcome": None, "error_kind": "reply", "error": "no JSON"}
    record |= {"agreement_round": None, "settlement": None}


PLANTED: dict[str, tuple[str, Callable[[dict[str, Any]], None], set[str]]] = {
    "nobody on one side": (
        "scenarios/loan.json",
        lambda record: record["parties"][1].update(name=" "),
        {"both_parties_present", "same_profiles_in_every_arm"},
    ),
    "a profile is gone": (
        "profiles/loan/s0.json",
        lambda record: record.update(profiles=record["profiles"][:1]),
        {"one_profile_a_party", "same_profiles_in_every_arm"},
    ),
    "another goal": (
        "profiles/boiler/s0.json",
        lambda record: record["profiles"][0].update(goal="something else"),
        {"same_profiles_in_every_arm"},
    ),
    "two of ten failed": (
        "episodes/offline.full/loan/s0.json",
        fail,
        {"few_failures", "tables_equal_records"},
    ),
    "a score of eleven": (
        "judgements/offline.full/loan/s0/offline.r0.json",
        lambda record: record.update(feasibility=11),
        {"scores_in_range", "tables_equal_records"},
    ),
    "scores are gone": (
        "judgements/offline.full/loan/s0/offline.r0.json",
        lambda record: record.update(feasibility=None, professionalism=None, creativity=None),
        {"few_unscored", "tables_equal_records"},
    ),
    "an arm that asked for less": (
        "plans/*/offline.full.json",
        lambda record: record.update(asked=record["asked"][:1]),
        {"arms_balanced"},
    ),
}


@pytest.mark.parametrize("what", PLANTED)
def test_a_check_finds_what_was_planted(what: str, again: Settings) -> None:
    name, how, expected = PLANTED[what]
    change(again, name, how)
    if what in ("two of ten failed", "scores are gone"):
        change(again, name.replace("full", "baseline"), how)
    assert {check for check, found in looked(Workshop(again, {})).items() if not found.holds} == expected


def test_a_missing_file_is_told(again: Settings) -> None:
    (again.warehouse / "records" / "episodes" / "offline.full" / "loan" / "s0.json").unlink()
    found = looked(Workshop(again, {}))
    assert found["every_episode_has_a_file"].where == ("offline.full.loan.s0",)
    assert found["tables_equal_records"].where == ("offline.full.loan.s0",)


def test_a_scenario_without_parties_stops_what_comes_after(again: Settings) -> None:
    change(again, "scenarios/loan.json", lambda record: record["parties"][1].update(name=" "))
    shutil.rmtree(again.warehouse / "records" / "profiles")
    (again.warehouse / "records" / "scenarios" / "boiler.json").unlink()
    with pytest.raises(UsageError, match="scenarios that cannot be right: loan"):
        ran(again)
    assert not (again.warehouse / "records" / "profiles").exists()

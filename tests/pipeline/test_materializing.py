"""Materializing through Dagster, as its UI does it: one event a key, failures apart, the check in between."""

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from cogmed_core.errors import UsageError
from cogmed_pipeline.defs.pipeline import build_definitions
from cogmed_pipeline.defs.ranges import RANGE_END, RANGE_START
from cogmed_pipeline.instance import open_instance
from cogmed_pipeline.markup import as_text
from cogmed_pipeline.settings import Settings
from cogmed_pipeline.workshop import Workshop
from tests.pipeline.conftest import Finished
from tests.pipeline.given import (
    CONFIGURATIONS,
    PHONE,
    contents,
    failed_in_the_ui,
    ran,
    settings_of,
    snapshot,
    write_backbones,
    write_case,
)
from tests.servers.brain import reply_to
from tests.servers.http_server import HttpAnswer
from tests.servers.openai_server import OpenAIServer, failure

CELLS = {f"offline.{configuration}|{case}" for configuration in CONFIGURATIONS for case in ("boiler", "loan")}
CASE_ASSETS = ("anonymized_cases", "scenarios", "profiles")
GRID_ASSETS = ("episodes", "findings", "judgements")
STEPS = ("case_catalogue", *CASE_ASSETS, *GRID_ASSETS, "clearance", "database")


@contextmanager
def dagster_over(settings: Settings) -> Iterator[tuple[dg.JobDefinition, dg.DagsterInstance]]:
    """Open the pipeline as the UI does: every partition of a range is its business."""
    job = build_definitions(Workshop(settings, {})).resolve_implicit_global_asset_job_def()
    with open_instance(settings.warehouse) as instance:
        yield job, instance


def materialize(job: dg.JobDefinition, instance: dg.DagsterInstance, first: str, last: str, *assets: str) -> Any:
    return job.execute_in_process(
        run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
        instance=instance,
        asset_selection=[dg.AssetKey(asset) for asset in assets],
        tags={RANGE_START: first, RANGE_END: last},
        raise_on_error=False,
    )


def materialized(result: Any, asset: str) -> Counter[str | None]:
    return Counter(event.partition for event in result.asset_materializations_for_node(asset))


@pytest.fixture
def again(finished: Finished, tmp_path: Path) -> Settings:
    """A copy of the finished run, to be opened with the settings it ran with."""
    shutil.copytree(finished.warehouse, tmp_path / "warehouse")
    return settings_of(tmp_path, raw=finished.folder / "raw_cases", rounds=6)


def test_what_the_command_line_did_is_on_the_instance(finished: Finished) -> None:
    with open_instance(finished.warehouse) as instance:
        runs = instance.get_runs()
        assert {run.status for run in runs} == {dg.DagsterRunStatus.SUCCESS}
        steps = Counter(key.to_user_string() for run in runs for key in run.asset_selection or ())
        assert steps == dict.fromkeys(STEPS, 1)
        for asset in CASE_ASSETS:
            assert set(instance.get_materialized_partitions(dg.AssetKey(asset))) == {"boiler", "loan"}
        for asset in ("episodes", "judgements"):
            assert set(instance.get_materialized_partitions(dg.AssetKey(asset))) == CELLS
        check = dg.AssetCheckKey(dg.AssetKey("anonymized_cases"), "nothing_identifying")
        (evaluated,) = instance.event_log_storage.get_asset_check_execution_history(check, limit=5)
        assert evaluated.status.value == "SUCCEEDED"


def test_the_page_of_a_partition_shows_its_transcript(finished: Finished) -> None:
    with open_instance(finished.warehouse) as instance:
        events = instance.fetch_materializations(dg.AssetKey("episodes"), limit=20).records
        shown = {event.partition_key: event.asset_materialization.metadata for event in events}
    metadata = shown["offline.full|boiler"]
    transcript = str(metadata["transcript"].value)
    assert transcript.startswith("### Seed 0: ") and "#### Round 1 · Opening" in transcript
    assert "Synthetic: rule-based negotiators" in transcript
    scenario = json.loads((finished.records / "scenarios" / "boiler.json").read_text(encoding="utf-8"))["record"]
    assert all(as_text(party["name"]) in transcript for party in scenario["parties"])
    assert metadata["reused"].value is False


def test_a_range_of_what_is_there_gives_one_reused_event_a_key_and_writes_nothing(again: Settings) -> None:
    before = snapshot(again.warehouse / "records")
    with dagster_over(again) as (job, instance):
        result = materialize(job, instance, "offline.baseline|boiler", "offline.no_dbt|loan", "episodes", "judgements")
        assert result.success
        for asset in ("episodes", "judgements"):
            assert materialized(result, asset) == dict.fromkeys(CELLS, 1)
            events = result.asset_materializations_for_node(asset)
            assert all(event.metadata["reused"].value for event in events)
    assert snapshot(again.warehouse / "records") == before


def test_steps_of_one_run_go_on_to_the_next_asset(again: Settings) -> None:
    for kind in ("cases", "scenarios", "profiles"):
        shutil.rmtree(again.warehouse / "records" / kind)
    with dagster_over(again) as (job, instance):
        result = materialize(job, instance, "boiler", "loan", *CASE_ASSETS)
        assert result.success
        for asset in CASE_ASSETS:
            assert materialized(result, asset) == {"boiler": 1, "loan": 1}
        assert [check.passed for check in result.get_asset_check_evaluations()] == [True] * 3


def test_a_part_of_the_grid_is_a_part_of_the_work(again: Settings) -> None:
    shutil.rmtree(again.warehouse / "records" / "episodes")
    with dagster_over(again) as (job, instance):
        result = materialize(job, instance, "offline.full|loan", "offline.no_stk|loan", "episodes")
        wanted = {f"offline.{name}|loan" for name in ("full", "no_fsm", "no_stk")}
        assert materialized(result, "episodes") == dict.fromkeys(wanted, 1)
    assert len(contents(again.warehouse / "records" / "episodes")) == 3


def test_an_identifier_in_an_anonymized_case_stops_everything_after_it(again: Settings) -> None:
    path = again.warehouse / "records" / "cases" / "loan.json"
    good = path.read_text(encoding="utf-8")
    planted = json.loads(good)
    planted["record"]["sections"]["process"] += f"回电{PHONE}。"
    path.write_text(json.dumps(planted), encoding="utf-8")
    before = contents(again.warehouse / "records")
    tables = (again.warehouse / "cogmed.duckdb").read_bytes()

    with dagster_over(again) as (job, instance):
        result = materialize(job, instance, "boiler", "loan", *CASE_ASSETS)
        started = {event.step_key for event in result.all_events if event.event_type_value == "STEP_START"}
        assert not result.success and started == {"anonymized_cases", "anonymized_cases_nothing_identifying"}
        (check,) = result.get_asset_check_evaluations()
        assert check.metadata["found"].value == {"loan": ["PHONE"]}

    for _attempt in ("first", "second: nothing has changed"):
        with pytest.raises(UsageError, match=r"still hold identifiers: loan \(PHONE\)"):
            ran(again)
    assert contents(again.warehouse / "records") == before
    assert (again.warehouse / "cogmed.duckdb").read_bytes() == tables

    path.write_text(good, encoding="utf-8")
    assert ran(again).calls == 0


def test_failing_keys_leave_the_others_materialized_and_are_the_only_ones_shown_as_failed(tmp_path: Path) -> None:
    broken: list[str] = []

    def answer(body: dict[str, Any]) -> str | HttpAnswer:
        prompt = str(body["messages"])
        return failure(400, "bad_request", "no") if any(word in prompt for word in broken) else reply_to(body)

    for amount in (111, 222, 333):
        write_case(tmp_path / "raw", f"case-{amount}", amount=amount)
    with OpenAIServer(answer) as server:
        backbones = write_backbones(tmp_path / "backbones.toml", server.base_url)
        settings = settings_of(
            tmp_path, backbones=["mine"], configurations=["baseline", "full"], rounds=1, backbones_file=backbones
        )
        ran(settings)
        keys = {f"mine.{name}|case-{amount}" for name in ("baseline", "full") for amount in (111, 222, 333)}
        scattered = {"mine.baseline|case-111", "mine.full|case-333"}
        for key in scattered:
            arm, case = key.split("|")
            (settings.warehouse / "records" / "episodes" / arm / case / "s0.json").unlink()
        shutil.rmtree(settings.warehouse / "cache")
        broken.append("")
        counted = ran(settings)
    assert counted.failed["episodes"] == 2 and counted.made["episodes"] == 0
    with open_instance(settings.warehouse) as instance:
        assert failed_in_the_ui(instance, "episodes") == scattered
        assert set(instance.get_materialized_partitions(dg.AssetKey("episodes"))) == keys
        (run,) = instance.get_runs(filters=dg.RunsFilter(statuses=[dg.DagsterRunStatus.FAILURE]))
        assert run.asset_selection == {dg.AssetKey("episodes")}

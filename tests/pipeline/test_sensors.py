"""The sensors, asked in this process over a real instance: what they ask for, and what they leave alone."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from cogmed_pipeline.defs import sensors
from cogmed_pipeline.defs.filling import next_runs
from cogmed_pipeline.defs.pipeline import build_definitions
from cogmed_pipeline.instance import open_instance
from cogmed_pipeline.settings import Settings, settings_from
from cogmed_pipeline.workshop import Workshop
from tests.pipeline.given import cogmed, query, settings_of, write_case

QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}


@dataclass
class Watched:
    """A raw folder with two cases, an instance, and the cursors that the daemon would keep."""

    settings: Settings
    instance: dg.DagsterInstance
    cursors: dict[str, str | None] = field(default_factory=dict)

    @property
    def raw(self) -> Path:
        return self.settings.raw

    def look(self, name: str) -> list[dg.RunRequest]:
        """Evaluate a sensor once, as the daemon does, and do what it asks for; return the runs it asked for."""
        workshop = Workshop(self.settings, {})
        definitions = build_definitions(workshop)
        context = dg.build_sensor_context(
            instance=self.instance,
            cursor=self.cursors.get(name),
            resources={"workshop": workshop},
            definitions=definitions,
        )
        data = getattr(sensors, name).evaluate_tick(context)
        for request in data.dynamic_partitions_requests or ():
            if isinstance(request, dg.AddDynamicPartitionsRequest):
                self.instance.add_dynamic_partitions(request.partitions_def_name, request.partition_keys)
            else:
                for key in request.partition_keys:
                    self.instance.delete_dynamic_partition(request.partitions_def_name, key)
        self.cursors[name] = data.cursor
        for request in data.run_requests:
            self.run(request, definitions)
        return list(data.run_requests)

    def run(self, request: dg.RunRequest, definitions: dg.Definitions) -> None:
        definitions.resolve_job_def(str(request.job_name or "take_in")).execute_in_process(
            run_config={**QUIET, **request.run_config},
            instance=self.instance,
            asset_selection=request.asset_selection,
            tags=dict(request.tags),
        )

    def settle(self) -> list[str]:
        """Look until nothing more is asked for; return the steps that were done, in order."""
        done: list[str] = []
        while True:
            asked = [
                request
                for name in ("new_cases", "new_cases", "simulate_new_cases", "carry_on")
                for request in self.look(name)
            ]
            if not asked:
                return done
            done += [str(request.tags["cogmed/step"]) for request in asked]

    def made(self, asset: str) -> list[str | None]:
        records = self.instance.fetch_materializations(dg.AssetKey(asset), limit=1000).records
        return sorted(record.partition_key or "" for record in records)


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    for amount, name in enumerate(("ash", "beech"), 100):
        write_case(tmp_path / "raw", name, amount=amount)
    settings = settings_of(tmp_path, configurations=["baseline", "full"], rounds=1)
    with open_instance(settings.warehouse) as instance:
        yield Watched(settings, instance)


def test_from_nothing_to_tables_and_then_only_what_changed(watched: Watched) -> None:
    assert watched.settle() == ["intake", "prepare", "mediate", "score", "tabulate"]
    cells = [f"offline.{name}|{case}" for name in ("baseline", "full") for case in ("ash", "beech")]
    assert watched.made("episodes") == watched.made("judgements") == cells
    assert watched.settle() == []

    write_case(watched.raw, "cedar", amount=300)
    write_case(watched.raw, "ash", amount=9000)
    (watched.raw / "beech.json").unlink()
    assert watched.settle() == ["intake", "prepare", "mediate", "score", "tabulate"]
    more = [f"offline.{name}|{case}" for name in ("baseline", "full") for case in ("ash", "cedar")]
    assert watched.made("episodes") == watched.made("findings") == sorted(cells + more)
    assert query(watched.settings.warehouse, "SELECT DISTINCT case_id FROM episodes ORDER BY 1") == [
        ("ash",),
        ("cedar",),
    ]

    before = (watched.raw / "ash.json").read_bytes()
    made = len(watched.made("episodes"))
    for content in (before.replace(b"9000", b"8000"), before):
        (watched.raw / "ash.json").write_bytes(content)
        assert watched.settle() == ["intake", "prepare", "mediate", "score", "tabulate"]
    assert len(watched.made("episodes")) == made + 4


def test_a_folder_that_keeps_changing_is_not_read(watched: Watched) -> None:
    path = watched.raw / "elm.json"
    whole = write_case(watched.raw.parent / "elsewhere", "elm").read_bytes()
    for part in range(1, 4):
        path.write_bytes(whole[: part * 200])
        assert watched.look("new_cases") == []
    path.write_bytes(whole)
    assert watched.look("new_cases") == []
    (run,) = watched.look("new_cases")
    assert run.tags["dagster/asset_partition_range_end"] == "elm"
    assert watched.look("new_cases") == []


def test_a_touched_file_is_no_news(watched: Watched) -> None:
    watched.settle()
    (watched.raw / "ash.json").touch()
    assert watched.settle() == []


def test_a_raw_folder_without_cases_is_waited_for(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    with open_instance(settings.warehouse) as instance:
        watched = Watched(settings, instance)
        assert watched.settle() == []
        write_case(tmp_path / "raw", "late")
        assert [run.tags["cogmed/step"] for run in watched.look("new_cases") + watched.look("new_cases")] == ["intake"]


def test_only_the_cases_that_need_it_are_in_a_run(watched: Watched) -> None:
    write_case(watched.raw, "cedar", amount=300)
    watched.look("new_cases")
    watched.look("new_cases")
    for amount, name in enumerate(("ash", "cedar"), 770):
        write_case(watched.raw, name, amount=amount)
    watched.look("new_cases")
    (run,) = watched.look("new_cases")
    assert run.run_config["ops"]["anonymized_cases"]["config"]["only"] == ["ash", "cedar"]
    assert watched.made("anonymized_cases") == ["ash", "ash", "beech", "cedar", "cedar"]


def test_a_fill_spends_no_more_than_its_limit(watched: Watched) -> None:
    watched.look("new_cases")
    watched.look("new_cases")
    limited = watched.settings.model_copy(update={"max_cost": 2.0})
    workshop = Workshop(limited, {})
    (run,) = next_runs(workshop, watched.instance, "one", spent=0.5)
    assert run.tags["cogmed/max_cost"] == "1.500000"
    (tables,) = next_runs(workshop, watched.instance, "one", spent=2.0)
    assert tables.job_name == "tabulate", "what costs nothing goes on"


def test_what_may_be_spent_is_read_from_the_environment() -> None:
    assert settings_from({"COGMED_MAX_COST": "12.5"}).max_cost == 12.5


@pytest.mark.parametrize("text", ["much", "-1", "nan", "inf"])
def test_a_limit_that_is_none_is_said_in_a_line(text: str, tmp_path: Path) -> None:
    done = cogmed("ui", cwd=tmp_path, env={"COGMED_MAX_COST": text})
    assert done.returncode == 2 and done.stderr.startswith("cogmed: COGMED_MAX_COST is ")


def test_what_spends_ships_stopped_and_says_so() -> None:
    spending: list[Any] = [sensors.simulate_new_cases, sensors.nightly]
    for one in spending:
        assert one.default_status.value == "STOPPED" and "SPENDS MONEY" in str(one.description)
    assert sensors.new_cases.default_status.value == sensors.carry_on.default_status.value == "RUNNING"


def test_pruning_removes_what_is_left_over_and_nothing_else(watched: Watched) -> None:
    watched.settle()
    (watched.raw / "ash.json").unlink()
    watched.settle()
    records, folder = watched.settings.warehouse / "records", watched.raw.parent
    of_ash = [path for path in records.rglob("*") if path.is_file() and "ash" in path.relative_to(records).as_posix()]
    of_beech = {path for path in records.rglob("*") if path.is_file() and "beech" in path.as_posix()}
    assert of_ash
    asked = cogmed("prune", cwd=folder)
    assert asked.returncode == 0 and "ash: " in asked.stdout and all(path.exists() for path in of_ash)
    done = cogmed("prune", "--yes", cwd=folder)
    assert done.returncode == 0 and not any(path.exists() for path in of_ash)
    assert all(path.exists() for path in of_beech)
    assert "ash" not in "".join(path.read_text() for path in (records / "plans").rglob("*.json"))


def test_a_tick_reads_the_settings_of_now(tmp_path: Path) -> None:
    environ = {"COGMED_WAREHOUSE": str(tmp_path / "warehouse")}
    settings = settings_of(tmp_path, rounds=2)
    settings.save()
    workshop = Workshop(settings_from(environ), environ, read=settings_from)
    settings_of(tmp_path, rounds=7).save()
    assert (workshop.experiment.rounds, workshop.renewed().experiment.rounds) == (2, 7)
    with open_instance(settings.warehouse) as instance:
        write_case(tmp_path / "raw", "ash")
        watched = Watched(settings, instance)
        watched.look("new_cases")
        watched.look("new_cases")
        definitions = build_definitions(workshop)
        states = []
        for rounds in (3, 4):
            settings_of(tmp_path, rounds=rounds).save()
            context = dg.build_sensor_context(
                instance=instance, resources={"workshop": workshop}, definitions=definitions
            )
            states.append(sensors.simulate_new_cases.evaluate_tick(context).cursor)
    assert len(set(states)) == 2, "another experiment is another state"

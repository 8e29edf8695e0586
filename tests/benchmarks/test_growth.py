"""What grows with the work, at 1×, 10× and 100×: analytics, tables, report, anonymizer, sensor.

``pytest --long -s tests/benchmarks/test_growth.py`` prints the table of the README. Processor time, so that other work
on the machine hardly counts; imports and models are loaded before.
"""

import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import dagster as dg
import pytest

from cogmed_core.cases.anonymise import Anonymiser
from cogmed_core.reports.comparisons import comparisons
from cogmed_core.reports.results import results
from cogmed_pipeline.defs import sensors
from cogmed_pipeline.defs.pipeline import build_definitions
from cogmed_pipeline.instance import open_instance
from cogmed_pipeline.records import RecordStore
from cogmed_pipeline.settings import Settings
from cogmed_pipeline.site.build import build
from cogmed_pipeline.tables.rebuild import open_warehouse, rebuild
from cogmed_pipeline.workshop import Workshop
from tests.benchmarks.growth import TIMES, growth
from tests.benchmarks.test_anonymise_speed import text_of
from tests.benchmarks.test_reports_speed import ARMS, CASES, grid
from tests.benchmarks.test_site_speed import CASES as SAMPLE
from tests.benchmarks.test_site_speed import multiply
from tests.core.reports.test_results import pairs
from tests.pipeline.given import ran, settings_of, write_case

pytestmark = [pytest.mark.long, pytest.mark.timeout(3000)]


def spent(work: Callable[[], object]) -> float:
    """Return the processor time of some work."""
    started = time.process_time()
    work()
    return time.process_time() - started


def test_analytics() -> None:
    def seconds(seeds: int) -> float:
        episodes, judgements = grid(seeds)
        asked = {arm: pairs(CASES, seeds) for arm in ARMS}
        return spent(
            lambda: (results(asked, episodes, judgements), comparisons(ARMS, episodes, judgements))  # the two tables
        )

    seconds(1)
    growth("results and comparisons, 3 judges", {n: f"{750 * n:,} episodes" for n in TIMES}, seconds)


def test_tables_and_report(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, raw=SAMPLE, rounds=10)
    ran(settings)
    tables, report = dict[int, float](), dict[int, float]()
    for times in TIMES:
        warehouse = tmp_path / str(times)
        shutil.copytree(settings.warehouse, warehouse)
        assert multiply(RecordStore(warehouse / "records"), times) == 70 * times
        tables[times] = spent(lambda: rebuild(open_warehouse(warehouse, {})))  # noqa: B023 - called at once
        report[times] = spent(lambda: build(warehouse))  # noqa: B023
    sizes = {n: f"{70 * n:,} episodes" for n in TIMES}
    growth("tables", sizes, tables.__getitem__)
    growth("report", sizes, report.__getitem__)


def test_anonymizer() -> None:
    anonymiser = Anonymiser()
    anonymiser.spans("先读一次权重。")
    sizes = {n: f"{len(text_of(18 * n)):,} characters" for n in TIMES}
    growth("anonymizer, one text", sizes, lambda times: spent(lambda: anonymiser.spans(text_of(18 * times))))


def look(settings: Settings, cursor: str | None) -> tuple[float, str]:
    """Evaluate the sensor once, as the daemon does; return its processor time and where it has come to."""
    with open_instance(settings.warehouse) as instance:
        workshop = Workshop(settings, {})
        context = dg.build_sensor_context(
            instance=instance,
            cursor=cursor,
            resources={"workshop": workshop},
            definitions=build_definitions(workshop),
        )
        started = time.process_time()
        data = sensors.new_cases.evaluate_tick(context)
        return time.process_time() - started, data.cursor or ""


def test_sensor(tmp_path: Path) -> None:
    """A look that reads all files because every one is new, and one at a folder in which nothing changed."""
    reading, resting = dict[int, float](), dict[int, float]()
    for times in TIMES:
        settings = settings_of(tmp_path / str(times))
        for number in range(10 * times):
            write_case(settings.raw, f"case{number:04}", amount=10_000 + number)
        settings.save()
        _, seen = look(settings, None)
        reading[times], asked = look(settings, seen)
        assert json.loads(asked)["attempts"] == 1, "it asked for a run that takes them in"
        resting[times], _ = look(settings, json.dumps({**json.loads(seen), "done": True}))
    sizes = {n: f"{10 * n:,} files" for n in TIMES}
    growth("sensor, all files new", sizes, reading.__getitem__)
    growth("sensor, at rest", sizes, resting.__getitem__)

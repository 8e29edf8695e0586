"""What fails is named, counted, never judged, and tried again next time; what went well is left alone."""

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from cogmed_core.llm.structured import REASKS
from cogmed_pipeline.instance import open_instance
from tests.pipeline.given import (
    cogmed,
    failed_in_the_ui,
    faults,
    query,
    ran,
    schema_of,
    settings_of,
    snapshot,
    write_backbones,
    write_case,
)
from tests.servers.brain import reply_to
from tests.servers.http_server import HttpAnswer
from tests.servers.openai_server import OpenAIServer, failure

ARMS = ("--configuration", "baseline", "--configuration", "full")


@dataclass
class Patient:
    """A server that fails for some prompts: ``ill`` maps a reply's schema and a word of the prompt to what it does."""

    ill: dict[tuple[str, str], str | HttpAnswer] = field(default_factory=dict)

    def answer(self, body: dict[str, Any]) -> str | HttpAnswer:
        for (schema, word), symptom in self.ill.items():
            if schema == schema_of(body) and word in str(body["messages"]):
                return symptom
        return reply_to(body)


@dataclass(frozen=True)
class Trouble:
    """A run in which five things went wrong, and the run after the server was well again."""

    warehouse: Path
    first: subprocess.CompletedProcess[str]
    rows: dict[str, list[tuple[Any, ...]]]
    records: dict[str, tuple[int, bytes]]
    materialized: dict[str, set[str]]
    failed: dict[str, set[str]]
    second: subprocess.CompletedProcess[str]


LOOK = {
    "episodes": "SELECT case_id, configuration, status, outcome, error_kind, error FROM episodes ORDER BY ALL",
    "judgements": "SELECT episode_id, oqs, unscored_reason FROM judgements ORDER BY ALL",
    "results": "SELECT configuration, n, failed, not_run, incomplete, agreements, sr, sr_worst, sr_best, oqs_n "
    "FROM results ORDER BY ALL",
}


@pytest.fixture(scope="module")
def trouble(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trouble]:
    folder = tmp_path_factory.mktemp("trouble")
    for name, amount in {"alder": 100, "birch": 200, "cedar": 300, "dogwood": 400}.items():
        write_case(folder / "raw_cases", name, language="en", amount=amount)
    patient = Patient(
        {
            ("StructuredCase", "(alder)"): failure(400, "bad_request", "no structure today"),
            ("Intentions", "(birch)"): "this is no JSON at all",
            ("StageEvaluation", "(cedar)"): failure(400, "content_filter", "inappropriate content"),
            ("JudgeReply", "(dogwood)"): '{"rationale": "fine", "feasibility": 99}',
        }
    )
    with OpenAIServer(patient.answer) as server:
        write_backbones(folder / "mine.toml", server.base_url)
        command = ("run", "--backbones", "mine.toml", "--backbone", "mine", "--rounds", "2", *ARMS)
        first = cogmed(*command, cwd=folder)
        warehouse = folder / "warehouse"
        rows = {table: query(warehouse, sql) for table, sql in LOOK.items()}
        records = snapshot(warehouse / "records")
        with open_instance(warehouse) as instance:
            grids = ("episodes", "judgements")
            materialized = {asset: set(instance.get_materialized_partitions(dg.AssetKey(asset))) for asset in grids}
            failed = {asset: failed_in_the_ui(instance, asset) for asset in grids}
        patient.ill.clear()
        yield Trouble(warehouse, first, rows, records, materialized, failed, cogmed(*command, cwd=folder))


def test_every_failure_is_an_episode_with_its_reason_and_no_outcome(trouble: Trouble) -> None:
    assert trouble.first.returncode == 1 and faults(trouble.first) == []
    found = {row[:2]: row[2:] for row in trouble.rows["episodes"]}
    assert len(found) == 8
    kinds = {key: kind for key, (status, outcome, kind, error) in found.items() if status == "failed"}
    assert kinds == {
        ("alder", "baseline"): "endpoint",
        ("alder", "full"): "endpoint",
        ("birch", "baseline"): "reply",
        ("birch", "full"): "reply",
        ("cedar", "full"): "refused",
    }
    for status, outcome, _, error in found.values():
        assert (status == "failed") == (outcome is None) == bool(error)
    assert "no structure today" in found["alder", "full"][3] and "scenarios of alder" in found["alder", "full"][3]
    assert "no usable Intentions" in found["birch", "full"][3]


def test_a_failed_episode_is_not_judged_and_a_bad_judge_leaves_no_score(trouble: Trouble) -> None:
    judged = {episode: (oqs, reason) for episode, oqs, reason in trouble.rows["judgements"]}
    assert set(judged) == {"mine.baseline.cedar.s0", "mine.baseline.dogwood.s0", "mine.full.dogwood.s0"}
    assert judged["mine.baseline.cedar.s0"][1] is None
    for arm in ("baseline", "full"):
        oqs, reason = judged[f"mine.{arm}.dogwood.s0"]
        assert oqs is None and reason.startswith("reply: ") and "feasibility" in reason


def test_failures_stay_in_the_denominator(trouble: Trouble) -> None:
    for (_, n, failed, not_run, incomplete, agreements, sr, worst, best, oqs_n), expected in zip(
        trouble.rows["results"], (2, 3), strict=True
    ):
        assert (n, failed, not_run, incomplete) == (4, expected, 0, True)
        assert sr == worst == agreements / 4 and best == (agreements + expected) / 4
        assert oqs_n == 4 - expected - 1


def test_dagster_shows_just_these_as_failed(trouble: Trouble) -> None:
    good = {"mine.baseline|cedar", "mine.baseline|dogwood", "mine.full|dogwood"}
    assert trouble.materialized["episodes"] == good
    every = {f"mine.{name}|{case}" for name in ("baseline", "full") for case in ("alder", "birch", "cedar", "dogwood")}
    assert trouble.failed["episodes"] == every - good
    assert trouble.materialized["judgements"] == {"mine.baseline|cedar"}
    unscored, without_an_episode = {"mine.baseline|dogwood", "mine.full|dogwood"}, {"mine.full|cedar"}
    assert trouble.failed["judgements"] == unscored | without_an_episode


def test_the_terminal_names_them_and_says_what_comes_next(trouble: Trouble) -> None:
    shown = trouble.first.stdout
    for name in ("mine.baseline.alder.s0", "mine.full.birch.s0", "mine.full.cedar.s0"):
        assert f"failed: {name}: " in shown
    assert "unscored by mine: mine.full.dogwood.s0: reply: " in shown
    assert "8 planned = 3 finished + 5 failed + 0 not run" in shown
    assert "full is incomplete: 3 failed; SR can become " in shown and "make up for just these" in shown
    assert "1 of them will most likely fail alike again" in shown, "the one that was refused"


def test_the_next_run_makes_up_for_it_and_touches_nothing_else(trouble: Trouble) -> None:
    assert trouble.second.returncode == 0, trouble.second.stdout
    assert query(trouble.warehouse, "SELECT DISTINCT status, error FROM episodes") == [("finished", None)]
    assert query(trouble.warehouse, "SELECT count(*), count(oqs) FROM judgements") == [(8, 8)]
    assert (
        query(trouble.warehouse, "SELECT n, failed, incomplete, sr_best = sr FROM results") == [(4, 0, False, True)] * 2
    )
    after = snapshot(trouble.warehouse / "records")
    good = [name for name in trouble.records if "cedar" in name and "mine.full" not in name]
    assert good and all(after[name] == trouble.records[name] for name in good)
    assert not [name for name in after if name.startswith("failures/")]


def test_a_score_does_not_outlive_the_episode_it_was_given_to(tmp_path: Path) -> None:
    write_case(tmp_path / "raw", "elm", language="en")
    patient = Patient()
    with OpenAIServer(patient.answer) as server:
        backbones = write_backbones(tmp_path / "mine.toml", server.base_url)

        def with_rounds(rounds: int) -> Any:
            return settings_of(
                tmp_path, backbones_file=backbones, backbones=["mine"], configurations=["baseline"], rounds=rounds
            )

        ran(with_rounds(1))
        warehouse = tmp_path / "warehouse"
        assert query(warehouse, "SELECT count(*) FROM judgements") == [(1,)]
        patient.ill["LitigantReply", ""] = "no JSON"
        assert ran(with_rounds(2)).failed["episodes"] == 1
        assert query(warehouse, "SELECT count(*) FROM judgements") == [(0,)]
        assert query(warehouse, "SELECT oqs_n, oqs_mean, failed FROM results") == [(0, None, 1)]


def test_what_fails_in_a_way_that_passes_is_made_in_the_same_run_and_materialized_once(tmp_path: Path) -> None:
    for name, amount in {"ash": 100, "elm": 200, "oak": 300}.items():
        write_case(tmp_path / "raw", name, language="en", amount=amount)
    spoilt = count()

    def answer(body: dict[str, Any]) -> str | HttpAnswer:
        spoil = schema_of(body) == "LitigantReply" and "(elm)" in str(body["messages"]) and next(spoilt) <= REASKS
        return "no JSON" if spoil else reply_to(body)

    with OpenAIServer(answer) as server:
        backbones = write_backbones(tmp_path / "mine.toml", server.base_url)
        counted = ran(
            settings_of(tmp_path, backbones_file=backbones, backbones=["mine"], configurations=["baseline"], rounds=1)
        )
    assert next(spoilt) > REASKS, "it had failed"
    assert not counted.failed and counted.made["episodes"] == 3
    with open_instance(tmp_path / "warehouse") as instance:
        events = instance.fetch_materializations(dg.AssetKey("episodes"), limit=100).records
        assert sorted(str(event.partition_key) for event in events) == [
            f"mine.baseline|{n}" for n in ("ash", "elm", "oak")
        ]
        assert len({event.run_id for event in events}) == 1

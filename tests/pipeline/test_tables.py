"""The tables of a finished run: every one of the contract, and every figure what the records say."""

import gzip
import json
import math
import tomllib
from collections import Counter
from importlib import resources
from pathlib import Path
from typing import Any

from tests.pipeline.conftest import Finished
from tests.pipeline.given import CONFIGURATIONS, PHONE, contents, query

CONTRACT = {
    "cases": "case_id source_file source_sha256 status reason category language title parties summary "
    "process settlement",
    "issues": "case_id number title description",
    "profiles": "case_id seed seat goal bottom_line personality",
    "episodes": "episode_id case_id arm backbone configuration seed status outcome rounds agreement_round settlement "
    "error_kind error synthetic calls cached_calls prompt_tokens completion_tokens cost wall_s fingerprint",
    "utterances": "episode_id round position seat stage text acceptance",
    "actions": "episode_id round name arguments result",
    "beliefs": "episode_id round seat about perceived_goal emotional_valence flexibility",
    "usage": "episode_id role backbone calls cached_calls prompt_tokens completion_tokens cost",
    "judgements": "episode_id judge repeat feasibility professionalism creativity oqs unscored_reason rationale",
    "findings": "episode_id kind severity round seat detail",
    "comparisons": "metric arm_a arm_b pairs difference low high test p p_adjusted",
    "results": "backbone configuration n failed agreements sr sr_low sr_high oqs_n oqs_mean oqs_sd oqs_low oqs_high "
    "oqs_agreed_mean tta_mean tta_low tta_high synthetic paper_sr paper_oqs paper_tta",
}
"""As ``design/contract.md`` has them; the tables of frameworks not built yet are not among them."""


def records_of(run: Finished, kind: str) -> list[dict[str, Any]]:
    paths = sorted((run.records / kind).rglob("*.json"))
    return [json.loads(path.read_text(encoding="utf-8"))["record"] for path in paths]


def test_every_table_and_column_of_the_contract_is_there(finished: Finished) -> None:
    assert finished.done.returncode == 0, finished.done.stderr
    found: dict[str, set[str]] = {}
    for table, column in query(finished.warehouse, "SELECT table_name, column_name FROM duckdb_columns()"):
        found.setdefault(table, set()).add(column)
    for table, columns in CONTRACT.items():
        assert set(columns.split()) <= found[table], table


def test_every_table_is_explained(finished: Finished) -> None:
    for kind in ("tables", "views"):
        silent = query(
            finished.warehouse, f"SELECT {kind[:-1]}_name FROM duckdb_{kind}() WHERE NOT internal AND comment IS NULL"
        )
        assert silent == []


def test_every_column_is_explained(finished: Finished) -> None:
    columns = "FROM duckdb_columns() WHERE NOT internal"
    silent = query(finished.warehouse, f"SELECT table_name, column_name {columns} AND comment IS NULL")
    assert silent == [], "say what they hold in the SQL file or in tables/comments.toml"
    assert query(finished.warehouse, f"SELECT count(*) > 500 {columns}") == [(True,)]


def test_no_comment_is_of_a_column_that_is_not_there(finished: Finished) -> None:
    there = set(query(finished.warehouse, "SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal"))
    text = resources.files("cogmed_pipeline.tables").joinpath("comments.toml").read_text(encoding="utf-8")
    said = {(table, column) for table, comments in tomllib.loads(text).items() for column in comments}
    every = {column for table, column in said if table == "every"}
    assert {place for place in said if place[0] != "every"} <= there
    assert every <= {column for _, column in there}


def test_cases_are_accepted_or_left_out_with_a_reason(finished: Finished) -> None:
    rows = query(finished.warehouse, "SELECT case_id, status, language, category, reason FROM cases ORDER BY case_id")
    assert rows[0] == ("boiler", "accepted", "en", "contract", None)
    assert rows[1] == ("loan", "accepted", "zh", "debt", None)
    assert rows[2][:2] == ("torn", "quarantined") and rows[2][4].startswith("torn.json is no valid JSON")
    parties = query(
        finished.warehouse, "SELECT len(parties), parties[1].seat, summary FROM cases WHERE parties NOT NULL"
    )
    assert len(parties) == 2 and all(n == 2 and seat == "litigant_1" and text for n, seat, text in parties)


def test_there_is_a_row_for_every_record(finished: Finished) -> None:
    episodes = records_of(finished, "episodes")
    assert len(episodes) == 2 * len(CONFIGURATIONS)
    expected = {
        "cases": 3,
        "issues": sum(len(scenario["issues"]) for scenario in records_of(finished, "scenarios")),
        "profiles": sum(len(profiles["profiles"]) for profiles in records_of(finished, "profiles")),
        "episodes": len(episodes),
        **{
            kind: sum(len(episode[kind]) for episode in episodes)
            for kind in ("utterances", "proposals", "stages", "actions", "beliefs", "usage")
        },
        "judgements": len(records_of(finished, "judgements")),
        "results": len(CONFIGURATIONS),
    }
    assert {table: query(finished.warehouse, f"SELECT count(*) FROM {table}")[0][0] for table in expected} == expected
    assert expected["judgements"] == 10 and min(expected.values()) > 0


def test_episodes_are_what_their_records_say(finished: Finished) -> None:
    columns = ("episode_id", "status", "outcome", "rounds", "agreement_round", "settlement", "fingerprint", "error")
    rows = query(finished.warehouse, f"SELECT {', '.join(columns)} FROM episodes ORDER BY episode_id")
    records = sorted(records_of(finished, "episodes"), key=lambda record: record["episode_id"])
    assert rows == [tuple(record[column] for column in columns) for record in records]
    for table in ("usage", "exchanges"):
        calls = _calls(finished, table)
        assert calls == dict(query(finished.warehouse, "SELECT episode_id, calls FROM episodes")), table


def test_ablated_modules_leave_no_trace(finished: Finished) -> None:
    traces = query(
        finished.warehouse,
        "SELECT configuration, (SELECT count(*) FROM stages s WHERE s.episode_id = e.episode_id), "
        "(SELECT count(*) FROM actions a WHERE a.episode_id = e.episode_id), "
        "(SELECT count(*) FROM beliefs b WHERE b.episode_id = e.episode_id), "
        "(SELECT count(stage) FROM utterances u WHERE u.episode_id = e.episode_id) FROM episodes e",
    )
    for configuration, stages, actions, beliefs, staged in traces:
        assert (stages > 0) == (staged > 0) == (configuration not in ("baseline", "no_fsm")), configuration
        assert actions == 0 or configuration not in ("baseline", "no_stk")
        assert (beliefs > 0) == (configuration not in ("baseline", "no_dbt")), configuration
    assert sum(actions for _, _, actions, _, _ in traces) > 0


def test_results_are_what_sql_makes_of_the_other_tables(finished: Finished) -> None:
    recomputed = query(
        finished.warehouse,
        """
        WITH scores AS (SELECT episode_id, avg((feasibility + professionalism + creativity) / 3) AS oqs
                        FROM judgements GROUP BY episode_id)
        SELECT backbone, configuration, count(*), count(*) FILTER (status = 'failed'),
               count(*) FILTER (outcome = 'agreement'), count(*) FILTER (outcome = 'deadlock'),
               count(*) FILTER (outcome = 'breakdown'), count(*) FILTER (outcome = 'agreement') / count(*),
               count(oqs), avg(oqs), stddev_samp(oqs), avg(oqs) FILTER (outcome = 'agreement'), avg(agreement_round)
        FROM episodes LEFT JOIN scores USING (episode_id) GROUP BY ALL ORDER BY configuration
        """,
    )
    stored = query(
        finished.warehouse,
        "SELECT backbone, configuration, n, failed, agreements, deadlocks, breakdowns, sr, oqs_n, oqs_mean, oqs_sd, "
        "oqs_agreed_mean, tta_mean FROM results ORDER BY configuration",
    )
    assert len(stored) == len(recomputed) == len(CONFIGURATIONS)
    for left, right in zip(stored, recomputed, strict=True):
        for found, expected in zip(left, right, strict=True):
            close = isinstance(found, float) and isinstance(expected, float) and math.isclose(found, expected)
            assert close or found == expected, (left, right)


def test_intervals_hold_their_estimates(finished: Finished) -> None:
    rows = query(
        finished.warehouse,
        "SELECT configuration FROM results WHERE NOT (sr BETWEEN sr_low AND sr_high AND sr_low >= 0 AND sr_high <= 1 "
        "AND oqs_mean BETWEEN oqs_low AND oqs_high AND coalesce(tta_mean BETWEEN tta_low AND tta_high, true) "
        "AND NOT incomplete AND sr_worst = sr AND sr_best = sr)",
    )
    assert rows == []


def test_synthetic_is_on_every_row_it_concerns(finished: Finished) -> None:
    for table in ("episodes", "judgements", "results"):
        assert query(finished.warehouse, f"SELECT DISTINCT synthetic FROM {table}") == [(True,)], table


def test_an_identifier_goes_no_further_than_the_raw_case(finished: Finished) -> None:
    assert PHONE in (finished.folder / "raw_cases" / "loan.json").read_text(encoding="utf-8")
    holding = [path for path, content in contents(finished.warehouse).items() if PHONE.encode() in content]
    assert holding == []
    spans = json.loads((finished.records / "audit" / "loan.json").read_text(encoding="utf-8"))["record"]["spans"]
    assert any(span["type"] == "PHONE" for span in spans["facts"])


def _calls(run: Finished, source: str) -> dict[str, int]:
    """Count the answered calls of each episode, from its account or from the exchanges kept of it."""
    if source == "usage":
        return dict(query(run.warehouse, "SELECT episode_id, sum(calls)::INTEGER FROM usage GROUP BY episode_id"))
    counted: Counter[str] = Counter()
    for path in (run.records / "exchanges").rglob("*.jsonl.gz"):
        arm, case, seed = path.relative_to(run.records / "exchanges").parts
        counted[f"{arm}.{case}.{seed.removesuffix('.jsonl.gz')}"] = len(_lines(path))
    return dict(counted)


def _lines(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().splitlines()


def test_every_configuration_is_compared_with_the_full_one_on_the_same_cases(finished: Finished) -> None:
    sql = (
        "SELECT arm_b, pairs, cases, left_out, test, family, synthetic FROM comparisons WHERE metric = 'sr' ORDER BY 1"
    )
    expected = [(f"offline.{name}", 2, 2, 0, "exact McNemar", 4, True) for name in sorted({*CONFIGURATIONS} - {"full"})]
    assert query(finished.warehouse, sql) == expected
    assert query(finished.warehouse, "SELECT DISTINCT metric FROM comparisons ORDER BY 1") == [
        ("oqs",),
        ("rounds",),
        ("sr",),
        ("tta",),
    ]


def test_the_papers_comparisons_and_the_kinds_of_dispute_have_tables(finished: Finished) -> None:
    held = "SELECT count(*), count(claim), count(*) FILTER (holds) FROM paper_comparisons"
    assert query(finished.warehouse, held) == [(36, 12, 5)]
    kinds = query(
        finished.warehouse, "SELECT category, sum(n), bool_and(small_n) FROM results_by_category GROUP BY 1 ORDER BY 1"
    )
    assert kinds == [("contract", len(CONFIGURATIONS), True), ("debt", len(CONFIGURATIONS), True)]
    beside = query(finished.warehouse, "SELECT count(*) FROM results_beside_paper")
    assert beside == [(0,)], "the paper has no rule-based backbone"

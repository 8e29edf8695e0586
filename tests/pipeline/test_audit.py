"""The audit in the pipeline: a record an episode, its rows, and nothing of an episode that is no more."""

import json

from tests.pipeline.conftest import Finished
from tests.pipeline.given import CONFIGURATIONS, query
from tests.pipeline.test_tables import records_of

TABLES = {"findings": "findings", "concessions": "concessions", "calibration": "beliefs", "terms": "terms"}


def test_every_finished_episode_has_an_audit_and_every_part_of_it_a_row(finished: Finished) -> None:
    audits = records_of(finished, "findings")
    assert len(audits) == 2 * len(CONFIGURATIONS)
    assert all(audit["synthetic"] for audit in audits)
    for table, field in TABLES.items():
        expected = sum(len(audit[field]) for audit in audits)
        assert query(finished.warehouse, f"SELECT count(*), bool_and(synthetic) FROM {table}") == [(expected, True)], (
            table
        )
        assert expected > 0, table


def test_a_finding_is_what_its_record_says(finished: Finished) -> None:
    told = {
        (audit["episode_id"], one["kind"], one["severity"], one["round"], one["seat"], one["detail"])
        for audit in records_of(finished, "findings")
        for one in audit["findings"]
    }
    rows = query(finished.warehouse, "SELECT episode_id, kind, severity, round, seat, detail FROM findings")
    assert set(rows) == told


def test_the_views_count_episodes_beside_findings(finished: Finished) -> None:
    rows = query(finished.warehouse, "SELECT episodes_with, episodes, share FROM findings_by_arm")
    assert rows and all(found <= episodes == 2 and share == found / episodes for found, episodes, share in rows)
    rounds = query(
        finished.warehouse, "SELECT round, n FROM calibration_by_round WHERE configuration = 'full' ORDER BY 1"
    )
    assert [number for number, _ in rounds] == list(range(1, len(rounds) + 1))
    fields = query(finished.warehouse, "SELECT field, agreements, comparable FROM terms_by_field")
    assert {field for field, *_ in fields} >= {"amount", "acts", "statutes"}
    assert all(0 <= comparable <= agreements for _, agreements, comparable in fields)


def test_without_belief_tracking_there_is_no_calibration(finished: Finished) -> None:
    arms = "SELECT DISTINCT configuration FROM calibration JOIN episodes USING (episode_id) ORDER BY 1"
    assert [name for (name,) in query(finished.warehouse, arms)] == ["full", "no_fsm", "no_stk"]


def test_private_profiles_stay_out_of_what_the_audit_says_of_the_settlement(finished: Finished) -> None:
    kept = json.dumps([audit["terms"] for audit in records_of(finished, "findings")])
    assert "底线" not in kept and "bottom line" not in kept

"""The same run against an OpenAI-compatible server: the same tables, no call twice, and nothing written in vain."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cogmed_core.errors import AccessError
from cogmed_pipeline.progress import Silent
from cogmed_pipeline.run import run
from tests.pipeline.conftest import Finished
from tests.pipeline.given import (
    cogmed,
    contents,
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
from tests.servers.openai_server import OpenAIServer, completion, failure

KEY = "the-only-key-there-is"


@dataclass(frozen=True)
class Served:
    """A run against a server, and what it left."""

    folder: Path
    server: OpenAIServer
    done: subprocess.CompletedProcess[str]

    def again(self) -> subprocess.CompletedProcess[str]:
        return cogmed(
            "run", "--backbones", "mine.toml", "--backbone", "mine", "--rounds", "2", cwd=self.folder, env={"K": KEY}
        )


@pytest.fixture(scope="module")
def served(finished: Finished, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    shutil.copytree(finished.folder / "raw_cases", folder / "raw_cases")
    with OpenAIServer(models=["mine-model"], key=KEY) as server:
        write_backbones(folder / "mine.toml", server.base_url, api_key_env="K")
        run_of_it = Served(folder, server, subprocess.CompletedProcess([], 0))
        yield Served(folder, server, run_of_it.again())


def test_the_tables_are_those_of_an_offline_run(served: Served, finished: Finished) -> None:
    assert served.done.returncode == 0, served.done.stderr
    ours, theirs = served.folder / "warehouse", finished.warehouse
    schema = "SELECT table_name, column_name, data_type FROM duckdb_columns() ORDER BY ALL"
    assert query(ours, schema) == query(theirs, schema)
    for same in (
        "SELECT case_id, status, reason FROM cases ORDER BY ALL",
        "SELECT case_id, seed, configuration, status FROM episodes ORDER BY ALL",
        "SELECT configuration, n, failed, incomplete, oqs_n FROM results ORDER BY ALL",
    ):
        assert query(ours, same) == query(theirs, same)


def test_a_model_is_not_called_synthetic(served: Served) -> None:
    for table in ("episodes", "judgements", "results"):
        assert query(served.folder / "warehouse", f"SELECT DISTINCT synthetic FROM {table}") == [(False,)]
    assert "ynthetic" not in served.done.stdout


def test_the_key_is_nowhere_in_the_warehouse(served: Served) -> None:
    holding = [name for name, content in contents(served.folder / "warehouse").items() if KEY.encode() in content]
    assert holding == [] and KEY not in served.done.stdout + served.done.stderr


def test_a_second_run_sends_no_request_and_writes_no_record(served: Served) -> None:
    requests, before = served.server.requests, snapshot(served.folder / "warehouse")
    again = served.again()
    assert again.returncode == 0, again.stderr
    assert again.stdout.startswith("Nothing has changed since the last run.\nResults: mine")
    assert served.server.requests == requests
    assert snapshot(served.folder / "warehouse") == before, "not even a run of Dagster"


def with_seven_cached(body: dict[str, Any]) -> HttpAnswer:
    """Answer as an endpoint that had the beginning of every prompt in its cache."""
    payload = json.loads(completion(body, reply_to(body)))
    payload["usage"]["prompt_tokens_details"] = {"cached_tokens": 7}
    return HttpAnswer(body=json.dumps(payload).encode())


def test_two_warehouses_get_the_same_records_of_the_same_calls(tmp_path: Path) -> None:
    write_case(tmp_path / "raw", "loan")
    sides = [tmp_path / "one", tmp_path / "two"]
    with OpenAIServer(with_seven_cached) as server:
        settings = settings_of(
            tmp_path,
            backbones_file=write_backbones(tmp_path / "mine.toml", server.base_url),
            backbones=["mine"],
            configurations=["full"],
        )
        for side in sides:
            server.bodies.clear()
            counted = ran(settings.model_copy(update={"warehouse": side}))
            assert counted.calls == len(server.bodies)
            in_session = [
                body for body in server.bodies if schema_of(body) not in ("StructuredCase", "Intentions", "JudgeReply")
            ]
            (used,) = query(side, "SELECT sum(calls), sum(cached_calls), min(prompt_tokens) > 0 FROM usage")
            assert used == (len(in_session), 0, True)
            assert query(side, "SELECT sum(cached_tokens) FROM usage") == [(7 * len(in_session),)]
            assert query(side, "SELECT sum(cached_tokens) FROM ledger") == [(7 * counted.calls,)]
    assert contents(sides[0] / "records", "accounts") == contents(sides[1] / "records", "accounts")


def test_without_a_server_one_message_says_what_to_do_and_nothing_is_written(tmp_path: Path) -> None:
    write_case(tmp_path / "raw_cases", "loan")
    with OpenAIServer() as server:
        write_backbones(tmp_path / "mine.toml", server.base_url)
    done = cogmed("run", "--backbones", "mine.toml", "--backbone", "mine", cwd=tmp_path)
    assert done.returncode == 2 and done.stdout == ""
    message, advice = faults(done)
    for said in (server.base_url, "base_url of [backbones.mine]", "COGMED_BACKBONES"):
        assert said in message
    assert "offline" in advice
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.toml", "raw_cases"]


def test_a_wrong_key_is_named_by_its_variable_and_never_shown(tmp_path: Path) -> None:
    write_case(tmp_path / "raw_cases", "loan")
    with OpenAIServer(key=KEY) as server:
        write_backbones(tmp_path / "mine.toml", server.base_url, api_key_env="MY_OWN_KEY")
        wrong = {"MY_OWN_KEY": "wrong-secret", "COGMED_BACKBONES": "mine.toml"}
        done = cogmed("run", "--backbone", "mine", cwd=tmp_path, env=wrong)
    assert done.returncode == 2 and "wrong-secret" not in done.stdout + done.stderr
    assert "MY_OWN_KEY" in faults(done)[0] and "rejected the key" in faults(done)[0]
    assert not (tmp_path / "warehouse").exists()


def test_a_key_that_is_rejected_on_the_way_stops_the_run_and_leaves_what_was_done(tmp_path: Path) -> None:
    write_case(tmp_path / "raw", "loan")
    expired = ["key"]

    def answer(body: dict[str, Any]) -> str | HttpAnswer:
        if schema_of(body) == "JudgeReply" and expired:
            return failure(401, "invalid_api_key", "expired")
        return reply_to(body)

    with OpenAIServer(answer) as server:
        settings = settings_of(
            tmp_path,
            backbones_file=write_backbones(tmp_path / "mine.toml", server.base_url),
            backbones=["mine"],
            configurations=["baseline", "full"],
        )
        stopped = run(settings, {}, Silent())
        assert isinstance(stopped, AccessError) and "api_key_env of [backbones.mine]" in str(stopped)
        assert query(settings.warehouse, "SELECT count(*), count(outcome) FROM episodes") == [(2, 2)]
        assert query(settings.warehouse, "SELECT sum(oqs_n), sum(oqs_unscored) FROM results") == [(0, 2)]
        expired.clear()
        assert ran(settings).made == {"judgements": 2}
    assert query(settings.warehouse, "SELECT sum(oqs_n), sum(oqs_unscored) FROM results") == [(2, 0)]

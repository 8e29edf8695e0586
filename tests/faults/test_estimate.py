"""What `cogmed estimate` says beforehand, held against what the run then used, over a real server."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from cogmed_pipeline.commands.estimate import CLOSE, cost_of
from cogmed_pipeline.estimating.amounts import Amount, total
from cogmed_pipeline.estimating.forecast import Forecast, forecast
from cogmed_pipeline.settings import Settings
from cogmed_pipeline.workshop import Workshop
from tests.pipeline.given import cogmed, faults, query, ran, schema_of, settings_of, write_backbones, write_case
from tests.servers.brain import reply_to
from tests.servers.openai_server import OpenAIServer

USED = "SELECT sum(calls), sum(prompt_tokens), sum(completion_tokens), sum(cost) FROM ledger"
SAMPLE = ("case-0", "case-3", "case-5")
SAMPLED = f"list_contains({list(SAMPLE)}, case_id)"
PRICES = "price_input = 2.0\nprice_output = 8.0\n"


def steady(body: dict[str, Any]) -> str:
    """Answer as the test server does, but like two people who take their time: nobody joins, accepts or leaves.

    No tool is used either: how often one is would be chance, and another chance after every change of a prompt.
    """
    reply = json.loads(reply_to(body))
    if schema_of(body) == "LitigantReply":
        reply |= {"stance": "undecided", "accepted_proposal": None}
    if reply.get("action"):
        reply["action"] = None
    if "parties" in reply:
        reply["parties"] = reply["parties"][:2]
    return json.dumps(reply, ensure_ascii=False)


def expected_of(settings: Settings) -> Forecast:
    return asyncio.run(forecast(Workshop(settings, {})))


def everything(found: Forecast) -> Amount:
    return total(amount for roles in found.jobs.values() for amount in roles.values())


def used(settings: Settings) -> Amount:
    ((calls, prompt, reply, _),) = query(settings.warehouse, USED)
    return Amount(calls, prompt, reply)


@pytest.fixture
def priced(tmp_path: Path) -> Settings:
    """Six cases in two languages, for a backbone that has a price and no address yet."""
    for number in range(6):
        write_case(tmp_path / "raw", f"case-{number}", language=("zh", "en")[number % 2], amount=900 + number)
    return settings_of(tmp_path, backbones=["mine"], backbones_file=tmp_path / "mine.toml", rounds=5)


def open_for(settings: Settings, server: OpenAIServer) -> None:
    assert settings.backbones_file is not None
    path = write_backbones(settings.backbones_file, server.base_url)
    path.write_text(path.read_text(encoding="utf-8") + PRICES, encoding="utf-8")


def test_a_run_by_rules_is_known_to_the_last_token(tmp_path: Path) -> None:
    for number in range(3):
        write_case(tmp_path / "raw", f"case-{number}", amount=700 + number)
    settings = settings_of(tmp_path, rounds=4, judge_repeats=2, judge_conduct=True)
    found = expected_of(settings)
    assert not settings.warehouse.exists() and len(found.work.of("episodes")) == 15
    ran(settings)
    assert everything(found) == used(settings)
    assert expected_of(settings).jobs == {}


def test_after_a_few_cases_the_rest_is_known_within_a_fifth(priced: Settings) -> None:
    with OpenAIServer(steady, models=["mine-model"]) as server:
        open_for(priced, server)
        ran(priced.model_copy(update={"case_ids": SAMPLE}))
        before = used(priced)
        found = expected_of(priced)
        assert found.rests_on == 15 and found.spread is not None and found.spread < CLOSE
        ran(priced)
        ((paid,),) = query(priced.warehouse, "SELECT sum(calls - cached_calls) FROM ledger")
        assert paid == server.answered, "what two arms ask alike is paid for once"
    expected, real = everything(found), used(priced) - before
    for one, other in ((expected.calls, real.calls), (expected.prompt, real.prompt), (expected.reply, real.reply)):
        assert 0.8 < one / other < 1.2
    for arm in priced.experiment.arms:
        of_arm = [roles for job, roles in found.jobs.items() if job.cell and job.cell.arm == arm]
        ((calls,),) = query(
            priced.warehouse, f"SELECT sum(calls) FROM ledger WHERE arm = '{arm.key}' AND NOT {SAMPLED}"
        )
        assert 0.8 < total(one for roles in of_arm for one in roles.values()).calls / calls < 1.2


def test_what_was_measured_under_other_settings_counts_too(priced: Settings) -> None:
    two = priced.experiment.with_changes(configurations=("full", "baseline"))
    priced = priced.model_copy(update={"experiment": two})
    other = priced.model_copy(update={"experiment": two.with_changes(rounds=3, seeds=(0, 1))})
    with OpenAIServer(steady, models=["mine-model"]) as server:
        open_for(priced, server)
        ran(priced.model_copy(update={"case_ids": SAMPLE}))
        found = expected_of(other)
        assert found.rests_on == 6 and found.spread is None, "how far they may be off is not known"
        ran(other)
    backbone = Workshop(other, {}).backbones["mine"]
    expected, real = everything(found), used(other)
    cost = sum(cost_of(backbone, one, found) for roles in found.jobs.values() for one in roles.values())
    ((spent,),) = query(other.warehouse, "SELECT sum(cost) FROM ledger")
    for share in (
        expected.calls / real.calls,
        expected.prompt / real.prompt,
        expected.reply / real.reply,
        cost / spent,
    ):
        assert 0.8 < share < 1.2


def test_where_talks_end_by_chance_the_estimate_says_how_far_it_may_be_off(priced: Settings) -> None:
    with OpenAIServer(models=["mine-model"]) as server:
        open_for(priced, server)
        ran(priced.model_copy(update={"case_ids": SAMPLE}))
        before, found = used(priced), expected_of(priced)
        ran(priced)
    assert found.spread is not None and found.spread > 0.2
    assert abs(everything(found).calls / (used(priced) - before).calls - 1) < found.spread


def test_what_the_cache_holds_is_left_out(priced: Settings) -> None:
    alone = priced.model_copy(update={"case_ids": ("case-0",)})
    with OpenAIServer(models=["mine-model"]) as server:
        open_for(priced, server)
        ran(alone)
        episode = priced.warehouse / "records" / "episodes" / "mine.full" / "case-0" / "s0.json"
        text = episode.read_text(encoding="utf-8")
        episode.unlink()
        (priced.warehouse / "records" / "judgements" / "mine.full" / "case-0" / "s0" / "mine.r0.json").unlink()
        found, requests = expected_of(alone), server.requests
        assert [job.step for job in found.jobs] == ["episodes", "judgements"]
        assert [job.step for job, roles in found.jobs.items() if roles] == ["judgements"]
        assert found.kept.calls > 1
        ran(alone)
        assert server.requests == requests and episode.read_text(encoding="utf-8") == text


def test_the_command_prints_it_and_asks_nobody(tmp_path: Path) -> None:
    write_case(tmp_path / "raw_cases", "loan")
    with OpenAIServer() as server:
        path = write_backbones(tmp_path / "mine.toml", server.base_url, "mine", "other")
        head, _, tail = path.read_text(encoding="utf-8").partition("\n\n")
        path.write_text(f"{head}\n{PRICES}\n{tail}", encoding="utf-8")
        given = ("--backbones", "mine.toml", "--backbone", "mine", "--backbone", "other")
        done = cogmed("estimate", *given, "--max-cost", "0.01", cwd=tmp_path)
        assert server.requests == 0
    assert done.returncode == 0 and faults(done) == []
    words = " ".join(done.stdout.split())
    assert re.search(r"mine litigant [\d,]+ [\d,]+ [\d,]+ \d+\.\d\d CNY", words)
    assert re.search(r"other litigant [\d,]+ [\d,]+ [\d,]+ no price", words)
    assert "No price is known of other" in words and "--max-cost 0.01" in words
    assert "Episodes 10 planned = 0 there + 10 to run" in words and "(assumed)" in words
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.toml", "raw_cases"]


def test_a_sample_is_run_kept_and_estimated_from(tmp_path: Path) -> None:
    for number in range(3):
        write_case(tmp_path / "raw_cases", f"case-{number}", amount=500 + number)
    given = ("--backbones", "mine.toml", "--backbone", "mine", "--rounds", "2", "--configuration", "baseline")
    with OpenAIServer(steady, models=["mine-model"]) as server:
        write_backbones(tmp_path / "mine.toml", server.base_url)
        done = cogmed("estimate", *given, "--sample", "1", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        asked = server.answered
    assert query(tmp_path / "warehouse", "SELECT sum(calls) FROM ledger") == [(asked,)]
    assert "Episodes 1 planned = 1 finished" in done.stdout
    assert "Episodes 3 planned = 1 there + 2 to run" in done.stdout

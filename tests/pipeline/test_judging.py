"""Judging again: other judges, repeats and rubrics over stored episodes, over a real server; nothing is simulated."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cogmed_core.llm.structured import REASKS
from cogmed_pipeline.defs.emission import ATTEMPTS
from cogmed_pipeline.settings import Settings
from tests.pipeline.given import query, ran, schema_of, settings_of, snapshot, write_backbones, write_case
from tests.servers.brain import reply_to
from tests.servers.openai_server import OpenAIServer

JUDGES = ("mild", "harsh", "mute")
HARSH, MUTE = "harsh-model", "mute-model"


def a_judge_who_prefers_what_comes_first(body: dict[str, Any]) -> str:
    """Answer a point more where the simulated talks stand before the real outcome; the harsh one two points less."""
    if body["model"] == MUTE:
        return "8/10"
    if schema_of(body) != "JudgeReply":
        return reply_to(body)
    prompt = "\n".join(message["content"] for message in body["messages"])
    first = prompt.index("<dialogue>") < prompt.index("<reference_process>")
    score = 6 + first - 2 * (body["model"] == HARSH)
    return json.dumps({"rationale": "r", "feasibility": score, "professionalism": score, "creativity": score})


def judged_by(settings: Settings, *judges: str, repeats: int = 1, conduct: bool = False) -> Settings:
    experiment = settings.experiment
    roles = experiment.roles.model_dump() | {"judges": judges}
    changed = experiment.with_changes(roles=roles, judge_repeats=repeats, judge_conduct=conduct)
    return settings.model_copy(update={"experiment": changed})


def simulated(folder: Path, cases: int, **changes: Any) -> Settings:
    for number in range(cases):
        write_case(folder / "raw", f"case-{number}", language=("zh", "en")[number % 2], amount=900 + number)
    settings = settings_of(folder, backbones_file=folder / "judges.toml", **changes)
    write_backbones(folder / "judges.toml", "http://127.0.0.1:9/v1", *JUDGES)
    ran(settings)
    return settings


def asked(server: OpenAIServer) -> Counter[str]:
    found = Counter(schema_of(body) for body in server.bodies)
    server.bodies.clear()
    return found


def test_other_judges_read_what_is_stored_and_nothing_is_simulated_again(tmp_path: Path) -> None:
    settings = simulated(tmp_path, 3, configurations=["baseline", "full"], rounds=2)
    episodes = snapshot(tmp_path / "warehouse" / "records" / "episodes")
    with OpenAIServer(a_judge_who_prefers_what_comes_first) as server:
        write_backbones(tmp_path / "judges.toml", server.base_url, *JUDGES)
        counted = ran(judged_by(settings, "mild", repeats=2))
        assert asked(server) == {"JudgeReply": 6 * 2} and counted.calls == 12
        assert counted.made == Counter(judgements=6)
        both = judged_by(settings, "mild", "harsh", repeats=2, conduct=True)
        ran(both)
        assert asked(server) == {"JudgeReply": 6 * 2, "ConductReply": 6 * 2 * 2}
        assert ran(both).calls == 0 and not server.bodies
        the_panel_is_in_the_tables(tmp_path / "warehouse")
        unusable = ran(judged_by(settings, "mild", "mute"))
        assert asked(server) == {"JudgeReply": 6 * (1 + REASKS) * ATTEMPTS} and unusable.failed == Counter(judgements=6)
    (reason,) = query(tmp_path / "warehouse", "SELECT DISTINCT unscored_reason FROM judgements WHERE judge = 'mute'")
    assert "no JSON object" in reason[0]
    assert query(tmp_path / "warehouse", "SELECT sum(oqs_n), sum(oqs_unscored) FROM results WHERE latest") == [(6, 0)]
    assert snapshot(tmp_path / "warehouse" / "records" / "episodes") == episodes


def the_panel_is_in_the_tables(warehouse: Path) -> None:
    sheets = "SELECT judge, repeat, \"order\", count(*), avg(oqs) FROM judgements WHERE judge <> 'offline' GROUP BY ALL"
    assert sorted(query(warehouse, sheets)) == [
        ("harsh", 0, "reference_first", 6, 4.0),
        ("harsh", 1, "simulated_first", 6, 5.0),
        ("mild", 0, "reference_first", 6, 6.0),
        ("mild", 1, "simulated_first", 6, 7.0),
    ]
    bias = "SELECT judge, n, difference FROM position_bias WHERE dimension = 'oqs' AND judge <> 'offline' ORDER BY 1"
    assert query(warehouse, bias) == [("harsh", 6, 1.0), ("mild", 6, 1.0)]
    pair = "list_contains(raters, 'mild') AND list_contains(raters, 'harsh') AND dimension = 'oqs'"
    assert query(warehouse, f"SELECT value FROM judge_agreement WHERE statistic = 'bias' AND {pair}") == [(-2.0,)]
    scored = "SELECT count(*), count(score), count(DISTINCT dimension) FROM dimension_scores"
    assert query(warehouse, scored) == [(6 * 2 * 2 * 4, 6 * 2 * 2 * 4, 4)]
    by_arm = query(warehouse, "SELECT configuration, dimension, n, low <= mean AND mean <= high FROM dimension_results")
    assert len(by_arm) == 2 * 4 and {row[2:] for row in by_arm} == {(3, True)}


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_750_stored_episodes_are_judged_again_by_750_calls_a_repeat(tmp_path: Path) -> None:
    settings = simulated(tmp_path, 50, seeds=[0, 1, 2], rounds=1)
    with OpenAIServer(a_judge_who_prefers_what_comes_first) as server:
        write_backbones(tmp_path / "judges.toml", server.base_url, *JUDGES)
        for repeats in (1, 3):
            again = judged_by(settings, "mild", repeats=repeats)
            assert ran(again).calls == 750 * {1: 1, 3: 2}[repeats], "what the first run judged is kept"
            assert set(asked(server)) == {"JudgeReply"}, "talks that are word for word the same are answered once"
            assert ran(again).calls == 0 and not server.bodies
    assert query(settings.warehouse, "SELECT sum(oqs_n) FROM results WHERE latest") == [(750,)]

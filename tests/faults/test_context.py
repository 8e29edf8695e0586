"""A context window that is too small for a mediation, over the whole pipeline: known beforehand, or found out."""

from pathlib import Path
from typing import Any

import pytest

from cogmed_core.llm.tokens import PER_MESSAGE, estimate
from cogmed_core.llm.windowed import REPLY
from tests.pipeline.given import query, ran, schema_of, settings_of, write_backbones, write_case
from tests.servers.brain import reply_to
from tests.servers.http_server import HttpAnswer
from tests.servers.openai_server import OpenAIServer, failure

WORDY = "这一点我已经说过，现在再说一遍，请大家听清楚，不要再打断我。"
FITS = 5600
"""Tokens of a prompt that the window of these tests holds."""


def tokens_of(body: dict[str, Any]) -> int:
    return sum(estimate(str(message["content"])) + PER_MESSAGE for message in body["messages"])


def wordy(body: dict[str, Any]) -> str:
    """Answer as the test server does, at length where it is the dialogue that grows."""
    grows = schema_of(body) in ("MediatorStep", "MediatorReply", "LitigantReply")
    return reply_to(body).replace("演示语句。", f"演示语句。{WORDY * 4}" if grows else "演示语句。")


def with_a_limit(body: dict[str, Any]) -> str | HttpAnswer:
    if tokens_of(body) > FITS:
        return failure(400, "context_length_exceeded", f"This model's maximum context length is {FITS} tokens")
    return wordy(body)


@pytest.mark.parametrize("known", [True, False], ids=["set beforehand", "said by the endpoint"])
def test_older_turns_are_summed_up_and_everything_is_finished(known: bool, tmp_path: Path) -> None:
    write_case(tmp_path / "raw", "loan")
    with OpenAIServer(wordy if known else with_a_limit) as server:
        backbones = write_backbones(tmp_path / "mine.toml", server.base_url)
        if known:
            window = f"context_window = {FITS + REPLY}\n"
            backbones.write_text(backbones.read_text(encoding="utf-8") + window, encoding="utf-8")
        settings = settings_of(
            tmp_path, backbones_file=backbones, backbones=["mine"], configurations=["baseline", "full"], rounds=10
        )
        counted = ran(settings)
        assert not counted.failed and counted.made["episodes"] == counted.made["judgements"] == 2
        longest = max(tokens_of(body) for body in server.bodies)
        assert (longest <= FITS) is known, "what is known to be too long is not even sent"
        requests = server.requests
        assert not ran(settings).made and server.requests == requests
    summed_up = query(settings.warehouse, "SELECT episode_id, count(*), max(until) FROM condensations GROUP BY ALL")
    assert summed_up, "some dialogue was too long"
    for episode_id, times, until in summed_up:
        said = f"SELECT count(*), max(position) FROM utterances WHERE episode_id = '{episode_id}'"
        ((utterances, last),) = query(settings.warehouse, said)
        assert utterances == last > until > 0 and times >= 1

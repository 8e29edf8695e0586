"""The check before a run: everything missing named at once, in few requests."""

import asyncio
import time
from typing import Any

from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.health import check
from cogmed_core.llm.problem import Problem
from tests.core.llm.given import a_backbone
from tests.servers.http_server import HttpAnswer
from tests.servers.openai_server import OpenAIServer, failure


def problems(backbone: Backbone, api_key: str | None = None) -> list[Problem]:
    return asyncio.run(check(backbone, api_key))


def test_a_listed_model_takes_one_request() -> None:
    with OpenAIServer(models=["m"]) as server:
        assert problems(a_backbone(server.base_url)) == []
    assert server.requests == 1


def test_a_model_that_is_served_but_not_listed_is_fine() -> None:
    with OpenAIServer(models=None) as server:
        assert problems(a_backbone(server.base_url)) == []
    assert server.requests == 2


def test_an_unknown_model_is_named_with_those_there_are() -> None:
    with OpenAIServer(models=["qwen-plus", "qwen-max"]) as server:
        found = problems(a_backbone(server.base_url))
    assert len(found) == 1 and "'m'" in str(found[0]) and "qwen-max, qwen-plus" in str(found[0])
    assert server.requests == 2


def test_a_wrong_key_and_a_missing_one_name_the_variable() -> None:
    with OpenAIServer(models=["m"], key="right") as server:
        backbone = a_backbone(server.base_url, api_key_env="MY_KEY")
        assert problems(backbone, "right") == []
        wrong, missing = problems(backbone, "wrong-one"), problems(backbone)
    assert len(wrong) == len(missing) == 1
    assert "MY_KEY" in str(wrong[0]) and "wrong-one" not in str(wrong[0])
    assert "wants a key" in str(missing[0]) and "MY_KEY" in str(missing[0])


def test_a_local_server_that_wants_no_key_is_fine_without() -> None:
    with OpenAIServer(models=["m"]) as server:
        assert problems(a_backbone(server.base_url, api_key_env="MY_KEY")) == []


def test_nobody_there_and_no_key_are_named_together_and_soon() -> None:
    with OpenAIServer() as server:
        backbone = a_backbone(server.base_url, api_key_env="MY_KEY")
    started = time.perf_counter()
    text = "\n".join(str(problem) for problem in problems(backbone))
    assert time.perf_counter() - started < 5
    assert "MY_KEY" in text and server.base_url in text and "offline" in text
    assert len(text.splitlines()) == 2


def test_a_busy_endpoint_is_no_problem_and_a_broken_one_is() -> None:
    def busy(_body: dict[str, Any]) -> Any:
        return failure(429, "busy", "later")

    with OpenAIServer(busy) as server:
        assert problems(a_backbone(server.base_url)) == []
    with OpenAIServer(lambda _body: failure(500, "broken", "oops")) as server:
        assert "500" in str(problems(a_backbone(server.base_url))[0])


def test_an_objection_to_a_parameter_is_no_problem() -> None:
    with OpenAIServer(lambda _body: failure(400, "unsupported", "Use 'max_completion_tokens'")) as server:
        assert problems(a_backbone(server.base_url)) == []


def test_a_redirect_to_nowhere_is_a_problem() -> None:
    with OpenAIServer(lambda body: HttpAnswer(302), models=None) as server:
        found = problems(a_backbone(server.base_url))
    assert len(found) == 1 and "answered 302" in str(found[0])


def test_embedded_names_everything_that_is_missing() -> None:
    backbone = Backbone(name="e", provider="embedded", gguf="/no/such/file.gguf")
    text = " ".join(str(problem) for problem in problems(backbone))
    assert "/no/such/file.gguf" in text


def test_offline_needs_nothing() -> None:
    assert problems(Backbone(name="o", provider="offline")) == []

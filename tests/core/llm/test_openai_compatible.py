"""The transport over real HTTP: what is sent, what is read, what each failure becomes."""

import asyncio
import json
import time
from typing import Any

import pytest

from cogmed_core.errors import AccessError
from cogmed_core.llm.openai_compatible import OpenAICompatible, extra_body
from cogmed_core.llm.protocol import ReplySchema
from tests.core.llm.given import a_backbone, a_request, complete
from tests.servers.http_server import HttpAnswer
from tests.servers.openai_server import OpenAIServer, completion, failure

KEY = "sk-very-secret-key"
SCHEMA = ReplySchema("Reply", {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]})


def test_the_body_holds_the_request_and_the_extra_body_and_no_variables() -> None:
    with OpenAIServer(lambda _body: "好。") as server:
        request = a_request(schema=SCHEMA, max_tokens=50, variables={"profile": "secret"})
        reply = complete(server, request, extra_body={"top_k": 5})
    body = server.bodies[0]
    assert reply.text == "好。"
    assert body["model"] == "m" and body["temperature"] == 0.3 and body["seed"] == 7 and body["max_tokens"] == 50
    assert body["messages"] == [
        {"role": "system", "content": "你是调解员。"},
        {"role": "user", "content": "请发言。"},
    ]
    assert body["response_format"]["type"] == "json_schema"
    assert body["response_format"]["json_schema"]["name"] == "Reply"
    assert body["response_format"]["json_schema"]["strict"] is True
    assert body["top_k"] == 5
    assert "secret" not in json.dumps(body)


@pytest.mark.parametrize(
    ("base_url", "expected"),
    [
        ("https://dashscope.aliyuncs.com/compatible-mode/v1", {"enable_thinking": False, "top_k": 5}),
        (
            "http://127.0.0.1:8000/v1",
            {"enable_thinking": False, "top_k": 5, "chat_template_kwargs": {"enable_thinking": False}},
        ),
    ],
)
def test_enable_thinking_is_put_where_the_endpoint_looks(base_url: str, expected: dict[str, Any]) -> None:
    assert extra_body(a_backbone(base_url, extra_body={"enable_thinking": False, "top_k": 5})) == expected


def test_a_local_server_is_not_looked_for_behind_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    with OpenAIServer(lambda _body: "好") as server:
        assert complete(server, a_request()).text == "好"


def test_a_call_under_way_is_left_at_once_when_cancelled() -> None:
    async def story(base_url: str) -> float:
        model = OpenAICompatible(a_backbone(base_url), None)
        calls = [asyncio.create_task(model.complete(a_request())) for _ in range(20)]
        await asyncio.sleep(0.3)
        started = time.perf_counter()
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        await model.close()
        return time.perf_counter() - started

    body = completion({"model": "m", "messages": []}, "好")
    with OpenAIServer(lambda _body: HttpAnswer(body=body, delay=60)) as server:
        assert asyncio.run(story(server.base_url)) < 2


@pytest.mark.parametrize(
    "had",
    [
        {"prompt_tokens_details": {"cached_tokens": 600}},
        {"prompt_cache_hit_tokens": 600, "prompt_cache_miss_tokens": 400},
        {"prompt_tokens_details": None, "prompt_cache_hit_tokens": 600},
    ],
)
def test_usage_and_cost_are_the_endpoints_own(had: dict[str, Any]) -> None:
    usage = {"prompt_tokens": 1000, "completion_tokens": 200, **had}

    def answer(body: dict[str, Any]) -> HttpAnswer:
        payload = json.loads(completion(body, "好"))
        return HttpAnswer(body=json.dumps({**payload, "usage": usage}).encode())

    with OpenAIServer(answer) as server:
        reply = complete(server, a_request(), price_input=1.0, price_output=10.0)
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens) == (1000, 200)
    assert reply.usage.cached_prompt_tokens == 600
    assert reply.usage.cost == pytest.approx(0.003)
    assert not reply.usage.estimated


@pytest.mark.parametrize("usage", [None, {}, {"prompt_tokens": None}, {"prompt_tokens": "9"}])
def test_usage_that_is_missing_is_estimated_and_marked(usage: Any) -> None:
    def answer(body: dict[str, Any]) -> HttpAnswer:
        return HttpAnswer(body=json.dumps({**json.loads(completion(body, "好的" * 50)), "usage": usage}).encode())

    with OpenAIServer(answer) as server:
        reply = complete(server, a_request("长" * 1000))
    assert reply.usage.estimated
    assert 500 < reply.usage.prompt_tokens < 1000
    assert 40 < reply.usage.completion_tokens < 120


def test_without_a_key_no_authorization_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client alone would send OPENAI_API_KEY of the environment to whatever endpoint is configured."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-somebody-else")
    monkeypatch.setenv("OPENAI_ADMIN_KEY", "sk-of-an-administrator")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-secret")
    seen: list[dict[str, str]] = []

    class Listening(OpenAIServer):
        async def _handle(self, request: Any) -> HttpAnswer:
            seen.append(dict(request.headers))
            return await super()._handle(request)

    with Listening(lambda _body: "好") as server:
        complete(server, a_request())
        complete(server, a_request(), KEY)
    assert "authorization" not in seen[0]
    assert "openai-organization" not in seen[0] and "openai-project" not in seen[0]
    assert not any("sk-of" in value or "org-secret" in value for sent in seen for value in sent.values())
    assert seen[1]["authorization"] == f"Bearer {KEY}"


def test_a_think_block_and_reasoning_content_stay_out_of_the_text() -> None:
    with OpenAIServer(lambda _body: "<think>他会让步。</think>\n请说。") as server:
        reply = complete(server, a_request())
    assert (reply.text, reply.reasoning) == ("请说。", "他会让步。")

    def separate(body: dict[str, Any]) -> HttpAnswer:
        return HttpAnswer(body=completion(body, None, reasoning_content="想了想"))

    with OpenAIServer(separate) as server:
        reply = complete(server, a_request())
    assert (reply.text, reply.reasoning) == ("", "想了想")


def test_text_that_is_no_text_is_sent_as_well_as_it_can_be() -> None:
    with OpenAIServer(lambda _body: "好") as server:
        assert complete(server, a_request("半个字符\ud83d，\x00零")).text == "好"
    assert server.bodies[0]["messages"][1]["content"] == "半个字符?，\x00零"


def test_content_in_parts_is_joined() -> None:
    def parts(body: dict[str, Any]) -> HttpAnswer:
        payload = json.loads(completion(body, ""))
        payload["choices"][0]["message"]["content"] = [
            {"type": "text", "text": "甲"},
            {"type": "text", "text": "乙"},
        ]
        return HttpAnswer(body=json.dumps(payload).encode())

    with OpenAIServer(parts) as server:
        assert complete(server, a_request()).text == "甲乙"


@pytest.mark.parametrize("taken", ["json_object", "text"])
def test_a_response_format_that_is_turned_down_is_not_tried_twice(taken: str) -> None:
    def answer(body: dict[str, Any]) -> str | HttpAnswer:
        kind = body.get("response_format", {}).get("type", "text")
        if kind != taken:
            return failure(400, "invalid_parameter", f"response_format {kind} is not supported")
        return '{"a": "x"}'

    async def two_calls(server: OpenAIServer) -> None:
        model = OpenAICompatible(a_backbone(server.base_url), None)
        for _ in range(2):
            assert (await model.complete(a_request(schema=SCHEMA))).text == '{"a": "x"}'
        await model.close()

    with OpenAIServer(answer) as server:
        asyncio.run(two_calls(server))
    refused = 1 if taken == "json_object" else 2
    assert len(server.bodies) == refused + 2
    assert '"properties"' in server.bodies[-1]["messages"][-1]["content"], "the schema goes into the prompt instead"
    assert "JSON" in server.bodies[-1]["messages"][-1]["content"]


def test_a_server_that_breaks_over_a_grammar_is_asked_without_one() -> None:
    def answer(body: dict[str, Any]) -> str | HttpAnswer:
        return failure(500, "internal", "failed to compile grammar") if "response_format" in body else '{"a": "x"}'

    with OpenAIServer(answer) as server:
        assert complete(server, a_request(schema=SCHEMA)).text == '{"a": "x"}'
    assert server.requests == 3


def test_a_budget_goes_by_the_name_the_endpoint_knows() -> None:
    def answer(body: dict[str, Any]) -> str | HttpAnswer:
        if "max_tokens" in body:
            return failure(400, "unsupported_parameter", "Use 'max_completion_tokens' instead.")
        return str(body["max_completion_tokens"])

    with OpenAIServer(answer) as server:
        assert complete(server, a_request(max_tokens=77)).text == "77"


def test_an_address_that_lacks_its_v1_is_told_apart_from_an_unknown_model() -> None:
    with OpenAIServer() as server, pytest.raises(AccessError, match="usually ends in /v1"):
        complete(server, a_request(), base_url=server.url)


@pytest.mark.parametrize("key", ["sk-“quoted”", "sk-a b", "sk-a\nb"])
def test_a_key_that_cannot_be_sent_is_named_by_its_variable(key: str) -> None:
    with OpenAIServer() as server, pytest.raises(AccessError, match="MY_KEY") as caught:
        complete(server, a_request(), key, api_key_env="MY_KEY")
    assert key not in str(caught.value) and server.requests == 0

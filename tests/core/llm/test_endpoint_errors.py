"""What each failure of an endpoint becomes, over real HTTP."""

from typing import Any

import pytest

from cogmed_core.errors import AccessError, EndpointError, ModelError, RefusedError
from cogmed_core.llm.failures import TransientError
from tests.core.llm.given import a_request, complete
from tests.servers.http_server import HttpAnswer
from tests.servers.openai_server import OpenAIServer, completion, failure

KEY = "sk-very-secret-key"


def failing_with(answer: HttpAnswer, key: str | None = KEY, **fields: Any) -> ModelError:
    with OpenAIServer(lambda _body: answer) as server, pytest.raises(ModelError) as caught:
        complete(server, a_request(), key, **fields)
    return caught.value


def test_nobody_there_names_the_address_the_setting_and_a_way_on() -> None:
    with OpenAIServer() as server:
        gone = server
    with pytest.raises(EndpointError) as caught:
        complete(gone, a_request())
    text = str(caught.value)
    assert gone.base_url in text and "base_url of [backbones.mine]" in text and "offline" in text
    assert "\n" not in text


def test_a_rejected_key_names_the_variable_and_never_the_key() -> None:
    echo = failure(401, "invalid_api_key", f"Incorrect API key provided: {KEY}")
    error = failing_with(echo, api_key_env="MY_KEY")
    assert isinstance(error, AccessError)
    assert "MY_KEY" in str(error) and KEY not in str(error)
    assert isinstance(failing_with(echo, key=None), AccessError)


def test_an_unknown_model_is_named() -> None:
    for answer in (
        failure(404, "model_not_found", "The model does not exist"),
        failure(400, "invalid_request_error", "Model Not Exist"),
    ):
        error = failing_with(answer)
        assert isinstance(error, AccessError) and "'m'" in str(error) and "[backbones.mine]" in str(error)


@pytest.mark.parametrize(
    "answer",
    [
        failure(400, "data_inspection_failed", "Input data may contain inappropriate content."),
        failure(400, "content_filter", "The response was filtered"),
        failure(403, "content_policy_violation", "content_policy_violation"),
    ],
)
def test_refused_content_is_a_refusal(answer: HttpAnswer) -> None:
    assert isinstance(failing_with(answer), RefusedError)


def test_a_reply_cut_by_the_filter_is_a_refusal() -> None:
    def cut(body: dict[str, Any]) -> HttpAnswer:
        return HttpAnswer(body=completion(body, "他", "content_filter"))

    with OpenAIServer(cut) as server, pytest.raises(RefusedError):
        complete(server, a_request())


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_a_passing_failure_is_transient(status: int) -> None:
    error = failing_with(failure(status, "busy", "try later", retry_after="7"))
    assert isinstance(error, TransientError) and error.retry_after == 7 and error.kind == "endpoint"
    assert str(status) in str(error)


@pytest.mark.parametrize(
    "body",
    [
        b"<html>Bad gateway</html>",
        b"",
        b"{}",
        b'{"choices": []}',
        b"[]",
        b"null",
        b'{"choices": [{"message": 3}]}',
    ],
)
def test_an_answer_that_is_no_completion_is_transient(body: bytes) -> None:
    assert isinstance(failing_with(HttpAnswer(body=body)), TransientError)


def test_an_error_dressed_as_success_is_an_error() -> None:
    busy = HttpAnswer(body=b'{"error": {"code": 429, "message": "busy"}}')
    assert isinstance(failing_with(busy), TransientError)
    refused = HttpAnswer(body=b'{"error": {"code": 400, "message": "data_inspection_failed"}}')
    assert isinstance(failing_with(refused), RefusedError)


def test_a_reset_and_a_stall_are_transient() -> None:
    body = completion({"model": "m", "messages": []}, "好" * 500)
    assert isinstance(failing_with(HttpAnswer(body=body, cut_after=100)), TransientError)
    stalled = failing_with(HttpAnswer(body=body, delay=5), timeout=0.2)
    assert isinstance(stalled, TransientError) and "0.2 s" in str(stalled)

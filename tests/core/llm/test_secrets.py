"""A key is in memory and on the wire, and nowhere else: not in errors, tracebacks, logs, reprs or the cache."""

import asyncio
import logging
import traceback
from pathlib import Path
from typing import Any

import pytest

from cogmed_core.errors import ModelError
from cogmed_core.llm.assembly import open_model
from cogmed_core.llm.health import check
from cogmed_core.llm.response_cache import ResponseCache
from cogmed_core.llm.structured import ask
from tests.core.llm.given import a_backbone, a_request
from tests.core.llm.test_faults import GOOD, Answer
from tests.servers.http_server import HttpAnswer
from tests.servers.openai_server import OpenAIServer, failure

KEY = "sk-4f1c9e7a2b-do-not-tell"


def echoing(status: int, code: str) -> HttpAnswer:
    return failure(status, code, f"problem {code} with {KEY}", retry_after="9999")


ANSWERS = [
    echoing(401, "invalid_api_key"),
    echoing(403, "denied"),
    echoing(404, "model_not_found"),
    echoing(400, "data_inspection_failed"),
    echoing(400, KEY),
    echoing(400, "context_length_exceeded"),
    echoing(500, "broken"),
    HttpAnswer(418, f"teapot {KEY}".encode()),
    HttpAnswer(body=f'{{"error": {{"code": 400, "message": "{KEY}"}}}}'.encode()),
    HttpAnswer(body=f'{{"choices": [{{"message": {{"refusal": "{KEY}"}}}}]}}'.encode()),
]


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_endpoint_that_echoes_the_key_does_not_make_it_known(
    answer: HttpAnswer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    async def story(server: OpenAIServer) -> str:
        backbone = a_backbone(server.base_url, api_key_env="MY_KEY")
        cache = ResponseCache(tmp_path / "cache.sqlite")
        model = open_model(backbone, {"MY_KEY": KEY}, cache)
        left = repr(backbone) + repr(model)
        try:
            await ask(model, a_request(), Answer)
        except ModelError as error:
            left += "".join(traceback.format_exception(error)) + repr(error) + getattr(error, "category", "")
        finally:
            await model.close()
            cache.close()
        return left + "".join(str(problem) for problem in await check(backbone, KEY))

    with OpenAIServer(lambda _body: answer) as server:
        left = asyncio.run(story(server))
    assert "[backbones" in left or "backbone mine" in left, "there was an error to look at"
    assert KEY not in left
    assert KEY not in caplog.text
    assert not any(KEY.encode() in path.read_bytes() for path in tmp_path.iterdir())


def test_a_good_call_leaves_no_key_behind(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    seen: list[str] = []

    class Listening(OpenAIServer):
        async def _handle(self, request: Any) -> HttpAnswer:
            seen.append(request.headers["authorization"])
            return await super()._handle(request)

    async def story(server: OpenAIServer) -> None:
        cache = ResponseCache(tmp_path / "cache.sqlite")
        model = open_model(a_backbone(server.base_url, api_key_env="MY_KEY"), {"MY_KEY": f" {KEY}\n"}, cache)
        await ask(model, a_request(), Answer)
        await model.close()
        cache.close()

    with Listening(lambda _body: GOOD) as server:
        asyncio.run(story(server))
    assert seen == [f"Bearer {KEY}"], "blanks around a key are not part of it"
    assert KEY not in caplog.text
    assert not any(KEY.encode() in path.read_bytes() for path in tmp_path.iterdir())

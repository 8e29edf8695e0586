"""The project's own OpenAI-compatible server for tests and benchmarks: real HTTP, no model behind it.

As a context manager it runs in a thread; as a script it runs in a process and prints its address::

    python tests/servers/openai_server.py --model qwen-plus --latency 0.2
"""

import argparse
import asyncio
import json
import ssl
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.servers.brain import reply_to
from tests.servers.http_server import HttpAnswer, HttpRequest, HttpServer

PIECE = 4
"""Characters of a chunk."""
DONE = b"data: [DONE]\n\n"
Answer = Callable[[dict[str, Any]], "str | HttpAnswer"]


class OpenAIServer(HttpServer):
    """Speaks ``/v1/chat/completions`` and ``/v1/models``; ``bodies`` holds every chat request, in order.

    Args:
        answer: request body to reply text, or to a whole HTTP answer where it is to be a special one.
        models: the models it knows; any other is answered 404. None = every model.
        key: the key it wants; any other is answered 401. None = no key.
    """

    def __init__(
        self,
        answer: Answer = reply_to,
        models: Sequence[str] | None = None,
        key: str | None = None,
        latency: float = 0.0,
        port: int = 0,
        keep_bodies: bool = True,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        super().__init__(self._handle, port, tls)
        self._answer = answer
        self._models = models
        self._key = key
        self._latency = latency
        self._keep_bodies = keep_bodies
        self.bodies: list[dict[str, Any]] = []
        self.requests = 0
        self.answered = 0
        self.in_flight = 0
        self.most_in_flight = 0

    @property
    def base_url(self) -> str:
        return f"{self.url}/v1"

    async def _handle(self, request: HttpRequest) -> HttpAnswer:
        self.requests += 1
        if self._key is not None and request.headers.get("authorization") != f"Bearer {self._key}":
            return failure(401, "invalid_api_key", "Incorrect API key provided")
        if request.path == "/v1/models":
            listed = [{"id": model, "object": "model"} for model in self._models or ()]
            return HttpAnswer(body=json.dumps({"object": "list", "data": listed}).encode())
        if request.path == "/stats":
            return HttpAnswer(body=json.dumps({"requests": self.requests - 1, "answered": self.answered}).encode())
        if request.path != "/v1/chat/completions":
            return failure(404, "not_found", f"no {request.path} here")
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            return await self._chat(request.json())
        finally:
            self.in_flight -= 1

    async def _chat(self, body: dict[str, Any]) -> HttpAnswer:
        if self._keep_bodies:
            self.bodies.append(body)
        if self._models is not None and body["model"] not in self._models:
            return failure(404, "model_not_found", f"The model `{body['model']}` does not exist.")
        if self._latency:
            await asyncio.sleep(self._latency)
        answer = self._answer(body)
        if isinstance(answer, str):
            answer = stream(chunks(body, answer)) if body.get("stream") else HttpAnswer(body=completion(body, answer))
        return answer

    def delivered(self, request: HttpRequest, answer: HttpAnswer) -> None:
        """Count the replies that are billed: chat completions, good or bad, that were sent whole."""
        body = answer.body or b"".join(part for part in answer.parts if isinstance(part, bytes))
        finished = b'"finish_reason": "' in body and b'"content_filter"' not in body
        self.answered += finished and answer.status == 200


def completion(body: dict[str, Any], text: str | None, finish_reason: str = "stop", **message: Any) -> bytes:
    """Return the body of a chat completion; token counts are about right and the same every time."""
    asked = sum(tokens_of(str(sent["content"])) for sent in body["messages"])
    payload = {
        "id": "chatcmpl-test",
        "object": "chat.completion",
        "created": 0,
        "model": body["model"],
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": text, **message},
                "finish_reason": finish_reason,
            }
        ],
        "usage": usage(asked, tokens_of(text or "")),
    }
    return json.dumps(payload).encode()


def chunks(body: dict[str, Any], text: str, finish_reason: str = "stop") -> list[bytes]:
    """Return the events of a streamed completion, in the order endpoints send them: role, text, end, usage."""
    pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)]
    deltas = [{"role": "assistant", "content": ""}, *({"content": piece} for piece in pieces)]
    asked = sum(tokens_of(str(sent["content"])) for sent in body["messages"])
    wanted = (body.get("stream_options") or {}).get("include_usage")
    return [
        *(chunk([{"index": 0, "delta": delta, "finish_reason": None}]) for delta in deltas),
        chunk([{"index": 0, "delta": {}, "finish_reason": finish_reason}]),
        *([chunk([], usage=usage(asked, tokens_of(text)))] if wanted else []),
        DONE,
    ]


def chunk(choices: list[dict[str, Any]], **more: Any) -> bytes:
    """Return one event of a streamed completion."""
    payload = {"id": "chatcmpl-test", "object": "chat.completion.chunk", "created": 0, "choices": choices, **more}
    return b"data: %b\n\n" % json.dumps(payload).encode()


def stream(parts: Sequence[bytes | threading.Event | None]) -> HttpAnswer:
    """Return an answer that is an event stream."""
    return HttpAnswer(parts=parts, headers={"content-type": "text/event-stream"})


def tokens_of(text: str) -> int:
    """Count as a tokenizer would, roughly: six tokens to ten Chinese characters, a quarter as many to Latin ones."""
    wide = sum(character > "\u2e80" for character in text)
    return (60 * wide + 25 * (len(text) - wide)) // 100 + 1


def usage(prompt: int, reply: int) -> dict[str, Any]:
    """Return a usage object as endpoints send it."""
    return {"prompt_tokens": prompt, "completion_tokens": reply, "total_tokens": prompt + reply}


def failure(status: int, code: str, message: str, **headers: str) -> HttpAnswer:
    """Return an error in the shape endpoints give it."""
    body = json.dumps({"error": {"message": message, "type": "error", "code": code}}).encode()
    return HttpAnswer(status, body, {name.replace("_", "-"): value for name, value in headers.items()})


def main() -> None:
    """Serve until stopped; the first line printed is the base URL."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--model", action="append", help="a model it knows; repeatable; default: every model")
    parser.add_argument("--key", help="the key it wants; default: none")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds a reply takes")
    arguments = parser.parse_args()
    server = OpenAIServer(
        models=arguments.model,
        key=arguments.key,
        latency=arguments.latency,
        port=arguments.port,
        keep_bodies=False,
    )
    asyncio.run(serve(server))


async def serve(server: OpenAIServer) -> None:
    """Serve until cancelled; print the base URL first."""
    await server.start()
    print(server.base_url, flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    main()

"""Any ``/v1/chat/completions`` endpoint.

The body is encoded here and the answer read as it came, for two reasons: endpoints differ from the
specification exactly where a typed client is strict, and typing every message of a dialogue costs more
processor time than all the rest of a call.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from pydantic_core import to_json

from cogmed_core.errors import AccessError, ModelError
from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.chunks import Hearing
from cogmed_core.llm.completions import read_completion
from cogmed_core.llm.endpoint_errors import as_model_error, from_status
from cogmed_core.llm.endpoint_words import stalled, unusable_key
from cogmed_core.llm.failures import TransientError
from cogmed_core.llm.http_connection import Hears, HttpAnswer
from cogmed_core.llm.protocol import ChatReply, ChatRequest, Message
from cogmed_core.llm.response_formats import ResponseFormats, response_format, with_schema_in_prompt
from cogmed_core.llm.transport import Direct, Transport, is_direct

ADAPTABLE = (400, 422, 500, 501)
"""Statuses that come with a complaint about a parameter; servers that compile a grammar fail with 500."""
OPENS = {role: b'{"role":"%b","content":' % role.encode() for role in ("system", "user", "assistant")}
STREAMED: tuple[dict[str, Any], ...] = (
    {"stream": True, "stream_options": {"include_usage": True}},
    {"stream": True},
    {},
)
"""What asks for a stream, in the order it is tried; some endpoints take less of it."""
STREAM = re.compile(r"\bstream")
REDIRECTS = (301, 302, 303, 307, 308)

Opening = Callable[[Backbone, str | None], Transport]


def _named(name: str) -> bytes:
    """Return what goes before the value of a member of a body."""
    return b",%b:" % to_json(name)


MODEL, TEMPERATURE, SEED, FORMAT, MESSAGES = map(
    _named, ("model", "temperature", "seed", "response_format", "messages")
)


def extra_body(backbone: Backbone) -> dict[str, Any]:
    """Return what is added to every request, Qwen's ``enable_thinking`` where the endpoint looks for it.

    DashScope reads it at the top; vLLM, SGLang and llama.cpp hand it to the chat template, and ignore it there.
    """
    body = dict(backbone.extra_body)
    host = urlsplit(backbone.base_url).hostname or ""
    if "enable_thinking" in body and not host.endswith("aliyuncs.com"):
        given = body.get("chat_template_kwargs")
        arguments = given if isinstance(given, dict) else {}
        body["chat_template_kwargs"] = {"enable_thinking": body["enable_thinking"], **arguments}
    return body


def check_key(backbone: Backbone, api_key: str | None) -> None:
    """Raise an ``AccessError`` where a key could not even be sent."""
    if api_key is not None and not (api_key.isascii() and api_key.isprintable() and " " not in api_key):
        raise AccessError(unusable_key(backbone))


class OpenAICompatible:
    """A ``ChatModel`` over one endpoint; no retries and no limits, which are wrappers of their own."""

    synthetic = False

    def __init__(self, backbone: Backbone, api_key: str | None) -> None:
        self._backbone = backbone
        self._api_key = api_key
        self._model = to_json(backbone.model)
        self._extra = {_named(name): to_json(value) for name, value in extra_body(backbone).items()}
        self._formats = ResponseFormats()
        self._budget = "max_tokens"
        self._streamed = 0
        self._transport: Transport | None = None

    @property
    def name(self) -> str:
        """The backbone's name."""
        return self._backbone.name

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Send one request; what the endpoint turns down by name is asked for in another way, and remembered."""
        if request.hears is None:
            return await self._complete(request)
        request.hears("")
        try:
            return await self._complete(request)
        except ModelError:
            request.hears("")
            raise

    async def close(self) -> None:
        """Close the connections."""
        if self._transport is not None:
            transport, self._transport = self._transport, None
            await transport.close()

    async def _complete(self, request: ChatRequest) -> ChatReply:
        while True:
            form = self._formats.form
            hears = Hearing(request.hears, self._api_key).part if request.hears else None
            answer = await self._answered(self._body(request, form), hears)
            if answer.status < 300:
                return read_completion(answer.body, request, self._backbone, self._api_key)
            said = answer.body.decode("utf-8", "replace")
            if not self._can_adapt(request, form, answer.status, said):
                raise from_status(answer.status, said, answer.headers, self._backbone, self._api_key)

    def _can_adapt(self, request: ChatRequest, form: str, status: int, said: str) -> bool:
        """Say whether the endpoint named something of ours that can be put differently."""
        if status not in ADAPTABLE:
            return False
        if request.max_tokens is not None and self._budget == "max_tokens" and "max_completion_tokens" in said:
            self._budget = "max_completion_tokens"
            return True
        if request.hears is not None and self._streamed < len(STREAMED) - 1 and STREAM.search(said):
            self._streamed += 1
            return True
        return request.schema is not None and self._formats.turned_down(form, said)

    async def _answered(self, body: Sequence[bytes], hears: Hears | None) -> HttpAnswer:
        try:
            transport = self._open()
            answer = await transport.post(body, hears)
            if answer.status in REDIRECTS and isinstance(transport, Direct):
                if self._transport is transport:
                    await self.close()
                answer = await self._open(_through_client).post(body, hears)
            return self._without_key(answer)
        except TimeoutError:
            raise TransientError(stalled(self._backbone)) from None
        except OSError as error:
            raise as_model_error(error, self._backbone, self._api_key) from None

    def _without_key(self, answer: HttpAnswer) -> HttpAnswer:
        """Take out the key that some endpoints and proxies echo, before anything is read, logged or kept."""
        key = (self._api_key or "").encode()
        return replace(answer, body=answer.body.replace(key, b"***")) if key and key in answer.body else answer

    def _open(self, opening: Opening | None = None) -> Transport:
        if self._transport is None:
            check_key(self._backbone, self._api_key)
            opening = opening or (Direct if is_direct(self._backbone) else _through_client)
            self._transport = opening(self._backbone, self._api_key)
        return self._transport

    def _body(self, request: ChatRequest, form: str) -> list[bytes]:
        """Put a body together from pieces that are encoded already."""
        messages = request.messages
        members = {MODEL: self._model, TEMPERATURE: to_json(request.temperature), SEED: b"%d" % request.seed}
        if request.schema is not None:
            if form != "json_schema":
                messages = with_schema_in_prompt(messages, request.schema, request.language)
            asked = response_format(form, request.schema)
            if asked is not None:
                members[FORMAT] = asked
        if request.max_tokens is not None:
            members[_named(self._budget)] = b"%d" % request.max_tokens
        members |= {MESSAGES: b"", **self._extra}
        if request.hears is not None:
            members |= {_named(name): to_json(value) for name, value in STREAMED[self._streamed].items()}
        pieces = [b"{"]
        for name, value in members.items():
            pieces += (name, value) if value or name is not MESSAGES else (name, *_said(messages))
        pieces[1] = pieces[1][1:]
        pieces.append(b"}")
        return pieces


def _said(messages: tuple[Message, ...]) -> list[bytes]:
    """Return messages as JSON, uncopied: they are nearly all of a body."""
    pieces = [piece for one in messages for piece in (b"},", OPENS[one.role], *one.encoded)]
    return [b"[", *pieces[1:], b"}]"]


def _through_client(backbone: Backbone, api_key: str | None) -> Transport:
    from cogmed_core.llm.openai_client import ThroughClient  # takes half a second to import, and is seldom needed

    return ThroughClient(backbone, api_key)

"""Any ``/v1/chat/completions`` endpoint, on the ``openai`` package's asynchronous client.

The body is encoded here and the answer read as it came, for two reasons: endpoints differ from the
specification exactly where the typed client is strict, and typing every message of a dialogue costs more
processor time than all the rest of a call.
"""

import asyncio
import json
from typing import Any
from urllib.parse import urlsplit

from openai import (
    APIStatusError,
    AsyncOpenAI,
    DefaultAsyncHttpxClient,
    HttpxBinaryResponseContent,
    Omit,
    OpenAIError,
    Timeout,
)
from pydantic_core import PydanticSerializationError, to_json

from cogmed_core.errors import AccessError
from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.completions import read_completion
from cogmed_core.llm.endpoint_errors import as_model_error
from cogmed_core.llm.endpoint_words import stalled, unusable_key
from cogmed_core.llm.failures import TransientError
from cogmed_core.llm.protocol import ChatReply, ChatRequest
from cogmed_core.llm.response_formats import ResponseFormats, response_format, with_schema_in_prompt

CONNECT_SECONDS = 4.0
UNSENT: Any = {"OpenAI-Organization": Omit(), "OpenAI-Project": Omit()}
ADAPTABLE = (400, 422, 500, 501)
"""Statuses that come with a complaint about a parameter; servers that compile a grammar fail with 500."""


def connect(backbone: Backbone, api_key: str | None) -> AsyncOpenAI:
    """Return a client that sends this key and no other: no OPENAI_* variable reaches a stranger.

    A server on this machine is not looked for behind the proxy that the environment may name.

    Raises:
        AccessError: the key could not even be sent.
    """
    if api_key is not None and not (api_key.isascii() and api_key.isprintable() and " " not in api_key):
        raise AccessError(unusable_key(backbone))
    return AsyncOpenAI(
        base_url=backbone.base_url,
        api_key=api_key or "",
        admin_api_key="",
        default_headers=UNSENT,
        max_retries=0,
        timeout=Timeout(None, connect=CONNECT_SECONDS),
        http_client=DefaultAsyncHttpxClient(trust_env=not backbone.is_local),
    )


def options(api_key: str | None) -> Any:
    """Return the client's request options; without a key no ``Authorization`` header is sent at all."""
    return {} if api_key else {"headers": {"Authorization": Omit()}}


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


def _encoded(body: dict[str, Any]) -> bytes:
    """Encode a request; halves of surrogate pairs, which a case read from JSON may hold, become question marks."""
    try:
        return to_json(body)
    except PydanticSerializationError:
        return json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")


class OpenAICompatible:
    """A ``ChatModel`` over one endpoint; no retries and no limits, which are wrappers of their own."""

    synthetic = False

    def __init__(self, backbone: Backbone, api_key: str | None) -> None:
        self._backbone = backbone
        self._api_key = api_key
        self._extra_body = extra_body(backbone)
        self._formats = ResponseFormats()
        self._budget = "max_tokens"
        self._client: AsyncOpenAI | None = None

    @property
    def name(self) -> str:
        """The backbone's name."""
        return self._backbone.name

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Send one request; what the endpoint turns down by name is asked for in another way, and remembered."""
        while True:
            form = self._formats.form
            try:
                content = await self._post(self._body(request, form))
            except APIStatusError as error:
                if self._can_adapt(request, form, error):
                    continue
                raise as_model_error(error, self._backbone, self._api_key) from None
            except OpenAIError as error:
                raise as_model_error(error, self._backbone, self._api_key) from None
            return read_completion(content, request, self._backbone, self._api_key)

    def _can_adapt(self, request: ChatRequest, form: str, error: APIStatusError) -> bool:
        """Say whether the endpoint named something of ours that can be put differently."""
        if error.status_code not in ADAPTABLE:
            return False
        said = error.response.text
        if request.max_tokens is not None and self._budget == "max_tokens" and "max_completion_tokens" in said:
            self._budget = "max_completion_tokens"
            return True
        return request.schema is not None and self._formats.turned_down(form, said)

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            client, self._client = self._client, None
            await client.close()

    async def _post(self, body: dict[str, Any]) -> bytes:
        if self._client is None:
            self._client = connect(self._backbone, self._api_key)
        try:
            async with asyncio.timeout(self._backbone.timeout):
                answer = await self._client.post(
                    "/chat/completions",
                    cast_to=HttpxBinaryResponseContent,
                    content=_encoded(body),
                    options=options(self._api_key),
                )
        except TimeoutError:
            raise TransientError(stalled(self._backbone)) from None
        return answer.content

    def _body(self, request: ChatRequest, form: str) -> dict[str, Any]:
        messages = request.messages
        body: dict[str, Any] = {
            "model": self._backbone.model,
            "temperature": request.temperature,
            "seed": request.seed,
        }
        if request.schema is not None:
            if form != "json_schema":
                messages = with_schema_in_prompt(messages, request.schema, request.language)
            asked = response_format(form, request.schema)
            if asked is not None:
                body["response_format"] = asked
        if request.max_tokens is not None:
            body[self._budget] = request.max_tokens
        body["messages"] = [{"role": message.role, "content": message.content} for message in messages]
        return body | self._extra_body

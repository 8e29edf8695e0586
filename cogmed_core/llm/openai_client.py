"""The ``openai`` package's asynchronous client: for checks, and for endpoints that are not reached directly."""

import asyncio
import json
import ssl
from collections.abc import Sequence
from typing import Any

from httpx2 import HTTPError
from openai import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AsyncOpenAI,
    DefaultAsyncHttpxClient,
    HttpxBinaryResponseContent,
    Omit,
    Timeout,
)

from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.http_connection import Hears, HttpAnswer
from cogmed_core.llm.transport import CONNECT_SECONDS, PATH, trusted

UNSENT: Any = {"OpenAI-Organization": Omit(), "OpenAI-Project": Omit()}


def connect(backbone: Backbone, api_key: str | None) -> AsyncOpenAI:
    """Return a client that sends this key and no other: no OPENAI_* variable reaches a stranger.

    A server on this machine is not looked for behind the proxy that the environment may name.
    """
    return AsyncOpenAI(
        base_url=backbone.base_url,
        api_key=api_key or "",
        admin_api_key="",
        default_headers=UNSENT,
        max_retries=0,
        timeout=Timeout(None, connect=CONNECT_SECONDS),
        http_client=DefaultAsyncHttpxClient(trust_env=not backbone.is_local, verify=trusted()),
    )


def options(api_key: str | None) -> Any:
    """Return the client's request options; without a key no ``Authorization`` header is sent at all."""
    return {} if api_key else {"headers": {"Authorization": Omit()}}


class ThroughClient:
    """A ``Transport`` through the client: proxies of the environment, redirects."""

    def __init__(self, backbone: Backbone, api_key: str | None) -> None:
        self._client = connect(backbone, api_key)
        self._options = options(api_key)
        self._timeout = backbone.timeout

    async def post(self, body: Sequence[bytes], hears: Hears | None = None) -> HttpAnswer:
        """Post; what is typed by the client comes back as the answer it was."""
        try:
            async with asyncio.timeout(self._timeout):
                if hears is not None:
                    return await self._heard(b"".join(body), hears)
                answer = await self._client.post(
                    PATH, cast_to=HttpxBinaryResponseContent, content=b"".join(body), options=self._options
                )
        except APIStatusError as error:
            return HttpAnswer(error.status_code, error.response.content, error.response.headers.raw)
        except APIConnectionError as error:
            raise as_os_error(error) from None
        except HTTPError as error:  # while the answer was coming
            raise ConnectionError(str(error) or type(error).__name__) from None
        return HttpAnswer(200, answer.content)

    async def _heard(self, body: bytes, hears: Hears) -> HttpAnswer:
        """Post and hand the answer on as it comes; the body goes over whatever the client would have put into it."""
        create = self._client.chat.completions.with_streaming_response.create
        parts = []
        async with create(
            model="", messages=(), extra_body=json.loads(body), extra_headers=self._options.get("headers")
        ) as answer:
            async for part in answer.iter_bytes():
                parts.append(part)
                hears(part)
        return HttpAnswer(200, b"".join(parts))

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()


def as_os_error(error: APIConnectionError) -> OSError:
    """Return what lies under a connection error of the client; the outer ones only say "connection error"."""
    if isinstance(error, APITimeoutError):  # only connecting is timed by the client itself
        return ConnectionError("nothing answers at this address")
    cause: BaseException = error
    while (below := cause.__cause__ or cause.__context__) is not None:  # some libraries hide what they translate
        cause = below
    return cause if isinstance(cause, ssl.SSLError) else ConnectionError(str(cause) or type(cause).__name__)

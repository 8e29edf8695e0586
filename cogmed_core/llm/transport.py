"""How a request body reaches an endpoint: over connections of our own, or through the ``openai`` client.

Ours cost a twentieth of the processor time of a call and serve where nothing stands between: a plain address and
a key. What the client knows beyond that, proxies of the environment and redirects, is left to the client.
"""

import asyncio
import ssl
from collections.abc import Sequence
from typing import Protocol
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.deadlines import Deadlines
from cogmed_core.llm.http_connection import Hears, HttpAnswer, HttpConnection, Unanswered

CONNECT_SECONDS = 4.0
PATH = "/chat/completions"
USER_AGENT = "cogmed"


class Transport(Protocol):
    """Turns a body, which comes in pieces, into an answer of whatever status; raises ``OSError`` where there is none.

    ``TimeoutError``, which is one, where there was none within the backbone's ``timeout``.
    """

    async def post(self, body: Sequence[bytes], hears: Hears | None = None) -> HttpAnswer:
        """Post to the endpoint's chat completions; ``hears`` is given the answer piece by piece beforehand."""
        ...

    async def close(self) -> None:
        """Close the connections."""
        ...


class Direct:
    """A ``Transport`` over connections that are kept open and used again, as many as there are calls at once."""

    def __init__(self, backbone: Backbone, api_key: str | None) -> None:
        address = urlsplit(backbone.base_url)
        self._secure = address.scheme == "https"
        self._host = address.hostname or ""
        self._port = address.port or (443 if self._secure else 80)
        self._head = _head(address.netloc, address.path.rstrip("/") + PATH, api_key)
        self._trust: ssl.SSLContext | None = None
        self._idle: list[HttpConnection] = []
        self._deadlines = Deadlines(backbone.timeout)

    async def post(self, body: Sequence[bytes], hears: Hears | None = None) -> HttpAnswer:
        """Post over an idle connection, or a new one; an idle one may turn out to have been closed over there."""
        while self._idle:
            connection = self._idle.pop()
            if connection.reusable:
                try:
                    return await self._over(connection, body, hears)
                except Unanswered:
                    break
        return await self._over(await self._connected(), body, hears)

    async def close(self) -> None:
        """Close the connections."""
        self._deadlines.close()
        idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    async def _over(self, connection: HttpConnection, body: Sequence[bytes], hears: Hears | None) -> HttpAnswer:
        head = b"%b%d\r\n\r\n" % (self._head, sum(map(len, body)))
        try:  # nobody holds the whole request while its answer is awaited: most of its pieces are shared
            answer = await self._deadlines.within(connection.post(b"".join((head, *body)), hears))
        except BaseException:
            connection.close()
            raise
        if connection.reusable:
            self._idle.append(connection)
        else:
            connection.close()
        return answer

    async def _connected(self) -> HttpConnection:
        if self._secure and self._trust is None:
            self._trust = trusted()
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                _, connection = await loop.create_connection(HttpConnection, self._host, self._port, ssl=self._trust)
        except TimeoutError:
            raise ConnectionError("nothing answers at this address") from None
        return connection


def is_direct(backbone: Backbone) -> bool:
    """Say whether nothing stands between here and an endpoint: a server on this machine, or no proxy for it."""
    address = urlsplit(backbone.base_url)
    proxies = getproxies()
    through = proxies.get(address.scheme) or proxies.get("all")
    return backbone.is_local or not through or bool(proxy_bypass(address.hostname or ""))


def _head(host: str, path: str, api_key: str | None) -> bytes:
    lines = {
        "Host": host,
        "User-Agent": USER_AGENT,
        "Accept": "application/json",
        "Accept-Encoding": "identity",
        "Content-Type": "application/json",
        **({"Authorization": f"Bearer {api_key}"} if api_key else {}),
        "Content-Length": "",
    }
    head = "\r\n".join(f"{name}: {value}" for name, value in lines.items())
    return f"POST {path} HTTP/1.1\r\n{head}".encode("ascii")


def trusted() -> ssl.SSLContext:
    """Return the certificates to trust: those the ``openai`` client trusts, or those of ``SSL_CERT_FILE``."""
    from httpx2 import create_ssl_context

    return create_ssl_context()

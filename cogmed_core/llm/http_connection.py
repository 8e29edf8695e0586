"""One HTTP/1.1 connection that posts and reads answers, without anything that costs per message.

A general client builds request, header and address objects for every call; a call here is one write, and a
parser in C that reads what comes back.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import httptools


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """What came back, whole."""

    status: int
    body: bytes
    lines: Sequence[tuple[bytes, bytes]] = ()

    @property
    def headers(self) -> dict[str, str]:
        """The headers by name, in small letters; only failures are asked for them."""
        return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in self.lines}


Hears = Callable[[bytes], object]
"""Hears every piece of a body when it comes."""


class Unanswered(ConnectionError):
    """The connection ended before the first byte of an answer."""


class HttpConnection(asyncio.Protocol):
    """Posts one request after another; whoever posts waits for the answer before the next."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[HttpAnswer] | None = None
        self._parser = httptools.HttpResponseParser(self)
        self._status = 0
        self._headers: list[tuple[bytes, bytes]] = []
        self._parts: list[bytes] = []
        self._hears: Hears | None = None
        self.reusable = False

    def post(self, request: bytes, hears: Hears | None = None) -> "asyncio.Future[HttpAnswer]":
        """Send a whole request; the future holds the answer, or the ``ConnectionError`` that ended it.

        ``hears`` has heard every piece of the body by the time the future is awaited.
        """
        assert self._transport is not None, "connected before it is used"
        self._hears = hears
        self._answer = asyncio.get_running_loop().create_future()
        self._status = 0
        self.reusable = False
        self._transport.write(request)
        return self._answer

    def close(self) -> None:
        """End the connection now; what was still to come is lost."""
        self.reusable = False
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Read on; bytes nobody asked for, and bytes that are no HTTP, end the connection."""
        if self._answer is None:
            self.close()
            return
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserError as error:
            self._fail(ConnectionError(f"the answer is no HTTP: {error}"))
            self.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Finish an answer that ends with its connection; any other one is lost."""
        self.reusable = False
        if self._answer is None:
            return
        if exc is None and self._status and self._ends_with_connection():
            self._finish()
        elif self._status == 0:
            self._fail(Unanswered(str(exc or "the connection was closed without an answer")))
        else:
            self._fail(ConnectionError(str(exc or "the connection was closed in the middle of the answer")))

    def on_message_begin(self) -> None:
        """Forget the answer before."""
        self._headers, self._parts = [], []

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a header as it came."""
        self._headers.append((name, value))

    def on_headers_complete(self) -> None:
        """Note the status."""
        self._status = self._parser.get_status_code()

    def on_body(self, part: bytes) -> None:
        """Keep a piece of the body."""
        self._parts.append(part)
        if self._hears is not None and self._answer is not None:
            self._answer.get_loop().call_soon(self._hears, part)

    def on_message_complete(self) -> None:
        """Hand the answer over; what only announces one (100 to 199) is passed over."""
        if self._status >= 200:
            self.reusable = self._parser.should_keep_alive()
            self._finish()

    def _ends_with_connection(self) -> bool:
        """Say whether nothing but the connection's end tells where the answer ends."""
        told = {name.lower() for name, _ in self._headers}
        return not told & {b"content-length", b"transfer-encoding"}

    def _finish(self) -> None:
        answer, self._answer = self._answer, None
        if answer is not None and not answer.done():
            answer.set_result(HttpAnswer(self._status, b"".join(self._parts), self._headers))

    def _fail(self, error: ConnectionError) -> None:
        answer, self._answer = self._answer, None
        if answer is not None and not answer.done():
            answer.set_exception(error)

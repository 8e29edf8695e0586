"""A small real HTTP/1.1 server on 127.0.0.1, port 0: keep-alive, delays, and answers broken on purpose."""

import asyncio
import json
import socket
import ssl
import struct
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, Self


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """What a client sent."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """What is sent back.

    ``delay`` seconds pass first; ``cut_after`` so many bytes of the body the connection is reset, or
    ``stall_after`` so many nothing more comes. With ``parts`` the body goes out piece by piece: an event among them
    is waited for, ``CUT`` resets the connection.
    """

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    cut_after: int | None = None
    stall_after: int | None = None
    parts: Sequence[bytes | threading.Event | None] = ()


CUT = None
HELD = 60.0
"""Seconds after which a part goes out that nobody let go; no test comes near them."""
Handler = Callable[[HttpRequest], Awaitable[HttpAnswer]]


class HttpServer:
    """Serves ``handler``; as a context manager in a thread of its own, or inside a running loop.

    Args:
        tls: speak TLS with this certificate.
    """

    def __init__(self, handler: Handler, port: int = 0, tls: ssl.SSLContext | None = None) -> None:
        self._handler = handler
        self._tls = tls
        self._wanted_port = port
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()
        self._mistakes: list[Exception] = []
        self.port = 0

    @property
    def url(self) -> str:
        return f"{'https' if self._tls else 'http'}://127.0.0.1:{self.port}"

    async def start(self) -> None:
        self._server = await asyncio.start_server(
            self._connected, "127.0.0.1", self._wanted_port, backlog=1024, ssl=self._tls
        )
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
        for connection in tuple(self._connections):
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self.start(), self._loop).result(10)
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self.stop(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()
        if self._mistakes:
            raise self._mistakes[0]

    async def _answer_to(self, request: HttpRequest) -> HttpAnswer:
        try:
            return await self._handler(request)
        except Exception as error:  # noqa: BLE001 - a mistake in a test's own handler must fail the test, not hang it
            self._mistakes.append(error)
            return HttpAnswer(500, repr(error).encode())

    def delivered(self, request: HttpRequest, answer: HttpAnswer) -> None:
        """Hear of an answer that was sent whole."""

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            while (request := await _read(reader)) is not None:
                answer = await self._answer_to(request)
                if reader.at_eof():
                    break  # the client has hung up meanwhile: an endpoint stops generating, and bills nothing
                await _write(writer, answer)
                self.delivered(request, answer)
        except _NotHttp:
            writer.write(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n")
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._connections.discard(task)
            writer.close()


class _NotHttp(Exception):
    """The client speaks something else, such as TLS."""


async def _read(reader: asyncio.StreamReader) -> HttpRequest | None:
    first = await reader.read(1)
    if not first:
        return None
    if not first.isalpha():
        raise _NotHttp
    line = first + await reader.readline()
    method, path, _ = line.decode("latin-1").split(" ", 2)
    headers: dict[str, str] = {}
    while (line := await reader.readline()).strip():
        name, _, value = line.decode("latin-1").partition(":")
        headers[name.strip().lower()] = value.strip()
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return HttpRequest(method, path, headers, body)


async def _write(writer: asyncio.StreamWriter, answer: HttpAnswer) -> None:
    if answer.delay:
        await asyncio.sleep(answer.delay)
    length = {"transfer-encoding": "chunked"} if answer.parts else {"content-length": str(len(answer.body))}
    headers = {"content-type": "application/json", **answer.headers, **length}
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    head = f"HTTP/1.1 {answer.status} {'OK' if answer.status < 400 else 'Failed'}\r\n{lines}\r\n".encode("latin-1")
    if answer.parts:
        writer.write(head)
        await _write_parts(writer, answer.parts)
        return
    sent = answer.cut_after if answer.cut_after is not None else answer.stall_after
    if sent is None:
        writer.write(head + answer.body)
        await writer.drain()
        return
    writer.write(head + answer.body[:sent])
    await writer.drain()
    if answer.stall_after is not None:
        await asyncio.Event().wait()
    _reset(writer)


async def _write_parts(writer: asyncio.StreamWriter, parts: Sequence[bytes | threading.Event | None]) -> None:
    for part in parts:
        if isinstance(part, threading.Event):
            await asyncio.to_thread(part.wait, HELD)
        elif part is CUT:
            _reset(writer)
        else:
            writer.write(b"%x\r\n%b\r\n" % (len(part), part))
            await writer.drain()
    writer.write(b"0\r\n\r\n")
    await writer.drain()


def _reset(writer: asyncio.StreamWriter) -> NoReturn:
    connection = writer.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
    raise ConnectionResetError

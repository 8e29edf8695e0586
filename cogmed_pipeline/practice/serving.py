"""Serves the practice page on loopback until somebody stops it."""

import secrets
import socket
import webbrowser
from collections.abc import Callable, Mapping

import uvicorn

from cogmed_core.errors import ConfigurationError
from cogmed_core.llm.protocol import ChatModel
from cogmed_core.practice.session import Session
from cogmed_pipeline.practice.bell import Bell
from cogmed_pipeline.practice.desk import Desk
from cogmed_pipeline.practice.server import PracticePage
from cogmed_pipeline.records import RecordStore

HOST = "127.0.0.1"
PATIENCE = 1
"""Seconds that open connections get when the server is stopped."""


async def serve(
    session: Session,
    models: Mapping[str, ChatModel],
    records: RecordStore,
    language: str,
    port: int,
    tell: Callable[[str], object],
    *,
    browser: bool,
) -> None:
    """Serve one session; ``port`` 0 takes any that is free. ``tell`` gets the address, token included.

    Raises:
        ConfigurationError: the port is taken.
    """
    listening = _bound(port)
    taken, token, bell = listening.getsockname()[1], secrets.token_urlsafe(24), Bell()
    desk = Desk(session, models, records, bell.ring, bell.murmur)
    page = PracticePage(desk, bell, models, records, language)
    config = uvicorn.Config(
        page.app(taken, token), log_level="warning", access_log=False, timeout_graceful_shutdown=PATIENCE
    )
    address = f"http://{HOST}:{taken}/?token={token}"
    desk.start()
    tell(address)
    if browser:
        webbrowser.open(address)
    try:
        await uvicorn.Server(config).serve(sockets=[listening])
    finally:
        await desk.stop()
        listening.close()


def _bound(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen(64)
    except OSError as error:
        listening.close()
        raise ConfigurationError(f"port {port} cannot be used ({error.strerror}): name another with --port") from error
    return listening

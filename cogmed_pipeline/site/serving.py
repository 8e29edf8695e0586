"""The report served to this machine alone; who came by the printed address may review settlements on their pages."""

import os
import secrets
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import Any
from urllib.parse import parse_qs, urlsplit

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import to_json

from cogmed_core.domain.review import ReviewState
from cogmed_core.errors import CogMedError
from cogmed_pipeline.address import Address, work_folder
from cogmed_pipeline.language.catalogue import told
from cogmed_pipeline.site.build import FOLDER, build
from cogmed_pipeline.steps.deciding import decide

ADDRESS = "127.0.0.1"
BODY_LIMIT = 200_000


class Asked(BaseModel):
    """What the form on a settlement's page sends."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    episode: str
    state: ReviewState
    by: str
    because: str
    revision: str | None = None


class ReportServer(ThreadingHTTPServer):
    """Serves a warehouse's report; ``address`` holds the token that reviewing takes.

    Raises:
        OSError: the port cannot be had.
    """

    def __init__(self, warehouse: Address, port: int) -> None:
        super().__init__((ADDRESS, port), partial(_Handler, directory=str(work_folder(warehouse) / FOLDER)))
        self.warehouse = warehouse
        self.token = secrets.token_urlsafe(24)
        self.deciding = Lock()

    @property
    def address(self) -> str:
        """Where the report is, for its owner."""
        return f"http://{ADDRESS}:{self.server_port}/?token={self.token}"


class _Handler(SimpleHTTPRequestHandler):
    """Serves files, takes decisions, keeps no log."""

    server: ReportServer

    def do_GET(self) -> None:
        """Serve a file; the token goes from the address into a cookie."""
        parts = urlsplit(self.path)
        given = parse_qs(parts.query).get("token", [""])[0]
        if not secrets.compare_digest(given.encode(), self.server.token.encode()):
            super().do_GET()
            return
        self.send_response(HTTPStatus.SEE_OTHER)
        self.send_header("Location", parts.path)
        self.send_header("Set-Cookie", f"{self._cookie}={self.server.token}; HttpOnly; SameSite=Strict; Path=/")
        self.end_headers()

    def do_POST(self) -> None:
        """Take a decision about a settlement and build its pages anew."""
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(min(length, BODY_LIMIT))
        if not self._allowed():
            self._answer(HTTPStatus.FORBIDDEN, {"error": "open the address that the terminal printed"})
            return
        try:
            asked = Asked.model_validate_json(body)
            with self.server.deciding:
                decide(
                    self.server.warehouse,
                    os.environ,
                    asked.episode,
                    asked.state,
                    asked.by,
                    asked.because,
                    asked.revision or None,
                )
                build(self.server.warehouse)
        except ValidationError as error:
            self._answer(HTTPStatus.UNPROCESSABLE_ENTITY, {"error": error.errors()[0]["msg"]})
        except CogMedError as error:
            self._answer(HTTPStatus.CONFLICT, {"error": told(str(error))})
        else:
            self._answer(HTTPStatus.OK, {})

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    @property
    def _cookie(self) -> str:
        return f"cogmed_report_{self.server.server_port}"

    def _allowed(self) -> bool:
        """Say whether a request comes from the page itself, in the browser of whoever has the token."""
        host = self.headers.get("Host", "")
        ours = {f"{name}:{self.server.server_port}" for name in (ADDRESS, "localhost")}
        wanted = f"{self._cookie}={self.server.token}"
        given = [one.strip() for one in self.headers.get("Cookie", "").split(";")]
        return (
            self.path == "/review"
            and host in ours
            and self.headers.get("Origin") == f"http://{host}"
            and any(secrets.compare_digest(one.encode(), wanted.encode()) for one in given)
        )

    def _answer(self, status: HTTPStatus, content: dict[str, Any]) -> None:
        body = to_json(content)
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

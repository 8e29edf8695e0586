"""The practice page: one session, one person, on this machine alone."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from cogmed_core.domain.practice import Move
from cogmed_core.errors import ModelError, UsageError
from cogmed_core.llm.protocol import ChatModel
from cogmed_pipeline.language.catalogue import told
from cogmed_pipeline.practice.bell import Bell
from cogmed_pipeline.practice.debrief import Debrief, debrief, debrief_of
from cogmed_pipeline.practice.desk import Desk
from cogmed_pipeline.practice.guard import Guard
from cogmed_pipeline.practice.view import view_of, whole_page, words_of
from cogmed_pipeline.records import RecordStore
from cogmed_pipeline.web.pages import ASSETS as SHARED
from cogmed_pipeline.web.wording import LANGUAGES

ASSETS = Path(__file__).parent / "assets"
HEARTBEAT = 15.0
"""Seconds after which a silent connection is sent something, so that neither side takes it for dead."""
BODY_LIMIT = 200_000
_MOVES: TypeAdapter[Move] = TypeAdapter(Move)


class PracticePage:
    """Answers the browser; ``language`` is spoken until the page asks for another."""

    def __init__(
        self, desk: Desk, bell: Bell, models: Mapping[str, ChatModel], records: RecordStore, language: str
    ) -> None:
        self._desk = desk
        self._bell = bell
        self._models = models
        self._records = records
        self._language = language
        self._judging = False
        self._debrief: Debrief | None = debrief_of(records, desk.session)

    def app(self, port: int, token: str) -> Starlette:
        """Return the application that listens on ``port`` for whoever has ``token``."""
        routes = [
            Route("/", self._page),
            Route("/view", self._view),
            Route("/events", self._events),
            Route("/assets/{name}", self._asset),
            Route("/move", self._move, methods=["POST"]),
            Route("/undo", self._undo, methods=["POST"]),
            Route("/retry", self._retry, methods=["POST"]),
            Route("/finish", self._finish, methods=["POST"]),
        ]
        guard = Middleware(BaseHTTPMiddleware, dispatch=Guard(port, token))
        wrong = {UsageError: _conflict, ModelError: _failed}
        return Starlette(routes=routes, middleware=[guard], exception_handlers=wrong)  # type: ignore[arg-type]  # starlette types a handler by Exception

    async def _page(self, request: Request) -> Response:
        asked = request.query_params.get("lang")
        if asked in LANGUAGES:
            self._language = asked
            self._bell.ring()
        synthetic = any(model.synthetic for model in self._models.values())
        return HTMLResponse(whole_page(self._desk, self._language, synthetic=synthetic))

    async def _view(self, _: Request) -> Response:
        return JSONResponse(view_of(self._desk, self._debrief, self._language, self._bell, judging=self._judging))

    async def _events(self, _: Request) -> Response:
        return StreamingResponse(self._changes(), media_type="text/event-stream")

    async def _changes(self) -> AsyncIterator[str]:
        """Yield an event for every change, upon which the page asks for the view, and one for words between them."""
        seen = heard = -1
        while True:
            try:
                await asyncio.wait_for(self._bell.after(seen, heard), HEARTBEAT)
            except TimeoutError:
                yield ": still here\n\n"
                continue
            heard = self._bell.words
            if seen < self._bell.revision:
                seen = self._bell.revision
                yield f"data: {seen}\n\n"
            else:
                words = json.dumps(words_of(self._desk, self._language, heard))
                yield f"event: words\ndata: {words}\n\n"

    async def _asset(self, request: Request) -> Response:
        name = request.path_params["name"]
        found = next((folder / name for folder in (ASSETS, SHARED) if name in _files(folder)), None)
        if found is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return FileResponse(found)

    async def _move(self, request: Request) -> Response:
        try:
            move = _MOVES.validate_json(await _body(request))
        except ValidationError as error:
            first = error.errors()[0]
            return _told(f"{'.'.join(map(str, first['loc']))}: {first['msg']}", HTTPStatus.UNPROCESSABLE_ENTITY)
        self._desk.move(move)
        return JSONResponse({})

    async def _undo(self, request: Request) -> Response:
        asked = await _fields(request)
        since = asked.get("round")
        moves = self._desk.session.moves_since(since) if isinstance(since, int) else asked.get("moves")
        if not isinstance(moves, int) or self._judging:
            raise UsageError("say how many moves, or from which round")
        await self._desk.undo(moves)
        return JSONResponse({})

    async def _retry(self, _: Request) -> Response:
        await self._desk.retry()
        return JSONResponse({})

    async def _finish(self, _: Request) -> Response:
        if self._judging or self._desk.session.finished:
            raise UsageError("it is being finished already")
        self._judging = True
        self._bell.ring()
        try:
            await self._desk.adjourn()
            self._debrief = await debrief(self._desk, self._models, self._records)
            self._desk.finish()
        finally:
            self._judging = False
            self._bell.ring()
        return JSONResponse({})


def _files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.is_file()}


async def _body(request: Request) -> bytes:
    content = bytearray()
    async for part in request.stream():
        content += part
        if len(content) > BODY_LIMIT:
            raise UsageError("too long")
    return bytes(content)


async def _fields(request: Request) -> dict[str, Any]:
    try:
        return TypeAdapter(dict[str, int]).validate_json(await _body(request))
    except ValidationError as error:
        raise UsageError("say how many moves, or from which round") from error


def _told(problem: str, status: HTTPStatus) -> Response:
    return JSONResponse({"error": told(problem)}, status)


async def _conflict(_: Request, error: UsageError) -> Response:
    return _told(str(error), HTTPStatus.CONFLICT)


async def _failed(_: Request, error: ModelError) -> Response:
    return _told(str(error), HTTPStatus.BAD_GATEWAY)

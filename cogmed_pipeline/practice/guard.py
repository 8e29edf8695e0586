"""Who may speak to the practice page: this machine's browser, with the token, from the page itself."""

import secrets
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from cogmed_pipeline.web.pages import POLICY

HEADERS = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
Answer = Callable[[Request], Awaitable[Response]]


class Guard:
    """Lets a request through when its host is ours, its origin too where it changes something, and its token right.

    The token comes once in the address that the terminal prints, and in a cookie from then on. A page elsewhere that
    makes the browser send something here fails by its origin, one that renames itself to our address by its host.
    """

    def __init__(self, port: int, token: str) -> None:
        self._hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self._cookie = f"cogmed_practice_{port}"
        self._token = token

    async def __call__(self, request: Request, answer: Answer) -> Response:
        """Answer a request, or say why not."""
        response = self._refused(request) or self._entered(request) or await answer(request)
        response.headers.update(HEADERS)
        return response

    def _refused(self, request: Request) -> Response | None:
        host = request.headers.get("host", "")
        if host not in self._hosts:
            return PlainTextResponse("not this host", HTTPStatus.MISDIRECTED_REQUEST)
        given = request.query_params.get("token") or request.cookies.get(self._cookie, "")
        if not secrets.compare_digest(given.encode(), self._token.encode()):
            return PlainTextResponse("open the address that the terminal printed", HTTPStatus.FORBIDDEN)
        if request.method not in ("GET", "HEAD"):
            if request.headers.get("origin") != f"http://{host}":
                return JSONResponse({"error": "not from this page"}, HTTPStatus.FORBIDDEN)
            if request.headers.get("content-type", "").partition(";")[0] != "application/json":
                return JSONResponse({"error": "JSON is wanted"}, HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        return None

    def _entered(self, request: Request) -> Response | None:
        """Take the token out of the address, so that it stays in no history."""
        if "token" not in request.query_params:
            return None
        response = RedirectResponse("/", HTTPStatus.SEE_OTHER)
        response.set_cookie(self._cookie, self._token, httponly=True, samesite="strict")
        return response

"""``cogmed report``."""

from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from cogmed_core.errors import UsageError
from cogmed_pipeline.commands import options
from cogmed_pipeline.commands.printing import say

ADDRESS = "127.0.0.1"


def command(
    warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE,
    serve: Annotated[bool, typer.Option("--serve", help="Serve it on this machine until Ctrl-C.")] = False,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port to serve on; 0: any.")] = 8600,
) -> None:
    """Build the report site: static pages in Chinese and English, opened from disk or served."""
    from cogmed_pipeline.site.build import build  # pandas and DuckDB take a second to import

    built = build(warehouse)
    console = Console()
    say(console, f"Report  {built.index} ({built.written} files written, {built.kept} kept, {built.removed} removed)")
    if serve:
        _serve(built.index.parent, port, console)


def _serve(folder: Path, port: int, console: Console) -> None:
    """Serve a folder to this machine only."""
    try:
        server = ThreadingHTTPServer((ADDRESS, port), partial(_Quiet, directory=str(folder)))
    except OSError as error:
        raise UsageError(f"cannot serve on port {port}: {error.strerror}; name another one with --port") from error
    with server, suppress(KeyboardInterrupt):
        say(console, f"Serving http://{ADDRESS}:{server.server_port}/ until Ctrl-C")
        server.serve_forever()


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files and keeps no log."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

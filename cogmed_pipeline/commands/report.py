"""``cogmed report``."""

import signal
from contextlib import suppress
from typing import Annotated

import typer
from rich.console import Console

from cogmed_core.errors import UsageError
from cogmed_pipeline.address import Address
from cogmed_pipeline.commands import options
from cogmed_pipeline.commands.printing import say


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
        _serve(warehouse, port, console)


def _serve(warehouse: Address, port: int, console: Console) -> None:
    """Serve the report to this machine only."""
    from cogmed_pipeline.site.serving import ReportServer

    try:
        server = ReportServer(warehouse, port)
    except OSError as error:
        raise UsageError(f"cannot serve on port {port}: {error.strerror}; name another one with --port") from error
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.default_int_handler)  # a shell that starts it in the background ignores Ctrl-C
    with server, suppress(KeyboardInterrupt):
        say(console, f"Serving {server.address} until Ctrl-C")
        server.serve_forever()

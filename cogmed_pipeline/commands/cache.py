"""``cogmed cache``."""

from datetime import timedelta
from typing import Annotated

import typer
from rich.console import Console

from cogmed_core.errors import UsageError
from cogmed_core.llm.response_cache import CacheReport, ResponseCache
from cogmed_pipeline.address import work_folder
from cogmed_pipeline.commands import options
from cogmed_pipeline.commands.printing import say
from cogmed_pipeline.settings import check_place
from cogmed_pipeline.workshop import CACHE

Prune = Annotated[bool, typer.Option("--prune", help="Delete what it holds, or only what the other options name.")]
OlderThan = Annotated[float | None, typer.Option("--older-than", min=0, metavar="DAYS", help="With --prune.")]
OfBackbone = Annotated[str | None, typer.Option("--backbone", metavar="NAME", help="With --prune.")]


def command(
    warehouse: options.Warehouse = options.DEFAULT_WAREHOUSE,
    prune: Prune = False,
    older_than: OlderThan = None,
    backbone: OfBackbone = None,
) -> None:
    """Show what the response cache holds: size, replies, refusals, how often it was of use. Or prune it."""
    if not prune and (older_than is not None or backbone is not None):
        raise UsageError("--older-than and --backbone say what to delete: they go with --prune")
    check_place(warehouse)
    console, path = Console(), work_folder(warehouse) / CACHE
    if not path.exists():
        say(console, f"{path} does not exist yet: a run with a model keeps every accepted reply there")
        return
    cache = ResponseCache(path)
    try:
        if prune:
            _prune(console, cache, older_than, backbone)
        _show(console, cache.report())
    finally:
        cache.close()


def _prune(console: Console, cache: ResponseCache, days: float | None, backbone: str | None) -> None:
    known = cache.report().replies
    if backbone is not None and backbone not in known:
        raise UsageError(f"no reply of backbone {backbone!r} is kept; there are {', '.join(known) or 'none at all'}")
    deleted = cache.prune(None if days is None else timedelta(days=days), backbone)
    say(console, f"Deleted  {deleted} replies and refusals; finished episodes are kept, what is made anew asks again")


def _show(console: Console, report: CacheReport) -> None:
    say(console, f"Cache    {report.path}, {report.size / 2**20:.1f} MiB")
    total = sum(report.replies.values())
    took = f" in {report.calls} calls" if report.calls != total else ""
    cost = f" that once cost {report.cost:.4f}" if report.cost else ""
    say(console, f"Replies  {total}{took}{cost}, used again {report.hits} times")
    for backbone, count in report.replies.items():
        say(console, f"         {count:>7} {backbone}")
    say(console, f"Refused  {sum(report.refusals.values())} requests")
    for category, count in report.refusals.items():
        say(console, f"         {count:>7} {category}")

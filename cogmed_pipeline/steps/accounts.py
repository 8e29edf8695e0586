"""What making a record took: calls, tokens and cost by role, time, refusals; apart from the record it is about.

How long the calls took, and how many of them the cache answered, is another each time a record is made.
"""

import time
from collections.abc import Mapping
from typing import TypeVar

from pydantic import Field

from cogmed_core.domain.episode import Refusal, RoleUsage, WastedUsage
from cogmed_core.domain.record import Record
from cogmed_core.llm.metered import Ledger
from cogmed_pipeline.records import RecordStore

T = TypeVar("T")

KIND = "accounts"


class Account(Record):
    """The account of one record. Keys are ``role/backbone``."""

    wall_s: float = Field(ge=0, description="seconds it took when it was last made")
    usage: tuple[RoleUsage, ...]
    cached_calls: dict[str, int] = Field(description="calls that the cache answered")
    cached_tokens: dict[str, int] = Field(default_factory=dict, description="that endpoints had in their caches")
    seconds: dict[str, float] = Field(description="for which the other calls were under way, summed up")
    refusals: tuple[Refusal, ...] = ()
    wasted: tuple[WastedUsage, ...] = Field(default=(), description="asked ahead of time, and then not needed")


def keep_account(records: RecordStore, step: str, key: str, ledger: Ledger, started: float) -> None:
    """Write the account of a record; ``started`` is what ``time.perf_counter`` said when its making began."""
    account = Account(
        wall_s=round(time.perf_counter() - started, 3),
        usage=ledger.usage(),
        cached_calls=_named(ledger.cached()),
        cached_tokens=_named(ledger.cached_tokens()),
        seconds={name: round(seconds, 3) for name, seconds in _named(ledger.seconds()).items()},
        refusals=tuple(ledger.refused),
        wasted=ledger.wasted(),
    )
    records.save(f"{KIND}/{step}", key, account, "")


def accounts_of(records: RecordStore, step: str) -> dict[str, Account]:
    """Return the accounts of a step by the keys of their records."""
    return dict(records.items(f"{KIND}/{step}", Account))


def _named(by_place: Mapping[tuple[str, str], T]) -> dict[str, T]:
    return {f"{role}/{backbone}": value for (role, backbone), value in by_place.items()}

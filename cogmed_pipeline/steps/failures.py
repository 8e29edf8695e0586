"""Why a case has no scenario or no profiles: kept until it has, and given as the reason of its episodes."""

import time
from collections.abc import Awaitable
from typing import TypeVar

from pydantic import BaseModel

from cogmed_core.domain.record import Record
from cogmed_core.errors import AccessError, ModelError
from cogmed_core.llm.metered import Ledger
from cogmed_pipeline.steps.accounts import keep_account
from cogmed_pipeline.workshop import Workshop

R = TypeVar("R", bound=BaseModel)


class Failure(Record):
    """What went wrong with one record."""

    kind: str
    error: str


async def attempt(
    workshop: Workshop, kind: str, key: str, making: Awaitable[R], fingerprint: str, ledger: Ledger
) -> Failure | None:
    """Make a record and save it, or keep why it could not be made and remove what it was before.

    ``ledger`` is where the calls are entered that making it takes.

    Raises:
        AccessError: the key or model name is wrong; nothing else could be made with it either.
    """
    started = time.perf_counter()
    try:
        record = await making
    except AccessError:
        raise
    except ModelError as error:
        keep_account(workshop.records, kind, key, ledger, started)
        failure = Failure(kind=error.kind, error=f"{kind} of {key}: {error}")
        workshop.records.save(f"failures/{kind}", key, failure, fingerprint)
        workshop.records.remove(kind, key)
        return failure
    keep_account(workshop.records, kind, key, ledger, started)
    workshop.records.save(kind, key, record, fingerprint)
    workshop.records.remove(f"failures/{kind}", key)
    return None


def failure_of(workshop: Workshop, kind: str, key: str) -> Failure | None:
    """Return why a record could not be made, if that is so."""
    found = workshop.records.load(f"failures/{kind}", key, Failure)
    return found[0] if found else None

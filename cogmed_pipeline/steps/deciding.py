"""Taking a person's decision about a settlement: into its review, and into the tables."""

from collections.abc import Mapping
from datetime import UTC, datetime

from pydantic import ValidationError

from cogmed_core.domain.review import Decision, ReviewState, wording
from cogmed_core.errors import UsageError
from cogmed_core.llm.structured import explain
from cogmed_pipeline.address import Address
from cogmed_pipeline.reviews import Reviews
from cogmed_pipeline.steps.settled import settled_episode
from cogmed_pipeline.tables.rebuild import open_warehouse, rebuild


def decide(
    warehouse: Address,
    environ: Mapping[str, str],
    episode_id: str,
    state: ReviewState,
    by: str,
    because: str,
    revision: str | None = None,
) -> Decision:
    """Add a decision about an episode's settlement as it reads now, and rebuild the tables.

    Raises:
        UsageError: there is no such settlement, or something about the decision is missing.
        StorageError: it cannot be kept.
    """
    workshop, reviews = open_warehouse(warehouse, environ), Reviews(warehouse)
    _, _, settlement = settled_episode(workshop.records, episode_id)
    try:
        decision = Decision(
            state=state,
            by=by,
            at=datetime.now(UTC).replace(microsecond=0),
            because=because,
            settlement_sha256=wording(settlement),
            revision=revision,
        )
    except ValidationError as error:
        raise UsageError(explain(error)) from None
    reviews.write(reviews.read(episode_id).with_decision(decision))
    rebuild(workshop)
    return decision

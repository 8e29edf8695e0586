"""From reviews to the rows of reviews and review_decisions: every settlement there is, reviewed or not."""

from collections.abc import Iterable, Mapping
from typing import Any

from cogmed_core.domain.case import Scenario
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.review import Review, notice
from cogmed_pipeline.reviews import Reviews
from cogmed_pipeline.workshop import Workshop

Row = dict[str, Any]


def review_rows(
    workshop: Workshop, episodes: Iterable[Episode], scenarios: Mapping[str, Scenario]
) -> dict[str, list[Row]]:
    """Return one row a settlement, and one row a decision about it."""
    known = {review.episode_id: review for review in Reviews(workshop.settings.warehouse).all()}
    tables: dict[str, list[Row]] = {"reviews": [], "review_decisions": []}
    for episode in episodes:
        review = known.get(episode.episode_id, Review(episode_id=episode.episode_id))
        if episode.settlement is None or episode.case_id not in scenarios:
            tables["review_decisions"] += _decisions(review, "")  # about a settlement that is there no more
            continue
        tables["reviews"].append(_review(review, episode, episode.settlement, scenarios[episode.case_id]))
        tables["review_decisions"] += _decisions(review, episode.settlement)
    return tables


def _review(review: Review, episode: Episode, settlement: str, scenario: Scenario) -> Row:
    latest = review.latest(settlement)
    return {
        "episode_id": episode.episode_id,
        "state": review.state(settlement).value,
        "reviewer": latest and latest.by,
        "reviewed_at": latest and latest.at,
        "because": latest and latest.because,
        "text": review.text(settlement),
        "notice": notice(scenario.language, synthetic=episode.synthetic, latest=latest),
        "decisions": len(review.decisions),
        "synthetic": episode.synthetic,
    }


def _decisions(review: Review, settlement: str) -> Iterable[Row]:
    latest = review.latest(settlement)
    for number, decision in enumerate(review.decisions, 1):
        yield {
            "episode_id": review.episode_id,
            "number": number,
            "state": decision.state.value,
            "reviewer": decision.by,
            "reviewed_at": decision.at,
            "because": decision.because,
            "revision": decision.revision,
            "holds": decision is latest,
        }

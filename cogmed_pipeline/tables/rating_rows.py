"""From rated sheets to the rows of ratings and rating_agreement."""

from collections.abc import Sequence
from typing import Any

from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import Judgement
from cogmed_core.domain.rating import RatedSheet, RatingAssignment
from cogmed_core.ratings.agreement import person_ratings, rating_agreement
from cogmed_pipeline.ratings import BACK, OUT
from cogmed_pipeline.workshop import Workshop

Row = dict[str, Any]


def rating_rows(
    workshop: Workshop, episodes: Sequence[Episode], judgements: Sequence[Judgement]
) -> dict[str, list[Row]]:
    """Return the rows of both tables, of the episodes that are there."""
    known = {one.episode_id: one for one in episodes}
    sheets = workshop.records.all(BACK, RatedSheet)
    ratings = person_ratings(workshop.records.all(OUT, RatingAssignment), sheets, known)
    return {
        "ratings": [one.model_dump() for one in ratings],
        "rating_agreement": [one.model_dump() for one in rating_agreement(ratings, judgements)],
    }

"""The results once more for each kind of dispute, with a warning where there are too few cases to say anything."""

from collections.abc import Mapping, Sequence

from pydantic import Field

from cogmed_core.domain.case import Category
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import Judgement
from cogmed_core.domain.record import Record
from cogmed_core.reports.results import Requested, Result, results

FEWEST = 20
"""Cases below which a rate's 95 % interval is wider than 40 points in the middle: an anecdote, no finding."""


class CategoryResult(Record):
    """One arm's figures on one kind of dispute; fields as in ``Result``."""

    category: Category
    backbone: str
    configuration: str
    n: int
    cases: int
    small_n: bool = Field(description=f"fewer than {FEWEST} cases: read the interval, not the rate")
    incomplete: bool
    agreements: int
    sr: float
    sr_low: float | None
    sr_high: float | None
    oqs_n: int
    oqs_mean: float | None
    oqs_low: float | None
    oqs_high: float | None
    tta_mean: float | None
    tta_low: float | None
    tta_high: float | None
    synthetic: bool


def results_by_category(
    categories: Mapping[str, Category],
    requested: Requested,
    episodes: Sequence[Episode],
    judgements: Sequence[Judgement],
) -> tuple[CategoryResult, ...]:
    """Aggregate by category and arm; ``categories`` is by case_id, and a case without one is left out."""
    found: list[CategoryResult] = []
    for category in Category:
        of_kind = {case_id for case_id, kind in categories.items() if kind is category}
        asked = {arm: [cell for cell in cells if cell[0] in of_kind] for arm, cells in requested.items()}
        rows = [episode for episode in episodes if episode.case_id in of_kind]
        known = {episode.episode_id for episode in rows}
        scored = [judgement for judgement in judgements if judgement.episode_id in known]
        found += [_of(category, result) for result in results(asked, rows, scored)]
    return tuple(found)


def _of(category: Category, result: Result) -> CategoryResult:
    kept = result.model_dump(include=set(CategoryResult.model_fields))
    return CategoryResult(category=category, small_n=result.cases < FEWEST, **kept)

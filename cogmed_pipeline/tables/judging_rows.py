"""From the judges' sheets to the rows of judgements, dimensions, agreement and position bias."""

from collections.abc import Mapping, Sequence
from typing import Any

from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import CONDUCT, ConductJudgement, Judgement
from cogmed_core.reports.agreement import judge_agreement, position_bias
from cogmed_core.reports.dimensions import dimension_results
from cogmed_pipeline.workshop import Workshop

Row = dict[str, Any]


def judging_rows(
    workshop: Workshop, episodes: Sequence[Episode], latest: Sequence[Episode], judgements: Sequence[Judgement]
) -> dict[str, list[Row]]:
    """Return the rows of every table about what judges said, of the episodes that are there.

    ``latest`` are those of the last run's settings: arms are told apart by nothing else.
    """
    cases = {one.episode_id: one.case_id for one in episodes}
    conduct = [one for one in workshop.records.all("conduct", ConductJudgement) if one.episode_id in cases]
    return {
        "judgements": [{**one.model_dump(exclude={"fingerprint"}), "oqs": one.oqs} for one in judgements],
        "dimension_scores": [row for one in conduct for row in _dimensions(one)],
        "dimension_results": [one.model_dump() for one in dimension_results(latest, conduct)],
        **_agreement(judgements, conduct, cases),
    }


def _agreement(
    judgements: Sequence[Judgement], conduct: Sequence[ConductJudgement], cases: Mapping[str, str]
) -> dict[str, list[Row]]:
    agreements = judge_agreement([*judgements, *conduct])
    return {
        "judge_agreement": [one.model_dump() for one in agreements],
        "position_bias": [one.model_dump() for one in position_bias(judgements, cases)],
    }


def _dimensions(sheet: ConductJudgement) -> list[Row]:
    shared = sheet.model_dump(include={"episode_id", "judge", "repeat", "unscored_reason", "rationale", "synthetic"})
    return [{**shared, "dimension": dimension, "score": getattr(sheet, dimension)} for dimension in CONDUCT]

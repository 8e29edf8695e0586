"""From the warehouses of the variants to the rows of sensitivity."""

from collections.abc import Sequence
from typing import Any

from cogmed_core.domain.episode import Episode
from cogmed_core.domain.judgement import Judgement
from cogmed_core.experiment.sensitivity import variants_of
from cogmed_core.reports.sensitivity import Side, sensitivity
from cogmed_pipeline.sensitivity_folders import settings_of
from cogmed_pipeline.tables.groups import Group, groups_of
from cogmed_pipeline.workshop import Workshop


def sensitivity_rows(workshop: Workshop, groups: Sequence[Group]) -> dict[str, list[dict[str, Any]]]:
    """Return each variant that has been run against the base, over what counts under the latest settings of both."""
    base, sides = _side(groups), dict[tuple[str, str], Side]()
    for variant in variants_of(workshop.experiment):
        of_variant = Workshop(settings_of(workshop.settings, variant), {})
        if not of_variant.records.is_empty():
            episodes = list(of_variant.records.all("episodes", Episode))
            judgements = list(of_variant.records.all("judgements", Judgement))
            sides[variant.factor, variant.value] = _side(groups_of(of_variant, episodes, judgements))
    return {"sensitivity": [one.model_dump() for one in sensitivity(base, sides)]}


def _side(groups: Sequence[Group]) -> Side:
    latest = [group for group in groups if group.latest]
    return Side(
        [one for group in latest for one in group.episodes], [one for group in latest for one in group.judgements]
    )

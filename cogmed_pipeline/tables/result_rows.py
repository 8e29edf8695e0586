"""From episodes and judgements to the rows of results and comparisons, apart for each experiment's settings."""

from collections.abc import Mapping, Sequence
from typing import Any

from cogmed_core.domain.case import Category
from cogmed_core.experiment.configurations import configuration_named
from cogmed_core.reports.by_category import results_by_category
from cogmed_core.reports.comparisons import comparisons
from cogmed_core.reports.paper_comparisons import paper_comparisons
from cogmed_core.reports.results import results
from cogmed_pipeline.tables.groups import Group

Row = dict[str, Any]


def result_rows(groups: Sequence[Group], categories: Mapping[str, Category]) -> dict[str, list[Row]]:
    """Return the rows of every table of results; ``categories`` is by case_id."""
    tables: dict[str, list[Row]] = {
        "settings": [_settings(group) for group in groups],
        "paper_comparisons": [one.model_dump() for one in paper_comparisons()],
    }
    for group in groups:
        for table, rows in _of(group, categories).items():
            tables.setdefault(table, []).extend(rows)
    return tables


def _of(group: Group, categories: Mapping[str, Category]) -> dict[str, list[Row]]:
    asked, episodes, judgements = group.requested, group.episodes, group.judgements
    aggregated = results(asked, episodes, judgements, group.judges)
    arms = [(result.backbone, result.configuration) for result in aggregated]
    place = {"settings": group.conditions.settings, "latest": group.latest}
    shared = place | group.conditions.model_dump(include={"experiment", "rounds", "temperature", "language"})
    by_category = results_by_category(categories, asked, episodes, judgements)
    return {
        "results": [
            {**shared, "protocol": configuration_named(one.configuration).protocol, **one.model_dump()}
            for one in aggregated
        ],
        "comparisons": [{**place, **one.model_dump()} for one in comparisons(arms, episodes, judgements)],
        "results_by_category": [{**place, **one.model_dump(mode="json")} for one in by_category],
    }


def _settings(group: Group) -> Row:
    conditions = group.conditions
    return {**conditions.model_dump(exclude={"roles"}), **conditions.roles.model_dump(), "latest": group.latest}

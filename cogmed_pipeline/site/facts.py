"""What the pages are about, read once from the tables of a warehouse."""

from collections.abc import Mapping
from functools import cached_property
from importlib import metadata
from typing import Any

import duckdb

from cogmed_core.errors import UsageError
from cogmed_pipeline.address import Address
from cogmed_pipeline.records import RecordStore
from cogmed_pipeline.settings import Settings, settings_from
from cogmed_pipeline.tables.database import NAME
from cogmed_pipeline.tables.reading import query, tables_file

Row = dict[str, Any]

OF_SETTINGS = ("results", "comparisons", "results_by_category", "findings_by_arm")
"""Tables with rows for each experiment's settings: the pages show those of the last run."""

EPISODES = """
SELECT e.*, c.category, c.language, c.title, j.oqs, coalesce(f.serious, 0)::INTEGER AS serious,
       coalesce(f.warnings, 0)::INTEGER AS warnings, e.synthetic OR coalesce(j.synthetic, false) AS marked
FROM episodes e JOIN cases c USING (case_id)
LEFT JOIN (SELECT episode_id, avg(oqs) AS oqs, bool_or(synthetic) AS synthetic FROM judgements GROUP BY ALL) j
    USING (episode_id)
LEFT JOIN (SELECT episode_id, count(*) FILTER (severity = 'serious') AS serious,
                  count(*) FILTER (severity = 'warning') AS warnings FROM findings GROUP BY ALL) f USING (episode_id)
ORDER BY case_id, seed, backbone, configuration
"""


ANSWERS = "SELECT * FROM answers ORDER BY question_set, backbone, framework"
"""A view has no order of its own."""


class Facts:
    """The tables of one warehouse, as rows."""

    def __init__(self, warehouse: Address) -> None:
        """Raise a ``UsageError`` where there are no tables yet."""
        self.tables = tables_file(warehouse)
        self.warehouse = warehouse
        self.records = RecordStore(warehouse / "records")
        self._tables: dict[str, list[Row]] = {}

    def rows(self, sql: str) -> list[Row]:
        """Return the rows of a query, or of a table by its name, those of the latest settings; asked once."""
        if sql not in self._tables:
            whole = f'FROM "{sql}"' + (" WHERE latest" if sql in OF_SETTINGS else "")
            try:
                self._tables[sql] = query(self.warehouse, sql if " " in sql else whole)
            except (duckdb.BinderException, duckdb.CatalogException) as error:
                raise UsageError(
                    f"{self.warehouse / NAME} was made by an older version: `cogmed run` makes it anew"
                ) from error
        return self._tables[sql]

    @cached_property
    def settings(self) -> Settings:
        """What the last run was asked for."""
        return settings_from({"COGMED_WAREHOUSE": str(self.warehouse)})

    @cached_property
    def version(self) -> str:
        """The version of this program."""
        return metadata.version("cogmed")

    @property
    def results(self) -> list[Row]:
        """One row an arm under the settings of the last run, in the order of the tables."""
        return self.rows("results")

    @property
    def episodes(self) -> list[Row]:
        """Every episode with its case, score and findings."""
        return self.rows(EPISODES)

    @cached_property
    def counted(self) -> list[Row]:
        """The episodes that the results count: those under the settings of the last run."""
        return [one for one in self.episodes if one["latest"]]

    @property
    def conditions(self) -> Row | None:
        """The settings of the last run; None where no mediation was asked for."""
        return next(iter(self.rows("SELECT * FROM settings WHERE latest")), None)

    @property
    def experiment(self) -> str:
        """The name of the experiment."""
        return str(self.conditions["experiment"]) if self.conditions else self.settings.experiment.name

    @property
    def synthetic(self) -> bool:
        """Whether anything at all was made without a language model."""
        return any(row["synthetic"] for row in (*self.results, *self.rows("verdict_results"), *self.rows("answers")))

    @cached_property
    def total(self) -> Mapping[str, int]:
        """Sums over all arms."""
        names = ("n", "failed", "not_run", "agreements", "deadlocks", "breakdowns")
        found = {name: sum(row[name] for row in self.results) for name in names}
        return {**found, "finished": found["n"] - found["failed"] - found["not_run"]}

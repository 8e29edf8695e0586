"""The DuckDB file that everybody queries."""

from collections.abc import Mapping, Sequence
from typing import Any

import dagster as dg

from cogmed_pipeline.defs.auditing import findings
from cogmed_pipeline.defs.clearance import clearance
from cogmed_pipeline.defs.deliberation import verdicts
from cogmed_pipeline.defs.judging import judgements
from cogmed_pipeline.steps.leak_gate import refuse_leaks
from cogmed_pipeline.tables.database import NAME, build
from cogmed_pipeline.tables.outcomes import results_markdown
from cogmed_pipeline.tables.results_plot import results_plot
from cogmed_pipeline.tables.rows import collect
from cogmed_pipeline.tables.verdict_outcomes import verdicts_markdown
from cogmed_pipeline.workshop import Workshop

SHOWN = ("episodes", "judgements", "results", "comparisons")
"""Tables whose own pages say when they were made and how many rows they have; those of figures show some of them."""
FIGURES = {"results", "comparisons"}
ROWS = 20


@dg.asset(
    group_name="tables", owners=["team:cogmed"], kinds={"duckdb"}, deps=[judgements, findings, verdicts, clearance]
)
def database(context: dg.AssetExecutionContext, workshop: dg.ResourceParam[Workshop]) -> dg.MaterializeResult[None]:
    """Every table, rebuilt from the records beside the old file and swapped in; never over a leak."""
    refuse_leaks(workshop)
    rows = collect(workshop)
    results = rows.tables.get("results", [])
    counts = build(rows, workshop.settings.warehouse)
    for table in SHOWN:
        context.log_event(_shown(table, rows.tables.get(table, [])))
    return dg.MaterializeResult(
        metadata={
            "path": dg.MetadataValue.path(str(workshop.settings.warehouse / NAME)),
            "dagster/row_count": sum(counts.values()),
            "success rates": dg.MetadataValue.md(results_plot(results) or "no results yet"),
            "results": dg.MetadataValue.md(results_markdown(results)),
            "verdicts": dg.MetadataValue.md(verdicts_markdown(rows.tables.get("verdict_results", []))),
            **{f"rows in {table}": count for table, count in counts.items()},
        }
    )


def _shown(table: str, rows: Sequence[Mapping[str, Any]]) -> dg.AssetMaterialization:
    metadata: dict[str, Any] = {"dagster/row_count": len(rows)}
    if rows and table in FIGURES:
        metadata["preview"] = dg.MetadataValue.table([dg.TableRecord(_plain(row)) for row in rows[:ROWS]])
    if table == "results":
        metadata["success rates"] = dg.MetadataValue.md(results_plot(rows) or "no results yet")
    return dg.AssetMaterialization(dg.AssetKey(["tables", table]), metadata=metadata)


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value if isinstance(value, str | int | float) else str(value or "") for name, value in row.items()}

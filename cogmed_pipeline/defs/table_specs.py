"""The tables as assets of their own: nothing is made here, but what there is to query is seen and explained."""

import dagster as dg

from cogmed_pipeline.defs.tables import database
from cogmed_pipeline.tables.described import Table, tables

OWNER = "team:cogmed"
LINEAGE = {
    "sr": ("episodes", "outcome"),
    "failed": ("episodes", "status"),
    "tta_mean": ("episodes", "agreement_round"),
    "oqs_mean": ("judgements", "oqs"),
    "synthetic": ("episodes", "synthetic"),
}
"""Where the columns of ``results`` come from."""


def table_specs() -> list[dg.AssetSpec]:
    """Return an asset a table or view of the DuckDB file, with its columns and their comments."""
    return [_spec(table) for table in tables()]


def _key(name: str) -> dg.AssetKey:
    return dg.AssetKey(["tables", name])


def _spec(table: Table) -> dg.AssetSpec:
    columns = [dg.TableColumn(one.name, one.type, one.comment or None) for one in table.columns]
    metadata: dict[str, object] = {"dagster/column_schema": dg.TableSchema(columns=columns)}
    sources = sorted({source for source, _ in LINEAGE.values()}) if table.name == "results" else []
    if sources:
        deps = {name: [dg.TableColumnDep(_key(source), column)] for name, (source, column) in LINEAGE.items()}
        metadata["dagster/column_lineage"] = dg.TableColumnLineage(deps)
    return dg.AssetSpec(
        _key(table.name),
        deps=[database, *(_key(source) for source in sources)],
        description=table.comment,
        group_name="sql",
        kinds={"duckdb", "table"},
        owners=[OWNER],
        metadata=metadata,
    )

"""The asset graph, as a page that a change of it has to change too.

After a change that is meant, write it anew::

    python -m tests.pipeline.test_graph
"""

import json
from pathlib import Path
from typing import Any

import dagster as dg

from cogmed_pipeline.defs.pipeline import build_definitions
from cogmed_pipeline.workshop import Workshop
from tests.pipeline.given import settings_of

DEFS = build_definitions(Workshop(settings_of(Path("nowhere")), {}))
GRAPH = Path(__file__).with_name("graph.json")


def drawn(definitions: dg.Definitions) -> dict[str, Any]:
    """Return the graph in plain values."""
    graph = definitions.resolve_asset_graph()
    assets = {
        spec.key.to_user_string(): {
            "group": spec.group_name,
            "kinds": sorted(spec.kinds),
            "owners": list(spec.owners),
            "deps": sorted(dep.asset_key.to_user_string() for dep in spec.deps),
            "partitions": _dimensions(spec.partitions_def),
            "partitions in a run": _most(graph.get(spec.key).backfill_policy),
        }
        for spec in sorted(definitions.resolve_all_asset_specs(), key=lambda spec: spec.key)
        if spec.group_name != "sql"
    }
    checks = {
        f"{key.asset_key.to_user_string()}:{key.name}": "blocking" if graph.get(key).blocking else "reporting"
        for key in sorted(graph.asset_check_keys)
    }
    by_itself = {
        one.name: one.default_status.value for one in [*(definitions.sensors or ()), *(definitions.schedules or ())]
    }
    return {"assets": assets, "checks": checks, "by itself": by_itself}


def test_the_graph_is_the_one_on_the_page() -> None:
    assert drawn(DEFS) == json.loads(GRAPH.read_text(encoding="utf-8"))


def test_every_asset_says_what_it_is() -> None:
    silent = [spec.key for spec in DEFS.resolve_all_asset_specs() if not spec.description]
    assert silent == []


def test_every_table_shows_its_columns_and_what_it_is() -> None:
    specs = {spec.key.path[-1]: spec for spec in DEFS.resolve_all_asset_specs() if spec.group_name == "sql"}
    assert {"results", "episodes", "judgements", "preferences"} <= specs.keys()
    for name, spec in specs.items():
        schema = spec.metadata["dagster/column_schema"]
        assert spec.description and isinstance(schema, dg.TableSchema) and schema.columns, name
    lineage = specs["results"].metadata["dagster/column_lineage"]
    assert isinstance(lineage, dg.TableColumnLineage)
    assert lineage.deps_by_column["sr"] == [dg.TableColumnDep(dg.AssetKey(["tables", "episodes"]), "outcome")]


def test_the_definitions_load_as_dagster_loads_them() -> None:
    dg.Definitions.validate_loadable(DEFS)


def _dimensions(partitions: dg.PartitionsDefinition[str] | None) -> list[str]:
    if isinstance(partitions, dg.MultiPartitionsDefinition):
        return [f"{dimension.name} ({_kind(dimension.partitions_def)})" for dimension in partitions.partitions_defs]
    return (
        [f"{partitions.name} ({_kind(partitions)})"] if isinstance(partitions, dg.DynamicPartitionsDefinition) else []
    )


def _kind(partitions: dg.PartitionsDefinition[str]) -> str:
    return type(partitions).__name__.removesuffix("PartitionsDefinition").lower()


def _most(policy: dg.BackfillPolicy | None) -> int:
    return policy.max_partitions_per_run or 0 if policy else 1


if __name__ == "__main__":
    GRAPH.write_text(json.dumps(drawn(DEFS), indent=1) + "\n", encoding="utf-8")

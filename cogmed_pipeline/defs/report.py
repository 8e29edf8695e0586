"""The report site over the tables and records."""

import dagster as dg

from cogmed_pipeline.defs.tables import database
from cogmed_pipeline.site.build import build
from cogmed_pipeline.workshop import Workshop


@dg.asset(group_name="report", owners=["team:cogmed"], kinds={"html"}, deps=[database])
def report(workshop: dg.ResourceParam[Workshop]) -> dg.MaterializeResult[None]:
    """Static pages in both languages; only what changed is built again."""
    built = build(workshop.settings.warehouse)
    return dg.MaterializeResult(
        metadata={
            "path": dg.MetadataValue.path(built.index),
            "written": built.written,
            "kept": built.kept,
            "removed": built.removed,
        }
    )

"""The whole pipeline over one workshop."""

import dagster as dg

from cogmed_pipeline.defs import auditing, cases, clearance, deliberation, judging, report, simulation, tables
from cogmed_pipeline.workshop import Workshop

MODULES = (cases, simulation, judging, auditing, deliberation, clearance, tables, report)


def build_definitions(workshop: Workshop) -> dg.Definitions:
    """Return every asset and check, working in ``workshop``."""
    return dg.Definitions(
        assets=dg.load_assets_from_modules(MODULES),
        asset_checks=dg.load_asset_checks_from_modules(MODULES),
        resources={"workshop": workshop},
        executor=dg.in_process_executor,
    )

"""The Dagster entry point: ``cogmed_pipeline.definitions`` with ``defs``."""

import os

import dagster as dg

from cogmed_pipeline.defs import cases, judging, simulation, tables
from cogmed_pipeline.settings import settings_from
from cogmed_pipeline.workshop import Workshop

MODULES = (cases, simulation, judging, tables)


def build_definitions(workshop: Workshop) -> dg.Definitions:
    """Return the pipeline over one workshop."""
    return dg.Definitions(
        assets=dg.load_assets_from_modules(MODULES),
        asset_checks=dg.load_asset_checks_from_modules(MODULES),
        resources={"workshop": workshop},
        executor=dg.in_process_executor,
    )


defs = build_definitions(Workshop(settings_from(os.environ), os.environ))

"""The whole pipeline over one workshop."""

import dagster as dg

from cogmed_pipeline.defs import (
    auditing,
    cases,
    checks,
    clearance,
    deliberation,
    filling,
    judging,
    report,
    sensors,
    simulation,
    tables,
)
from cogmed_pipeline.defs.table_specs import table_specs
from cogmed_pipeline.workshop import Workshop

MODULES = (cases, simulation, judging, auditing, deliberation, clearance, tables, report)


def build_definitions(workshop: Workshop) -> dg.Definitions:
    """Return every asset, check, sensor and schedule, working in ``workshop``."""
    return dg.Definitions(
        assets=[*dg.load_assets_from_modules(MODULES), *table_specs()],
        asset_checks=dg.load_asset_checks_from_modules([*MODULES, checks]),
        sensors=[sensors.new_cases, sensors.simulate_new_cases, sensors.carry_on],
        jobs=[sensors.TAKE_IN, *filling.JOBS.values()],
        schedules=[sensors.nightly],
        resources={"workshop": workshop},
        executor=dg.in_process_executor,
    )

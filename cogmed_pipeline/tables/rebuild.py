"""The tables anew after something a person added to the records; no model is asked, no step is run."""

from collections.abc import Mapping

from cogmed_core.errors import UsageError
from cogmed_pipeline.address import Address
from cogmed_pipeline.settings import settings_from
from cogmed_pipeline.workshop import Workshop


def open_warehouse(warehouse: Address, environ: Mapping[str, str]) -> Workshop:
    """Return the workshop of a warehouse with what its last run was about.

    Raises:
        UsageError: there is no warehouse.
    """
    workshop = Workshop(settings_from({**environ, "COGMED_WAREHOUSE": str(warehouse)}), environ)
    if workshop.records.is_empty():
        raise UsageError(f"{warehouse} is no warehouse: name one with --warehouse, or make it with `cogmed run`")
    return workshop


def rebuild(workshop: Workshop) -> None:
    """Build the tables from the records and swap them in."""
    # pandas and DuckDB take a second to import; mistakes before this answer at once.
    from cogmed_pipeline.tables.database import build
    from cogmed_pipeline.tables.rows import collect

    build(collect(workshop), workshop.settings.warehouse)

"""Where the variants of ``[sensitivity]`` are kept."""

from cogmed_core.experiment.sensitivity import Variant
from cogmed_pipeline.settings import Settings

FOLDER = "sensitivity"


def settings_of(settings: Settings, variant: Variant) -> Settings:
    """Return the settings of a variant: its own experiment, and a warehouse below the base's."""
    folder = settings.warehouse / FOLDER / variant.name
    return settings.model_copy(update={"experiment": variant.experiment, "warehouse": folder})

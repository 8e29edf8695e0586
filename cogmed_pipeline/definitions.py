"""The Dagster entry point: ``cogmed_pipeline.definitions`` with ``defs``, set up from the environment."""

import os

from cogmed_pipeline.defs.pipeline import build_definitions
from cogmed_pipeline.settings import settings_from
from cogmed_pipeline.workshop import Workshop

defs = build_definitions(Workshop(settings_from(os.environ), os.environ, read=settings_from))

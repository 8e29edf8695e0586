"""The figures of the paper, to stand beside ours."""

import tomllib
from functools import cache
from importlib import resources

from pydantic import Field

from cogmed_core.domain.record import Record

CASES = 50
"""Cases of each published arm, run once."""


class Published(Record):
    """One row of the paper's Tables 1 and 2 (N = 50, one run)."""

    sr: float = Field(ge=0, le=100, description="success rate in percent")
    oqs: float = Field(ge=1, le=10)
    oqs_sd: float
    tta: float = Field(description="rounds, over successes")


@cache
def published() -> dict[tuple[str, str], Published]:
    """Return the paper's rows by (backbone, configuration)."""
    text = resources.files("cogmed_core.reports").joinpath("published.toml").read_text(encoding="utf-8")
    return {
        (backbone, configuration): Published(**row)
        for backbone, rows in tomllib.loads(text).items()
        for configuration, row in rows.items()
    }

"""What each sign of a name weighs: a logistic regression, its weights in ``data/name_weights.toml``."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def weights() -> Mapping[str, float]:
    """Return sign → weight in log-odds; a sign that is not among them weighs nothing."""
    text = files("cogmed_core.cases.anonymise.data").joinpath("name_weights.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)

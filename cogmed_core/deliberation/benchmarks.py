"""What is asked in public sets whose rows hold only the facts: LegalBench keeps its questions apart from its tables."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources


@cache
def _instructions() -> Mapping[str, str]:
    text = resources.files("cogmed_core.deliberation").joinpath("benchmarks.toml").read_text(encoding="utf-8")
    return {name: str(entry["instruction"]).strip() for name, entry in tomllib.loads(text).items()}


def instruction_for(set_name: str) -> str:
    """Return what is asked in the benchmark that the set is named after, such as ``hearsay``; else nothing."""
    folded = set_name.casefold().replace("-", "_")
    fitting = [name for name in _instructions() if f"_{folded}_".find(f"_{name}_") >= 0]
    return _instructions()[max(fitting, key=len)] if fitting else ""

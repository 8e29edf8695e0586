"""Running the variants of ``[sensitivity]``, each in a warehouse of its own below the base's.

A variant is given what the base has made of the cases, so that it is about the same people, and where only the judge
is another the talks too. The rest is made there; the base is left as it is.
"""

from collections.abc import Iterable, Mapping

from cogmed_core.errors import CogMedError, StorageError
from cogmed_core.experiment.sensitivity import variants_of
from cogmed_pipeline.progress import Progress
from cogmed_pipeline.records import ENDING, RecordStore
from cogmed_pipeline.run import run
from cogmed_pipeline.sensitivity_folders import settings_of
from cogmed_pipeline.settings import Settings
from cogmed_pipeline.stopping import Stop
from cogmed_pipeline.tables.rebuild import rebuild
from cogmed_pipeline.workshop import Workshop

SHARED = ("catalogue", "cases", "scenarios", "profiles")
"""Kinds of record that every variant has of the base; where only the judge is another, the talks too."""


def run_variants(
    settings: Settings, environ: Mapping[str, str], progress: Progress, stop: Stop | None = None
) -> CogMedError | None:
    """Run what is missing or changed of every variant, and rebuild the base's tables.

    Returns:
        Why it stopped before its end, None if it did not.
    """
    variants = variants_of(settings.experiment)
    for variant in variants:
        of_variant = settings_of(settings, variant)
        shared = (*SHARED, "episodes") if variant.factor == "judge" else SHARED
        _take_over(Workshop(settings, environ).records, Workshop(of_variant, environ).records, shared)
        stopped = run(of_variant, environ, progress, stop)
        if stopped:
            break
    else:
        stopped = None
    if variants:
        rebuild(Workshop(settings, environ))
    return stopped


def _take_over(base: RecordStore, variant: RecordStore, kinds: Iterable[str]) -> None:
    """Give a variant the base's records and their accounts."""
    try:
        for folder in (f"{parent}{kind}" for kind in kinds for parent in ("", "accounts/")):
            there = set(variant.files.names(folder))
            for name in sorted(name for name in base.files.names(folder) if name.endswith(ENDING)):
                content = base.files.read(name)
                if name not in there or variant.files.read(name) != content:
                    variant.files.write(name, content)
    except OSError as error:
        raise StorageError(f"cannot give {variant.root} the records of {base.root}: {error.strerror}") from error

"""Options that several commands share, and how they become settings."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from cogmed_core.errors import ConfigurationError
from cogmed_core.experiment.configurations import Conduct
from cogmed_core.experiment.definition import Experiment, load_experiment
from cogmed_pipeline.address import Bucket, address_of
from cogmed_pipeline.settings import RAW, WAREHOUSE, Settings

Raw = Annotated[Path, typer.Option("--raw", help="A folder of cases, or one file.")]


def place(name: str | Path) -> Path | Bucket:
    """Return a warehouse by its name or address; a blank one is most likely an unset variable."""
    if not str(name).strip():
        raise ConfigurationError("--warehouse is blank: name a folder")
    return address_of(str(name))


Warehouse = Annotated[
    Any,  # an Address, by its parser: typer knows no unions
    typer.Option("--warehouse", parser=place, metavar="DIR", help="Where results are kept: a folder, or s3://…"),
]
ExperimentName = Annotated[str, typer.Option("--experiment", help="demo, paper, or a TOML file.")]
BackbonesFile = Annotated[
    Path | None,
    typer.Option("--backbones", envvar="COGMED_BACKBONES", help="A TOML file that adds or overrides backbones."),
]
BackboneNames = Annotated[list[str] | None, typer.Option("--backbone", help="Only these backbones (may be repeated).")]
ConfigurationNames = Annotated[
    list[str] | None, typer.Option("--configuration", help="Only these configurations (may be repeated).")
]
CaseIds = Annotated[list[str] | None, typer.Option("--case", help="Only these cases (may be repeated).")]
Limit = Annotated[int | None, typer.Option("--limit", min=1, help="At most so many cases.")]
Seeds = Annotated[int | None, typer.Option("--seeds", min=1, help="Seeds 0 to N-1.")]
Rounds = Annotated[int | None, typer.Option("--rounds", min=1, max=100, help="Rounds until a deadlock.")]
RoundProtocol = Annotated[
    Conduct | None,
    typer.Option("--protocol", help="strict; speculative: the same, sooner; simultaneous: parties decide at once."),
]
Concurrency = Annotated[int | None, typer.Option("--concurrency", min=1, help="Model calls in flight per backbone.")]
MaxCost = Annotated[
    float | None, typer.Option("--max-cost", min=0, help="Stop before more is spent, in the currency of the prices.")
]

Force = Annotated[
    bool, typer.Option("--force", help="Mediate and judge again what is up to date, asking the models again.")
]

DEFAULT_RAW, DEFAULT_WAREHOUSE, DEFAULT_EXPERIMENT = RAW, WAREHOUSE, "demo"


def experiment_from(
    name: str,
    *,
    backbones: list[str] | None = None,
    configurations: list[str] | None = None,
    seeds: int | None = None,
    rounds: int | None = None,
    protocol: Conduct | None = None,
) -> Experiment:
    """Load an experiment and apply what the command line says about it."""
    return load_experiment(name).with_changes(
        backbones=backbones or None,
        configurations=configurations or None,
        seeds=list(range(seeds)) if seeds else None,
        rounds=rounds,
        protocol=protocol,
    )


def settings_from_options(options: Mapping[str, Any]) -> Settings:
    """Return the settings of a command that takes all the options of ``run``."""
    return Settings(
        raw=options["raw"],
        warehouse=options["warehouse"],
        experiment=experiment_from(
            options["experiment"],
            backbones=options["backbone"],
            configurations=options["configuration"],
            seeds=options["seeds"],
            rounds=options["rounds"],
            protocol=options["protocol"],
        ),
        backbones_file=options["backbones"],
        case_ids=tuple(options["case"] or ()),
        limit=options["limit"],
        concurrency=options["concurrency"],
        max_cost=options["max_cost"],
        force=bool(options.get("force")),
    )

"""An experiment as a TOML file: what is varied, what is fixed, who plays which role."""

from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, field_validator

from cogmed_core.domain.mistake import told
from cogmed_core.domain.record import Record
from cogmed_core.errors import ConfigurationError
from cogmed_core.experiment.arms import Arm, arms_of
from cogmed_core.experiment.configurations import CONFIGURATIONS, Conduct, Protocol
from cogmed_core.experiment.deliberating import Deliberating
from cogmed_core.experiment.sensitivity import Sensitivity
from cogmed_core.toml_file import read_toml

ARM = "arm"
"""In ``[roles]``: the arm's own backbone."""

SHIPPED = ("demo", "paper")


class Roles(Record):
    """Which backbone plays which role; ``arm`` is the arm's own.

    Scenarios and profiles are shared by all arms, so a profiler ``arm`` is the experiment's first backbone. An
    anonymiser looks over what the rules have masked; without one, as by default, no model sees a case before that.
    """

    mediator: str = ARM
    stage_evaluator: str = ARM
    profiler: str = ARM
    litigant: str = ARM
    anonymiser: str | None = Field(default=None, min_length=1)
    judges: tuple[str, ...] = Field(default=(ARM,), min_length=1)

    def backbone_of(self, role: str, arm_backbone: str) -> str:
        """Return the backbone that plays ``role`` in an arm on ``arm_backbone``."""
        named = str(getattr(self, role))
        return arm_backbone if named == ARM else named

    def judges_of(self, arm_backbone: str) -> tuple[str, ...]:
        """Return the judging backbones of an arm, each once."""
        return tuple(dict.fromkeys(arm_backbone if judge == ARM else judge for judge in self.judges))


class Experiment(Record):
    """Everything that decides a result, apart from the cases, the prompts and the code."""

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$")
    backbones: tuple[str, ...] = Field(min_length=1)
    configurations: tuple[str, ...] = Field(min_length=1)
    seeds: tuple[Annotated[int, Field(ge=0)], ...] = Field(min_length=1)
    rounds: int = Field(ge=1, le=100)
    protocol: Conduct = Field(
        default="strict",
        description="simultaneous: litigants decide at once, not in turn; speculative: strict, the same talks sooner",
    )
    temperature: float = Field(ge=0, le=2)
    language: Literal["zh", "en", "case"] = Field(description="of the simulation; 'case' is each case's own")
    roles: Roles = Roles()
    temperature_outside: float | None = Field(
        default=None, ge=0, le=2, description="of what is no talk: structuring, profiles, judges; by default the same"
    )
    judge_repeats: int = Field(
        default=1, ge=1, le=20, description="sheets of each judge an episode; the order of the two texts takes turns"
    )
    judge_conduct: bool = Field(default=False, description="further dimensions, by one more call a sheet (paper §6)")
    deliberation: Deliberating = Deliberating()
    sensitivity: Sensitivity = Sensitivity()

    @field_validator("configurations")
    @classmethod
    def exist(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        """Check every configuration's name."""
        unknown = [name for name in names if name not in CONFIGURATIONS]
        if unknown:
            raise ValueError(f"unknown configuration {', '.join(unknown)}; there are {', '.join(CONFIGURATIONS)}")
        return tuple(dict.fromkeys(names))

    @field_validator("backbones", "seeds")
    @classmethod
    def once(cls, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """Name each once, in the order given."""
        return tuple(dict.fromkeys(values))

    @property
    def outside(self) -> float:
        """The temperature of everything around the talks."""
        return self.temperature if self.temperature_outside is None else self.temperature_outside

    @property
    def arms(self) -> tuple[Arm, ...]:
        """Every arm of the experiment."""
        return arms_of(self.backbones, self.configurations, self.heard)

    @property
    def heard(self) -> Protocol:
        """The protocol that results depend on."""
        return "simultaneous" if self.protocol == "simultaneous" else "strict"

    @property
    def profiler(self) -> str:
        """The backbone that structures cases and draws profiles."""
        return self.roles.backbone_of("profiler", self.backbones[0])

    @property
    def anonymiser(self) -> str | None:
        """The backbone that looks over anonymized cases, None where nobody does."""
        return self.roles.anonymiser and self.roles.backbone_of("anonymiser", self.backbones[0])

    def players(self, arm_backbone: str) -> tuple[str, ...]:
        """Return the backbones that take part in an arm's episodes, judges aside, each once."""
        roles = ("mediator", "stage_evaluator", "litigant")
        played = [self.roles.backbone_of(role, arm_backbone) for role in roles]
        return tuple(dict.fromkeys([*played, self.profiler]))

    def backbones_used(self) -> tuple[str, ...]:
        """Return every backbone that some role of some arm needs, each once."""
        used = [self.profiler, *filter(None, [self.anonymiser])]
        for backbone in self.backbones:
            used += [*self.players(backbone), *self.roles.judges_of(backbone)]
        used += [*self.sensitivity.litigant, *self.sensitivity.judge]
        return tuple(dict.fromkeys(used))

    def with_changes(self, **changes: Any) -> "Experiment":
        """Return a validated copy; changes that are None are left out."""
        kept = {name: value for name, value in changes.items() if value is not None}
        return parse_experiment({**self.model_dump(), **kept}, "the command line")


def load_experiment(name_or_file: str) -> Experiment:
    """Load a shipped experiment by name, or any other from a TOML file."""
    if name_or_file in SHIPPED:
        source = resources.files("cogmed_core.experiment").joinpath(f"{name_or_file}.toml")
        return parse_experiment(read_toml(source.read_bytes(), name_or_file), name_or_file)
    path = Path(name_or_file)
    if not path.is_file():
        raise ConfigurationError(
            f"no experiment {name_or_file!r}: give one of {', '.join(SHIPPED)} or the path of a TOML file"
        )
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ConfigurationError(f"cannot read the experiment {path}: {error.strerror}") from error
    return parse_experiment(read_toml(content, str(path)), str(path))


def parse_experiment(content: Mapping[str, Any], source: str) -> Experiment:
    """Validate the content of an experiment file; every mistake is named in one line."""
    try:
        return Experiment.model_validate(content)
    except ValidationError as error:
        mistakes = "; ".join(told(mistake, Experiment) for mistake in error.errors(include_input=False))
        raise ConfigurationError(f"experiment in {source}: {mistakes}") from error

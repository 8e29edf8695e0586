"""The part of an experiment that deliberates: which frameworks answer the yes/no questions."""

from typing import Any

from pydantic import Field, field_validator, model_validator

from cogmed_core.deliberation.registry import PAPER, AnyFramework, framework_of
from cogmed_core.domain.record import Record
from cogmed_core.errors import ConfigurationError
from cogmed_core.experiment.configurations import CONFIGURATIONS
from cogmed_core.experiment.contests import REAL, Aspect


class Deliberating(Record):
    """``[deliberation]`` of an experiment's file; the numbers of the four frameworks are the paper's."""

    frameworks: tuple[str, ...] = Field(default=tuple(PAPER), min_length=1)
    variants: dict[str, dict[str, Any]] = Field(
        default={}, description="further frameworks by name: their kind, and the numbers that differ from the paper's"
    )
    panels: tuple[str, ...] = Field(default=(), description="frameworks that compare settlements; none: nobody does")
    rivals: tuple[str, ...] = Field(
        default=(REAL,), min_length=1, description="what each settlement is held against: real, or a configuration's"
    )
    aspects: tuple[Aspect, ...] = Field(default=("overall",), min_length=1)

    @field_validator("frameworks", "panels", "rivals", "aspects")
    @classmethod
    def once(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        """Name each once, in the order given."""
        return tuple(dict.fromkeys(names))

    @field_validator("rivals")
    @classmethod
    def known(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        """Check every rival."""
        unknown = [name for name in names if name not in (REAL, *CONFIGURATIONS)]
        if unknown:
            raise ValueError(f"unknown rival {', '.join(unknown)}; there are {REAL}, {', '.join(CONFIGURATIONS)}")
        return names

    @model_validator(mode="after")
    def exist(self) -> "Deliberating":
        """Check every framework and every variant."""
        try:
            for name in (*self.variants, *self.frameworks, *self.panels):
                self.framework(name)
        except ConfigurationError as error:
            raise ValueError(str(error)) from None
        return self

    def framework(self, name: str) -> AnyFramework:
        """Return a framework of this experiment by name."""
        return framework_of(name, self.variants.get(name))

"""The part of an experiment that deliberates: which frameworks answer the yes/no questions."""

from typing import Any

from pydantic import Field, field_validator, model_validator

from cogmed_core.deliberation.registry import PAPER, AnyFramework, framework_of
from cogmed_core.domain.record import Record
from cogmed_core.errors import ConfigurationError


class Deliberating(Record):
    """``[deliberation]`` of an experiment's file; the numbers of the four frameworks are the paper's."""

    frameworks: tuple[str, ...] = Field(default=tuple(PAPER), min_length=1)
    variants: dict[str, dict[str, Any]] = Field(
        default={}, description="further frameworks by name: their kind, and the numbers that differ from the paper's"
    )

    @field_validator("frameworks")
    @classmethod
    def once(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        """Name each once, in the order given."""
        return tuple(dict.fromkeys(names))

    @model_validator(mode="after")
    def exist(self) -> "Deliberating":
        """Check every framework and every variant."""
        try:
            for name in (*self.variants, *self.frameworks):
                self.framework(name)
        except ConfigurationError as error:
            raise ValueError(str(error)) from None
        return self

    def framework(self, name: str) -> AnyFramework:
        """Return a framework of this experiment by name."""
        return framework_of(name, self.variants.get(name))

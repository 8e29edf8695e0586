"""One at a time: what the results do when a single choice of the experiment is another."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from cogmed_core.domain.record import Record

if TYPE_CHECKING:
    from cogmed_core.experiment.definition import Experiment


class Sensitivity(Record):
    """``[sensitivity]`` of an experiment's file: other values of one choice each; all else stays as it is."""

    temperature: tuple[Annotated[float, Field(ge=0, le=2)], ...] = ()
    rounds: tuple[Annotated[int, Field(ge=1, le=100)], ...] = ()
    litigant: tuple[str, ...] = Field(default=(), description="backbones that play the litigants")
    judge: tuple[str, ...] = Field(default=(), description="backbones that judge alone, over the same talks")


@dataclass(frozen=True, slots=True)
class Variant:
    """The experiment with one choice changed."""

    factor: str
    value: str
    experiment: "Experiment"

    @property
    def name(self) -> str:
        """Safe as the name of a folder."""
        return re.sub(r"[^A-Za-z0-9_.-]", "_", f"{self.factor}-{self.value}")


def variants_of(experiment: "Experiment") -> list[Variant]:
    """Return every variant that differs from the experiment.

    Cases are structured, profiles drawn and settlements judged as in the experiment itself, so that a variant of the
    talks is paired with the base on the same people and read in the same way.
    """
    asked, roles = experiment.sensitivity, experiment.roles.model_dump()
    changes: list[tuple[str, Any, dict[str, Any]]] = [
        *(("temperature", value, {"temperature": value}) for value in asked.temperature),
        *(("rounds", value, {"rounds": value}) for value in asked.rounds),
        *(("litigant", value, {"roles": roles | {"litigant": value}}) for value in asked.litigant),
        *(("judge", value, {"roles": roles | {"judges": (value,)}}) for value in asked.judge),
    ]
    fixed = {"sensitivity": {}, "temperature_outside": experiment.outside, "deliberation": {}}
    base = experiment.with_changes(**fixed)
    found = [Variant(factor, f"{value}", base.with_changes(**change)) for factor, value, change in changes]
    return [one for one in found if one.experiment != base]

"""Configurations as data: which modules sit with the mediator and which with the litigants (paper §4.3)."""

from collections.abc import Mapping
from typing import Literal

from cogmed_core.domain.record import Record
from cogmed_core.errors import ConfigurationError

Protocol = Literal["strict", "simultaneous"]
"""Who hears whom in a round: each litigant the one before (the paper), or all only the mediator."""
Conduct = Literal["strict", "speculative", "simultaneous"]
"""How an experiment goes through rounds: by a protocol, or by the strict one with what is likely asked ahead."""


class Configuration(Record):
    """A named list of modules for each kind of seat, and the protocol of a round."""

    name: str
    mediator: tuple[str, ...] = ()
    litigant: tuple[str, ...] = ()
    protocol: Protocol = "strict"

    def under(self, protocol: Protocol) -> "Configuration":
        """Return the same modules under another protocol; it is another arm, and its name says so."""
        if protocol == self.protocol:
            return self
        return self.model_copy(update={"name": f"{self.name}_{protocol}", "protocol": protocol})

    def without(self, module: str) -> "Configuration":
        """Return the ablation ``no_{module}``; a module that is not there is an error."""
        if module not in self.mediator + self.litigant:
            known = ", ".join(dict.fromkeys(self.mediator + self.litigant)) or "none"
            raise ConfigurationError(f"configuration {self.name!r} has no module {module!r}; it has {known}")
        return Configuration(
            name=f"no_{module}" if self.name == "full" else f"{self.name}_no_{module}",
            mediator=tuple(name for name in self.mediator if name != module),
            litigant=tuple(name for name in self.litigant if name != module),
        )


BASELINE = Configuration(name="baseline")
FULL = Configuration(name="full", mediator=("fsm", "stk"), litigant=("dbt",))
MEDIATOR_DBT = Configuration(name="mediator_dbt", mediator=("fsm", "stk", "dbt"), litigant=("dbt",))
"""The other reading of §3.3: belief tracking with the mediator too."""
FULL_COURT = Configuration(name="full_court", mediator=("fsm", "stk_three_ply"), litigant=("dbt",))
"""Full, with a reality check that is argued out before a judge first (3-Ply of the second paper)."""

CONFIGURATIONS: Mapping[str, Configuration] = {
    configuration.name: configuration
    for configuration in (
        BASELINE,
        FULL,
        FULL.without("fsm"),
        FULL.without("stk"),
        FULL.without("dbt"),
        MEDIATOR_DBT,
        FULL_COURT,
    )
}


def configuration_named(name: str) -> Configuration:
    """Return a configuration, ``NAME_simultaneous`` too; an unknown name is an error that lists the known ones."""
    modules = name.removesuffix("_simultaneous")
    if modules not in CONFIGURATIONS:
        raise ConfigurationError(f"unknown configuration {name!r}; there are {', '.join(CONFIGURATIONS)}")
    return CONFIGURATIONS[modules].under("strict" if modules == name else "simultaneous")

"""An arm: one configuration on one backbone."""

from cogmed_core.domain.record import Record
from cogmed_core.experiment.configurations import Configuration, Protocol, configuration_named


class Arm(Record):
    """What is varied in an experiment. Its key is safe as a partition key and a folder name."""

    backbone: str
    configuration: Configuration

    @property
    def key(self) -> str:
        """The arm's name, ``backbone.configuration``."""
        return f"{self.backbone}.{self.configuration.name}"


def arms_of(
    backbones: tuple[str, ...], configurations: tuple[str, ...], protocol: Protocol = "strict"
) -> tuple[Arm, ...]:
    """Return every backbone × configuration under a protocol, backbones outermost."""
    return tuple(
        Arm(backbone=backbone, configuration=configuration_named(name).under(protocol))
        for backbone in backbones
        for name in configurations
    )

"""Which arms are compared: declared by the design, before anybody has seen a figure.

Within a backbone every configuration is compared with the full framework (the paper's Table 1, and its ablation in
Table 2). Across backbones the full framework on each is compared with the baseline on every other (its §5.2). These
comparisons of one metric are the family over which p-values are adjusted; nothing else is tested.
"""

from collections.abc import Sequence

FULL, BASELINE = "full", "baseline"

Arm = tuple[str, str]
"""Backbone and configuration."""


def declared(arms: Sequence[Arm]) -> tuple[tuple[Arm, Arm], ...]:
    """Return the pairs to compare, the one expected to do better first, in the order of the arms.

    A backbone without the full framework is compared against its first configuration.
    """
    by_backbone: dict[str, list[str]] = {}
    for backbone, configuration in arms:
        by_backbone.setdefault(backbone, []).append(configuration)
    within = [
        ((backbone, reference), (backbone, other))
        for backbone, configurations in by_backbone.items()
        for reference in [FULL if FULL in configurations else configurations[0]]
        for other in configurations
        if other != reference
    ]
    across = [
        ((one, FULL), (other, BASELINE))
        for one in by_backbone
        for other in by_backbone
        if one != other and FULL in by_backbone[one] and BASELINE in by_backbone[other]
    ]
    return (*within, *across)


def arm_key(arm: Arm) -> str:
    """Return an arm's name as the tables have it."""
    return ".".join(arm)

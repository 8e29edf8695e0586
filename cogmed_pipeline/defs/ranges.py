"""Partition keys as the ranges that Dagster gives a run: the smallest that cover them."""

from collections.abc import Collection, Sequence

RANGE_START, RANGE_END = "dagster/asset_partition_range_start", "dagster/asset_partition_range_end"


def covering(keys: Collection[str], *dimensions: Sequence[str]) -> dict[str, str]:
    """Return the tags of a run over the smallest range that holds all keys.

    Args:
        keys: of as many parts as there are dimensions, ``first|second``.
        dimensions: the keys of each dimension, in their order.
    """
    corners = []
    for place, order in enumerate(dimensions):
        along = {key.split("|")[place] for key in keys}
        positions = [position for position, key in enumerate(order) if key in along]
        corners.append((order[positions[0]], order[positions[-1]]))
    return {
        RANGE_START: "|".join(first for first, _ in corners),
        RANGE_END: "|".join(last for _, last in corners),
    }


def covered(tags: dict[str, str], *dimensions: Sequence[str]) -> int:
    """Return how many keys such a range holds."""
    count = 1
    corners = zip(tags[RANGE_START].split("|"), tags[RANGE_END].split("|"), strict=True)
    for order, (first, last) in zip(dimensions, corners, strict=True):
        count *= order.index(last) - order.index(first) + 1
    return count

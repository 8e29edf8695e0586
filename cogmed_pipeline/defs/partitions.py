"""The two dimensions of the pipeline. Both grow: with the raw folder, and with the arms that are asked for."""

import dagster as dg

CASES = dg.DynamicPartitionsDefinition(name="case")
ARMS = dg.DynamicPartitionsDefinition(name="arm")
GRID = dg.MultiPartitionsDefinition({"arm": ARMS, "case": CASES})


def register(instance: dg.DagsterInstance, dimension: dg.DynamicPartitionsDefinition, keys: list[str]) -> None:
    """Add the keys a dimension does not have yet."""
    name = str(dimension.name)
    missing = [key for key in keys if not instance.has_dynamic_partition(name, key)]
    if missing:
        instance.add_dynamic_partitions(name, missing)


def forget(instance: dg.DagsterInstance, dimension: dg.DynamicPartitionsDefinition, keys: set[str]) -> None:
    """Keep only the given keys of a dimension."""
    name = str(dimension.name)
    for key in instance.get_dynamic_partitions(name):
        if key not in keys:
            instance.delete_dynamic_partition(name, key)

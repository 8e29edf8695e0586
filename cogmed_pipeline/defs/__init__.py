"""Dagster's view of the pipeline: partitions, resources, thin assets, checks and jobs."""

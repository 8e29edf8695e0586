"""The orchestra: Dagster assets, the warehouse and the command line around cogmed_core."""

"""What the assets do, without Dagster: each step reads records, calls the core and writes records."""

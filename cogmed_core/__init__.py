"""The science: plain asynchronous Python that simulates and judges mediations; no Dagster, no database."""

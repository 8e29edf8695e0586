"""The only place that talks to models."""

"""Frozen records, one file a noun."""

"""Structured identifiers: each with its shape, its check and the words that announce it."""

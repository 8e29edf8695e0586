"""The agreement as structured terms, read from text by rules, and held against the real one field by field."""

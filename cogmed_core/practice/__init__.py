"""Practice: a person mediates, the litigants are the same agents as in every experiment (paper §6, training)."""

"""People: their names, what announces them, and what else they are called."""

"""LLM judges: blind to the arm, comparing an episode with the case's real settlement (paper §4.4)."""

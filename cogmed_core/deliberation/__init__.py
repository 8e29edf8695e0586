"""Several agents on one yes/no question: the frameworks of the second paper, and what their answers are worth."""

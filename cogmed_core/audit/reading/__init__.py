"""Reading what was said: sums, time limits, acts, clauses. Rules for Chinese and English, no model."""

"""Ratings by people: blind sheets out, checked sheets in, agreement and bias."""

"""Statistics: arrays in, small frozen records out, one statistic a file.

Every figure comes with its n, and with an interval wherever the data allow one. Nothing here knows of
episodes or judges: the callers hand over numbers and the labels that say which numbers belong together. A
bad array (NaN, unequal lengths, a count below zero) is the caller's mistake: ``ValueError``.
"""

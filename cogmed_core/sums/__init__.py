"""Sums of money, shares and numerals read out of Chinese and English prose, by whoever needs them."""

"""The check digits of Chinese identifiers, and dates that can be."""

import re
from datetime import date

_SEPARATORS = re.compile(r"[\s-]")


def compact(number: str) -> str:
    """Return a number without the spaces and hyphens it is written with."""
    return _SEPARATORS.sub("", number).upper()


def has_birth_date(number: str) -> bool:
    """Say whether digits 7 to 14 are a date of the years 1880 to 2099."""
    digits = compact(number)
    try:
        born = date(int(digits[6:10]), int(digits[10:12]), int(digits[12:14]))
    except ValueError:
        return False
    return 1880 <= born.year < 2100


def passes_luhn(number: str) -> bool:
    """Check a card number (ISO 7812)."""
    total = 0
    for place, digit in enumerate(reversed(compact(number))):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0

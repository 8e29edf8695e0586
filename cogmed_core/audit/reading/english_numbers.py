"""English numbers in words: two thousand five hundred, fifteen hundred, a million."""

_UNITS = {
    word: value
    for value, word in enumerate(
        (
            *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
            *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
        )
    )
} | {
    word: 10 * value
    for value, word in enumerate(
        ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), start=2
    )
}
_UNITS |= {"a": 1, "an": 1}
_THOUSANDS = {"thousand": 1_000, "grand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}

NUMBER_WORDS = "|".join(sorted((*_UNITS, "hundred", *_THOUSANDS), key=len, reverse=True))
"""Alternatives of a pattern that matches one word of a number."""


def number_in_words(text: str) -> int | None:
    """Return the value of an English number in words, or None where a word is no part of one."""
    whole = section = 0
    words = [word for word in text.lower().replace("-", " ").split() if word != "and"]
    for word in words:
        if word in _UNITS:
            section += _UNITS[word]
        elif word == "hundred":
            section = (section or 1) * 100
        elif word in _THOUSANDS:
            whole += (section or 1) * _THOUSANDS[word]
            section = 0
        else:
            return None
    return whole + section if words else None

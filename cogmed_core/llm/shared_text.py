"""A text as what is new in it: prompts of one dialogue repeat each other nearly whole."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class New:
    """A text that begins like one earlier text and ends like another; ``new`` stands between."""

    begins: int
    """Characters it shares with the beginning of the first."""
    new: str
    ends: int
    """Characters it shares with the end of the second."""

    @classmethod
    def of(cls, text: str, first: str, second: str, expected: tuple[int, int] = (0, 0)) -> "New":
        """Compare ``text`` with the two; ``expected`` is how much was shared the last time, which is nearly right."""
        if text is second or text == second:
            return cls(0, "", len(text))
        return cls.after(text, _shared_beginning(text, first, expected[0]), second, expected[1])

    @classmethod
    def after(cls, text: str, begins: int, second: str, expected: int) -> "New":
        """Compare ``text``, of which so many characters are known to be those of the first, with the second."""
        ends = _shared_end(text, second, len(text) - begins, expected)
        if 2 * (begins + ends) < len(text):
            return cls(0, text, 0)  # hardly alike: the text itself is there anyway, a piece of it would be a copy
        return cls(begins, text[begins : len(text) - ends], ends)

    def whole(self, first: str, second: str) -> str:
        """Return the text again, given the same two."""
        return first[: self.begins] + self.new + second[len(second) - self.ends :]


def _shared_beginning(one: str, other: str, expected: int) -> int:
    """Return how many characters two texts begin alike; by halves, because comparing slices is fast."""
    least, most = 0, min(len(one), len(other))
    if 0 < expected <= most and one.startswith(other[:expected]):
        if expected == most or one[expected] != other[expected]:
            return expected
        least = expected + 1
    while least < most:
        middle = (least + most + 1) // 2
        if one.startswith(other[least:middle], least):
            least = middle
        else:
            most = middle - 1
    return least


def _shared_end(one: str, other: str, within: int, expected: int) -> int:
    """Return how many characters two texts end alike; of the first, only those ``within`` its end count."""
    least, most = 0, min(within, len(other))
    if 0 < expected <= most and one.endswith(other[-expected:]):
        if expected == most or one[-expected - 1] != other[-expected - 1]:
            return expected
        least = expected + 1
    while least < most:
        middle = (least + most + 1) // 2
        if one.endswith(other[len(other) - middle : len(other) - least], 0, len(one) - least):
            least = middle
        else:
            most = middle - 1
    return least

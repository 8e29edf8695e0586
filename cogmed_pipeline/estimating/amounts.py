"""Calls and tokens as quantities that can be added, compared and scaled."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cogmed_core.domain.episode import RoleUsage

ByRole = Mapping[str, "Amount"]


@dataclass(frozen=True, slots=True)
class Amount:
    """So many calls, prompt tokens and reply tokens; expected ones, so fractions are fine."""

    calls: float = 0.0
    prompt: float = 0.0
    reply: float = 0.0

    def __add__(self, other: "Amount") -> "Amount":
        """Return both together."""
        return Amount(self.calls + other.calls, self.prompt + other.prompt, self.reply + other.reply)

    def __sub__(self, other: "Amount") -> "Amount":
        """Return what is left, which is nothing rather than less than nothing."""
        calls, prompt, reply = self.calls - other.calls, self.prompt - other.prompt, self.reply - other.reply
        return Amount(max(0.0, calls), max(0.0, prompt), max(0.0, reply))

    def __mul__(self, factor: "Amount") -> "Amount":
        """Return each of the three times that of ``factor``."""
        return Amount(self.calls * factor.calls, self.prompt * factor.prompt, self.reply * factor.reply)

    def times(self, number: float) -> "Amount":
        """Return so many times this."""
        return self * Amount(number, number, number)

    def __truediv__(self, other: "Amount") -> "Amount":
        """Return each of the three over that of ``other``; 1 where that is nothing."""
        pairs = ((self.calls, other.calls), (self.prompt, other.prompt), (self.reply, other.reply))
        return Amount(*(above / below if below else 1.0 for above, below in pairs))


AS_IT_IS = Amount(1.0, 1.0, 1.0)
"""The factor that changes nothing."""


def total(amounts: Iterable[Amount]) -> Amount:
    """Return the sum."""
    return sum(amounts, Amount())


def mean_by_role(items: Iterable[ByRole]) -> dict[str, Amount]:
    """Return the mean of each role over items; a role that is missing in one counts as nothing there."""
    everything = list(items)
    roles = dict.fromkeys(role for item in everything for role in item)
    return {role: total(item.get(role, Amount()) for item in everything).times(1 / len(everything)) for role in roles}


def used(usage: Iterable[RoleUsage]) -> dict[str, Amount]:
    """Return an account by role."""
    by_role: dict[str, Amount] = {}
    for use in usage:
        amount = Amount(use.calls, use.prompt_tokens, use.completion_tokens)
        by_role[use.role] = by_role.get(use.role, Amount()) + amount
    return by_role

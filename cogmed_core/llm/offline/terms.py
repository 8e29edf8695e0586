"""The terms of an offer as the rules weigh them."""

from dataclasses import dataclass, replace

from cogmed_core.llm.offline.acts import EXCLUDES, Act


@dataclass(frozen=True, slots=True)
class Terms:
    """What an offer comes to.

    ``share`` is the part of the claim that the respondents meet, None where the text does not say;
    ``instalments`` counts payments; ``days`` is the time to the first payment or to performance.
    """

    share: float | None
    instalments: int = 1
    days: int = 30
    acts: frozenset[Act] = frozenset()

    def with_acts(self, *acts: Act) -> "Terms":
        """Return the terms with ``acts`` added; what excludes an act already there is left out."""
        kept = set(self.acts)
        for act in acts:
            if EXCLUDES.get(act) not in kept:
                kept.add(act)
        return replace(self, acts=frozenset(kept), instalments=self.instalments if Act.INSTALMENTS in kept else 1)

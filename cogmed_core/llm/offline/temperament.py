"""How a personality bargains. Figures are in shares of the claim, rounds' fractions, or plain weights."""

from collections.abc import Mapping
from dataclasses import dataclass

from cogmed_core.domain.party import Personality


@dataclass(frozen=True, slots=True)
class Temperament:
    """The bargaining traits of a personality."""

    optimism: float
    """How far a party overrates its case in court, as a share of the claim."""
    pride: float
    """Part of the way from bottom line to goal that it holds above its bottom line until brought to reason."""
    reason: float
    """How much of that pride one full, concrete reality check takes away."""
    firmness: float
    """Exponent of the concession curve: above 1 it moves late, below 1 early."""
    horizon: float
    """Fraction of the rounds by which it expects to have gone as far as it will go."""
    padding: float
    """Room to bargain it adds to what it would take, as a share of the claim."""
    reserve: int
    """How often it has to be asked before it says what lies behind its claim."""
    patience: float
    """How much frustration it bears before it leaves."""
    volatility: float
    """How strongly slights and pressure act on it."""


TEMPERAMENTS: Mapping[Personality, Temperament] = {
    Personality.HARDLINE: Temperament(0.14, 0.35, 0.40, 2.2, 1.0, 0.12, 2, 3.4, 0.9),
    Personality.CONCILIATORY: Temperament(0.00, 0.08, 0.80, 0.7, 0.6, 0.04, 1, 5.0, 0.6),
    Personality.PRAGMATIC: Temperament(0.03, 0.12, 0.90, 1.0, 0.7, 0.08, 1, 4.2, 0.6),
    Personality.EMOTIONAL: Temperament(0.12, 0.30, 0.40, 1.4, 0.9, 0.10, 1, 2.6, 1.6),
    Personality.SUSPICIOUS: Temperament(0.08, 0.25, 0.55, 1.5, 0.9, 0.08, 2, 3.2, 1.1),
}

"""What a seat may see. A private profile reaches only the view of the seat that owns it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Any

from cogmed_core.domain.case import Scenario
from cogmed_core.domain.dialogue import Proposal, Utterance
from cogmed_core.domain.party import MEDIATOR, Party, Profile


@dataclass(frozen=True)
class View:
    """The table from one seat, at one moment."""

    seat: str
    scenario: Scenario
    names: Mapping[str, str]
    round: int
    rounds: int
    utterances: tuple[Utterance, ...]
    proposals: tuple[Proposal, ...]
    dialogue: str
    profile: Profile | None = None

    @property
    def party(self) -> Party | None:
        """The public description of this seat; None for the mediator."""
        return next((party for party in self.scenario.parties if party.seat == self.seat), None)

    @property
    def opponents(self) -> tuple[Party, ...]:
        """Every other litigant."""
        return tuple(party for party in self.scenario.parties if party.seat != self.seat)

    @property
    def latest(self) -> tuple[Proposal, ...]:
        """The newest proposal of each speaker, by number."""
        newest = {proposal.seat: proposal for proposal in self.proposals}
        return tuple(sorted(newest.values(), key=lambda proposal: proposal.number))

    @property
    def standing(self) -> tuple[Utterance, ...]:
        """The utterances of this round and the last in which somebody stood by a proposal, oldest first."""
        recent = takewhile(lambda utterance: utterance.round >= self.round - 1, reversed(self.utterances))
        return tuple(utterance for utterance in recent if utterance.accepted)[::-1]

    def since_last_turn(self) -> tuple[Utterance, ...]:
        """Return what others said since this seat last spoke, oldest first."""
        heard = takewhile(lambda utterance: utterance.seat != self.seat, reversed(self.utterances))
        return tuple(heard)[::-1]

    def variables(self) -> Mapping[str, Any]:
        """Return the prompt variables every template may use."""
        return self._variables

    @cached_property
    def _variables(self) -> Mapping[str, Any]:
        return {
            "seat": self.seat,
            "scenario": self.scenario,
            "names": self.names,
            "round": self.round,
            "rounds": self.rounds,
            "utterances": self.utterances,
            "proposals": self.proposals,
            "latest": self.latest,
            "standing": self.standing,
            "dialogue": self.dialogue,
            "profile": self.profile,
            "party": self.party,
            "opponents": self.opponents,
        }


def speaker_names(scenario: Scenario) -> dict[str, str]:
    """Return how each seat is called in the dialogue."""
    mediator = {"zh": "调解员", "en": "Mediator"}[scenario.language]
    space = "" if scenario.language == "zh" else " "
    return {MEDIATOR: mediator} | {party.seat: f"{party.role}{space}{party.name}" for party in scenario.parties}

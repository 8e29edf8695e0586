"""What a seat was shown, taken from the variables of its prompt and nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cogmed_core.domain.case import Scenario
from cogmed_core.domain.dialogue import Proposal, Utterance
from cogmed_core.domain.party import MEDIATOR, Party
from cogmed_core.llm.offline.dispute import Dispute, dispute
from cogmed_core.llm.offline.offer_reading import read_offer
from cogmed_core.llm.offline.terms import Terms

_EVERYONE = (
    "双方",
    "各方",
    "各位",
    "大家",
    "两家",
    "你们",
    "both",
    "each of you",
    "everyone",
    "all of you",
    "the parties",
)


@dataclass(frozen=True, slots=True)
class Sight:
    """The table as one seat sees it."""

    seat: str
    scenario: Scenario
    matter: Dispute
    round: int
    rounds: int
    utterances: tuple[Utterance, ...]
    proposals: tuple[Proposal, ...]

    @classmethod
    def of(cls, variables: Mapping[str, Any]) -> "Sight":
        """Return the sight that the table variables of a prompt give."""
        scenario: Scenario = variables["scenario"]
        return cls(
            seat=variables["seat"],
            scenario=scenario,
            matter=dispute(scenario),
            round=variables["round"],
            rounds=variables["rounds"],
            utterances=tuple(variables["utterances"]),
            proposals=tuple(variables["proposals"]),
        )

    @property
    def language(self) -> str:
        """The language of the talks."""
        return self.scenario.language

    def party(self, seat: str) -> Party:
        """Return the party at ``seat``."""
        return next(party for party in self.scenario.parties if party.seat == seat)

    def by(self, seat: str) -> tuple[Utterance, ...]:
        """Return everything ``seat`` has said."""
        return tuple(utterance for utterance in self.utterances if utterance.seat == seat)

    def terms(self, proposal: Proposal, scale: float | None = None) -> Terms:
        """Return the terms of a proposal on the table."""
        return read_offer(proposal.text, self.matter, scale)

    def tabled_by(self, *seats: str) -> tuple[Proposal, ...]:
        """Return the proposals of ``seats``, oldest first."""
        return tuple(proposal for proposal in self.proposals if proposal.seat in seats)

    def opponents(self, seat: str) -> tuple[Party, ...]:
        """Return the litigants on the other side of ``seat``."""
        return self.matter.respondents if self.matter.claims(seat) else self.matter.claimants

    def standing(self, round_number: int) -> dict[str, int]:
        """Return which proposal each litigant stood by at the end of ``round_number``."""
        return {
            utterance.seat: utterance.accepted
            for utterance in self.utterances
            if utterance.round == round_number and utterance.accepted
        }

    def backing(self, round_number: int) -> dict[int, int]:
        """Return how many litigants other than this seat stood by each proposal, its author included."""
        counts: dict[int, int] = {}
        for seat, number in self.standing(round_number).items():
            if seat != self.seat:
                counts[number] = counts.get(number, 0) + 1
        return counts

    def crossed(self, round_number: int) -> dict[int, int]:
        """Return how many litigants accepted each proposal of the mediator or of the other side."""
        counts: dict[int, int] = {}
        for seat, number in self.standing(round_number).items():
            if self.across(seat, self.proposals[number - 1].seat):
                counts[number] = counts.get(number, 0) + 1
        return counts

    def across(self, seat: str, other: str) -> bool:
        """Say whether ``other`` is the mediator or on the other side of ``seat``."""
        return other == MEDIATOR or self.matter.claims(seat) != self.matter.claims(other)


def addressed(text: str, party: Party, everyone: tuple[Party, ...]) -> float:
    """Return how directly ``text`` speaks to ``party``: 1 by name, half as one of all, 0 where others are meant."""
    if party.name in text:
        return 1.0
    named = any(other.name in text for other in everyone if other.name != party.name)
    lowered = text.lower()
    return 0.5 if not named or any(word in lowered for word in _EVERYONE) else 0.0

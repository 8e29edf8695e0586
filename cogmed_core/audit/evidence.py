"""All that a detector may look at, with what several of them need worked out once."""

from dataclasses import dataclass
from functools import cached_property

from cogmed_core.audit.reading.limits import BottomLine, bottom_line
from cogmed_core.audit.reading.payments import amount
from cogmed_core.audit.reading.people import claiming_seats
from cogmed_core.domain.case import Scenario
from cogmed_core.domain.dialogue import Proposal, Stance, Utterance
from cogmed_core.domain.episode import Episode, Outcome
from cogmed_core.domain.party import MEDIATOR, ProfileSet


@dataclass(frozen=True, eq=False)
class Evidence:
    """One episode with the public scenario and the private profiles; without profiles nothing private is checked."""

    scenario: Scenario
    episode: Episode
    profiles: ProfileSet | None = None

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The litigants' seats in the order they speak."""
        return tuple(party.seat for party in self.scenario.parties)

    @cached_property
    def names(self) -> dict[str, str]:
        """What each seat is called."""
        return {MEDIATOR: "the mediator"} | {party.seat: party.name for party in self.scenario.parties}

    @cached_property
    def claiming(self) -> frozenset[str]:
        """The seats of those who claim."""
        return claiming_seats(self.scenario)

    @cached_property
    def claim(self) -> float | None:
        """The largest sum that a claiming party openly asks for; None where nobody asks for one."""
        asked = [amount(party.claim) for party in self.scenario.parties if party.seat in self.claiming]
        return max((told[0] for told in asked if told), default=None)

    @cached_property
    def bottom_lines(self) -> dict[str, BottomLine]:
        """The private bottom line of each seat that has a profile, as far as it can be read."""
        profiles = self.profiles.profiles if self.profiles else ()
        return {one.seat: bottom_line(one.bottom_line, one.seat in self.claiming) for one in profiles}

    @cached_property
    def agreed(self) -> Proposal | None:
        """The proposal that all accepted; None without an agreement."""
        if self.episode.outcome is not Outcome.AGREEMENT:
            return None
        final = {utterance.seat: utterance.accepted for utterance in self.episode.utterances if utterance.stance}
        numbers = {final.get(seat) for seat in self.seats}
        number = numbers.pop()
        return self.proposal(number) if number and not numbers else None

    def proposal(self, number: int) -> Proposal:
        """Return a proposal by its number."""
        return self.episode.proposals[number - 1]

    def offers(self, seat: str) -> tuple[Proposal, ...]:
        """Return what ``seat`` tabled, in order."""
        return tuple(proposal for proposal in self.episode.proposals if proposal.seat == seat)

    def accepting(self) -> tuple[Utterance, ...]:
        """Return every utterance that accepts a proposal of somebody else."""
        return tuple(
            utterance
            for utterance in self.episode.utterances
            if utterance.stance is Stance.ACCEPT
            and utterance.accepted
            and utterance.accepted <= len(self.episode.proposals)
            and self.proposal(utterance.accepted).seat != utterance.seat
        )

"""The state of the talks as anyone in the room can see it: positions, movement, interests, tone."""

from dataclasses import dataclass

from cogmed_core.domain.dialogue import Proposal, Utterance
from cogmed_core.domain.party import MEDIATOR, Party
from cogmed_core.llm.offline.acts import BURDENS_CLAIMANT, BURDENS_RESPONDENT, Act, acts_in, acts_named, acts_refused
from cogmed_core.llm.offline.cues import read_cues
from cogmed_core.llm.offline.dispute import stated_share
from cogmed_core.llm.offline.sight import Sight, addressed


@dataclass(frozen=True, slots=True)
class Standing:
    """One party in the open: ``share`` is the part of the claim it last spoke for, None before any figure."""

    party: Party
    claiming: bool
    share: float | None
    stated: float | None
    stale: int
    interests: frozenset[Act]
    offered: frozenset[Act]
    refused: frozenset[Act]
    tone: float
    turns: int
    asked: bool

    @property
    def open_share(self) -> float:
        """The share spoken for, else what was stated before the mediation, else what a denial implies."""
        if self.share is not None:
            return self.share
        return self.stated if self.stated is not None else float(self.claiming)

    def beyond(self, merit: float) -> float:
        """Return how far the position lies beyond what the merits bear out."""
        return self.open_share - merit if self.claiming else merit - self.open_share


@dataclass(frozen=True, slots=True)
class Situation:
    """All standings, and what became of the mediator's last proposal."""

    standings: tuple[Standing, ...]
    package: Proposal | None
    takers: frozenset[str]

    @property
    def ask(self) -> float:
        """The highest share still asked for."""
        return max(one.open_share for one in self.standings if one.claiming)

    @property
    def offer(self) -> float:
        """The lowest share so far offered."""
        return min(one.open_share for one in self.standings if not one.claiming)

    @property
    def bounds(self) -> tuple[float, float]:
        """The span in which a proposal lies: from the most that is offered to the least that is still asked.

        Never more than anybody claiming still asks, even where one of several respondents has gone beyond that.
        """
        offered = max(one.open_share for one in self.standings if not one.claiming)
        asked = min(one.open_share for one in self.standings if one.claiming)
        return min(offered, asked), asked

    @property
    def gap(self) -> float:
        """The distance between the two sides, never below 0."""
        return max(0.0, self.ask - self.offer)

    @property
    def both_spoke_figures(self) -> bool:
        """Whether each side has put a figure of its own on the table."""
        return all(
            any(one.share is not None for one in self.standings if one.claiming is side) for side in (True, False)
        )

    @property
    def tone(self) -> float:
        """The coldest tone in the room."""
        return min(one.tone for one in self.standings)

    @property
    def interests_known(self) -> bool:
        """Whether every party has said what it cares about beside the claim."""
        return all(one.interests for one in self.standings)


def situation(sight: Sight) -> Situation:
    """Return the situation that ``sight`` shows."""
    packages = sight.tabled_by(MEDIATOR)
    package = packages[-1] if packages else None
    takers = {
        utterance.seat
        for utterance in sight.utterances
        if package and utterance.round >= max(package.round, sight.round - 1) and utterance.accepted == package.number
    }
    return Situation(tuple(_standing(sight, party) for party in sight.scenario.parties), package, frozenset(takers))


def _standing(sight: Sight, party: Party) -> Standing:
    said = sight.by(party.seat)
    claiming = sight.matter.claims(party.seat)
    share, moved = _course(sight, party.seat, claiming)
    return Standing(
        party=party,
        claiming=claiming,
        share=share,
        stated=stated_share(sight.matter, party),
        stale=len([one for one in said if one.round > moved]),
        interests=interests_of(sight, party.seat, said, claiming),
        refused=frozenset().union(*(acts_refused(one.text) for one in said)),
        offered=sight.terms(tabled[-1]).acts if (tabled := sight.tabled_by(party.seat)) else frozenset(),
        tone=read_cues(said[-1].text).valence if said else 0.0,
        turns=len(said),
        asked=any(
            read_cues(one.text).asks_interest and addressed(one.text, party, sight.scenario.parties) > 0
            for one in sight.by(MEDIATOR)
        ),
    )


def _course(sight: Sight, seat: str, claiming: bool) -> tuple[float | None, int]:
    """Return the best share for the other side that ``seat`` ever stood by, and the round it last moved."""
    best: float | None = None
    moved = 0
    for utterance in sight.by(seat):
        if not utterance.accepted:
            continue
        share = sight.terms(sight.proposals[utterance.accepted - 1]).share
        if share is not None and (best is None or (share < best if claiming else share > best)):
            best, moved = share, utterance.round
    return best, moved


def interests_of(sight: Sight, seat: str, said: tuple[Utterance, ...], claiming: bool) -> frozenset[Act]:
    """Return the acts that ``seat`` asked for in speech or in its offers: those that burden the others."""
    mine = BURDENS_CLAIMANT if claiming else BURDENS_RESPONDENT
    spoken: frozenset[Act] = frozenset().union(*(acts_in(one.text) for one in said))
    offered: frozenset[Act] = frozenset().union(*(acts_in(one.text) for one in sight.tabled_by(seat)))
    return frozenset((spoken | offered) - mine - acts_named(sight.matter.object))

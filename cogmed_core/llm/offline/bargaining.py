"""From aims, time and experience to what a litigant would take now, and what it would offer."""

from collections.abc import Sequence
from dataclasses import dataclass

from cogmed_core.domain.dialogue import Proposal
from cogmed_core.domain.episode import Belief
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.llm.offline.acts import BURDENS_CLAIMANT, BURDENS_RESPONDENT, Act, acts_named
from cogmed_core.llm.offline.aims import Aims
from cogmed_core.llm.offline.dispute import stated_share
from cogmed_core.llm.offline.experience import Experience
from cogmed_core.llm.offline.offer import grain, snapped, write_offer
from cogmed_core.llm.offline.offer_reading import read_offer
from cogmed_core.llm.offline.sight import Sight
from cogmed_core.llm.offline.terms import Terms

_GRANTED, _SILENT = 0.7, 0.4
"""Where a claim has no sum, an offer that does what is asked counts as so much of it; any other as so little."""
_WORTH_A_FIGHT = 0.03
"""A share of the claim below which nobody goes another round."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where a litigant stands this round, on its own scale: ``floor`` it keeps to, ``target`` it would take."""

    floor: float
    target: float
    gone: float
    flexibility: float | None


def position(sight: Sight, aims: Aims, felt: Experience, beliefs: Sequence[Belief]) -> Position:
    """Return what the litigant would take now.

    It goes from hope to floor along a curve set by its temper; being heard makes it go sooner. With beliefs
    it matches the flexibility it sees and asks for no more than it believes the others can give; without
    them it only reacts to the last thing said.
    """
    temper = aims.temperament
    floor = _floor(aims, felt)
    flexibility = _flexibility(sight, beliefs)
    time = min(1.0, (sight.round - 1) / max(1.0, (sight.rounds - 1) * temper.horizon))
    firmness = temper.firmness * (1 - 0.3 * min(1.0, felt.heard / 3))
    if flexibility is None:
        gone = time**firmness * (0.6 if felt.last_tone < -0.3 else 1.0)
    else:
        gone = time ** (firmness * (1.25 - 0.5 * flexibility))
    target = aims.hope - (aims.hope - floor) * gone
    if flexibility is not None and felt.best_offer is not None:
        target = min(target, max(floor, _within_reach(felt.best_offer, flexibility)))
    if felt.committed is not None:
        target = min(target, felt.committed)
    return Position(floor, max(target, aims.bottom), gone, flexibility)


def _flexibility(sight: Sight, beliefs: Sequence[Belief]) -> float | None:
    """Return the flexibility believed of the other side on average; None without beliefs."""
    opposing = {party.seat for party in sight.opponents(sight.seat)}
    seen = [belief.flexibility for belief in beliefs if belief.about in opposing]
    return sum(seen) / len(seen) if seen else None


def _within_reach(best_offer: float, flexibility: float) -> float:
    """Return what the others are believed able to give; a gain too small to fight for is let go."""
    gain = 0.5 * flexibility * (1 - best_offer)
    return best_offer + (gain if gain >= _WORTH_A_FIGHT else 0.0)


def _floor(aims: Aims, felt: Experience) -> float:
    """Return the level held now: the bottom line, and on top of it what pride is left.

    A reality check can only lower it, and never below the bottom line.
    """
    proud = aims.bottom + aims.temperament.pride * (aims.hope - aims.bottom)
    sober = aims.bottom if felt.realistic is None else min(proud, max(aims.bottom, felt.realistic))
    return sober + (proud - sober) * felt.pride


def worth(sight: Sight, aims: Aims, proposal: Proposal) -> float | None:
    """Return what a proposal is worth to the litigant, None where its terms can't be read."""
    terms = sight.terms(proposal, aims.scale)
    if terms.share is None and sight.matter.claim is None:
        granted = _overlap(sight.matter.object, proposal.text) >= 0.5
        return aims.of_share(_GRANTED if granted else _SILENT) + aims.extras(terms.acts)
    return aims.utility(terms)


def _overlap(wanted: str, text: str) -> float:
    pieces = {wanted[index : index + 2] for index in range(len(wanted) - 1)}
    return sum(piece in text for piece in pieces) / max(1, len(pieces))


def acceptable(sight: Sight, aims: Aims, at: Position) -> Proposal | None:
    """Return the proposal to accept: what most already stand by this round, then what is newest.

    A proposal of one's own side is no answer to the other side, unless somebody over there has taken it.
    """
    now, before = sight.backing(sight.round), sight.crossed(sight.round - 1)
    taken = set(sight.crossed(sight.round)) | set(before)
    candidates = [
        proposal
        for proposal in sight.proposals
        if (proposal.number in taken or sight.across(sight.seat, proposal.seat))
        and (value := worth(sight, aims, proposal)) is not None
        and value >= at.target - 1e-9
    ]
    ranked = ((now.get(one.number, 0), one.number, one) for one in candidates)
    return max(ranked, key=lambda one: one[:2], default=(0, 0, None))[2]


def endorsed(sight: Sight, aims: Aims, own: Terms | None, at: Position) -> Proposal | None:
    """Return an ally's offer of this round, if it will do and gives the other side no less than ``own`` would."""
    if own is None or own.share is None:
        return None
    for proposal in reversed(sight.proposals):
        if proposal.round != sight.round or sight.across(sight.seat, proposal.seat):
            continue
        share, value = sight.terms(proposal, aims.scale).share, worth(sight, aims, proposal)
        if (
            share is not None
            and value is not None
            and value >= at.target
            and aims.of_share(share) <= aims.of_share(own.share)
        ):
            return proposal
    return None


def stood_alone(sight: Sight, number: int) -> int:
    """Return in how many earlier rounds the litigant stood by a proposal without being joined."""
    return sum(1 for one in sight.by(sight.seat) if one.accepted == number and one.tabled != number)


def counter_offer(sight: Sight, aims: Aims, felt: Experience, at: Position) -> Terms | None:
    """Return new terms the litigant would sign now, or None where it has nothing new to say.

    An offer never takes back what an earlier one gave, nor asks for less than all opponents already granted.
    """
    acts = _acts(sight, aims, felt, at)
    asked = at.target + aims.temperament.padding * (1 - at.gone) - aims.extras(acts)
    asked = max(asked, _conceded_by_all(sight, felt))
    asked = min(asked, aims.of_share(stated_share(sight.matter, sight.party(sight.seat)) or float(aims.claiming)))
    share = snapped(aims.of_share(asked), sight.matter, up=aims.claiming)
    own = [terms for p in sight.tabled_by(sight.seat) if (terms := sight.terms(p, aims.scale)).share is not None]
    if own:
        last = own[-1].share or 0.0
        share = min(share, last) if aims.claiming else max(share, last)
        nothing_new = abs(share - last) < grain(sight.matter) / 2 and acts <= own[-1].acts
        if nothing_new:
            return None
    terms = Terms(share, instalments=_instalments(acts, sight), days=_days(acts), acts=acts)
    value = aims.utility(read_offer(write_offer(terms, sight.matter), sight.matter, aims.scale))
    return terms if value is not None and value >= at.target - 1e-9 else None


def _conceded_by_all(sight: Sight, felt: Experience) -> float:
    """Return the share that every opponent has said yes to so far, on the litigant's scale."""
    return min(felt.conceded.get(party.seat, 0.0) for party in sight.opponents(sight.seat))


def _acts(sight: Sight, aims: Aims, felt: Experience, at: Position) -> frozenset[Act]:
    """Return the acts of an offer: what it has said it wants, and what it grants the others.

    The base is the mediator's last package where that package is worth having; a litigant with beliefs also
    grants what it has learned the others care about, unless it minds.
    """
    own = frozenset(aims.wants) & felt.told
    base = own
    if packages := sight.tabled_by(MEDIATOR):
        package = sight.terms(packages[-1], aims.scale).acts
        base = package | own if aims.extras(package) >= 0 else own
    if at.flexibility is not None:
        burdens = BURDENS_CLAIMANT if aims.claiming else BURDENS_RESPONDENT
        quoted = acts_named(sight.matter.object)
        base |= {act for act in felt.learned & burdens if act not in aims.averse and act not in quoted}
    return Terms(0.0).with_acts(*sorted(own), *sorted(base)).acts


def _instalments(acts: frozenset[Act], sight: Sight) -> int:
    return 1 if Act.INSTALMENTS not in acts else 6 if (sight.matter.claim or 0) >= 50_000 else 3


def _days(acts: frozenset[Act]) -> int:
    return 7 if Act.PROMPT in acts else 30

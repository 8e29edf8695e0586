"""What the talks have done to a litigant so far, folded from the public record alone."""

import re
from dataclasses import dataclass, field

from cogmed_core.domain.dialogue import Utterance
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.llm.offline.acts import Act, acts_in
from cogmed_core.llm.offline.aims import Aims
from cogmed_core.llm.offline.cues import RISKS, Cues, read_cues
from cogmed_core.llm.offline.measure import Measure
from cogmed_core.llm.offline.patterns import cue
from cogmed_core.llm.offline.sight import Sight, addressed
from cogmed_core.sums.amounts import shares, sums

_COURT = cue("法院|判决|裁判|支持|类案", r"(?:court|judge|tribunal|judgment)\b")
_MOVE = 0.02
"""A fiftieth of the claim is the least that is felt as a move."""
_VAGUE = 0.4
"""A warning without a figure brings a party this far at most towards reason."""


@dataclass(slots=True)
class Experience:
    """The state of one litigant.

    ``heard`` counts times it was acknowledged or asked, ``asked`` times it was asked what lies behind its
    claim; ``pride`` is the part of its pride left (1 all, 0 none); ``realistic`` is what a court would give
    it on its own scale, as last heard; ``frustration`` grows with slights, standstill and pressure; ``committed`` is
    the least it has already said yes to; ``conceded`` is the most each opponent has said yes to, as a share on
    this party's scale.
    """

    heard: float = 0.0
    asked: int = 0
    pride: float = 1.0
    realistic: float | None = None
    frustration: float = 0.0
    tempered_now: bool = False
    told: frozenset[Act] = frozenset()
    learned: frozenset[Act] = frozenset()
    best_offer: float | None = None
    committed: float | None = None
    conceded: dict[str, float] = field(default_factory=dict)
    moved_now: bool = False
    last_tone: float = 0.0


def lived_through(sight: Sight, aims: Aims) -> Experience:
    """Return the experience of ``sight.seat`` up to its turn."""
    felt = Experience(told=sight.matter.pressed & frozenset(aims.wants) if aims.claiming else frozenset())
    last_move = 1
    for utterance in sight.utterances:
        cues = read_cues(utterance.text)
        now = utterance.round == sight.round
        if utterance.seat == sight.seat:
            felt.told |= acts_in(utterance.text)
            _commit(felt, sight, aims, utterance)
        elif utterance.seat == MEDIATOR:
            felt.tempered_now = _hear_mediator(felt, sight, aims, utterance, cues) and now
        else:
            offered_before = felt.best_offer is not None
            moved = _hear_litigant(felt, sight, aims, utterance, cues)
            felt.moved_now = moved and offered_before
            if moved:
                last_move = utterance.round
            elif utterance.round > max(2, last_move) and _last_of_round(sight, utterance):
                felt.frustration += 0.25
    return felt


def _commit(felt: Experience, sight: Sight, aims: Aims, utterance: Utterance) -> None:
    """Remember what the party has accepted or offered: it does not ask for more afterwards."""
    if not utterance.accepted:
        return
    worth = aims.utility(sight.terms(sight.proposals[utterance.accepted - 1], aims.scale))
    if worth is not None:
        felt.committed = worth if felt.committed is None else min(felt.committed, worth)


def _last_of_round(sight: Sight, utterance: Utterance) -> bool:
    return not any(
        later.round == utterance.round and later.seat not in (sight.seat, MEDIATOR)
        for later in sight.utterances[utterance.position :]
    )


def _hear_mediator(felt: Experience, sight: Sight, aims: Aims, utterance: Utterance, cues: Cues) -> bool:
    """Take in what the mediator said; say whether it was a reality check to this party."""
    me = sight.party(sight.seat)
    directly = addressed(utterance.text, me, sight.scenario.parties)
    volatility = aims.temperament.volatility
    relief = directly * (0.5 * cues.acknowledges + 0.5 * cues.asks)
    felt.heard += relief
    felt.asked += bool(directly and cues.asks_interest)
    soothed = 0.35 * relief / (1 + 0.25 * felt.heard)
    felt.frustration = max(0.0, felt.frustration - soothed + 0.4 * cues.presses * volatility)
    checked = directly > 0 and _temper(felt, sight, aims, utterance, cues, directly)
    if utterance.tabled:
        _weigh_proposal(felt, sight, aims, utterance.tabled)
    return checked


def _temper(felt: Experience, sight: Sight, aims: Aims, utterance: Utterance, cues: Cues, directly: float) -> bool:
    """Let a reality check take away pride: by how concrete it is, how directly it is put, and who hears it."""
    if cues.risks < 2:
        return False
    figure = _court_figure(sight, aims, utterance.text)
    concrete = cues.risks / len(RISKS)
    weight = aims.temperament.reason * directly * (concrete if figure is not None else concrete * _VAGUE)
    if felt.heard < 1:
        weight *= 0.7
    felt.pride *= 1 - weight
    if figure is not None:
        felt.realistic = figure if felt.realistic is None else min(felt.realistic, figure)
    return figure is not None


def _court_figure(sight: Sight, aims: Aims, text: str) -> float | None:
    """Return the middle of the range that a court is said to give, on the party's own scale."""
    for sentence in re.split(r"[。；\n]|\.\s", text):
        if not _COURT.search(sentence):
            continue
        found = [one.value for one in shares(sentence)]
        if not found and aims.scale:
            periodic = sight.matter.measure is Measure.PERIODIC
            found = [one.value / aims.scale for one in sums(sentence) if periodic or not one.rate]
        if found:
            return aims.of_share(min(1.0, sum(found[:2]) / len(found[:2])))
    return None


def _weigh_proposal(felt: Experience, sight: Sight, aims: Aims, number: int) -> None:
    """A proposal before anybody asked what matters is felt as pressure, one far below the bottom line as a slight."""
    terms = sight.terms(sight.proposals[number - 1], aims.scale)
    worth = aims.utility(terms)
    if not felt.asked:
        felt.frustration += 0.5 * aims.temperament.volatility
    if worth is not None and worth < aims.bottom - 0.15:
        felt.frustration += 0.3 * aims.temperament.volatility


def _hear_litigant(felt: Experience, sight: Sight, aims: Aims, utterance: Utterance, cues: Cues) -> bool:
    """Take in what another litigant said; say whether it moved towards this party."""
    opposing = any(party.seat == utterance.seat for party in sight.opponents(sight.seat))
    felt.learned |= acts_in(utterance.text)
    if not opposing:
        return False
    volatility = aims.temperament.volatility
    felt.last_tone = cues.valence
    felt.frustration = max(0.0, felt.frustration + 0.15 * cues.hostile * volatility - 0.05 * cues.warm)
    if not (number := utterance.accepted):
        return False
    proposal = sight.proposals[number - 1]
    if utterance.tabled:
        felt.learned |= acts_in(proposal.text)
    terms = sight.terms(proposal, aims.scale)
    worth = aims.utility(terms)
    if terms.share is None or worth is None:
        return False
    felt.conceded[utterance.seat] = max(aims.of_share(terms.share), felt.conceded.get(utterance.seat, 0.0))
    if utterance.tabled:
        felt.frustration += max(0.0, aims.bottom - worth - 0.3) * volatility
    return _note_move(felt, worth)


def _note_move(felt: Experience, worth: float) -> bool:
    """Remember what an opponent stands by now; say whether that is a move."""
    best = felt.best_offer
    felt.best_offer = worth if best is None else max(best, worth)
    if best is None:
        return True
    if worth < best + _MOVE - 1e-9:
        return False
    felt.frustration = max(0.0, felt.frustration - 2 * min(0.1, worth - best))
    return True

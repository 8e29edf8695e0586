"""A litigant's turn: leave, accept, or hold out with or without an offer; and how it says so."""

from collections.abc import Mapping
from random import Random
from typing import Any

from cogmed_core.domain.dialogue import Proposal, Stance
from cogmed_core.domain.party import MEDIATOR, Personality, Profile
from cogmed_core.llm.offline.acts import Act
from cogmed_core.llm.offline.aims import Aims, read_aims
from cogmed_core.llm.offline.bargaining import (
    Position,
    acceptable,
    counter_offer,
    endorsed,
    position,
    stood_alone,
    worth,
)
from cogmed_core.llm.offline.cues import read_cues
from cogmed_core.llm.offline.draw import lot
from cogmed_core.llm.offline.experience import Experience, lived_through
from cogmed_core.llm.offline.measure import Measure
from cogmed_core.llm.offline.offer import spoken, write_offer
from cogmed_core.llm.offline.sight import Sight, addressed
from cogmed_core.llm.offline.terms import Terms
from cogmed_core.llm.offline.wording import exhausted, fresh, listed, phrase, self_words, spoken_text


class Turn:
    """One turn of one litigant."""

    def __init__(self, variables: Mapping[str, Any], seed: int) -> None:
        self._sight = Sight.of(variables)
        profile: Profile = variables["profile"]
        self._personality = Personality(profile.personality)
        self._aims: Aims = read_aims(profile, self._sight.matter)
        self._felt: Experience = lived_through(self._sight, self._aims)
        self._at: Position = position(self._sight, self._aims, self._felt, variables.get("beliefs", ()))
        key = (seed, self._sight.scenario.case_id, self._sight.seat)
        self._patience = self._aims.temperament.patience * lot("patience", *key).uniform(0.85, 1.15)
        self._chance: Random = lot("litigate", *key, self._sight.round)
        self._said = "".join(utterance.text for utterance in self._sight.by(self._sight.seat))
        spoken = self._sight.by(MEDIATOR)
        self._latest_cues = read_cues(spoken[-1].text) if spoken else None
        self._lines: list[str] = []

    def reply(self) -> dict[str, Any]:
        """Return the reply: thought, text, stance, the proposal accepted, the counter-offer."""
        chosen = acceptable(self._sight, self._aims, self._at)
        if chosen and not self._moves_on(chosen):
            return self._accept(chosen)
        if not chosen and self._leaves():
            self._say(f"withdraws.{self._personality}")
            return self._spoken(Stance.WITHDRAW, "thought.withdraws")
        self._react()
        self._answer_question()
        refused = self._refuse()
        if self._holds_offers():
            return self._spoken(Stance.REJECT if refused else Stance.UNDECIDED, "thought.waits")
        return self._bargain(refused)

    def _leaves(self) -> bool:
        """Say whether frustration has passed what this party bears; a flexible opponent is worth more patience."""
        bears = self._patience * (1 + 0.5 * (self._at.flexibility or 0.0))
        return self._sight.round > 1 and self._felt.frustration > bears

    def _moves_on(self, chosen: Proposal) -> bool:
        """Say whether to give more instead of standing by ``chosen`` a third time, with nobody else for it."""
        if stood_alone(self._sight, chosen.number) < 2 or self._sight.backing(self._sight.round).get(chosen.number):
            return False
        offer = counter_offer(self._sight, self._aims, self._felt, self._at)
        standing = worth(self._sight, self._aims, chosen)
        return offer is not None and standing is not None and (self._aims.utility(offer) or 0.0) < standing

    def _accept(self, chosen: Proposal) -> dict[str, Any]:
        if self._felt.tempered_now:
            self._say("tempered")
        joined = self._sight.backing(self._sight.round).get(chosen.number)
        self._say("joins" if joined else "accepts", number=str(chosen.number))
        return self._spoken(Stance.ACCEPT, "thought.accepts", accepted=chosen.number)

    def _react(self) -> None:
        """Say what this turn's news call for: the first statement, a reality check heard, a move seen, a mood."""
        if not self._said:
            self._say(f"opening.{self._side}.{self._personality}", object=self._sight.matter.object)
            return
        calm = self._felt.frustration < 0.5 and self._felt.heard >= 1.5
        moods = ["tempered"] * self._felt.tempered_now + ["sees_move"] * self._felt.moved_now
        moods += [f"calmed.{self._personality}"] * calm
        if not calm or self._personality not in (Personality.EMOTIONAL, Personality.HARDLINE):
            moods.append(f"tone.{self._personality}")
        next((True for mood in moods if self._hint(mood)), False)

    def _answer_question(self) -> None:
        """Say what lies behind the claim, once asked as often as this temper needs; before that, parry."""
        asked = self._asked_now()
        untold = [act for act in sorted(self._aims.wants) if act not in self._felt.told]
        if untold and self._felt.asked >= self._aims.temperament.reserve:
            self._say("discloses", acts=self._acts(untold))
            self._felt.told |= set(untold)
        elif asked and untold:
            self._say("deflects")
        elif asked and self._aims.wants and not exhausted(self._sight.language, "litigant.repeats", self._said):
            self._say("repeats", acts=self._acts(sorted(self._aims.wants)))
        elif self._holds_offers() and self._said:
            self._say("waits")

    def _asked_now(self) -> bool:
        """Say whether the mediator has just asked this party what matters to it."""
        if self._latest_cues is None or not self._latest_cues.asks_interest:
            return False
        me = self._sight.party(self._sight.seat)
        return addressed(self._sight.by(MEDIATOR)[-1].text, me, self._sight.scenario.parties) > 0

    def _refuse(self) -> bool:
        """Answer the newest proposal from across the table that this party has not answered yet."""
        own = self._sight.by(self._sight.seat)
        since = own[-1].position if own else 0
        tabled = [
            one.tabled
            for one in self._sight.utterances[since:]
            if one.tabled and self._sight.across(self._sight.seat, one.seat)
        ]
        if not tabled:
            return False
        value = worth(self._sight, self._aims, self._sight.proposals[tabled[-1] - 1])
        if value is None:
            self._say("unreadable", number=str(tabled[-1]))
            return False
        near = value >= self._at.target - 0.1
        self._say("nearly" if near else "refuses", number=str(tabled[-1]))
        if near:
            self._object(self._sight.proposals[tabled[-1] - 1], value)
        return not near

    def _object(self, proposal: Proposal, value: float) -> None:
        """Name the clause of a near proposal without which it would do."""
        acts = self._sight.terms(proposal, self._aims.scale).acts
        minded = max(acts & set(self._aims.averse), key=lambda act: (self._aims.averse[act], act), default=None)
        if minded and value + self._aims.averse[minded] >= self._at.target:
            self._say("objects", act=phrase(self._sight.language, f"acts.{minded}"))

    def _holds_offers(self) -> bool:
        """Say whether it is too early for figures: asked to wait, or nobody has named one yet."""
        cues = self._latest_cues
        if cues and (cues.holds_offers or cues.invites_offers):
            return cues.holds_offers
        bold = self._sight.round > 2 or self._personality is Personality.HARDLINE
        return not (self._sight.proposals or bold)

    def _bargain(self, refused: bool) -> dict[str, Any]:
        """Table new terms, join an ally's, or stay where one is."""
        offer = counter_offer(self._sight, self._aims, self._felt, self._at)
        own = self._sight.tabled_by(self._sight.seat)
        standing = offer or (self._sight.terms(own[-1], self._aims.scale) if own else None)
        if ally := endorsed(self._sight, self._aims, standing, self._at):
            self._say("endorses", number=str(ally.number))
            return self._spoken(Stance.ACCEPT, "thought.waits", accepted=ally.number)
        if offer:
            self._say(self._manner(offer, own), figure=spoken(offer, self._sight.matter))
            return self._spoken(Stance.UNDECIDED, "thought.offers", counter=offer)
        if own and self._sight.round >= self._sight.rounds:
            self._say("holds", number=str(own[-1].number))
            return self._spoken(Stance.ACCEPT, "thought.holds", accepted=own[-1].number)
        self._say("unmoved")
        return self._spoken(Stance.REJECT if refused else Stance.UNDECIDED, "thought.waits")

    def _manner(self, offer: Terms, own: tuple[Proposal, ...]) -> str:
        """Return how an offer is announced: the first figure, another one, other terms, or none at all."""
        if not offer.share:
            return "offers.nothing"
        if own and self._sight.terms(own[-1], self._aims.scale).share == offer.share:
            return "offers.terms"
        whole = self._sight.matter.measure in (Measure.TIME, Measure.STEP)
        return f"offers.{'again' if own else 'first'}.{'way' if whole else self._side}"

    @property
    def _side(self) -> str:
        return "claimant" if self._aims.claiming else "respondent"

    def _acts(self, acts: list[Act]) -> str:
        return listed(self._sight.language, [phrase(self._sight.language, f"acts.{act}") for act in acts])

    def _hint(self, key: str) -> bool:
        """Say a line that can be left out, unless every variant of it has been said before; say whether it was."""
        if exhausted(self._sight.language, f"litigant.{key}", self._said + "".join(self._lines)):
            return False
        self._say(key)
        return True

    def _say(self, key: str, **values: str) -> None:
        words = self_words(self._sight.language, self._sight.party(self._sight.seat).name)
        self._lines.append(
            fresh(
                self._sight.language,
                f"litigant.{key}",
                self._chance,
                self._said + "".join(self._lines),
                **words,
                **values,
            )
        )

    def _spoken(
        self, stance: Stance, thought: str, accepted: int | None = None, counter: Terms | None = None
    ) -> dict[str, Any]:
        return {
            "thought": fresh(self._sight.language, f"litigant.{thought}", self._chance, ""),
            "text": spoken_text(self._sight.language, self._lines),
            "stance": stance.value,
            "accepted_proposal": accepted,
            "counter_offer": write_offer(counter, self._sight.matter) if counter else None,
        }

"""A litigant's turn: leave, accept, or hold out with or without an offer; and how it says so."""

from collections.abc import Mapping
from random import Random
from typing import Any

from cogmed_core.domain.dialogue import Proposal, Stance
from cogmed_core.domain.party import MEDIATOR, Personality, Profile
from cogmed_core.llm.offline.acts import Act
from cogmed_core.llm.offline.aims import Aims, read_aims
from cogmed_core.llm.offline.bargaining import Position, acceptable, counter_offer, position, worth
from cogmed_core.llm.offline.cues import read_cues
from cogmed_core.llm.offline.draw import lot
from cogmed_core.llm.offline.experience import Experience, lived_through
from cogmed_core.llm.offline.offer import headline, write_offer
from cogmed_core.llm.offline.sight import Sight
from cogmed_core.llm.offline.terms import Terms
from cogmed_core.llm.offline.wording import fresh, listed, phrase, self_words


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
        self._lines: list[str] = []

    def reply(self) -> dict[str, Any]:
        """Return the reply: thought, text, stance, the proposal accepted, the counter-offer."""
        if self._leaves():
            self._say(f"withdraws.{self._personality}")
            return self._spoken(Stance.WITHDRAW, "thought.withdraws")
        self._react()
        if chosen := acceptable(self._sight, self._aims, self._at):
            return self._accept(chosen)
        self._disclose()
        refused = self._refuse()
        if offer := self._offer():
            return self._spoken(Stance.UNDECIDED, "thought.offers", counter=offer)
        if own := self._reaffirmed():
            self._say("holds", number=str(own.number))
            return self._spoken(Stance.ACCEPT, "thought.holds", accepted=own.number)
        return self._spoken(Stance.REJECT if refused else Stance.UNDECIDED, "thought.waits")

    def _leaves(self) -> bool:
        """Say whether frustration has passed what this party bears; a flexible opponent is worth more patience."""
        bears = self._patience * (1 + 0.5 * (self._at.flexibility or 0.0))
        return self._sight.round > 1 and self._felt.frustration > bears

    def _react(self) -> None:
        """Say what this turn's news call for: the first statement, a reality check heard, a move seen."""
        if not self._said:
            self._say(f"opening.{self._side}.{self._personality}", object=self._sight.matter.object)
        elif self._felt.tempered_now:
            self._say("tempered")
        elif self._felt.moved_now:
            self._say("sees_move")
        else:
            self._say(f"tone.{self._personality}")

    def _accept(self, chosen: Proposal) -> dict[str, Any]:
        joined = self._sight.accepted_by_others(self._sight.round).get(chosen.number)
        self._say("joins" if joined else "accepts", number=str(chosen.number))
        return self._spoken(Stance.ACCEPT, "thought.accepts", accepted=chosen.number)

    def _disclose(self) -> None:
        """Say what lies behind the claim, once asked as often as this temper needs."""
        untold = [act for act in sorted(self._aims.wants) if act not in self._felt.told]
        if untold and self._felt.asked >= self._aims.temperament.reserve:
            self._say("discloses", acts=self._acts(untold))
            self._felt.told |= set(untold)

    def _refuse(self) -> bool:
        """Answer the newest proposal of somebody else that this party has not answered yet."""
        own = self._sight.by(self._sight.seat)
        since = own[-1].position if own else 0
        tabled = [u.tabled for u in self._sight.utterances[since:] if u.tabled and u.seat != self._sight.seat]
        if not tabled:
            return False
        value = worth(self._sight, self._aims, self._sight.proposals[tabled[-1] - 1])
        if value is None:
            self._say("unreadable", number=str(tabled[-1]))
            return False
        near = value >= self._at.target - 0.1
        self._say("nearly" if near else "refuses", number=str(tabled[-1]))
        return not near

    def _offer(self) -> Terms | None:
        """Return new terms to table, unless it is too early to speak of figures."""
        if not self._may_offer():
            self._say("waits")
            return None
        offer = counter_offer(self._sight, self._aims, self._felt, self._at)
        if offer is None:
            self._say("unmoved")
            return None
        again = "again" if self._sight.tabled_by(self._sight.seat) else "first"
        nothing = "nothing" if not offer.share else f"{again}.{self._side}"
        self._say(f"offers.{nothing}", figure=headline(offer, self._sight.matter), object=self._sight.matter.object)
        return offer

    def _may_offer(self) -> bool:
        """Say whether figures are in place: asked for, or on the table, or nobody has asked to wait with them."""
        from_mediator = self._sight.by(MEDIATOR)
        cues = read_cues(from_mediator[-1].text) if from_mediator else None
        if cues and cues.holds_offers:
            return False
        invited = bool(cues and cues.invites_offers)
        return (
            invited or bool(self._sight.proposals) or self._sight.round > 2 or self._personality is Personality.HARDLINE
        )

    def _reaffirmed(self) -> Proposal | None:
        """In the last round a party without a new offer stands by its last one, so that it can still be taken."""
        own = self._sight.tabled_by(self._sight.seat)
        return own[-1] if own and self._sight.round >= self._sight.rounds else None

    @property
    def _side(self) -> str:
        return "claimant" if self._aims.claiming else "respondent"

    def _acts(self, acts: list[Act]) -> str:
        return listed(self._sight.language, [phrase(self._sight.language, f"acts.{act}") for act in acts])

    def _say(self, key: str, **values: str) -> None:
        words = self_words(self._sight.language, self._sight.party(self._sight.seat).name)
        self._lines.append(fresh(self._sight.language, f"litigant.{key}", self._chance, self._said, **words, **values))

    def _spoken(
        self, stance: Stance, thought: str, accepted: int | None = None, counter: Terms | None = None
    ) -> dict[str, Any]:
        space = "" if self._sight.language == "zh" else " "
        return {
            "thought": fresh(self._sight.language, f"litigant.{thought}", self._chance, ""),
            "text": space.join(self._lines),
            "stance": stance.value,
            "accepted_proposal": accepted,
            "counter_offer": write_offer(counter, self._sight.matter) if counter else None,
        }

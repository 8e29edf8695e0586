"""Written mediations: a dispute in either language, private profiles, and a talk told line by line."""

from dataclasses import dataclass, field

from cogmed_core.audit.evidence import Evidence
from cogmed_core.domain.case import Category, Issue, Language, Scenario
from cogmed_core.domain.dialogue import Proposal, Stage, Stance, Utterance
from cogmed_core.domain.episode import Action, Belief, Episode, Outcome, StageDecision
from cogmed_core.domain.party import MEDIATOR, Party, Personality, Profile, ProfileSet

CLAIMANT, RESPONDENT, THIRD = "litigant_1", "litigant_2", "litigant_3"


def scenario(
    language: Language = "zh",
    names: tuple[str, ...] = ("韩某", "松涛公司"),
    roles: tuple[str, ...] = ("申请人", "被申请人"),
    claims: tuple[str, ...] = ("要求支付货款100000元。", ""),
    category: Category = Category.CONTRACT,
    summary: str = "双方因货款发生争议。",
) -> Scenario:
    return Scenario(
        case_id="written",
        language=language,
        category=category,
        title="written",
        summary=summary,
        parties=tuple(
            Party(seat=f"litigant_{at}", name=name, role=role, claim=claim)
            for at, (name, role, claim) in enumerate(zip(names, roles, claims, strict=True), start=1)
        ),
        issues=(Issue(number=1, title="货款", description="付多少，何时付"),),
    )


ENGLISH = scenario(
    language="en",
    names=("Ada Merton", "Brook Ltd"),
    roles=("applicant", "respondent"),
    claims=("Ada Merton claims £10,000.", ""),
    summary="The parties disagree about an invoice.",
)


def profiles(*bottom_lines: str, goals: tuple[str, ...] = ()) -> ProfileSet:
    return ProfileSet(
        case_id="written",
        seed=0,
        profiles=tuple(
            Profile(
                seat=f"litigant_{at}",
                goal=goals[at - 1] if goals else "把事情办好",
                bottom_line=line,
                personality=Personality.PRAGMATIC,
            )
            for at, line in enumerate(bottom_lines, start=1)
        ),
    )


@dataclass
class Talk:
    """Collects what is said; a round is opened by the mediator."""

    scenario: Scenario = field(default_factory=scenario)
    profiles: ProfileSet | None = None
    round: int = 0
    utterances: list[Utterance] = field(default_factory=list)
    proposals: list[Proposal] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    beliefs: list[Belief] = field(default_factory=list)
    stages: list[StageDecision] = field(default_factory=list)

    def mediator(self, text: str, offer: str | None = None) -> "Talk":
        self.round += 1
        return self._say(MEDIATOR, text, offer, None, None)

    def says(self, seat: str, text: str, stance: Stance = Stance.UNDECIDED) -> "Talk":
        return self._say(seat, text, None, stance, None)

    def offers(self, seat: str, offer: str, text: str = "我们的条件写在方案里。") -> "Talk":
        return self._say(seat, text, offer, Stance.UNDECIDED, None)

    def accepts(self, seat: str, number: int, text: str = "可以。") -> "Talk":
        return self._say(seat, text, None, Stance.ACCEPT, number)

    def acts(self, name: str, **arguments: str) -> "Talk":
        """The mediator uses a tool in the round that is about to open."""
        self.actions.append(Action(round=self.round + 1, name=name, arguments=arguments, result="…"))
        return self

    def believes(self, seat: str, about: str, flexibility: float, goal: str = "") -> "Talk":
        belief = Belief(
            round=self.round,
            seat=seat,
            about=about,
            perceived_goal=goal,
            emotional_valence=0,
            flexibility=flexibility,
        )
        self.beliefs.append(belief)
        return self

    def stage(self, stage: Stage, proposed: Stage | None = None) -> "Talk":
        """The evaluator's decision on the round that is about to open; refused where another was proposed."""
        refused = proposed is not None and proposed is not stage
        decision = StageDecision(
            round=self.round + 1, proposed=proposed or stage, stage=stage, refused=refused, reason="…"
        )
        self.stages.append(decision)
        return self

    def evidence(self, outcome: Outcome = Outcome.DEADLOCK, settlement: str | None = None) -> Evidence:
        agreed = outcome is Outcome.AGREEMENT
        episode = Episode(
            episode_id="written",
            case_id="written",
            arm="offline.full",
            backbone="offline",
            configuration="full",
            seed=0,
            fingerprint="",
            synthetic=True,
            status="finished",
            outcome=outcome,
            rounds=self.round,
            agreement_round=self.round if agreed else None,
            settlement=settlement,
            utterances=tuple(self.utterances),
            proposals=tuple(self.proposals),
            actions=tuple(self.actions),
            beliefs=tuple(self.beliefs),
            stages=tuple(self.stages),
        )
        return Evidence(self.scenario, episode, self.profiles)

    def _say(self, seat: str, text: str, offer: str | None, stance: Stance | None, accepted: int | None) -> "Talk":
        tabled = None
        if offer:
            tabled = len(self.proposals) + 1
            self.proposals.append(Proposal(number=tabled, round=self.round, seat=seat, text=offer))
        self.utterances.append(
            Utterance(
                round=self.round,
                position=len(self.utterances) + 1,
                seat=seat,
                text=text,
                stance=stance,
                accepted=tabled if tabled and stance else accepted,
                tabled=tabled,
            )
        )
        return self


def agreement(
    offer: str, lines: ProfileSet | None = None, settlement: str | None = None, at: Scenario | None = None
) -> Evidence:
    """A one-round agreement on what the mediator proposes."""
    talk = Talk(scenario=at or scenario(), profiles=lines)
    talk.mediator("请看方案。", offer)
    for party in talk.scenario.parties:
        talk.accepts(party.seat, 1)
    return talk.evidence(Outcome.AGREEMENT, settlement)

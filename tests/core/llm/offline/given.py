"""Disputes, people and whole mediations for the offline backbone, through the real table, agents and modules."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import settings

from cogmed_core.cases.profile import draw_profiles
from cogmed_core.cases.read import read_folder
from cogmed_core.cases.structure import structure
from cogmed_core.domain.case import Case, Category, Issue, Language, Scenario
from cogmed_core.domain.dialogue import Proposal, Stance, Utterance
from cogmed_core.domain.episode import Belief
from cogmed_core.domain.party import MEDIATOR, Party, Personality, Profile, ProfileSet, litigant_seat
from cogmed_core.llm.offline import Offline
from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest, Message, Purpose
from cogmed_core.llm.voice import Voice
from cogmed_core.mediation.controller import Conclusion, mediate
from cogmed_core.mediation.drafting import draft_settlement
from cogmed_core.mediation.litigant import Litigant
from cogmed_core.mediation.mediator import Mediator
from cogmed_core.mediation.modules.module import Trace
from cogmed_core.mediation.modules.registry import build_module
from cogmed_core.mediation.table import Table
from cogmed_core.mediation.view import speaker_names

SAMPLE = Path(__file__).parents[4] / "raw_cases"
LANGUAGES: tuple[Language, ...] = ("zh", "en")
CONFIGURATIONS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "baseline": ((), ()),
    "full": (("fsm", "stk"), ("dbt",)),
    "no_fsm": (("stk",), ("dbt",)),
    "no_stk": (("fsm",), ("dbt",)),
    "no_dbt": (("fsm", "stk"), ()),
}


def examples(number: int) -> settings:
    """As many examples, the same ones every time."""
    return settings(max_examples=number, deadline=None, derandomize=True)


def sample_cases() -> list[Case]:
    """The project's own cases, their kind of dispute left open: what the rules read must not hang on it."""
    return [
        Case(
            case_id=entry.raw.case_id,
            language=entry.raw.language,
            category=Category.OTHER,
            title=entry.raw.title,
            sections=entry.raw.sections,
        )
        for entry in read_folder(SAMPLE)
        if entry.raw
    ]


def a_loan(language: Language = "zh", claim: str | None = None, parties: int = 2) -> Scenario:
    """A debt of 100 000 between two parties, or with guarantors."""
    zh = language == "zh"
    names = (
        ["宁安澜", "柏舟商行", "贺一苇", "乔木生", "池晚", "沙念"]
        if zh
        else ["Ada Quill", "Bram Ltd", "Cy", "Di", "Ed", "Fay"]
    )
    roles = ["申请人", "被申请人", *["担保人"] * 4] if zh else ["applicant", "respondent", *["guarantor"] * 4]
    wanted = claim or ("请求归还借款100000元" if zh else "asks for repayment of £100,000")
    denied = "对数额有异议" if zh else "disputes the amount"
    return Scenario(
        case_id="loan",
        language=language,
        category=Category.DEBT,
        title="宁安澜与柏舟商行借款纠纷" if zh else "Ada Quill v. Bram Ltd: a loan",
        summary="双方签有借条，款项经转账支付。" if zh else "There is a signed note and a bank transfer.",
        parties=tuple(
            Party(seat=litigant_seat(n), name=names[n - 1], role=roles[n - 1], claim=wanted if n == 1 else denied)
            for n in range(1, parties + 1)
        ),
        issues=(Issue(number=1, title="还款数额" if zh else "the amount", description=wanted),),
    )


def a_profile(seat: str, goal: str, bottom_line: str, personality: Personality = Personality.PRAGMATIC) -> Profile:
    return Profile(seat=seat, goal=goal, bottom_line=bottom_line, personality=personality)


CLAIMANT = "希望对方支付95000元。除了钱，还看重：当面道歉。"
FLOOR = (
    "到手不能少于60000元，再低就不签。如果能当面道歉，可以再让请求的8%。"
    "不愿意接受“对外保密”，非要如此，得多给请求的5%。"
)


def someone(personality: Personality = Personality.PRAGMATIC, bottom: str = FLOOR) -> Profile:
    return a_profile("litigant_1", CLAIMANT, bottom, personality)


@dataclass
class Talk:
    """A dialogue put together by hand, and what a seat is shown of it."""

    scenario: Scenario
    rounds: int = 10

    def __post_init__(self) -> None:
        self.utterances: list[Utterance] = []
        self.proposals: list[Proposal] = []

    def say(
        self,
        round_number: int,
        seat: str,
        text: str,
        offer: str | None = None,
        stance: Stance | None = None,
        accepted: int | None = None,
    ) -> "Talk":
        tabled = None
        if offer:
            tabled = len(self.proposals) + 1
            self.proposals.append(Proposal(number=tabled, round=round_number, seat=seat, text=offer))
        self.utterances.append(
            Utterance(
                round=round_number,
                position=len(self.utterances) + 1,
                seat=seat,
                text=text,
                stance=stance if seat != MEDIATOR else None,
                accepted=tabled if tabled and seat != MEDIATOR else accepted,
                tabled=tabled,
            )
        )
        return self

    def shown(self, seat: str, round_number: int, profile: Profile | None = None, **more: Any) -> dict[str, Any]:
        parties = self.scenario.parties
        return {
            "seat": seat,
            "scenario": self.scenario,
            "names": speaker_names(self.scenario),
            "round": round_number,
            "rounds": self.rounds,
            "utterances": tuple(self.utterances),
            "proposals": tuple(self.proposals),
            "dialogue": "\n".join(one.text for one in self.utterances),
            "profile": profile,
            "party": next((one for one in parties if one.seat == seat), None),
            "opponents": tuple(one for one in parties if one.seat != seat),
            **more,
        }


def answer(purpose: Purpose, variables: Mapping[str, Any], language: Language = "zh", seed: int = 0) -> dict[str, Any]:
    """Ask the backbone directly."""
    request = ChatRequest(
        purpose=purpose,
        messages=(Message("user", "…"),),
        temperature=0.3,
        seed=seed,
        language=language,
        variables=variables,
    )
    reply: dict[str, Any] = json.loads(asyncio.run(Offline("offline").complete(request)).text)
    return reply


@dataclass(frozen=True)
class Outcome:
    """All there is to know of a finished mediation."""

    scenario: Scenario
    profiles: ProfileSet
    table: Table
    conclusion: Conclusion
    settlement: str | None
    mediator: Trace
    litigants: tuple[Trace, ...]


class Recording(Offline):
    """The backbone, with every request and reply kept."""

    def __init__(self) -> None:
        super().__init__("offline")
        self.calls: list[tuple[ChatRequest, ChatReply]] = []

    async def complete(self, request: ChatRequest) -> ChatReply:
        reply = await super().complete(request)
        self.calls.append((request, reply))
        return reply


async def prepare(case: Case, seed: int = 0, model: ChatModel | None = None) -> tuple[Scenario, ProfileSet]:
    voice = Voice(model or Offline("offline"), case.language, 0.3, seed)
    scenario = await structure(case, voice)
    return scenario, await draw_profiles(scenario, voice)


async def talks(
    scenario: Scenario,
    profiles: ProfileSet,
    configuration: str = "full",
    seed: int = 0,
    rounds: int = 10,
    mediator: ChatModel | None = None,
    litigant: ChatModel | None = None,
) -> Outcome:
    """Run one mediation; a seat without a model of its own is offline."""
    for_mediator, for_litigants = CONFIGURATIONS[configuration]
    chair = Voice(mediator or Offline("offline"), scenario.language, 0.3, seed)
    side = Voice(litigant or Offline("offline"), scenario.language, 0.3, seed)
    table = Table(scenario, profiles, rounds)
    first = Mediator(MEDIATOR, chair, [build_module(name, chair, lambda _role: chair) for name in for_mediator])
    others = [
        Litigant(party.seat, side, [build_module(name, side, lambda _role: side) for name in for_litigants])
        for party in scenario.parties
    ]
    conclusion = await mediate(table, first, others, rounds)
    settlement = await draft_settlement(chair, table, conclusion.agreed) if conclusion.agreed else None
    traces = tuple(one.trace() for one in others)
    return Outcome(scenario, profiles, table, conclusion, settlement, first.trace(), traces)


def a_belief(seat: str, about: str, flexibility: float, valence: float = 0.0) -> Belief:
    return Belief(
        round=1, seat=seat, about=about, perceived_goal="…", emotional_valence=valence, flexibility=flexibility
    )

"""People for a mediation on a script: a scenario, profiles, and a cast that says what a test gives it to say.

Only the model is scripted. Prompts, validation, agents, modules and controller are the real ones.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cogmed_core.domain.case import Category, Issue, Language, Scenario
from cogmed_core.domain.party import MEDIATOR, Party, Personality, Profile, ProfileSet, litigant_seat
from cogmed_core.errors import ModelError
from cogmed_core.experiment.arms import Arm
from cogmed_core.experiment.configurations import Conduct, Configuration, configuration_named
from cogmed_core.experiment.definition import Experiment, Roles
from cogmed_core.experiment.simulate import Assignment, Simulation, simulate
from cogmed_core.llm.protocol import ChatModel, ChatRequest, Purpose
from cogmed_core.llm.scripted import Scripted

CONFIGURATIONS = ("baseline", "full", "no_fsm", "no_stk", "no_dbt")
PERSONALITIES = tuple(Personality)
ROLES = ("claimant", "respondent", "guarantor", "insurer", "heir")
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")

Fields = dict[str, Any]
"""A reply as a record."""
Line = Fields | str | ModelError
"""A reply as a record, as raw text, or the failure to give one."""
Script = dict[tuple[int, str], Line | Sequence[Line]]
"""What a seat says in a round; a sequence is one reply a call, the last of them for every further call."""
Answer = Callable[[ChatRequest], Line]


def speech(text: str = "Let us talk.", proposal: str | None = None) -> Fields:
    """What the mediator says."""
    return {"thought": "private", "text": text, "proposal": proposal}


def use(tool: str, party: str | None = None, issue: str | None = None) -> Fields:
    """The mediator's choice of a tool."""
    action = {"name": tool, "party": party, "issue": issue}
    return {"thought": "private", "action": action, "text": None, "proposal": None}


def says(stance: str = "undecided", number: int | None = None, offer: str | None = None, text: str = "Hm.") -> Fields:
    """What a litigant says, and where it stands."""
    reply = {"thought": "private", "text": text, "stance": stance}
    return reply | {"accepted_proposal": number, "counter_offer": offer}


def accepts(number: int) -> Fields:
    """A litigant accepts a proposal."""
    return says("accept", number)


def offers(terms: str) -> Fields:
    """A litigant rejects what there is and makes an offer."""
    return says("reject", offer=terms)


def believes(about: Iterable[str], goal: str = "money", valence: float = -0.25, flexibility: float = 0.5) -> Fields:
    """A litigant's beliefs, alike for each opponent."""
    one = {"perceived_goal": goal, "emotional_valence": valence, "flexibility": flexibility}
    return {"beliefs": [{"about": seat, **one} for seat in about]}


def _beliefs(request: ChatRequest) -> Fields:
    return believes(party.seat for party in request.variables["opponents"])


PLAIN: Mapping[Purpose, Answer] = {
    Purpose.STAGE: lambda request: {"reason": "as before", "stage": request.variables["stage"]},
    Purpose.BELIEF: _beliefs,
    Purpose.SUMMARIZE: lambda _: {"agreed_facts": ["a loan"], "open_points": ["the sum"], "clarification": ""},
    Purpose.REALITY_CHECK: lambda _: {"legal_position": "weak", "risks_and_costs": "high", "realistic_range": "half"},
    Purpose.BRIDGE: lambda _: {"interests": ["peace"], "options": ["time for money"], "package": "pay in two parts"},
    Purpose.DRAFT: lambda request: {"settlement": f"1. {request.variables['agreed'].text}"},
    Purpose.JUDGE: lambda _: {"rationale": "fair", "feasibility": 6, "professionalism": 7.5, "creativity": 4},
    Purpose.PROFILE: lambda request: {"goal": f"all for {request.variables['party'].name}", "bottom_line": "half"},
}
"""What everybody says where a test gives nothing else."""


class Posing(Scripted):
    """A script that passes for a language model, where a test needs something that is not synthetic."""

    synthetic = False


def cast(
    lines: Mapping[tuple[int, str], Line | Sequence[Line]] | None = None,
    answers: Mapping[Purpose, Answer] | None = None,
    name: str = "script",
    kind: type[Scripted] = Scripted,
) -> Scripted:
    """Return a model that plays everybody: ``lines`` by round and seat, ``answers`` to all other questions."""
    script, known = lines or {}, {**PLAIN, **(answers or {})}
    asked: Counter[tuple[Purpose, int, str]] = Counter()

    def reply(request: ChatRequest) -> str | ModelError:
        if request.purpose in known:
            line = known[request.purpose](request)
        else:
            place = (request.variables["round"], request.variables["seat"])
            turn = (request.purpose, *place)
            line = _nth(script.get(place, speech() if place[1] == MEDIATOR else says()), asked[turn])
            asked[turn] += 1
        if isinstance(line, dict):
            # The schema that is asked for decides whether a tool may be named at all.
            silent = {"action": None} if request.variables.get("offered") else {}
            return json.dumps(silent | line, ensure_ascii=False)
        return line

    return kind(name, reply)


def _nth(line: Line | Sequence[Line], number: int) -> Line:
    return line if isinstance(line, (dict, str, ModelError)) else line[min(number, len(line) - 1)]


def a_scenario(parties: int = 2, language: Language = "en", **fields: Any) -> Scenario:
    """A loan, with as many parties as wanted."""
    content: dict[str, Any] = {
        "case_id": "made-up-loan",
        "language": language,
        "category": Category.DEBT,
        "title": "A loan among friends",
        "summary": "Ada lent Ben 90000 without a paper.",
        "parties": tuple(
            Party(seat=litigant_seat(n + 1), name=NAMES[n], role=ROLES[n], claim=f"claim number {n + 1}")
            for n in range(parties)
        ),
        "issues": (Issue(number=1, title="Sum", description="90000 or 40000"),),
    }
    return Scenario(**(content | fields))


def profiles_of(scenario: Scenario, seed: int = 0, **fields: str) -> ProfileSet:
    """Profiles whose goal and bottom line name their seat; ``fields`` adds to them."""
    profiles = tuple(
        Profile(
            seat=party.seat,
            goal=fields.get("goal", "goal of ") + party.seat,
            bottom_line=fields.get("bottom_line", "bottom line of ") + party.seat,
            personality=PERSONALITIES[number % len(PERSONALITIES)],
        )
        for number, party in enumerate(scenario.parties)
    )
    return ProfileSet(case_id=scenario.case_id, seed=seed, profiles=profiles)


def assignment(
    configuration: str | Configuration = "full",
    scenario: Scenario | None = None,
    profiles: ProfileSet | None = None,
    rounds: int = 4,
    backbone: str = "script",
    roles: Roles | None = None,
    protocol: Conduct = "strict",
) -> Assignment:
    """One cell of an experiment."""
    named = configuration_named(configuration) if isinstance(configuration, str) else configuration
    scenario = scenario or a_scenario()
    profiles = profiles or profiles_of(scenario)
    experiment = Experiment(
        name="test",
        backbones=(backbone,),
        configurations=("full",),
        seeds=(profiles.seed,),
        rounds=rounds,
        temperature=0.3,
        language="case",
        roles=roles or Roles(),
        protocol=protocol,
    )
    arm = Arm(backbone=backbone, configuration=named)
    return Assignment(experiment, arm, profiles.seed, scenario, profiles, fingerprint="f")


def play(model: ChatModel, configuration: str | Configuration = "full", **given: Any) -> Simulation:
    """Simulate one episode in which ``model`` plays every role."""
    return asyncio.run(simulate(assignment(configuration, backbone=model.name, **given), {model.name: model}))


def calls(simulation: Simulation) -> Counter[str]:
    """Return how many calls an episode made, by purpose."""
    return Counter(exchange.purpose for exchange in simulation.exchanges)


def prompt(request: ChatRequest) -> str:
    """Return everything a request says."""
    return "\n".join(message.content for message in request.messages)


def asked_for(model: Scripted, *purposes: Purpose, seat: str | None = None) -> list[ChatRequest]:
    """Return the requests of these purposes, and of this seat; there is at least one."""
    chosen = [r for r in model.requests if r.purpose in purposes and seat in (None, r.variables.get("seat"))]
    assert chosen
    return chosen

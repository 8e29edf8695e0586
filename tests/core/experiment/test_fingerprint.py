"""A fingerprint changes with everything a result depends on, and with nothing else."""

from collections.abc import Callable
from typing import Any

import pytest

from cogmed_core.domain.case import Case, Category, Scenario, Sections
from cogmed_core.domain.episode import Episode
from cogmed_core.domain.party import ProfileSet
from cogmed_core.experiment.arms import Arm
from cogmed_core.experiment.configurations import configuration_named
from cogmed_core.experiment.definition import Experiment, Roles
from cogmed_core.experiment.fingerprint import (
    episode_fingerprint,
    fingerprint,
    identity,
    judgement_fingerprint,
    profiles_fingerprint,
    scenario_fingerprint,
)
from cogmed_core.llm.backbones import Backbone
from tests.core.mediation.people import a_scenario, cast, play, profiles_of

CASE = Case(
    case_id="made-up-loan",
    language="en",
    category=Category.DEBT,
    title="A loan",
    sections=Sections(keywords="k", facts="f", process="p", settlement="s", legal_basis="l", gist="g"),
)
EXPERIMENT = Experiment(
    name="test",
    backbones=("own",),
    configurations=("full",),
    seeds=(0,),
    rounds=10,
    temperature=0.3,
    language="case",
    roles=Roles(stage_evaluator="evaluator", profiler="profiler", litigant="litigant", judges=("judge",)),
)
SCENARIO = a_scenario()
PROFILES = profiles_of(SCENARIO)
EPISODE = play(cast(), rounds=1).episode


def backbone(name: str, **fields: Any) -> Backbone:
    known = {"provider": "openai", "model": f"{name}-1", "base_url": "http://127.0.0.1:1/v1"}
    return Backbone(name=name, **{**known, **fields})


NAMES = ("own", "evaluator", "profiler", "litigant", "judge")
BACKBONES = {name: backbone(name) for name in NAMES}


class Given:
    """Everything a fingerprint is made from; a test changes one of it."""

    def __init__(self) -> None:
        self.case: Case = CASE
        self.experiment: Experiment = EXPERIMENT
        self.backbones: dict[str, Backbone] = BACKBONES
        self.scenario: Scenario = SCENARIO
        self.profiles: ProfileSet = PROFILES
        self.configuration = "full"
        self.episode: Episode = EPISODE
        self.seed = self.repeat = 0

    def changed(self, **fields: Any) -> "Given":
        self.__dict__.update(fields)
        return self


KINDS: dict[str, Callable[[Given], str]] = {
    "scenario": lambda g: scenario_fingerprint(g.case, g.experiment, g.backbones),
    "profiles": lambda g: profiles_fingerprint(g.scenario, g.seed, g.experiment, g.backbones),
    "episode": lambda g: episode_fingerprint(
        g.scenario,
        g.profiles,
        Arm(backbone="own", configuration=configuration_named(g.configuration)),
        g.experiment,
        g.backbones,
    ),
    "judgement": lambda g: judgement_fingerprint(g.case, g.episode, g.backbones["judge"], g.repeat, g.experiment),
}


def other(record: Any, **fields: Any) -> Any:
    return record.model_copy(update=fields)


def with_backbone(name: str, **fields: Any) -> dict[str, Any]:
    return {"backbones": {**BACKBONES, name: backbone(name, **fields)}}


CHANGES: dict[str, tuple[dict[str, Any], set[str]]] = {
    "the case's facts": ({"case": other(CASE, sections=other(CASE.sections, facts="F"))}, {"scenario", "judgement"}),
    "the case's settlement": (
        {"case": other(CASE, sections=other(CASE.sections, settlement="S"))},
        {"scenario", "judgement"},
    ),
    "the scenario": ({"scenario": other(SCENARIO, summary="other")}, {"profiles", "episode"}),
    "a profile": ({"profiles": profiles_of(SCENARIO, goal="another goal of ")}, {"episode"}),
    "the seed of the profiles": ({"profiles": profiles_of(SCENARIO, seed=1)}, {"episode"}),
    "the seed": ({"seed": 1}, {"profiles"}),
    "the configuration": ({"configuration": "no_stk"}, {"episode"}),
    "the rounds": ({"experiment": other(EXPERIMENT, rounds=9)}, {"episode"}),
    "the temperature": (
        {"experiment": other(EXPERIMENT, temperature=0.4)},
        {"scenario", "profiles", "episode", "judgement"},
    ),
    "the language": ({"experiment": other(EXPERIMENT, language="zh")}, {"scenario", "judgement"}),
    "the mediator's model": (with_backbone("own", model="x"), {"episode"}),
    "the evaluator's model": (with_backbone("evaluator", model="x"), {"episode"}),
    "the litigants' model": (with_backbone("litigant", model="x"), {"episode"}),
    "the profiler's model": (with_backbone("profiler", model="x"), {"scenario", "profiles"}),
    "the judge's model": (with_backbone("judge", model="x"), {"judgement"}),
    "what a request carries": (with_backbone("litigant", extra_body={"top_k": 1}), {"episode"}),
    "the provider": (with_backbone("judge", provider="offline"), {"judgement"}),
    "who plays a role": (
        {"experiment": other(EXPERIMENT, roles=other(EXPERIMENT.roles, litigant="judge"))},
        {"episode"},
    ),
    "what was said": ({"episode": other(EPISODE, dialogue="other")}, {"judgement"}),
    "the repeat": ({"repeat": 1}, {"judgement"}),
}
NOTHING: dict[str, dict[str, Any]] = {
    "the experiment's name": {"experiment": other(EXPERIMENT, name="renamed")},
    "further arms and seeds": {
        "experiment": other(EXPERIMENT, configurations=("full", "baseline"), seeds=(0, 1), backbones=("own", "b"))
    },
    "who judges": {"experiment": other(EXPERIMENT, roles=other(EXPERIMENT.roles, judges=("litigant", "judge")))},
    "the language the case has anyway": {"experiment": other(EXPERIMENT, language="en")},
    "where it is reached": {
        "backbones": {name: backbone(name, base_url="https://elsewhere.example/v1") for name in NAMES}
    },
    "what it costs and bears": {
        "backbones": {
            name: backbone(
                name,
                price_input=1,
                price_output=2,
                currency="EUR",
                max_concurrency=1,
                requests_per_minute=9,
                timeout=3,
                context_window=99,
                api_key_env="KEY",
            )
            for name in NAMES
        }
    },
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_fingerprint_follows_what_it_depends_on_and_nothing_else(what: str) -> None:
    fields, expected = CHANGES[what]
    before, after = Given(), Given().changed(**fields)
    assert {kind for kind, of in KINDS.items() if of(before) != of(after)} == expected


@pytest.mark.parametrize("what", NOTHING)
def test_what_does_not_change_a_result_changes_no_fingerprint(what: str) -> None:
    before, after = Given(), Given().changed(**NOTHING[what])
    assert {kind for kind, of in KINDS.items() if of(before) != of(after)} == set()


def test_the_offline_backbone_is_identified_by_its_rules() -> None:
    offline = Backbone(name="offline", provider="offline")
    assert len(identity(offline)["rules"]) == 64
    assert identity(offline) == identity(other(offline, name="renamed"))
    assert "rules" not in identity(backbone("own"))


def test_an_embedded_backbone_is_identified_by_its_weights() -> None:
    one = Backbone(name="e", provider="embedded", gguf="one.gguf")
    assert identity(one) != identity(Backbone(name="e", provider="embedded", gguf="two.gguf"))
    assert identity(one) != identity(Backbone(name="e", provider="embedded", package="one"))


def test_order_of_parts_does_not_matter_and_values_do() -> None:
    assert fingerprint(a=1, b="x") == fingerprint(b="x", a=1)
    assert len({fingerprint(), fingerprint(a=1), fingerprint(a="1"), fingerprint(b=1), fingerprint(a=None)}) == 5
    assert fingerprint(case=CASE) == fingerprint(case=other(CASE))


def test_a_value_without_a_plain_form_has_no_fingerprint() -> None:
    with pytest.raises(TypeError, match="object has no place"):
        fingerprint(a=object())

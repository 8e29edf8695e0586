"""Experiments: what is shipped, what a file may say, and what it is told when it says something else."""

from pathlib import Path
from typing import Any

import pytest

from cogmed_core.errors import ConfigurationError
from cogmed_core.experiment.definition import SHIPPED, Experiment, Roles, load_experiment, parse_experiment
from cogmed_core.llm.backbones import load_backbones
from cogmed_pipeline.settings import Settings

FIVE = ("baseline", "full", "no_fsm", "no_stk", "no_dbt")
MINE: dict[str, Any] = {
    "name": "mine",
    "backbones": ["a", "b"],
    "configurations": ["full", "baseline"],
    "seeds": [0, 3],
    "rounds": 6,
    "temperature": 0.7,
    "language": "en",
}


def mine(**changes: Any) -> Experiment:
    return parse_experiment({**MINE, **changes}, "mine.toml")


def test_the_paper_is_the_papers_grid() -> None:
    """Paper §4.3 and §4.5, as the contract gives it."""
    assert load_experiment("paper") == Experiment(
        name="paper",
        backbones=("qwen3-8b", "qwen3-32b", "qwen-plus"),
        configurations=FIVE,
        seeds=(0,),
        rounds=10,
        temperature=0.3,
        language="zh",
        roles=Roles(
            mediator="arm", stage_evaluator="arm", profiler="qwen-plus", litigant="qwen-plus", judges=("qwen-plus",)
        ),
    )
    assert len(load_experiment("paper").arms) == 15


def test_the_demo_needs_no_model() -> None:
    demo = load_experiment("demo")
    assert demo == Experiment(
        name="demo",
        backbones=("offline",),
        configurations=FIVE,
        seeds=(0,),
        rounds=10,
        temperature=0.3,
        language="case",
    )
    assert demo.backbones_used() == ("offline",)


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_shipped_needs_shipped_backbones_only(name: str) -> None:
    assert set(load_experiment(name).backbones_used()) <= set(load_backbones(None))


def test_arms_are_every_backbone_with_every_configuration() -> None:
    assert [arm.key for arm in mine().arms] == ["a.full", "a.baseline", "b.full", "b.baseline"]


def test_without_roles_everybody_is_the_arms_own() -> None:
    assert mine().roles == Roles()
    assert mine().players("b") == ("b", "a"), "profiles are shared by all arms: the first backbone draws them"
    assert mine().roles.judges_of("b") == ("b",)
    assert mine().backbones_used() == ("a", "b")


def test_roles_bind_a_backbone_or_the_arms_own() -> None:
    roles = Roles(mediator="arm", stage_evaluator="s", profiler="p", litigant="l", judges=("j", "arm", "j", "b"))
    experiment = mine(roles=roles.model_dump())
    assert [roles.backbone_of(role, "a") for role in ("mediator", "stage_evaluator", "litigant")] == ["a", "s", "l"]
    assert (experiment.profiler, experiment.players("a")) == ("p", ("a", "s", "l", "p"))
    assert (roles.judges_of("a"), roles.judges_of("b")) == (("j", "a", "b"), ("j", "b"))
    assert experiment.backbones_used() == ("p", "a", "s", "l", "j", "b")


@pytest.mark.parametrize("name", ["profiler", "litigant", "stage_evaluator"])
def test_a_fixed_role_counts_as_used_even_with_one_arm(name: str) -> None:
    assert "fixed" in mine(backbones=["a"], roles={name: "fixed"}).backbones_used()


def test_an_arms_own_backbone_is_not_used_where_every_role_is_fixed() -> None:
    fixed = dict.fromkeys(("mediator", "stage_evaluator", "profiler", "litigant"), "x") | {"judges": ["x"]}
    assert mine(backbones=["a"], roles=fixed).backbones_used() == ("x",)


def test_what_is_named_twice_counts_once() -> None:
    experiment = mine(backbones=["a", "b", "a"], configurations=["full", "full"], seeds=[1, 0, 1])
    assert (experiment.backbones, experiment.configurations, experiment.seeds) == (("a", "b"), ("full",), (1, 0))


MISTAKES = [
    ({"turns": 3}, ["unknown key turns"]),
    ({"roles": {"referee": "a"}}, ["unknown key roles.referee"]),
    ({"configurations": ["full", "no_ftk", "plain"]}, ["no_ftk, plain", *FIVE, "mediator_dbt"]),
    ({"configurations": []}, ["configurations"]),
    ({"backbones": []}, ["backbones"]),
    ({"seeds": ["one"]}, ["seeds.0"]),
    ({"seeds": []}, ["seeds"]),
    ({"seeds": [0, -1]}, ["seeds.1 must be at least 0"]),
    ({"seeds": [0.5]}, ["seeds.0 must be a whole number"]),
    ({"backbones": "a"}, ["backbones must be a list"]),
    ({"roles": 3}, ["roles must be a table"]),
    ({"protocol": "loose"}, ["protocol must be 'strict', 'speculative' or 'simultaneous'"]),
    ({"rounds": 0}, ["rounds"]),
    ({"rounds": 101}, ["rounds"]),
    ({"temperature": -0.1}, ["temperature"]),
    ({"temperature": "warm"}, ["temperature"]),
    ({"language": "fr"}, ["language", "'zh', 'en' or 'case'"]),
    ({"name": "a/b"}, ["name"]),
    ({"roles": {"judges": []}}, ["roles.judges"]),
    ({"turns": 3, "rounds": 0, "configurations": ["x"]}, ["unknown key turns", "rounds", "unknown configuration x"]),
]


@pytest.mark.parametrize(("changes", "named"), MISTAKES)
def test_every_mistake_is_named_at_once_in_one_line(changes: dict[str, Any], named: list[str]) -> None:
    with pytest.raises(ConfigurationError) as caught:
        mine(**changes)
    for word in ("mine.toml", *named):
        assert word in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    assert not any(raw in str(caught.value) for raw in ("Input should", "Field required", "Value error", "[type="))


@pytest.mark.parametrize("key", MINE)
def test_nothing_scientific_has_a_default(key: str) -> None:
    with pytest.raises(ConfigurationError, match=rf"{key} is missing"):
        parse_experiment({name: value for name, value in MINE.items() if name != key}, "mine.toml")


TOML = """name = "mine"
backbones = ["a", "b"]
configurations = ["full", "baseline"]
seeds = [0, 3]
rounds = 6
temperature = 0.7
language = "en"
"""


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_file_is_read_with_and_without_a_byte_order_mark(tmp_path: Path, mark: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(mark + TOML, encoding="utf-8")
    assert load_experiment(str(file)) == mine()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"name = mine", "not valid TOML"),
        (b'name = "\xff"', "not valid TOML"),
        (b"", "name is missing"),
        ((TOML + "rounds = 7\n").encode(), r"gives a key or table twice \(at .*\): keep one"),
        ((TOML + '[roles]\nlitigant = "a"\n[roles]\nmediator = "b"\n').encode(), "gives a key or table twice"),
        (TOML.replace('language = "en"', "").encode(), 'language is missing: one of "zh", "en", "case"'),
        (TOML.replace("rounds", "round").encode(), "unknown key round"),
    ],
)
def test_a_bad_file_is_named_with_what_is_wrong(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(content)
    with pytest.raises(ConfigurationError, match=said) as caught:
        load_experiment(str(file))
    assert str(file) in str(caught.value)


@pytest.mark.parametrize("name", ["papre", "nowhere/mine.toml", "."])
def test_an_experiment_that_is_not_there_is_named_with_what_there_is(name: str) -> None:
    with pytest.raises(ConfigurationError, match="demo, paper") as caught:
        load_experiment(name)
    assert repr(name) in str(caught.value)


def test_changes_from_the_command_line_are_validated_and_none_means_no_change() -> None:
    changed = mine().with_changes(backbones=("c",), configurations=None, seeds=(0, 1), rounds=None)
    assert changed == mine(backbones=["c"], seeds=[0, 1])
    assert changed.roles == mine().roles
    with pytest.raises(ConfigurationError, match=r"the command line: .*no_ftk"):
        mine().with_changes(configurations=("no_ftk",))
    with pytest.raises(ConfigurationError, match="rounds"):
        mine().with_changes(rounds=0)
    with pytest.raises(ConfigurationError, match="unknown key round"):
        mine().with_changes(round=3)


def test_an_unknown_backbone_is_named_with_those_there_are() -> None:
    with pytest.raises(ConfigurationError, match=r"unknown backbone 'a', 'nobody'; there are .*offline") as caught:
        Settings(experiment=mine(backbones=["a", "offline"], roles={"judges": ["nobody"]})).check_backbones()
    assert len(str(caught.value).splitlines()) == 1

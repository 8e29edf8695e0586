"""Configurations are data: lists of module names for each kind of seat, and nothing an agent knows about."""

import pytest

from cogmed_core.errors import ConfigurationError
from cogmed_core.experiment.arms import Arm
from cogmed_core.experiment.configurations import BASELINE, CONFIGURATIONS, FULL, Configuration, configuration_named
from cogmed_core.experiment.hearings import TOOLKITS
from cogmed_core.mediation.modules.registry import MODULES
from tests.core.mediation.people import calls, cast, play


def test_the_configurations_of_the_paper_and_two_more() -> None:
    modules = {name: (known.mediator, known.litigant) for name, known in CONFIGURATIONS.items()}
    assert modules == {
        "baseline": ((), ()),
        "full": (("fsm", "stk"), ("dbt",)),
        "no_fsm": (("stk",), ("dbt",)),
        "no_stk": (("fsm",), ("dbt",)),
        "no_dbt": (("fsm", "stk"), ()),
        "mediator_dbt": (("fsm", "stk", "dbt"), ("dbt",)),
        "full_court": (("fsm", "stk_three_ply"), ("dbt",)),
    }
    assert all(known.name == name for name, known in CONFIGURATIONS.items())


def test_every_module_of_a_configuration_is_registered_under_its_own_name() -> None:
    assert list(MODULES) == ["fsm", "stk", "dbt"]
    named = {name for known in CONFIGURATIONS.values() for name in known.mediator + known.litigant}
    assert named - set(TOOLKITS) == set(MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_an_ablation_is_the_full_configuration_without_one_module(module: str) -> None:
    assert FULL.without(module) == CONFIGURATIONS[f"no_{module}"]


def test_ablations_add_up() -> None:
    bare = FULL.without("fsm").without("stk").without("dbt")
    assert (bare.name, bare.mediator, bare.litigant) == ("no_fsm_no_stk_no_dbt", (), ())
    assert CONFIGURATIONS["mediator_dbt"].without("dbt").litigant == ()


@pytest.mark.parametrize(
    ("configuration", "module", "known"),
    [
        (FULL, "tsk", "fsm, stk, dbt"),
        (FULL.without("fsm"), "fsm", "stk, dbt"),
        (BASELINE, "fsm", "none"),
        (FULL, "", "fsm"),
    ],
)
def test_what_is_not_there_cannot_be_left_out(configuration: Configuration, module: str, known: str) -> None:
    with pytest.raises(ConfigurationError, match=f"has no module {module!r}; it has {known}"):
        configuration.without(module)


def test_an_unknown_configuration_is_named_with_those_there_are() -> None:
    with pytest.raises(ConfigurationError, match=f"'no_ftk'; there are {', '.join(CONFIGURATIONS)}"):
        configuration_named("no_ftk")


def test_an_unknown_module_is_an_error_before_anybody_speaks() -> None:
    model = cast()
    with pytest.raises(ConfigurationError, match="unknown module 'rag'; there are fsm, stk, dbt"):
        play(model, Configuration(name="mine", mediator=("fsm", "rag")))
    assert model.requests == []


def test_a_configuration_of_ones_own_is_data() -> None:
    """Modules sit where the data says: nothing in an agent knows its arm."""
    mine = Configuration(name="mine", mediator=("dbt",), litigant=("fsm",))
    assert calls(play(cast(), mine, rounds=2)) == {"belief": 2, "mediate": 2, "stage": 4, "litigate": 4}


def test_an_arm_is_named_after_backbone_and_configuration() -> None:
    assert Arm(backbone="qwen3-8b", configuration=FULL.without("stk")).key == "qwen3-8b.no_stk"

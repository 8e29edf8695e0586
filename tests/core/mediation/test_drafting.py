"""The settlement: one call, after an agreement only, with the same prompt in every arm."""

import pytest

from cogmed_core.domain.case import Language
from cogmed_core.llm.protocol import Message, Purpose
from tests.core.mediation.people import (
    CONFIGURATIONS,
    Script,
    a_scenario,
    accepts,
    asked_for,
    calls,
    cast,
    offers,
    play,
    says,
    speech,
    use,
)

ONE, TWO = "litigant_1", "litigant_2"
AGREED: Script = {
    (2, "mediator"): speech(proposal="pay half by May"),
    (2, ONE): offers("pay 60000 at once"),
    (3, ONE): accepts(1),
    (3, TWO): accepts(1),
}


def drafted(configuration: str, language: Language) -> tuple[Message, ...]:
    model = cast(AGREED)
    simulation = play(model, configuration, scenario=a_scenario(language=language))
    assert simulation.episode.settlement == "1. pay half by May"
    (request,) = asked_for(model, Purpose.DRAFT)
    assert request is model.requests[-1]
    return request.messages


@pytest.mark.parametrize("language", ["zh", "en"])
def test_one_prompt_for_every_configuration(language: Language) -> None:
    prompts = {drafted(configuration, language) for configuration in (*CONFIGURATIONS, "mediator_dbt")}
    assert len(prompts) == 1


def test_a_tool_used_on_the_way_does_not_show_in_it() -> None:
    plain = drafted("full", "en")
    model = cast({**AGREED, (3, "mediator"): [use("propose_bridging_solution"), speech()]})
    play(model)
    assert asked_for(model, Purpose.DRAFT)[0].messages == plain


def test_it_is_told_the_proposal_that_was_agreed() -> None:
    text = drafted("baseline", "en")[1].content
    agreed = text.partition("<agreed>")[2].partition("</agreed>")[0]
    assert agreed.strip() == "pay half by May"


@pytest.mark.parametrize("configuration", CONFIGURATIONS)
@pytest.mark.parametrize("stance", ["withdraw", "undecided", "reject"])
def test_without_an_agreement_nothing_is_drafted(configuration: str, stance: str) -> None:
    simulation = play(cast({(2, TWO): says(stance)}), configuration, rounds=2)
    assert calls(simulation)["draft"] == 0
    assert simulation.episode.settlement is None


@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_after_an_agreement_there_is_one_call(configuration: str) -> None:
    assert calls(play(cast(AGREED), configuration))["draft"] == 1

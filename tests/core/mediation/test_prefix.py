"""Stable first, volatile last: what a server's prefix cache can reuse from call to call."""

from itertools import pairwise

import pytest

from cogmed_core.domain.case import Language
from cogmed_core.llm.protocol import ChatRequest, Purpose
from tests.core.mediation.people import Script, a_scenario, cast, offers, play, says, speech, use

LINES: Script = {
    (1, "mediator"): [use("summarize_and_clarify"), speech("Welcome.")],
    (2, "mediator"): [
        use("perform_reality_check", "litigant_2"),
        use("propose_bridging_solution"),
        speech(proposal="x"),
    ],
    (2, "litigant_1"): offers("all of it"),
    (3, "litigant_2"): says("reject", offer="half of it"),
}
STAGES = ("opening", "exploration", "negotiation", "drafting")
END = "\n</dialogue>"


def by_speaker(configuration: str, language: Language) -> dict[tuple[str, bool], list[ChatRequest]]:
    """Every request of an episode by seat; the stage evaluator sits where the mediator does, but is another."""
    answers = {Purpose.STAGE: lambda r: {"reason": "r", "stage": STAGES[r.variables["round"] - 1]}}
    plain = {place: line for place, line in LINES.items() if place[1] != "mediator"}
    model = cast(plain if configuration in ("baseline", "no_stk") else LINES, answers)
    play(model, configuration, scenario=a_scenario(3, language), rounds=4)
    speakers: dict[tuple[str, bool], list[ChatRequest]] = {}
    for request in model.requests:
        speakers.setdefault((request.variables["seat"], request.purpose is Purpose.STAGE), []).append(request)
    return speakers


@pytest.mark.parametrize("configuration", ["baseline", "full", "no_fsm", "no_stk", "no_dbt", "mediator_dbt"])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_system_message_stays_and_the_dialogue_only_grows(configuration: str, language: Language) -> None:
    speakers = by_speaker(configuration, language)
    assert len(speakers) == (4 if configuration in ("baseline", "no_fsm") else 5)
    for requests in speakers.values():
        assert len(requests) >= 4
        assert len({request.messages[0] for request in requests}) == 1
        users = [request.messages[1].content for request in requests]
        spoken = [user.partition(END)[0] for user in users]
        assert all(user.count(END) == 1 and user.startswith("<dialogue>") for user in users)
        assert all(later.startswith(earlier) for earlier, later in pairwise(spoken))
        assert len(set(spoken)) == 4, "one longer dialogue a round"

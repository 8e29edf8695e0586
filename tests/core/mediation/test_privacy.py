"""What one seat keeps to itself reaches no prompt but its own, whatever is written there and however long it goes."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogmed_core.domain.case import Language
from cogmed_core.domain.party import Personality, Profile, ProfileSet, litigant_seat
from cogmed_core.llm.protocol import ChatRequest, Purpose
from cogmed_core.llm.scripted import Scripted
from cogmed_core.prompts.render import as_data, as_line, render
from tests.core.mediation.people import (
    Line,
    a_scenario,
    accepts,
    asked_for,
    believes,
    cast,
    offers,
    play,
    prompt,
    says,
    speech,
    use,
)

OWNED = (Purpose.BELIEF, Purpose.LITIGATE)
SECRET = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=30)


def everything(request: ChatRequest) -> str:
    """The prompt and the variables behind it: the offline backbone reads those."""
    return prompt(request) + "\n" + str(dict(request.variables))


def shows(request: ChatRequest, secret: str) -> bool:
    return any(form in everything(request) for form in {secret, as_data(secret), as_line(secret), repr(secret)[1:-1]})


def thinking(request: ChatRequest) -> Line:
    """A belief that names who holds it."""
    about = [party.seat for party in request.variables["opponents"]]
    return believes(about, f"belief-of-{request.variables['seat']}.")


def whole_mediation(parties: int, profiles: ProfileSet, language: Language, configuration: str) -> Scripted:
    """Two rounds of tools, offers and refusals, then an agreement; everybody thinks its own thoughts."""
    private = {seat: f"thought-of-{seat}." for seat in ["mediator", *map(litigant_seat, range(1, parties + 1))]}
    tools = [use("perform_reality_check", "litigant_1"), use("propose_bridging_solution")]
    lines: dict[tuple[int, str], Line | list[Line]] = {
        (1, "mediator"): [*(tools if configuration != "baseline" else ()), speech()],
        (2, "mediator"): speech(proposal="half"),
        (1, "litigant_1"): offers("all"),
    }
    for number in range(1, parties + 1):
        seat = litigant_seat(number)
        lines.setdefault((1, seat), says("reject"))
        lines |= {(2, seat): says(), (3, seat): accepts(2)}
    for (_, seat), line in lines.items():
        for reply in line if isinstance(line, list) else [line]:
            assert isinstance(reply, dict)
            reply["thought"] = private[seat]
    model = cast(lines, {Purpose.BELIEF: thinking})
    episode = play(model, configuration, scenario=a_scenario(parties, language), profiles=profiles, rounds=3).episode
    assert episode.outcome == "agreement"
    return model


def check(model: Scripted, profiles: ProfileSet, language: Language) -> None:
    manners = {kind: render(f"mediation/personalities/{kind}", language) for kind in Personality}
    for request in model.requests:
        seat = request.variables["seat"] if request.purpose in (*OWNED, Purpose.MEDIATE) else None
        for profile in profiles.profiles:
            own = request.purpose in OWNED and seat == profile.seat
            assert shows(request, profile.goal) is own, (request.purpose, seat, profile.seat)
            assert shows(request, profile.bottom_line) is own, (request.purpose, seat, profile.seat)
            if seat != profile.seat:
                assert f"belief-of-{profile.seat}." not in everything(request)
        kinds = [kind for kind, manner in manners.items() if manner in prompt(request)]
        assert kinds == [p.personality for p in profiles.profiles if request.purpose in OWNED and p.seat == seat]
        assert "thought-of-" not in everything(request), "a thought is for nobody, not even later for its thinker"


@settings(max_examples=25, deadline=None)
@given(
    st.integers(2, 4),
    st.lists(st.tuples(SECRET, SECRET, st.sampled_from(Personality)), min_size=4, max_size=4),
    st.sampled_from(["zh", "en"]),
    st.sampled_from(["full", "no_fsm", "no_dbt", "mediator_dbt", "baseline"]),
)
def test_a_profile_never_crosses_a_view(
    parties: int, secrets: list[tuple[str, str, Personality]], language: Language, configuration: str
) -> None:
    profiles = ProfileSet(
        case_id="made-up-loan",
        seed=0,
        profiles=tuple(
            Profile(seat=f"litigant_{n}", goal=f"G{n}·{goal}·", bottom_line=f"B{n}·{bottom}·", personality=kind)
            for n, (goal, bottom, kind) in enumerate(secrets[:parties], start=1)
        ),
    )
    check(whole_mediation(parties, profiles, language, configuration), profiles, language)


def test_what_is_kept_says_nothing_private_in_the_dialogue() -> None:
    scenario = a_scenario(3)
    model = cast({(1, "litigant_1"): {**says(), "thought": "secret-thought"}}, {Purpose.BELIEF: thinking})
    episode = play(model, scenario=scenario).episode
    assert not any(word in episode.dialogue for word in ("secret-thought", "belief-of", "goal of", "bottom line of"))
    assert "secret-thought" not in episode.model_dump_json()


@pytest.mark.parametrize("purpose", [Purpose.DRAFT, Purpose.STAGE, Purpose.BRIDGE])
def test_those_who_serve_all_have_no_profile(purpose: Purpose) -> None:
    model = cast(
        {
            (1, "mediator"): [use("propose_bridging_solution"), speech()],
            (1, "litigant_1"): offers("x"),
            (1, "litigant_2"): accepts(1),
        }
    )
    play(model)
    for request in asked_for(model, purpose):
        assert request.variables["profile"] is None


def test_every_litigant_reads_the_same_table() -> None:
    model = cast({(1, "litigant_1"): offers("half")})
    play(model, "baseline", rounds=2)
    tables: Mapping[str, list[str]] = {
        seat: [
            r.messages[1].content.partition("<table>")[2].partition("</table>")[0]
            for r in asked_for(model, Purpose.LITIGATE, seat=seat)
        ]
        for seat in ("litigant_1", "litigant_2")
    }
    assert tables["litigant_1"][1] == tables["litigant_2"][1]

"""One judge: three scores, or none with the reason; nothing clamped, nothing that tells the arm."""

import asyncio
import json
import re
from typing import Any

import pytest

from cogmed_core.domain.case import Case, Category, Language, Sections
from cogmed_core.domain.dialogue import Stage
from cogmed_core.domain.episode import Action, Belief, Episode, StageDecision
from cogmed_core.domain.judgement import Judgement
from cogmed_core.errors import AccessError, EndpointError, ModelError, RefusedError, ReplyError
from cogmed_core.judging.judge import judge
from cogmed_core.llm.failures import TransientError
from cogmed_core.llm.protocol import Purpose
from cogmed_core.llm.scripted import Scripted
from cogmed_core.llm.voice import Voice
from cogmed_core.mediation.modules.strategic_toolkit import ACTIONS
from tests.core.mediation.people import (
    CONFIGURATIONS,
    Posing,
    Script,
    a_scenario,
    accepts,
    cast,
    offers,
    play,
    prompt,
    says,
    speech,
    use,
)

ENDS: dict[str, Script] = {
    "agreement": {
        (2, "mediator"): speech(proposal="half"),
        (2, "litigant_1"): accepts(1),
        (2, "litigant_2"): accepts(1),
    },
    "deadlock": {(1, "litigant_1"): offers("all"), (2, "mediator"): speech(proposal="half")},
    "silence": {},
    "breakdown": {(1, "litigant_1"): offers("all"), (2, "litigant_2"): says("withdraw")},
}
in_both = pytest.mark.parametrize("language", ["zh", "en"])


def a_case(language: Language = "en") -> Case:
    texts = {name: f"the real {name}" for name in Sections.model_fields}
    return Case(
        case_id="made-up-loan", language=language, category=Category.DEBT, title="t", sections=Sections(**texts)
    )


def an_episode(end: str = "agreement", configuration: str = "full", language: Language = "en", **given: Any) -> Episode:
    return play(cast(ENDS[end], **given), configuration, scenario=a_scenario(language=language), rounds=3).episode


def judged(model: Scripted, episode: Episode | None = None, language: Language = "en", repeat: int = 0) -> Judgement:
    voice = Voice(model, language, temperature=0.3, seed=repeat)
    scenario = a_scenario(language=language)
    return asyncio.run(judge(a_case(language), scenario, episode or an_episode(), voice, repeat, "f"))


def scores(feasibility: Any = 6, professionalism: Any = 7.5, creativity: Any = 4, **more: Any) -> str:
    reply = {"rationale": "fair", "feasibility": feasibility, "professionalism": professionalism}
    return json.dumps(reply | {"creativity": creativity} | more)


def test_three_scores_and_their_mean() -> None:
    judgement = judged(Scripted("judge-1", [scores()]), repeat=2)
    assert (judgement.feasibility, judgement.professionalism, judgement.creativity) == (6, 7.5, 4)
    assert judgement.oqs == pytest.approx(17.5 / 3)
    assert (judgement.judge, judgement.repeat, judgement.fingerprint) == ("judge-1", 2, "f")
    assert (judgement.episode_id, judgement.rationale) == ("script.full.made-up-loan.s0", "fair")
    assert judgement.unscored_reason is None


@pytest.mark.parametrize("edge", [1, 10, 1.0, 9.5])
def test_the_ends_of_the_scale_are_on_it(edge: float) -> None:
    assert judged(Scripted("j", [scores(edge, edge, edge)])).oqs == edge


OUT_OF_RANGE = [0, 0.99, 10.01, 11, 100, -3]


@pytest.mark.parametrize("value", OUT_OF_RANGE)
@pytest.mark.parametrize("dimension", ["feasibility", "professionalism", "creativity"])
def test_a_score_out_of_range_is_asked_for_again_and_never_clamped(dimension: str, value: float) -> None:
    model = Scripted("j", [scores(**{dimension: value}), scores(**{dimension: 3})])
    judgement = judged(model)
    assert getattr(judgement, dimension) == 3
    assert dimension in model.requests[1].messages[-1].content
    stubborn = judged(Scripted("j", lambda _: scores(**{dimension: value})))
    assert (stubborn.feasibility, stubborn.professionalism, stubborn.creativity, stubborn.oqs) == (None,) * 4
    assert stubborn.unscored_reason is not None
    assert stubborn.unscored_reason.startswith("reply: ") and dimension in stubborn.unscored_reason


@pytest.mark.parametrize(
    "bad", ["8, 7, 9", scores("8"), scores(None), scores(True), scores([8]), scores(rationale=" "), scores(overall=7)]
)
def test_what_is_no_score_is_asked_for_again(bad: str) -> None:
    model = Scripted("j", [bad, scores()])
    assert judged(model).oqs is not None
    assert len(model.requests) == 2


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ReplyError("makes no sense"), "reply: makes no sense"),
        (RefusedError("not that"), "refused: not that"),
        (EndpointError("gone"), "endpoint: gone"),
        (TransientError("busy"), "endpoint: busy"),
    ],
)
def test_a_judge_that_fails_leaves_it_unscored_with_the_reason(error: ModelError, reason: str) -> None:
    judgement = judged(Scripted("j", [error]))
    assert (judgement.unscored_reason, judgement.oqs, judgement.rationale) == (reason, None, "")


def test_a_rejected_key_stops_the_judging() -> None:
    with pytest.raises(AccessError, match="the key"):
        judged(Scripted("j", [AccessError("the key")]))


@pytest.mark.parametrize(
    ("judge_kind", "players", "synthetic"),
    [
        (Scripted, Scripted, True),
        (Posing, Scripted, True),
        (Scripted, Posing, True),
        (Posing, Posing, False),
    ],
)
def test_a_judgement_is_synthetic_where_judge_or_episode_is(
    judge_kind: type[Scripted], players: type[Scripted], synthetic: bool
) -> None:
    episode = an_episode(kind=players)
    assert judged(judge_kind("j", [scores()]), episode).synthetic is synthetic
    assert judged(judge_kind("j", [RefusedError("no")]), episode).synthetic is synthetic


def evidence(episode: Episode, language: Language = "en") -> str:
    model = Scripted("the-judge", [scores()])
    judged(model, episode, language)
    (request,) = model.requests
    assert request.purpose is Purpose.JUDGE
    return prompt(request) + str(dict(request.variables))


@in_both
@pytest.mark.parametrize("end", ENDS)
def test_the_evidence_is_the_same_whatever_the_arm(end: str, language: Language) -> None:
    """The same talk under every configuration, by whichever backbone: not one character differs."""
    seen = {evidence(an_episode(end, name, language), language) for name in (*CONFIGURATIONS, "mediator_dbt")}
    seen.add(evidence(an_episode(end, "full", language, name="another-backbone"), language))
    assert len(seen) == 1


@in_both
def test_nothing_a_module_left_in_the_episode_is_in_the_evidence(language: Language) -> None:
    plain = an_episode(language=language)
    traces = plain.model_copy(
        update={
            "arm": "the-arm",
            "backbone": "the-backbone",
            "configuration": "the-configuration",
            "episode_id": "the-episode",
            "fingerprint": "the-fingerprint",
            "actions": (Action(round=1, name=next(iter(ACTIONS)), arguments={}, result="the-result"),),
            "beliefs": (
                Belief(
                    round=1,
                    seat="litigant_1",
                    about="litigant_2",
                    perceived_goal="the-belief",
                    emotional_valence=0,
                    flexibility=0,
                ),
            ),
            "stages": (
                StageDecision(round=1, proposed=Stage.DRAFTING, stage=Stage.OPENING, refused=True, reason="the-reason"),
            ),
            "utterances": tuple(u.model_copy(update={"stage": Stage.NEGOTIATION}) for u in plain.utterances),
        }
    )
    assert evidence(traces, language) == evidence(plain, language)


@in_both
def test_no_tool_no_stage_and_no_module_is_named_in_it(language: Language) -> None:
    lines: Script = {**ENDS["agreement"], (1, "mediator"): [*map(use, list(ACTIONS)[:2]), speech()]}
    episode = play(cast(lines, name="the-backbone"), scenario=a_scenario(language=language), rounds=3).episode
    assert len(episode.actions) == 2
    text = evidence(episode, language)
    named = re.compile(
        "|".join([*ACTIONS, *(rf"\b{stage}\b" for stage in Stage), r"\b(fsm|stk|dbt)\b", "阶段", "工具"])
    )
    assert not named.search(text.lower())
    assert "the-backbone" not in text


@in_both
def test_the_evidence_holds_what_is_to_be_compared(language: Language) -> None:
    text = evidence(an_episode(language=language), language)
    for part in ("the real process", "the real settlement", "the real legal_basis", "1. half", "Hm."):
        assert part in text
    for kept in ("goal of litigant", "bottom line of litigant", "private", "the real gist"):
        assert kept not in text


@in_both
def test_the_two_texts_take_turns_at_coming_first(language: Language) -> None:
    """Every second repeat shows the talks before the real outcome; nothing else differs."""
    models = [Scripted("j", [scores()]) for _ in range(4)]
    sheets = [judged(model, an_episode(language=language), language, at) for at, model in enumerate(models)]
    assert [sheet.order for sheet in sheets] == ["reference_first", "simulated_first"] * 2
    texts = [prompt(model.requests[0]) for model in models]
    first, second = texts[:2]
    assert first.index("<reference_process>") < first.index("<dialogue>")
    assert second.index("<dialogue>") < second.index("<settlement>") < second.index("<reference_process>")
    assert sorted(filter(None, first.splitlines())) == sorted(filter(None, second.splitlines()))
    assert texts[2:] == texts[:2]


@in_both
@pytest.mark.parametrize(("end", "shown"), [("deadlock", ["all", "half"]), ("breakdown", ["all"]), ("silence", [])])
def test_without_an_agreement_the_last_proposals_are_judged(end: str, shown: list[str], language: Language) -> None:
    model = Scripted("j", [scores()])
    judged(model, an_episode(end, language=language), language)
    told = model.requests[0].messages[1].content.partition("<proposals>")[2].partition("</proposals>")[0]
    assert [line.split()[-1].rpartition("：")[2] for line in told.strip().splitlines()] == shown
    assert "<settlement>" not in model.requests[0].messages[1].content

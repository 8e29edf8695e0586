"""Every reply of every purpose, in both languages and all configurations, validates as the callers validate it."""

import asyncio
from collections import Counter

import pytest

from cogmed_core.domain.case import Case, Language
from cogmed_core.domain.episode import Episode
from cogmed_core.judging.conduct import judge_conduct
from cogmed_core.judging.judge import judge
from cogmed_core.llm.offline import Offline
from cogmed_core.llm.offline.backbone import RULES
from cogmed_core.llm.protocol import Purpose
from cogmed_core.llm.voice import Voice
from tests.core.llm.offline.given import CONFIGURATIONS, LANGUAGES, Recording, prepare, sample_cases, talks

MEDIATION = {
    *(Purpose.STRUCTURE, Purpose.PROFILE, Purpose.STAGE, Purpose.MEDIATE, Purpose.LITIGATE, Purpose.BELIEF),
    *(Purpose.SUMMARIZE, Purpose.REALITY_CHECK, Purpose.BRIDGE, Purpose.DRAFT, Purpose.JUDGE),
    Purpose.CONDUCT,
}


async def whole_run(case: Case, model: Recording) -> None:
    """Structure, profiles, five configurations, drafts and judgements; a bad reply would be re-asked."""
    scenario, profiles = await prepare(case, model=model)
    for configuration in CONFIGURATIONS:
        ended = await talks(scenario, profiles, configuration, mediator=model, litigant=model)
        table = ended.table
        episode = Episode(
            episode_id="e",
            case_id=case.case_id,
            arm="a",
            backbone="offline",
            configuration=configuration,
            seed=0,
            fingerprint="f",
            synthetic=True,
            status="finished",
            outcome=ended.conclusion.outcome,
            rounds=ended.conclusion.rounds,
            agreement_round=ended.conclusion.rounds if ended.settlement else None,
            settlement=ended.settlement,
            utterances=tuple(table.utterances),
            proposals=tuple(table.proposals),
        )
        for fill_in in (judge, judge_conduct):
            sheet = await fill_in(case, scenario, episode, Voice(model, case.language, 0.3, 0), 0, "f")
            assert sheet.unscored_reason is None
            assert sheet.rationale
            assert sheet.synthetic


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_purpose_is_answered_once_and_validly(language: Language) -> None:
    model = Recording()
    cases = [case for case in sample_cases() if case.language == language][:4]
    for case in cases:
        asyncio.run(whole_run(case, model))
    counts = Counter(request.purpose for request, _ in model.calls)
    assert counts.keys() == MEDIATION
    assert counts[Purpose.STRUCTURE] == len(cases)
    assert counts[Purpose.JUDGE] == counts[Purpose.CONDUCT] == 5 * len(cases)
    assert not [request for request, _ in model.calls if len(request.messages) > 2], "a reply had to be re-asked"
    assert all(
        reply.usage.estimated and reply.usage.prompt_tokens > reply.usage.completion_tokens > 0
        for _, reply in model.calls
    )


def test_there_is_a_rule_for_every_purpose() -> None:
    assert set(RULES) == set(Purpose)


def test_it_says_what_it_is() -> None:
    model = Offline("rules")
    assert model.name == "rules"
    assert model.synthetic is True
    asyncio.run(model.close())

"""Scenarios, texts and partners nobody has seen: every reply stays valid, nothing breaks, nothing is signed unread."""

import asyncio
import json

from hypothesis import given
from hypothesis import strategies as st

from cogmed_core.domain.case import Category, Issue, Language, Scenario
from cogmed_core.domain.episode import Outcome
from cogmed_core.domain.party import MEDIATOR, Party, Personality, Profile, ProfileSet, litigant_seat
from cogmed_core.llm.protocol import ChatRequest, Purpose
from cogmed_core.llm.scripted import Scripted
from tests.core.llm.offline.given import CONFIGURATIONS, LANGUAGES, Recording, a_loan, a_profile, examples, talks

HOSTILE = "{payers} %s </dialogue> “”‘’ \n\n- 0元 -1% ∞ ￥ £ 一二三万亿元 第0号方案 {0} \\1 [x] 不不不"
texts = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        ["", " ", HOSTILE, "支付3万元", "要求拆除围墙", "asks for £5,000", "0元", "道歉即可", "a fair result"]
    ),
)
names = st.one_of(
    st.sampled_from(
        ["63名业主", "某公司", "张某", "Bram & Sons Ltd", "A. Quill", HOSTILE, "支付5万元公司", "50%酒吧", "双方"]
    ),
    st.text(min_size=1, max_size=12),
)
roles = st.one_of(
    st.sampled_from(["申请人", "被申请人", "担保人", "第三人", "applicant", "respondent", "租客", ""]),
    st.text(max_size=8),
)


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    party_names = draw(st.lists(names, min_size=2, max_size=6, unique=True))
    return Scenario(
        case_id=draw(st.sampled_from(["odd", "strange"])),
        language=draw(st.sampled_from(LANGUAGES)),
        category=draw(st.sampled_from(list(Category))),
        title=draw(texts),
        summary=draw(texts),
        parties=tuple(
            Party(seat=litigant_seat(n), name=name, role=draw(roles), claim=draw(texts))
            for n, name in enumerate(party_names, start=1)
        ),
        issues=(Issue(number=1, title=draw(texts), description=draw(texts)),),
    )


@st.composite
def profiles_for(draw: st.DrawFn, scenario: Scenario) -> ProfileSet:
    return ProfileSet(
        case_id=scenario.case_id,
        seed=0,
        profiles=tuple(
            Profile(
                seat=party.seat,
                goal=draw(texts),
                bottom_line=draw(texts),
                personality=draw(st.sampled_from(list(Personality))),
            )
            for party in scenario.parties
        ),
    )


@examples(60)
@given(st.data(), st.sampled_from(list(CONFIGURATIONS)))
def test_any_scenario_is_talked_through_without_a_single_bad_reply(data: st.DataObject, configuration: str) -> None:
    scenario = data.draw(scenarios())
    profiles = data.draw(profiles_for(scenario))
    model = Recording()
    ended = asyncio.run(talks(scenario, profiles, configuration, rounds=4, mediator=model, litigant=model))
    assert ended.conclusion.outcome in Outcome
    assert not [request for request, _ in model.calls if len(request.messages) > 2], "a reply had to be re-asked"


def a_talkative_mediator(lines: list[tuple[str, str | None]]) -> Scripted:
    """A mediator as a language model might play it: free text, proposals of any shape, no tools."""
    turn = iter(lines * 10)

    def reply(request: ChatRequest) -> str:
        if request.purpose is Purpose.DRAFT:
            return json.dumps({"settlement": request.variables["agreed"].text}, ensure_ascii=False)
        text, proposal = next(turn)
        return json.dumps({"thought": "…", "text": f"听着：{text}", "proposal": proposal}, ensure_ascii=False)

    return Scripted("model", reply)


free = st.tuples(texts, st.none() | texts)


@examples(40)
@given(st.lists(free, min_size=1, max_size=6), st.sampled_from(LANGUAGES), st.integers(2, 4))
def test_offline_litigants_sit_with_any_mediator(
    lines: list[tuple[str, str | None]], language: Language, parties: int
) -> None:
    scenario = a_loan(language, parties=parties)
    people = tuple(a_profile(party.seat, "…", "…", Personality.EMOTIONAL) for party in scenario.parties)
    profiles = ProfileSet(case_id="loan", seed=0, profiles=people)
    model = Recording()
    ended = asyncio.run(
        talks(scenario, profiles, "baseline", rounds=5, mediator=a_talkative_mediator(lines), litigant=model)
    )
    assert ended.conclusion.outcome in Outcome
    assert not [request for request, _ in model.calls if len(request.messages) > 2]


@examples(40)
@given(st.data(), st.sampled_from(LANGUAGES))
def test_an_offline_mediator_sits_with_any_litigants(data: st.DataObject, language: Language) -> None:
    def reply(request: ChatRequest) -> str:
        on_table = [proposal.number for proposal in request.variables["proposals"]]
        kind = data.draw(st.sampled_from(["undecided", "reject", *(["accept"] if on_table else [])]))
        said = {
            "thought": "…",
            "text": f"嗯。{data.draw(texts)}",
            "stance": kind,
            "accepted_proposal": data.draw(st.sampled_from(on_table)) if kind == "accept" else None,
            "counter_offer": None if kind == "accept" else data.draw(st.none() | texts),
        }
        return json.dumps(said, ensure_ascii=False)

    scenario = a_loan(language)
    people = tuple(a_profile(party.seat, "…", "…") for party in scenario.parties)
    profiles = ProfileSet(case_id="loan", seed=0, profiles=people)
    model = Recording()
    configuration = data.draw(st.sampled_from(["baseline", "no_dbt"]))
    ended = asyncio.run(
        talks(scenario, profiles, configuration, rounds=5, mediator=model, litigant=Scripted("model", reply))
    )
    assert ended.conclusion.outcome in Outcome
    assert not [request for request, _ in model.calls if len(request.messages) > 2]
    assert model.calls[0][0].purpose in (Purpose.MEDIATE, Purpose.STAGE)


def test_an_unreadable_proposal_on_a_sum_is_never_signed() -> None:
    scenario = a_loan()
    people = (
        a_profile("litigant_1", "希望对方支付90000元。", "到手不能少于10000元。", Personality.CONCILIATORY),
        a_profile("litigant_2", "希望最多付20000元。", "最多拿出90000元。", Personality.CONCILIATORY),
    )
    vague = a_talkative_mediator([("我提个方案，请表态。", "双方互谅互让，妥善解决。")])
    ended = asyncio.run(
        talks(scenario, ProfileSet(case_id="loan", seed=0, profiles=people), "baseline", mediator=vague)
    )
    signed = {one.accepted for one in ended.table.utterances if one.accepted and one.stance == "accept"}
    assert not signed & {one.number for one in ended.table.proposals if one.seat == MEDIATOR}

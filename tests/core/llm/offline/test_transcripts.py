"""Whole mediations of the sample cases and of prose, read as a mediator would: nothing false, nothing out of place."""

import asyncio
import re
from functools import cache

import pytest

from cogmed_core.domain.case import Case, Category, Sections
from cogmed_core.domain.party import MEDIATOR
from cogmed_core.llm.offline.dispute import dispute
from cogmed_core.llm.offline.measure import Measure
from cogmed_core.llm.offline.offer_reading import read_offer
from tests.core.llm.offline.given import CONFIGURATIONS, Outcome, prepare, sample_cases, talks
from tests.core.llm.offline.test_prose import DEPOSIT, MAINTENANCE, NUMBERED, ROOF

PROSE = {"roof": ROOF, "deposit": DEPOSIT, "maintenance": MAINTENANCE, "drums": NUMBERED}
ZH = {
    "support": "老人希望儿子每月给生活费1200元，并且每周来看一次。儿子说自己收入低，每月只能给500元。",
    "piano": "吴先生要求孙女士晚上八点后停止弹琴，并当面道歉。孙女士坚持在家弹琴是自己的自由。",
    "custody": "谢某1要求变更孩子的抚养权，由自己抚养。贺某1不同意，认为孩子一直随自己生活。",
}


def told(case_id: str, facts: str) -> Case:
    texts = dict.fromkeys(("keywords", "process", "settlement", "legal_basis", "gist"), "")
    language = "zh" if case_id in ZH else "en"
    sections = Sections(**texts, facts=facts)
    return Case(case_id=case_id, language=language, category=Category.OTHER, title="", sections=sections)


@cache
def outcomes() -> tuple[tuple[str, Outcome], ...]:
    async def every() -> list[tuple[str, Outcome]]:
        cases = [*sample_cases(), *(told(name, facts) for name, facts in (PROSE | ZH).items())]
        prepared = [(case.case_id, await prepare(case)) for case in cases]
        return [(f"{name} {one}", await talks(*ready, one)) for name, ready in prepared for one in CONFIGURATIONS]

    return tuple(asyncio.run(every()))


def test_the_mediator_proposes_between_what_is_offered_and_what_is_asked() -> None:
    seen = 0
    for name, one in outcomes():
        matter = dispute(one.scenario)
        stood = {party.seat: float(matter.claims(party.seat)) for party in one.scenario.parties}
        for utterance in one.table.utterances:
            tabled = one.table.proposals[utterance.tabled - 1] if utterance.tabled else None
            if tabled and utterance.seat == MEDIATOR:
                share = read_offer(tabled.text, matter).share
                asked = min(each for seat, each in stood.items() if matter.claims(seat))
                offered = max(each for seat, each in stood.items() if not matter.claims(seat))
                assert share is not None
                assert min(asked, offered) - 1e-9 <= share <= asked + 1e-9, (name, tabled.text)
                seen += 1
            elif utterance.accepted:
                share = read_offer(one.table.proposals[utterance.accepted - 1].text, matter).share
                if share is not None:
                    better = min if matter.claims(utterance.seat) else max
                    stood[utterance.seat] = better(stood[utterance.seat], share)
    assert seen > 100


def test_nothing_of_another_language_is_said() -> None:
    for name, one in outcomes():
        said = [utterance.text for utterance in one.table.utterances] + [each.text for each in one.table.proposals]
        text = "\n".join([*said, one.settlement or ""])
        if one.scenario.language == "zh":
            assert not re.findall(r"[A-Za-z]{3,}", text), name
        else:
            assert not re.findall("[\u4e00-\u9fff]", text), name


def test_english_sentences_begin_with_a_capital_and_end_once() -> None:
    for name, one in outcomes():
        if one.scenario.language == "en":
            for text in (utterance.text for utterance in one.table.utterances):
                assert not re.search(r"(?:^|(?<![ap]\.m)[.!?] )[a-z]", text), (name, text)
                assert ".." not in text and "  " not in text, (name, text)


def test_a_sum_that_comes_back_stays_one_and_what_is_no_money_has_terms_of_its_own() -> None:
    measures = set()
    for name, one in outcomes():
        measure = dispute(one.scenario).measure
        measures.add(measure)
        for proposal in one.table.proposals:
            if measure is Measure.PERIODIC:
                assert re.search("每月|a month", proposal.text), (name, proposal.text)
                assert not re.search("一次性付清|in one payment|分.期付清|instalments", proposal.text), proposal.text
            if measure in (Measure.STEP, Measure.TIME):
                assert not re.search(r"%|费用|cost", proposal.text), (name, proposal.text)
    assert measures >= {Measure.SUM, Measure.PERIODIC, Measure.STEP, Measure.TIME}


def test_a_settlement_states_every_term_of_what_was_agreed() -> None:
    agreed = 0
    for name, one in outcomes():
        if one.conclusion.agreed:
            agreed += 1
            clauses = re.split("[；;]", one.conclusion.agreed.text.rstrip("。."))
            for clause in clauses:
                bare = clause.strip()
                assert one.settlement and bare[1:] in one.settlement, (name, clause)
            if duties := dispute(one.scenario).duties:
                assert duties[0] in "".join(each.text for each in one.table.proposals), name
    assert agreed > 20


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_summary_gives_nobody_a_figure_it_did_not_name(language: str) -> None:
    pattern = {
        "zh": r"(?P<who>[^。？]+?)(?:目前提的是|的条件现在是)(?P<what>[^。]+)",
        "en": r"(?P<who>[^.?]+?) (?:now stands at|has last put forward) (?P<what>[^.]+(?:\.\d+)?)",
    }[language]
    seen = 0
    for name, one in outcomes():
        if one.scenario.language != language:
            continue
        spoken = {party.name: "" for party in one.scenario.parties}
        names = {party.seat: party.name for party in one.scenario.parties}
        for utterance in one.table.utterances:
            if utterance.seat in names:
                backed = utterance.accepted or utterance.tabled
                offer = one.table.proposals[backed - 1].text if backed else ""
                spoken[names[utterance.seat]] += utterance.text + offer
            for match in re.finditer(pattern, utterance.text):
                seen += 1
                figure = re.split("，另加| and ", match["what"].strip(" “”"))[0].strip("“”")
                label = {"trial of three months": "trial"}.get(figure.removeprefix("a "), figure)
                assert label in spoken[match["who"].strip()], (name, match.group())
    assert seen

"""A whole case: one person alike in all fields, the way back with the key only, nothing left behind."""

from pathlib import Path

import pytest

from cogmed_core.cases.anonymise import Anonymiser, Originals, is_identifying, leaks, residual_identifiers
from cogmed_core.cases.anonymise.keymap import keyed_hash, new_key, seal, unseal
from cogmed_core.cases.anonymise.replacement import restored
from cogmed_core.cases.read import read_folder
from cogmed_core.domain.case import Category, RawCase, Sections
from cogmed_core.errors import ConfigurationError

SAMPLES = Path(__file__).parents[3] / "raw_cases"
CASES = [entry.raw for entry in read_folder(SAMPLES) if entry.raw is not None]
ANONYMISER = Anonymiser()
RAW = RawCase(
    case_id="debt-1",
    source_file="debt-1.json",
    source_sha256="0" * 64,
    title="孙启航与尤桂兰民间借贷纠纷调解案",
    language="zh",
    sections=Sections(
        keywords="民事 借款合同纠纷",
        facts="孙启航（手机13800001234）向尤桂兰借款三万元，老孙逾期未还。",
        process="调解员多次与孙启航、尤桂兰沟通，尤女士同意分期。",
        settlement="孙启航分三期向尤桂兰还款。",
        legal_basis="《中华人民共和国民法典》第675条",
        gist="本案化解了孙某与尤某的积怨。",
    ),
)


def fields_of(raw: RawCase) -> dict[str, str]:
    return {"title": raw.title} | raw.sections.model_dump()


def test_one_pseudonym_a_person_in_all_fields() -> None:
    case = ANONYMISER.anonymise(RAW).case
    assert case.category is Category.DEBT
    assert case.title == "孙某1与尤某1民间借贷纠纷调解案"
    assert case.sections.facts == "孙某1（手机某电话1）向尤某1借款三万元，孙某1逾期未还。"
    assert case.sections.process == "调解员多次与孙某1、尤某1沟通，尤某1同意分期。"
    assert case.sections.settlement == "孙某1分三期向尤某1还款。"
    assert case.sections.gist == "本案化解了孙某1与尤某1的积怨。"


def test_originals_show_in_no_dump_and_no_representation() -> None:
    anonymised = ANONYMISER.anonymise(RAW)
    assert anonymised.by_pseudonym()["孙某1"][0] == "孙启航"
    shown = f"{anonymised!r} {anonymised} {anonymised.model_dump_json()} {anonymised.originals!r}"
    assert not [name for name in ("孙启航", "尤桂兰", "13800001234") if name in shown]


@pytest.mark.parametrize("raw", CASES, ids=[raw.case_id for raw in CASES])
def test_samples_come_back_exactly_and_leave_nothing_behind(raw: RawCase) -> None:
    anonymised = ANONYMISER.anonymise(raw)
    made = fields_of(RAW.model_copy(update={"title": anonymised.case.title, "sections": anonymised.case.sections}))
    originals = anonymised.originals.texts
    assert {f: restored(made[f], anonymised.spans[f], originals[f]) for f in made} == fields_of(raw)
    kinds = {text: s.type for f, spans in anonymised.spans.items() for s, text in zip(spans, originals[f], strict=True)}
    identifying = [text for text, kind in kinds.items() if is_identifying(text, kind)]
    assert len(identifying) >= 2
    everything = "\n".join(made.values())
    assert leaks(everything, identifying) == () and residual_identifiers(everything) == ()


def test_the_map_opens_with_its_key_only() -> None:
    originals, key = ANONYMISER.anonymise(RAW).originals, new_key()
    sealed = seal(originals, key)
    assert unseal(sealed, key) == originals and "孙启航".encode() not in sealed
    for wrong in (new_key(), "", "short", key[:-1]):
        with pytest.raises(ConfigurationError) as caught:
            unseal(sealed, wrong)
        assert "key" in str(caught.value) and "孙启航" not in str(caught.value)
    with pytest.raises(ConfigurationError):
        unseal(sealed[:-8], key)


def test_a_keyed_hash_links_and_tells_nothing() -> None:
    key = new_key()
    assert keyed_hash("孙启航", key) == keyed_hash("孙启航", key) != keyed_hash("孙启航", new_key())


def test_an_ill_formed_map_reveals_nothing() -> None:
    with pytest.raises(ValueError) as caught:
        Originals.model_validate({"texts": {"title": "孙启航"}})
    assert "孙启航" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "guise"),
    [
        ("他叫孙启航。", "exact"),
        ("他叫孙 启 航。", "disguised"),
        ("他叫孫啟航。", "disguised"),
        ("孙-启\n航", "disguised"),
        ("电话１３８００００１２３４", "disguised"),
        ("电话138 0000-1234", "disguised"),
        ("电话一三八零零零零一二三四", "disguised"),
        ("AMARA@example.com", "disguised"),
    ],
)
def test_leaks_are_found_in_every_guise(text: str, guise: str) -> None:
    (leak,) = leaks(text, ["孙启航", "13800001234", "amara@example.com"])
    assert leak.guise == guise and text[leak.start : leak.end].strip("他叫。电话") == text[leak.start : leak.end]


def test_an_ordinary_word_is_a_leak_only_of_a_person() -> None:
    assert leaks("双方和平解决，和平共处。", ["和平"]) == ()
    assert leaks("原告和平与被告约定，和平表示同意。", ["和平"])


def test_digits_of_other_numbers_are_no_leak() -> None:
    assert leaks("2013年8月，赔偿800001元，第234条。", ["13800001234"]) == ()


def test_what_just_misses_being_a_name_is_up_for_review_without_its_text() -> None:
    doubtful = "另查，许自建三层住房，申辩称柴油涨价，常态和方可来过，另有时常往来的连襟。"
    facts = f"{RAW.sections.facts}{doubtful}"
    raw = RAW.model_copy(update={"sections": RAW.sections.model_copy(update={"facts": facts})})
    anonymised = ANONYMISER.anonymise(raw)
    reviewed = [facts[span.start : span.end] for span in anonymised.review["facts"]]
    assert reviewed and all(span.layer == "doubtful" for span in anonymised.review["facts"])
    assert not [name for name in reviewed if name in anonymised.model_dump_json(include={"review"})]

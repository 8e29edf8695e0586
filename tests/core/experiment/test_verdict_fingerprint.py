"""A verdict's fingerprint changes with everything the verdict depends on, and with nothing else."""

from pathlib import Path

from cogmed_core.deliberation.registry import framework_of
from cogmed_core.domain.question import YesNoQuestion
from cogmed_core.experiment import fingerprint as fingerprint_module
from cogmed_core.experiment.fingerprint import verdict_fingerprint
from cogmed_core.llm.backbones import load_backbones


def test_a_verdict_hangs_on_the_question_the_framework_and_the_model_and_not_on_the_right_answer() -> None:
    question = YesNoQuestion(question_set="s", question_id="1", text="Is it?", language="en", gold=True)
    offline, other = (load_backbones(None)[name] for name in ("offline", "qwen-plus"))
    mad = framework_of("mad")
    same = verdict_fingerprint(question, mad, 0, offline, 0.3)
    irrelevant = [{"gold": False}, {"gold": None}, {"slice": "kind"}, {"question_id": "2"}, {"question_set": "t"}]
    for change in irrelevant:
        assert verdict_fingerprint(question.model_copy(update=change), mad, 0, offline, 0.3) == same, change
    changed = [
        verdict_fingerprint(question.model_copy(update={"text": "Is it not?"}), mad, 0, offline, 0.3),
        verdict_fingerprint(question.model_copy(update={"instruction": "Say."}), mad, 0, offline, 0.3),
        verdict_fingerprint(question.model_copy(update={"language": "zh"}), mad, 0, offline, 0.3),
        verdict_fingerprint(question, framework_of("mad", {"agents": 5}), 0, offline, 0.3),
        verdict_fingerprint(question, framework_of("three_ply"), 0, offline, 0.3),
        verdict_fingerprint(question, mad, 1, offline, 0.3),
        verdict_fingerprint(question, mad, 0, other, 0.3),
        verdict_fingerprint(question, mad, 0, offline, 0.0),
    ]
    assert len({same, *changed}) == 1 + len(changed)


def test_everything_that_decides_a_verdict_is_there_to_be_hashed() -> None:
    root = Path(str(fingerprint_module.__file__)).parents[1]
    assert [place for place in fingerprint_module.DECIDES_A_VERDICT if not (root / place).is_file()] == []

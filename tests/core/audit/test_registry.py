"""The audit as a whole: every kind has a detector, the same episode gives the same audit."""

import ast
from pathlib import Path

from cogmed_core.audit import registry
from cogmed_core.audit.registry import DETECTORS, audit
from cogmed_core.domain.episode import Outcome
from cogmed_core.domain.finding import FindingKind
from tests.core.audit.given import CLAIMANT, RESPONDENT, Talk, profiles
from tests.core.audit.test_terms import case

SOURCES = Path(registry.__file__).parent


def test_every_kind_of_finding_comes_from_one_detector_file() -> None:
    used: dict[str, set[str]] = {}
    for path in SOURCES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "FindingKind":
                used.setdefault(node.attr, set()).add(path.stem)
    by_lexicon = {"PRESSURE", "THREAT"}  # named in pressure.toml
    assert {kind.name for kind in FindingKind} - set(used) <= by_lexicon
    assert all(len(files) == 1 and files <= set(DETECTORS) for files in used.values())


def test_an_audit_gathers_findings_in_the_order_of_rounds_and_repeats_itself() -> None:
    talk = Talk(profiles=profiles("最少收8万元。", "最多付9万元。")).mediator(
        "你们今天必须签字。", "松涛公司向韩某支付7万元。"
    )
    talk.accepts(CLAIMANT, 1).says(RESPONDENT, "公司最多付9万元。")
    talk.mediator("方案。", "松涛公司向韩某支付7.5万元。").accepts(CLAIMANT, 2).accepts(RESPONDENT, 2)
    evidence = talk.evidence(Outcome.AGREEMENT, "松涛公司向韩某支付7.5万元，林某提供连带责任保证。")
    first, second = (audit(case("支付8万元。", ""), evidence, "f") for _ in range(2))
    assert first == second
    assert (first.episode_id, first.fingerprint, first.synthetic) == ("written", "f", True)
    kinds = [finding.kind for finding in first.findings]
    assert {
        FindingKind.PRESSURE,
        FindingKind.BOTTOM_LINE_LEAKED,
        FindingKind.BOTTOM_LINE_BROKEN,
        FindingKind.TERM_ADDED,
    } <= {*kinds}
    rounds = [finding.round or 0 for finding in first.findings]
    assert rounds == sorted(rounds)
    assert {one.field for one in first.terms} >= {"amount", "acts", "statutes"}


def test_an_empty_talk_is_audited_without_a_finding() -> None:
    empty = Talk().mediator("请说。").evidence()
    assert audit(case("", ""), empty, "").findings == ()

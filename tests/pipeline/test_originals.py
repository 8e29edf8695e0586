"""The way back: sealed outside the warehouse with the owner's key, or nowhere."""

from pathlib import Path

import pytest

from cogmed_core.cases.anonymise import Anonymiser
from cogmed_core.cases.anonymise.keymap import new_key
from cogmed_core.domain.case import Case
from cogmed_core.errors import ConfigurationError
from cogmed_pipeline.originals import sealed_originals
from cogmed_pipeline.steps.catalogue import raw_cases
from cogmed_pipeline.steps.preparation import Audit, originals_of
from cogmed_pipeline.workshop import Workshop
from tests.pipeline.given import PHONE, cogmed, contents, faults, ran, settings_of, write_case

NAME = "欧阳岚"
FACTS = (
    f"2022年3月，{NAME}（电话{PHONE}）向邻居贺某甲借款一万元开小吃店，约定一年内还清。{NAME}只还了2000元，贺某甲多次催要未果，"
    "要求一次还清余款并支付利息；对方不同意付利息，主张分期偿还。争议焦点为：余款数额；是否支付利息；还款期限。"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_case(tmp_path / "raw", "loan", 基本案情=FACTS)
    return tmp_path


def keyed(folder: Path, key: str) -> dict[str, str]:
    return {"COGMED_KEY": key, "COGMED_ORIGINALS": str(folder / "originals")}


def anonymized(folder: Path, environ: dict[str, str]) -> Workshop:
    settings = settings_of(folder, configurations=["baseline"])
    ran(settings, **environ)
    return Workshop(settings, environ)


def test_the_key_gives_back_every_original_in_its_place(folder: Path) -> None:
    workshop = anonymized(folder, keyed(folder, new_key()))
    raw = raw_cases(workshop)["loan"]
    assert workshop.originals.open("loan") == Anonymiser().anonymise(raw).originals
    by_pseudonym = originals_of(workshop, "loan")
    audit, case = workshop.records.load("audit", "loan", Audit), workshop.records.load("cases", "loan", Case)
    assert audit and case and {(NAME,), (PHONE,)} <= set(by_pseudonym.values())
    text = case[0].sections.facts
    for pseudonym in {span.pseudonym for span in audit[0].spans["facts"]}:
        text = text.replace(pseudonym, by_pseudonym[pseudonym][0])
    assert text == raw.sections.facts


def test_audit_and_sealed_files_hold_no_plaintext(folder: Path) -> None:
    key = new_key()
    workshop = anonymized(folder, keyed(folder, key))
    stored = b"".join([*contents(folder / "warehouse").values(), *contents(folder / "originals").values()])
    for secret in (NAME, PHONE, key):
        assert secret.encode() not in stored and secret.encode("unicode_escape") not in stored
    audit = workshop.records.load("audit", "loan", Audit)
    assert audit and audit[0].key_name
    hashes = {span.pseudonym: span.keyed_hash for spans in audit[0].spans.values() for span in spans}
    assert len(hashes) >= 2 and all(len(keyed_hash) == 16 for keyed_hash in hashes.values())


def test_without_a_key_nothing_can_be_undone(folder: Path) -> None:
    workshop = anonymized(folder, {"COGMED_ORIGINALS": str(folder / "originals")})
    audit = workshop.records.load("audit", "loan", Audit)
    assert audit and not audit[0].key_name and not (folder / "originals").exists()
    assert {span.keyed_hash for spans in audit[0].spans.values() for span in spans} == {""}
    with pytest.raises(ConfigurationError, match="anonymized without a key"):
        originals_of(Workshop(workshop.settings, keyed(folder, new_key())), "loan")


def test_a_key_given_later_seals_what_is_there_and_simulates_nothing(folder: Path) -> None:
    settings = settings_of(folder, configurations=["baseline"])
    ran(settings)
    later = ran(settings, **keyed(folder, new_key()))
    assert later.made == {"anonymized_cases": 1} and later.calls == 0
    assert len(list((folder / "originals").rglob("*.sealed"))) == 1


def test_the_command_reveals_nothing_without_the_right_key(folder: Path) -> None:
    key = new_key()
    anonymized(folder, keyed(folder, key))
    right = cogmed("originals", "--show", "loan", cwd=folder, env=keyed(folder, key))
    assert right.returncode == 0 and NAME in right.stdout and PHONE in right.stdout
    file = folder / "my.key"
    file.write_text(key, encoding="ascii")
    by_file = {"COGMED_KEY_FILE": str(file), "COGMED_ORIGINALS": str(folder / "originals")}
    assert cogmed("originals", "--show", "loan", cwd=folder, env=by_file).stdout == right.stdout
    wrong = {
        "does not open this map": keyed(folder, new_key()),
        "ill-formed": keyed(folder, "no key at all"),
        "there is no key": {"COGMED_ORIGINALS": str(folder / "originals")},
        "cannot be read": {"COGMED_KEY_FILE": "absent.key"},
        "inside the warehouse": {"COGMED_KEY_FILE": "warehouse/my.key"},
    }
    for reason, environ in wrong.items():
        done = cogmed("originals", "--show", "loan", cwd=folder, env=environ)
        assert done.returncode == 2 and done.stdout == "", reason
        (line,) = faults(done)
        assert reason in line and NAME not in line and PHONE not in line and key not in line


def test_a_fresh_key_is_printed_and_used(folder: Path) -> None:
    done = cogmed("originals", "--new-key", cwd=folder)
    kept = sealed_originals(folder / "warehouse", keyed(folder, done.stdout.strip()))
    assert len(kept.key) == 44 and kept.key not in repr(kept)
    told = cogmed("check", cwd=folder, env=keyed(folder, kept.key)).stdout
    assert "sealed with your key" in told and kept.key not in told
    assert "originals are not kept" in cogmed("check", cwd=folder).stdout

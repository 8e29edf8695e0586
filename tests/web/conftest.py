"""One report over a small warehouse with everything in it, which many tests look at and none changes."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from cogmed_core.domain.episode import Episode
from cogmed_pipeline.deliberate import deliberate
from cogmed_pipeline.records import RecordStore
from cogmed_pipeline.settings import Settings
from cogmed_pipeline.site.build import Built, build
from cogmed_pipeline.steps.questions import read_questions
from cogmed_pipeline.workshop import Workshop
from tests.pipeline.given import Counting, ran, settings_of, write_case

SCRIPT = "<script>document.title='owned'</script>"
HOSTILE = (
    f"{SCRIPT}</textarea><img src=x onerror=\"document.title='owned'\">![x](https://example.org/x.png)"
    f"\u202egnorw\u202c {{{{ 7 * 7 }}}} {'W' * 20_000}"
)
TORN = "torn.json"
ASKED = (
    f"May a guest keep the key? {SCRIPT}",
    "证人说灯亮着，且无人反驳。灯是否亮着？",
    "Is a week seven days?",
)


@dataclass(frozen=True)
class Reported:
    """A warehouse, what its report was built from, and the episode in which somebody says hostile things."""

    settings: Settings
    built: Built
    hostile: str

    @property
    def root(self) -> Path:
        return self.built.index.parent

    @property
    def pages(self) -> list[Path]:
        return sorted(self.root.rglob("*.html"))

    def of(self, language: str) -> list[str]:
        return sorted(
            path.relative_to(self.root / language).as_posix() for path in (self.root / language).rglob("*.html")
        )


def speak(records: RecordStore, key: str, text: str) -> Episode:
    """Put other words into the mouth of the first litigant who speaks; the record stays valid."""
    found = records.load("episodes", key, Episode)
    assert found is not None
    episode, fingerprint = found
    place = next(place for place, one in enumerate(episode.utterances) if one.seat == "litigant_1")
    said = list(episode.utterances)
    said[place] = said[place].model_copy(update={"text": text})
    changed = episode.model_copy(update={"utterances": tuple(said)})
    records.save("episodes", key, changed, fingerprint)
    return changed


def warehouse_with_everything(folder: Path) -> Settings:
    """Run two cases in three configurations, and three questions through two frameworks."""
    write_case(folder / "raw", "loan")
    write_case(folder / "raw", "boiler", language="en", amount=900)
    (folder / "raw" / TORN).write_text('{"filename": "撕破", "content": {', encoding="utf-8")
    questions = folder / "raw" / "questions" / "small.jsonl"
    questions.parent.mkdir()
    rows = [{"id": f"q {place}/<b>", "text": text, "answer": "yes"} for place, text in enumerate(ASKED)]
    questions.write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows), encoding="utf-8")
    settings = settings_of(
        folder,
        rounds=5,
        judge_conduct=True,
        configurations=["baseline", "full", "no_stk"],
        deliberation={"frameworks": ["single", "mad"]},
    )
    ran(settings)
    assert deliberate(settings, {}, Counting(), read_questions(Workshop(settings, {}))) is None
    return settings


@pytest.fixture(scope="session")
def reported(tmp_path_factory: pytest.TempPathFactory) -> Reported:
    settings = warehouse_with_everything(tmp_path_factory.mktemp("reported"))
    episode = speak(RecordStore(settings.warehouse / "records"), "offline.full/boiler/s0", HOSTILE)
    return Reported(settings, build(settings.warehouse), episode.episode_id)

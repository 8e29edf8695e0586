"""The protocol of a round through the whole pipeline: what makes other results is kept apart, what does not is not."""

from pathlib import Path

from cogmed_core.experiment.configurations import Conduct
from cogmed_pipeline.settings import Settings
from tests.pipeline.given import Counting, query, ran, settings_of, write_backbones, write_case
from tests.servers.openai_server import OpenAIServer

RESULTS = "SELECT configuration, protocol, n FROM results WHERE latest ORDER BY ALL"


def run_by(settings: Settings, protocol: Conduct) -> Counting:
    return ran(settings.model_copy(update={"experiment": settings.experiment.with_changes(protocol=protocol)}))


def test_speculation_is_the_same_experiment_and_another_protocol_another_arm(tmp_path: Path) -> None:
    write_case(tmp_path / "raw", "loan")
    with OpenAIServer() as server:
        file = write_backbones(tmp_path / "mine.toml", server.base_url)
        settings = settings_of(
            tmp_path, backbones_file=file, backbones=["mine"], configurations=["full"], seeds=[0, 1], rounds=6
        )
        assert run_by(settings, "speculative").made["episodes"] == 1
        assert query(settings.warehouse, RESULTS) == [("full", "strict", 2)]
        (wasted, needed) = query(
            settings.warehouse, "SELECT sum(calls) FROM ledger GROUP BY wasted ORDER BY NOT wasted"
        )
        assert wasted[0] > 0 and wasted[0] + needed[0] == len(server.bodies)

        before = server.requests
        assert run_by(settings, "strict").made["episodes"] == 0 and server.requests == before
        assert run_by(settings, "simultaneous").made["episodes"] == 1
        assert query(settings.warehouse, RESULTS) == [
            ("full", "strict", 2),
            ("full_simultaneous", "simultaneous", 2),
        ]
        arms = "SELECT configuration, count(*) FROM episodes GROUP BY 1 ORDER BY 1"
        assert query(settings.warehouse, arms) == [("full", 2), ("full_simultaneous", 2)]

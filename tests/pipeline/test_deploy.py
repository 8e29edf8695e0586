"""What is shipped for several machines, read as Dagster and Compose read it: every name in it is one there is."""

import re
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml
from click import Command, Group
from dagster._cli import create_dagster_cli
from dagster._core.instance.ref import InstanceRef
from dagster._core.workspace.load import location_origins_from_yaml_paths
from dagster._daemon.cli import create_dagster_daemon_cli
from dagster_celery.cli import create_worker_cli_group, get_validated_config
from dagster_webserver.cli import create_dagster_webserver_cli

import cogmed_pipeline

ROOT = Path(cogmed_pipeline.__path__[0]).parent
DEPLOY = ROOT / "cogmed_pipeline" / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8")
MOUNTED = "/srv/dagster/"
PLACES = {
    "COGMED_POSTGRES_URL": "postgresql+psycopg2://nobody@127.0.0.1:1/none",
    "COGMED_BROKER_URL": "redis://127.0.0.1:1/0",
    "COGMED_RESULTS_URL": "redis://127.0.0.1:1/1",
}
OF_OTHERS = {"DAGSTER_HOME", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_DEFAULT_REGION", "AWS_ENDPOINT_URL"}
"""Variables that Dagster and Amazon's client read."""
PROGRAMS: dict[str, Command] = {
    "dagster": create_dagster_cli(),
    "dagster-webserver": create_dagster_webserver_cli(),
    "dagster-daemon": create_dagster_daemon_cli(),
    "dagster-celery": Group(commands={"worker": create_worker_cli_group()}),
}


def read(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text("utf-8"))


def services() -> dict[str, dict[str, Any]]:
    """Return the services that run our image."""
    return {name: one for name, one in read("compose.yaml")["services"].items() if one["image"] == "cogmed"}


def known() -> set[str]:
    """Return every variable that somebody reads: our code, the shipped instance, or others."""
    code = "".join(path.read_text("utf-8") for path in ROOT.glob("cogmed_*/**/*.py"))
    return {*re.findall(r'"(COGMED_[A-Z_]+)"', code), *PLACES, *OF_OTHERS}


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    for name, value in PLACES.items():
        monkeypatch.setenv(name, value)
    return PLACES


def test_the_instance_loads_with_the_launcher_and_the_storage_it_names(tmp_path: Path, places: dict[str, str]) -> None:
    (tmp_path / "dagster.yaml").write_bytes((DEPLOY / "dagster.yaml").read_bytes())
    instance = InstanceRef.from_dir(str(tmp_path))
    launcher: Any = instance.run_launcher
    assert type(launcher).__name__ == "CeleryRunLauncher"
    assert (launcher.broker, launcher.backend) == (places["COGMED_BROKER_URL"], places["COGMED_RESULTS_URL"])
    assert instance.run_storage_data and instance.run_storage_data.class_name == "PostgresRunStorage"
    assert set(re.findall(r"env: (\w+)", (DEPLOY / "dagster.yaml").read_text("utf-8"))) == places.keys()


def test_a_worker_listens_where_the_launcher_speaks(places: dict[str, str]) -> None:
    told = get_validated_config(str(DEPLOY / "celery.yaml"))
    assert (told["broker"], told["backend"]) == (places["COGMED_BROKER_URL"], places["COGMED_RESULTS_URL"])


def test_every_service_knows_what_the_instance_asks_for_and_nothing_that_nobody_reads() -> None:
    assert services().keys() == {"code", "webserver", "daemon", "worker"}
    for name, service in services().items():
        told = service["environment"].keys()
        assert told >= {"DAGSTER_HOME", *PLACES} and told <= known(), name
    assert all("COGMED_WAREHOUSE" in services()[name]["environment"] for name in ("code", "worker"))


@pytest.mark.parametrize("name", ["code", "webserver", "daemon", "worker"])
def test_every_command_is_one_that_dagster_takes(name: str) -> None:
    program, *words = services()[name]["command"].replace(MOUNTED, f"{DEPLOY}/").split()
    command = PROGRAMS[program]
    while isinstance(command, Group):
        command = command.commands[words.pop(0)]
    parsed = command.make_context(program, words).params
    module = parsed.get("module_name") or ()
    assert all(find_spec(one) for one in ([module] if isinstance(module, str) else module))


def test_the_definitions_are_served_where_they_are_looked_for() -> None:
    (origin,) = location_origins_from_yaml_paths([str(DEPLOY / "workspace.yaml")])
    place: Any = origin
    words = services()[place.host]["command"].split()
    assert str(place.port) == words[words.index("--port") + 1]


def test_the_image_is_built_from_what_there_is() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert set(re.findall(r"\[(\w+)\]", DOCKERFILE)) == {"cluster"} <= extras.keys()
    copied = [name for line in re.findall(r"^COPY (.+)$", DOCKERFILE, re.MULTILINE) for name in line.split()[:-1]]
    assert copied and all((ROOT / name).exists() for name in copied)
    used = {word for one in services().values() for word in one["command"].split() if word.startswith(MOUNTED)}
    assert {MOUNTED + Path(name).name for name in copied} >= {*used, MOUNTED + "dagster.yaml"}
    assert set(re.findall(r"\b((?:COGMED|DAGSTER)_\w+)", DOCKERFILE)) <= known()
    build = services()["code"]["build"]
    assert (DEPLOY / build["context"]).resolve() == ROOT and (ROOT / build["dockerfile"]).is_file()


def test_the_values_for_kubernetes_name_what_there_is() -> None:
    values = read("values.yaml")
    (code,) = values["dagster-user-deployments"]["deployments"]
    assert find_spec(code["dagsterApiGrpcArgs"][-1])
    assert {one["name"] for one in code["env"]} <= known()
    assert {one["name"] for one in code["volumeMounts"]} == {one["name"] for one in code["volumes"]}
    mounted = {one["mountPath"] for one in code["volumeMounts"]}
    assert {one["value"] for one in code["env"] if one["value"].startswith("/")} == mounted
    assert values["additionalInstanceConfig"]["run_retries"] == read("dagster.yaml")["run_retries"]
    assert (
        values["concurrency"]["pools"]["defaultLimit"] == read("dagster.yaml")["concurrency"]["pools"]["default_limit"]
    )


def test_runs_in_containers_of_their_own_differ_in_the_launcher_only() -> None:
    alone, tasks = read("dagster_docker.yaml"), read("dagster.yaml")
    launcher = alone.pop("run_launcher")
    assert launcher["class"] == "DockerRunLauncher" and alone == {
        name: part for name, part in tasks.items() if name != "run_launcher"
    }
    told = services()["daemon"]["environment"].keys()
    assert set(launcher["config"]["env_vars"]) == told - {"COGMED_BROKER_URL", "COGMED_RESULTS_URL"}
    whole, over = read("compose.yaml"), read("compose.docker.yaml")["services"]
    assert over.keys() <= whole["services"].keys()
    (volume,) = launcher["config"]["container_kwargs"]["volumes"]
    assert volume.removeprefix(f"{whole['name']}_") in services()["worker"]["volumes"]
    assert launcher["config"]["network"] == f"{whole['name']}_default"
    mounted = {one for service in over.values() for one in service.get("volumes", []) if one.startswith("./")}
    assert mounted == {f"./dagster_docker.yaml:{MOUNTED}dagster.yaml:ro"}


def test_nothing_of_it_differs_from_one_machine_without_need() -> None:
    alone = yaml.safe_load((ROOT / "cogmed_pipeline" / "dagster.yaml").read_text("utf-8"))
    together = read("dagster.yaml")
    for part in ("telemetry", "nux", "run_monitoring", "run_retries", "retention"):
        assert together[part] == alone[part], part

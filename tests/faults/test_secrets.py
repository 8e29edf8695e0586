"""The key is on the wire and nowhere else: everything that is left of runs that fail is searched for it."""

import gzip
import json
from pathlib import Path
from typing import Any

import duckdb

from tests.faults.given import MINE
from tests.faults.launcher import Launcher
from tests.pipeline.given import environment, write_backbones, write_case
from tests.servers.brain import reply_to
from tests.servers.http_server import HttpAnswer, HttpRequest
from tests.servers.openai_server import OpenAIServer, completion, failure

KEY = "sk-5e0f7c1d9b-tell-nobody"


def echoes() -> list[Any]:
    """Return answers with the key in them, by whatever name and in whatever place an endpoint repeats it."""
    return [
        lambda _body, _good: failure(500, "broken", f"could not bill {KEY}"),
        lambda _body, _good: HttpAnswer(502, f"<html>Authorization: Bearer {KEY}</html>".encode()),
        lambda _body, _good: HttpAnswer(body=json.dumps({"error": {"code": 503, "message": KEY}}).encode()),
        lambda _body, _good: HttpAnswer(body=f"upstream got {KEY}".encode()),
        lambda body, _good: HttpAnswer(body=completion(body, f"I was asked with {KEY}.")),
        lambda body, good: HttpAnswer(body=completion(body, good, reasoning_content=f"Key {KEY}?")),
        lambda body, good: HttpAnswer(body=completion(body, f"<think>{KEY}</think>{good}")),
        lambda body, good: HttpAnswer(body=completion(body, good.replace('": "', f'": "{KEY} '))),
    ]


PERMANENT = [
    failure(400, "data_inspection_failed", f"will not read {KEY}"),
    failure(400, KEY, "no such parameter"),
    failure(418, "teapot", KEY, retry_after=KEY),
]


class Echoing(OpenAIServer):
    """Echoes the key in a third of its answers; judges get nothing else, so that many things fail for good."""

    def __init__(self) -> None:
        super().__init__(self._echo, models=["mine-model"], key=KEY, keep_bodies=False)
        self._echoes = echoes()

    def _echo(self, body: dict[str, Any]) -> str | HttpAnswer:
        good = reply_to(body)
        if "JudgeReply" in str(body.get("response_format")):
            return PERMANENT[self.requests % len(PERMANENT)]
        if self.requests % 3 == 0:
            return self._echoes[self.requests // 3 % len(self._echoes)](body, good)
        return good

    async def _handle(self, request: HttpRequest) -> HttpAnswer:
        answer = await super()._handle(request)
        return failure(401, "invalid_api_key", f"{request.headers}") if answer.status == 401 else answer


def test_nothing_that_is_left_holds_the_key(launcher: Launcher, tmp_path: Path) -> None:
    write_case(tmp_path / "raw_cases", "loan")
    folder, said = tmp_path, ""
    with Echoing() as server:
        write_backbones(folder / "mine.toml", server.base_url, api_key_env="K")
        options = (*MINE, "--configuration", "full", "--configuration", "baseline", "--rounds", "2")
        for command, key, code in (
            (("run", *options), KEY, 1),
            (("check", *MINE), KEY, 0),
            (("cache",), KEY, 0),
            (("mediate", "loan", *MINE), KEY, 0),
            (("run", *options), KEY[:-1], 2),
            (("mediate", "loan", *MINE), KEY[:-1], 2),
        ):
            done = launcher.run(*command, cwd=folder, environ=environment(K=key))
            assert done.code == code, (command, done.stderr)
            assert "Traceback" not in done.stderr
            said += done.stdout + done.stderr
    assert "unscored by mine" in said and "***" in said, "there was an echo to look at"
    assert found_in(folder, KEY[:-1]) == [] and KEY[:-1] not in said


def found_in(folder: Path, secret: str) -> list[str]:
    """Return every file below a folder that holds a secret, compressed or not, and every table that does."""
    found = []
    for path in folder.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            content += gzip.decompress(content) if path.suffix == ".gz" else b""
            found += [str(path)] if secret.encode() in content else []
    for path in folder.rglob("*.duckdb"):
        with duckdb.connect(str(path), read_only=True) as connection:
            for (table,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall():
                rows = connection.execute(f'FROM "{table}"').fetchall()
                found += [f"{path}: {table}"] if secret in repr(rows) else []
    return found

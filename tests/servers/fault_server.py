"""A server that fails as endpoints do, over real HTTP: each fault by name, in turn or at random.

``FAULTS`` maps a name to what is sent instead of a good answer. Those in ``PASSING`` go away on a retry, those in
``FORGIVEN`` hold the good reply in bad form, those in ``UNUSABLE`` hold none and are re-asked, those in
``PERMANENT`` come back however often one asks.
"""

import argparse
import asyncio
import json
import random
import sys
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.servers.brain import reply_to
from tests.servers.http_server import HttpAnswer
from tests.servers.openai_server import OpenAIServer, completion, failure, serve

Body = dict[str, Any]
Fault = Callable[[Body, str], HttpAnswer]

STALL = 60.0


def _says(write: Callable[[str], str | None], finish_reason: str = "stop", **message: Any) -> Fault:
    """Return the fault that answers with a rewritten good reply."""
    return lambda body, good: HttpAnswer(body=completion(body, write(good), finish_reason, **message))


def _fails(status: int, code: str, message: str, **headers: str) -> Fault:
    return lambda _body, _good: failure(status, code, message, **headers)


def _later(_body: Body, _good: str) -> HttpAnswer:
    now = datetime.now(UTC)
    until = format_datetime(now + timedelta(seconds=1), usegmt=True)
    return failure(429, "rate_limit", "slow down", retry_after=until, date=format_datetime(now, usegmt=True))


def _cut(after: int) -> Fault:
    return lambda body, good: HttpAnswer(body=completion(body, good), cut_after=after)


def _full_width(good: str) -> str:
    """Return the JSON with full-width punctuation outside its strings."""
    parts = good.split('"')
    wide = str.maketrans({",": "，", ":": "：", "{": "｛", "}": "｝"})
    return '"'.join(part if place % 2 else part.translate(wide) for place, part in enumerate(parts))


PASSING: Mapping[str, Fault] = {
    "429": _fails(429, "rate_limit_exceeded", "slow down"),
    "429_seconds": _fails(429, "rate_limit_exceeded", "slow down", retry_after="0.2"),
    "429_date": _later,
    "500": _fails(500, "internal_error", "something broke"),
    "502_html": lambda _body, _good: HttpAnswer(502, b"<html><h1>Bad Gateway</h1></html>"),
    "503": _fails(503, "overloaded", "try later"),
    "reset": _cut(0),
    "reset_mid_body": _cut(120),
    "stall": lambda body, good: HttpAnswer(body=completion(body, good), delay=STALL),
    "stall_mid_body": lambda body, good: HttpAnswer(body=completion(body, good), stall_after=60),
    "not_json": lambda _body, _good: HttpAnswer(body=b"upstream connect error"),
    "no_choices": lambda _body, _good: HttpAnswer(body=b'{"id": "x", "choices": []}'),
    "error_in_200": lambda _body, _good: HttpAnswer(body=b'{"error": {"code": 503, "message": "busy"}}'),
}
FORGIVEN: Mapping[str, Fault] = {
    "think": _says(lambda good: f'<think>对方会让步吗？{{"stance": 1}}</think>\n{good}'),
    "think_empty": _says(lambda good: f"<think>\n\n</think>\n\n{good}"),
    "think_nested": _says(lambda good: f"<think>甲<think>乙</think>丙</think>{good}"),
    "think_end_only": _says(lambda good: f"让我想想。\n</think>\n{good}"),
    "reasoning_content": _says(lambda good: good, reasoning_content="让我想想。"),
    "fence": _says(lambda good: f"```json\n{good}\n```"),
    "fence_plain": _says(lambda good: f"```\n{good}\n```"),
    "preamble": _says(lambda good: f"好的，我的回复如下：\n\n{good}\n\n希望有帮助。"),
    "twice": _says(lambda good: f"{good}\n{good}"),
    "trailing_comma": _says(lambda good: f"{good[:-1]},}}"),
    "single_quotes": _says(lambda good: repr(json.loads(good))),
    "full_width": _says(_full_width),
    "raw_line_break": _says(lambda good: good.replace("。", "\n").replace("sentence", "sen\ttence")),
    "nul_and_controls": _says(lambda good: good.replace('": "', '": "\x00\x07\x1b')),
    "lone_surrogate": _says(lambda good: json.dumps(json.loads(good)).replace('": "', '": "\\ud83d')),
}
UNUSABLE: Mapping[str, Fault] = {
    "empty": _says(lambda _good: ""),
    "null": _says(lambda _good: None),
    "only_reasoning": _says(lambda _good: None, reasoning_content="我应当接受。"),
    "think_unclosed": _says(lambda good: f"<think>先想想{good}"),
    "prose": _says(lambda _good: "我同意对方的方案，就这样吧。"),
    "length": _says(lambda good: good[: len(good) // 2], "length"),
    "half": _says(lambda good: good[: 2 * len(good) // 3]),
    "two_different": _says(lambda good: f'{good} {{"text": "other"}}'),
    "circles": _says(lambda good: good.replace('": "', '": "' + "我再说一遍。" * 60)),
    "huge": _says(lambda good: good.replace('": "', '": "' + " ".join(map(str, range(25_000))), 1)),
}
PERMANENT: Mapping[str, Fault] = {
    "bad_key": _fails(401, "invalid_api_key", "Incorrect API key provided"),
    "forbidden": _fails(403, "access_denied", "Access denied"),
    "no_model": _fails(404, "model_not_found", "The model does not exist"),
    "refused": _fails(400, "data_inspection_failed", "Input data may contain inappropriate content."),
    "refused_midway": _says(lambda good: good[:5], "content_filter"),
    "too_long": _fails(400, "context_length_exceeded", "This model's maximum context length is 4096 tokens"),
    "bad_request": _fails(400, "invalid_parameter", "temperature must be a number"),
}
FAULTS: Mapping[str, Fault] = {**PASSING, **FORGIVEN, **UNUSABLE, **PERMANENT}
MIXED = ("429", "500", "503", "reset_mid_body", "not_json", "think", "fence", "trailing_comma", "twice")
MIXED += ("full_width", "empty", "prose", "length", "half", "two_different", "lone_surrogate")


class FaultServer(OpenAIServer):
    """Answers with the named faults in turn, then well; or with a random one for a share of requests."""

    def __init__(
        self,
        faults: Iterable[str] = (),
        *,
        share: float = 0.0,
        mixed: Iterable[str] = MIXED,
        seed: int = 0,
        answer: Callable[[Body], str] = reply_to,
        **options: Any,
    ) -> None:
        super().__init__(self._answer_or_fail, **options)
        self._in_turn = iter(faults)
        self._share = share
        self._mixed = tuple(mixed)
        self._chance = random.Random(seed)
        self._good = answer
        self.faults = 0

    def _answer_or_fail(self, body: Body) -> str | HttpAnswer:
        good = self._good(body)
        fault = next(self._in_turn, None)
        if fault is None and self._chance.random() < self._share:
            fault = self._chance.choice(self._mixed)
        if fault is None:
            return good
        self.faults += 1
        return FAULTS[fault](body, good)


def main() -> None:
    """Serve until stopped; the first line printed is the base URL."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--share", type=float, default=0.2, help="share of requests that fail")
    parser.add_argument("--fault", action="append", choices=sorted(FAULTS), help="repeatable; default: a mix")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds a reply takes")
    given = parser.parse_args()
    mixed = given.fault or MIXED
    options = {"port": given.port, "latency": given.latency, "keep_bodies": False}
    asyncio.run(serve(FaultServer(share=given.share, mixed=mixed, seed=given.seed, **options)))


if __name__ == "__main__":
    main()

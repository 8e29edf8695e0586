"""What the test server says instead of a model: fitting replies whose answers hang on the request alone."""

import hashlib
import json
from typing import Any

from tests.servers.brain import reply_to

WORDS = ("yes", "no", "Yes.", "No, it is not.", "是", "否", "I do not know.")


def deliberating(body: dict[str, Any]) -> str:
    """Return the usual reply, with an answer in words where one is asked for."""
    usual = reply_to(body)
    if not usual.startswith("{"):
        return usual  # nothing structured was asked for
    reply = json.loads(usual)
    if "answer" in reply:
        digest = hashlib.sha256(json.dumps([body["messages"], body.get("seed")]).encode()).digest()
        reply["answer"] = WORDS[digest[0] % len(WORDS)]
    return json.dumps(reply, ensure_ascii=False)

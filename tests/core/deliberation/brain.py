"""What the test server says instead of a model: fitting replies whose answers hang on the request alone.

As a script it serves them and prints its address::

    python tests/core/deliberation/brain.py --latency 0.02
"""

import argparse
import asyncio
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.servers.brain import reply_to
from tests.servers.openai_server import OpenAIServer, serve

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


def main() -> None:
    """Serve until stopped; the first line printed is the base URL."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds a reply takes")
    asyncio.run(serve(OpenAIServer(deliberating, latency=parser.parse_args().latency, keep_bodies=False)))


if __name__ == "__main__":
    main()

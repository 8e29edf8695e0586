"""The program of the process that holds an embedded model: a JSON line in, a JSON line out, until stdin ends.

The first line says which model to load and how; every later one is the body of a chat completion. Run by
``embedded_process`` as ``python -m``; nothing imports it, so that the library is loaded in no other process.
"""

import json
import os
import queue
import secrets
import sys
import threading
from collections.abc import Mapping
from typing import Any, BinaryIO

# An extra: it need not be there, and carries no types.
from xllamacpp import CommonParams, Server  # type: ignore[import-not-found, import-untyped, unused-ignore]

ERRORS_ONLY = 1
"""Verbosity of the library."""


def main() -> None:
    """Load the model, then answer until the parent is gone."""
    replies = _claim_stdout()
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(requests,), daemon=True).start()
    server = None
    while True:
        message = json.loads(requests.get())
        try:
            if server is None:
                server, reply = _load(message), {}
            else:
                reply = server.handle_chat_completions(message)
        except (RuntimeError, ValueError) as error:
            reply = {"error": {"message": str(error)}}
        replies.write(json.dumps(reply).encode() + b"\n")
        replies.flush()


def _claim_stdout() -> BinaryIO:
    """Keep the pipe to the parent for replies: whatever else is printed, by native code too, goes to stderr."""
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return replies


def _receive(requests: "queue.SimpleQueue[bytes]") -> None:
    """Queue the parent's lines. Their end is the parent's end, and stops even a generation under way."""
    for line in sys.stdin.buffer:
        requests.put(line)
    os._exit(0)


def _load(settings: Mapping[str, Any]) -> Server:
    params = CommonParams()
    params.model.path = settings["gguf"]
    params.n_ctx = settings["context"]
    params.n_parallel = 1
    params.chat_template = settings["chat_template"]
    params.prefill_assistant = False
    params.verbosity = ERRORS_ONLY
    # The library always listens on a loopback port as well: nobody else gets an answer there.
    params.api_keys = [secrets.token_hex(32)]
    params.endpoint_slots = False
    params.ui = False
    return Server(params)


if __name__ == "__main__":
    main()

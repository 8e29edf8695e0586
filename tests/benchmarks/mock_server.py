"""The benchmarks' server: an OpenAI-compatible endpoint that is never the bottleneck, in a process of its own.

It answers from prepared bytes, chosen by the name of the schema a request carries, and reads no more of a body
than that name; only with ``--blocks`` does it read messages, to keep account of a prefix cache as servers of
models have one: blocks of ``BLOCK`` tokens, found again as long as everything before them is the same.

    python tests/benchmarks/mock_server.py --latency 0.2 --reply 240
"""

import argparse
import asyncio
import hashlib
import json
import re
import resource
import sys
from pathlib import Path
from typing import Any

import httptools

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.servers.openai_server import usage

BLOCK = 16
"""Tokens in a block, as in vLLM; one Chinese character is taken for one token."""
SCHEMA = re.compile(rb'"name":\s?"(\w+)"')
ABOUT = re.compile(rb'"(?:const|enum)":\s?\[?"(litigant_\d+)"')
HEAD = 4000
"""Bytes of a body in which the schema's name stands."""
FIRST, SPAN, STRIDE = 0x4E00, 5000, 379
"""Replies are made of Chinese characters without a pattern in them: a reply that repeats itself is asked for again."""


class PrefixCache:
    """Counts how many tokens of a prompt a server has seen at the beginning of an earlier one."""

    def __init__(self) -> None:
        self._seen: set[bytes] = set()
        self.tokens = self.hits = 0

    def take(self, model: str, messages: list[dict[str, str]]) -> int:
        """Enter a prompt; return its tokens that were there already, in whole blocks from its beginning."""
        prompt = "".join(f"<{message['role']}>{message['content']}" for message in messages)
        chain, found, unbroken = hashlib.blake2b(model.encode(), digest_size=16), 0, True
        for start in range(0, len(prompt) - BLOCK + 1, BLOCK):
            chain.update(prompt[start : start + BLOCK].encode())
            key = chain.digest()
            unbroken = unbroken and key in self._seen
            found += BLOCK if unbroken else 0
            self._seen.add(key)
        self.tokens += len(prompt)
        self.hits += found
        return found


class Replies:
    """The replies by schema: well-formed, of one length, and never the end of a mediation."""

    def __init__(self, length: int) -> None:
        self._words = "".join(chr(FIRST + place * STRIDE % SPAN) for place in range(length))
        self._made: dict[bytes, bytes] = {}

    def to(self, body: bytes) -> bytes:
        """Return the whole HTTP answer to a request body."""
        head = body[:HEAD]
        named = SCHEMA.search(head)
        name = named.group(1) if named else b""
        about = b",".join(ABOUT.findall(head)) if name == b"BeliefUpdate" else b""
        key = name + b":" + about
        if key not in self._made:
            self._made[key] = answer(self.text(name.decode(), about.decode().split(",")), usage(1000, 200))
        return self._made[key]

    def text(self, schema: str, about: list[str]) -> str:
        """Return the reply to a schema as JSON."""
        words, thought = self._words, self._words[: len(self._words) // 4]
        reply: dict[str, Any] = {
            "StageEvaluation": {"reason": thought, "stage": "opening"},
            "MediatorReply": {"thought": thought, "text": words, "proposal": None},
            "MediatorStep": {"thought": thought, "action": None, "text": words, "proposal": None},
            "LitigantReply": {
                "thought": thought,
                "text": words,
                "stance": "undecided",
                "accepted_proposal": None,
                "counter_offer": None,
            },
            "BeliefUpdate": {
                "beliefs": [
                    {"about": seat, "perceived_goal": thought, "emotional_valence": 0.1, "flexibility": 0.5}
                    for seat in about
                ]
            },
        }.get(schema, {"text": words})
        return json.dumps(reply, ensure_ascii=False)


def answer(text: str, used: dict[str, Any]) -> bytes:
    """Return a chat completion as the bytes of an HTTP answer."""
    payload = {
        "id": "chatcmpl-benchmark",
        "object": "chat.completion",
        "created": 0,
        "model": "benchmark",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": used,
    }
    content = json.dumps(payload, ensure_ascii=False).encode()
    return b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(content) + content


class Account:
    """What the server counted; ``/stats`` tells it."""

    def __init__(self, blocks: PrefixCache | None) -> None:
        self.blocks = blocks
        self.requests = self.bytes = self.connections = self.in_flight = self.most_in_flight = 0

    def told(self) -> bytes:
        """Return the account as an HTTP answer."""
        counts: dict[str, Any] = {name: count for name, count in vars(self).items() if name != "blocks"}
        if self.blocks:
            counts |= {"prompt_tokens": self.blocks.tokens, "cached_tokens": self.blocks.hits}
        used = resource.getrusage(resource.RUSAGE_SELF)
        counts["cpu_s"] = used.ru_utime + used.ru_stime
        content = json.dumps(counts).encode()
        return b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % len(content) + content


class Connection(asyncio.Protocol):
    """One client's connection: requests one after another."""

    def __init__(self, replies: Replies, account: Account, latency: float) -> None:
        self._replies, self._account, self._latency = replies, account, latency

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._parser = httptools.HttpRequestParser(self)
        self._account.connections += 1

    def data_received(self, data: bytes) -> None:
        self._parser.feed_data(data)

    def on_message_begin(self) -> None:
        self._url, self._parts = b"", list[bytes]()

    def on_url(self, url: bytes) -> None:
        self._url += url

    def on_body(self, part: bytes) -> None:
        self._parts.append(part)

    def on_message_complete(self) -> None:
        account, body = self._account, b"".join(self._parts)
        if self._url == b"/stats":
            self._transport.write(account.told())
            return
        account.requests += 1
        account.bytes += len(body)
        account.in_flight += 1
        account.most_in_flight = max(account.most_in_flight, account.in_flight)
        reply = self._cached(body, account.blocks) if account.blocks else self._replies.to(body)
        if self._latency:
            asyncio.get_running_loop().call_later(self._latency, self._send, reply)
        else:
            self._send(reply)

    def _cached(self, body: bytes, blocks: PrefixCache) -> bytes:
        asked = json.loads(body)
        cached = blocks.take(asked["model"], asked["messages"])
        prompt = sum(len(message["content"]) for message in asked["messages"])
        head = body[:HEAD]
        named = SCHEMA.search(head)
        about = [seat.decode() for seat in ABOUT.findall(head)]
        text = self._replies.text(named.group(1).decode() if named else "", about)
        return answer(text, usage(prompt, len(text)) | {"prompt_tokens_details": {"cached_tokens": cached}})

    def _send(self, reply: bytes) -> None:
        self._account.in_flight -= 1
        self._transport.write(reply)


async def serve(latency: float, reply: int, blocks: bool) -> None:
    """Serve until cancelled; print the base URL first."""
    account, replies = Account(PrefixCache() if blocks else None), Replies(reply)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Connection(replies, account, latency), "127.0.0.1", 0, backlog=1024)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    await asyncio.Event().wait()


def main() -> None:
    """Read the options and serve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds a reply takes")
    parser.add_argument("--reply", type=int, default=240, help="characters of a reply")
    parser.add_argument("--blocks", action="store_true", help="keep account of a prefix cache")
    given = parser.parse_args()
    asyncio.run(serve(given.latency, given.reply, given.blocks))


if __name__ == "__main__":
    main()

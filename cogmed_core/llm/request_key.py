"""The identity of a request: everything an answer depends on, and nothing of how it is transported."""

import hashlib
import json
from typing import TYPE_CHECKING

from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.opening import Opening
from cogmed_core.llm.protocol import ChatRequest, Message

if TYPE_CHECKING:
    from hashlib import _Hash

VERSION = "3"


def identity(backbone: Backbone) -> bytes:
    """Return what of a backbone its answers depend on: the model, not its address, limits or prices."""
    parts = [backbone.provider, backbone.model, backbone.gguf, backbone.package, backbone.extra_body]
    return json.dumps([VERSION, backbone.name, *parts], sort_keys=True).encode()


def request_key(backbone: bytes, request: ChatRequest) -> bytes:
    """Return the 32 bytes under which the answer of the backbone with that ``identity`` is kept.

    Messages come first, each ended by the closing quotation mark of its JSON string: prompts that begin alike are
    digested alike, and what they have in common only once.
    """
    digest, begun = _begun(backbone, request.messages)
    for message in request.messages[begun:]:
        _update(digest, message)
    digest.update(f"\0{request.temperature!r}\0{request.seed}\0{request.max_tokens}".encode())
    if request.schema is not None:
        digest.update(b"\0" + request.schema.digest)
    return digest.digest()


def _update(digest: "_Hash", message: Message) -> None:
    opening, rest = message.encoded
    digest.update(b"\0%b\0%b" % (message.role.encode(), opening))
    digest.update(rest)


def _begun(backbone: bytes, messages: tuple[Message, ...]) -> "tuple[_Hash, int]":
    """Return a digest of the messages up to the first whose opening is known, that one too, and how many they are."""
    for place, message in enumerate(messages):
        if message.opening is not None:
            digest = _opened(backbone, messages[:place], message.role, message.opening)
            digest.update(message.encoded[1])
            return digest, place + 1
    return hashlib.sha256(backbone), 0


def _opened(backbone: bytes, before: tuple[Message, ...], role: str, opening: Opening) -> "_Hash":
    """Return a digest of some messages and an opening; what of it was digested for an earlier request is not again."""
    known = (backbone, role, *before)
    digest, done = opening.digests.get(known) or (None, 0)
    if digest is None:
        digest = hashlib.sha256(backbone)
        for message in before:
            _update(digest, message)
        digest.update(f"\0{role}\0".encode())
    digest.update(memoryview(opening.encoded)[done:])
    opening.digests[known] = (digest, len(opening.encoded))
    return digest.copy()

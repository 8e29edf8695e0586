"""The identity of a request: everything an answer depends on, and nothing of how it is transported."""

import hashlib
import json

from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.protocol import ChatRequest

VERSION = "2"


def identity(backbone: Backbone) -> bytes:
    """Return what of a backbone its answers depend on: the model, not its address, limits or prices."""
    parts = [backbone.provider, backbone.model, backbone.gguf, backbone.package, backbone.extra_body]
    return json.dumps([VERSION, backbone.name, *parts], sort_keys=True).encode()


def request_key(backbone: bytes, request: ChatRequest) -> bytes:
    """Return the 32 bytes under which the answer of the backbone with that ``identity`` is kept."""
    digest = hashlib.sha256(backbone)
    digest.update(f"\0{request.temperature!r}\0{request.seed}\0{request.max_tokens}".encode())
    if request.schema is not None:
        digest.update(f"\0{request.schema.name}\0".encode() + request.schema.encoded)
    for message in request.messages:
        digest.update(f"\0{message.role}\0{len(message.encoded)}\0".encode())
        digest.update(message.encoded)
    return digest.digest()

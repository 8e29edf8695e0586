"""What the tests of this folder start from."""

import asyncio
from typing import Any

from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.openai_compatible import OpenAICompatible
from cogmed_core.llm.protocol import ChatReply, ChatRequest, Message, Purpose
from tests.servers.openai_server import OpenAIServer


def a_request(text: str = "请发言。", **fields: Any) -> ChatRequest:
    messages = (Message("system", "你是调解员。"), Message("user", text))
    return ChatRequest(**{"purpose": Purpose.MEDIATE, "messages": messages, "temperature": 0.3, "seed": 7, **fields})


def a_backbone(address: str, **fields: Any) -> Backbone:
    return Backbone(**{"name": "mine", "provider": "openai", "model": "m", "base_url": address, **fields})


def complete(server: OpenAIServer, request: ChatRequest, key: str | None = None, **fields: Any) -> ChatReply:
    async def one_call() -> ChatReply:
        model = OpenAICompatible(a_backbone(server.base_url, **fields), key)
        try:
            return await model.complete(request)
        finally:
            await model.close()

    return asyncio.run(one_call())

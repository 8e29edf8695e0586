"""What the tests of this folder start from."""

from typing import Any

from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.protocol import ChatRequest, Message, Purpose


def a_request(text: str = "请发言。", **fields: Any) -> ChatRequest:
    messages = (Message("system", "你是调解员。"), Message("user", text))
    return ChatRequest(**{"purpose": Purpose.MEDIATE, "messages": messages, "temperature": 0.3, "seed": 7, **fields})


def a_backbone(address: str, **fields: Any) -> Backbone:
    return Backbone(**{"name": "mine", "provider": "openai", "model": "m", "base_url": address, **fields})

"""A rough count of tokens, for where an endpoint reports none and for limits that must hold beforehand."""

from cogmed_core.llm.protocol import ChatRequest

WIDE = 0.7
NARROW = 0.28
"""Tokens per Chinese and per Latin character: Qwen's tokenizer needs a little less on running text."""
PER_MESSAGE = 4


def estimate(text: str) -> int:
    """Estimate the tokens of a text from its length in characters and in bytes; ASCII takes one byte each."""
    wide = (len(text.encode("utf-8", "replace")) - len(text)) / 2
    return int(wide * WIDE + (len(text) - wide) * NARROW) + 1


def estimate_prompt(request: ChatRequest) -> int:
    """Estimate the tokens of all messages of a request."""
    return sum(estimate(message.content) + PER_MESSAGE for message in request.messages)

"""A rough count of tokens, for where an endpoint reports none and for limits that must hold beforehand."""

from cogmed_core.llm.protocol import ChatRequest

WIDE = 0.7
NARROW = 0.28
"""Tokens per Chinese and per Latin character: Qwen's tokenizer needs a little less on running text."""
PER_MESSAGE = 4


def estimate(text: str) -> int:
    """Estimate the tokens of a text from its length in characters and in bytes; ASCII takes one byte each."""
    return _estimate(len(text), len(text.encode("utf-8", "replace")))


def estimate_prompt(request: ChatRequest) -> int:
    """Estimate the tokens of all messages of a request; from what is sent, in which an escape counts for a letter."""
    return sum(_estimate(len(message.content), message.size - 2) + PER_MESSAGE for message in request.messages)


def _estimate(characters: int, in_bytes: int) -> int:
    wide = max(0, in_bytes - characters) / 2
    return int(wide * WIDE + (characters - wide) * NARROW) + 1

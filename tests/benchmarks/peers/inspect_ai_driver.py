"""Inspect: a model of its provider for OpenAI-compatible endpoints, asked for one completion after another."""

import asyncio

from accounting import Mediation, Request, content, measure
from inspect_ai.model import (
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    ResponseSchema,
    get_model,
)
from inspect_ai.util import JSONSchema


def opening(url: str, slots: int) -> Mediation:
    model = get_model("openai-api/bench/benchmark", base_url=url, api_key="none")

    async def mediation(requests: list[Request], seed: int, slot: asyncio.Semaphore) -> int:
        for request in requests:
            asked = request["response_format"]["json_schema"]
            schema = ResponseSchema(name=asked["name"], json_schema=JSONSchema(type="object"), strict=False)
            config = GenerateConfig(
                temperature=0.3, seed=seed, max_connections=slots, max_retries=0, response_schema=schema
            )
            messages = [
                ChatMessageSystem(content=content(request, "system")),
                ChatMessageUser(content=content(request, "user")),
            ]
            async with slot:
                await model.generate(messages, config=config)
        return len(requests)

    return mediation


if __name__ == "__main__":
    measure(opening)

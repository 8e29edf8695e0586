"""AutoGen: an ``AssistantAgent`` for each system message, which is sent each prompt as a message of its own."""

import asyncio

from accounting import Mediation, Request, content, measure
from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.messages import TextMessage
from autogen_core import CancellationToken
from autogen_core.model_context import BufferedChatCompletionContext
from autogen_ext.models.openai import OpenAIChatCompletionClient

ABLE = {
    "vision": False,
    "function_calling": False,
    "json_output": True,
    "family": "unknown",
    "structured_output": True,
}


def opening(url: str, slots: int) -> Mediation:
    client = OpenAIChatCompletionClient(
        model="benchmark", base_url=url, api_key="none", temperature=0.3, model_info=ABLE, max_retries=0
    )

    async def mediation(requests: list[Request], seed: int, slot: asyncio.Semaphore) -> int:
        agents: dict[str, AssistantAgent] = {}
        for request in requests:
            system = content(request, "system")
            if system not in agents:
                context = BufferedChatCompletionContext(buffer_size=1)
                name = f"agent_{len(agents)}"
                agents[system] = AssistantAgent(name, client, system_message=system, model_context=context)
            message = TextMessage(content=content(request, "user"), source="user")
            async with slot:
                await agents[system].on_messages([message], CancellationToken())
        return len(requests)

    return mediation


if __name__ == "__main__":
    measure(opening)

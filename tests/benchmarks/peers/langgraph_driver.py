"""LangGraph: a graph whose one node speaks through ``ChatOpenAI`` and goes round until the mediation is over."""

import asyncio
from typing import TypedDict

from accounting import Mediation, Request, content, measure
from langchain_core.messages import HumanMessage, SystemMessage
from langchain_openai import ChatOpenAI
from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    """Where the mediation stands, and what was said last."""

    turn: int
    said: str


def opening(url: str, slots: int) -> Mediation:
    model = ChatOpenAI(model="benchmark", base_url=url, api_key="none", temperature=0.3, max_retries=0)

    async def mediation(requests: list[Request], seed: int, slot: asyncio.Semaphore) -> int:
        async def speak(state: State) -> State:
            request = requests[state["turn"]]
            messages = [SystemMessage(content(request, "system")), HumanMessage(content(request, "user"))]
            async with slot:
                reply = await model.ainvoke(messages, seed=seed, response_format=request["response_format"])
            return {"turn": state["turn"] + 1, "said": str(reply.content)}

        graph = StateGraph(State)
        graph.add_node("speak", speak)
        graph.add_edge(START, "speak")
        graph.add_conditional_edges("speak", lambda state: "speak" if state["turn"] < len(requests) else END)
        ended = await graph.compile().ainvoke({"turn": 0, "said": ""}, {"recursion_limit": len(requests) + 2})
        return int(ended["turn"])

    return mediation


if __name__ == "__main__":
    measure(opening)

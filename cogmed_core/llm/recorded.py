"""Keeps every exchange with a model as it was, so that the prompt that was sent can be read afterwards."""

from dataclasses import dataclass

from cogmed_core.errors import ModelError
from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest
from cogmed_core.llm.wrapper import Wrapper


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request under the role that made it, and its reply or the error; messages are (role, content)."""

    role: str
    purpose: str
    messages: tuple[tuple[str, str], ...]
    reply: str
    reasoning: str
    error: str = ""


class Recorded(Wrapper):
    """Appends each exchange of a role to a log shared by the whole episode."""

    def __init__(self, model: ChatModel, role: str, log: list[Exchange]) -> None:
        super().__init__(model)
        self._role = role
        self._log = log

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer, and keep the exchange; where there is no answer, the error."""
        try:
            reply = await self._model.complete(request)
        except ModelError as error:
            self._keep(request, error=str(error))
            raise
        self._keep(request, reply.text, reply.reasoning)
        return reply

    def _keep(self, request: ChatRequest, reply: str = "", reasoning: str = "", error: str = "") -> None:
        messages = tuple((message.role, message.content) for message in request.messages)
        self._log.append(Exchange(self._role, request.purpose.value, messages, reply, reasoning, error))

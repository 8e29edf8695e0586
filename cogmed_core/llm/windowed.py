"""Requests measured before they are sent: what does not fit the context window costs nothing to find out."""

from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.endpoint_words import where
from cogmed_core.llm.failures import ContextError
from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest
from cogmed_core.llm.tokens import estimate_prompt
from cogmed_core.llm.wrapper import Wrapper

REPLY = 1024
"""Tokens kept free for a reply, where a request names no budget of its own."""


def excess(request: ChatRequest, context_window: int) -> int:
    """Return by how many tokens, as estimated, a request and its reply exceed a window; 0 or less fits."""
    return estimate_prompt(request) + (request.max_tokens or REPLY) - context_window


class Windowed(Wrapper):
    """A ``ChatModel`` that refuses what cannot fit. Whoever wrote the prompt then writes a shorter one."""

    def __init__(self, model: ChatModel, backbone: Backbone) -> None:
        super().__init__(model)
        self._backbone = backbone

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer a request that fits.

        Raises:
            ContextError: it does not; nothing was sent.
        """
        window = self._backbone.context_window
        over = excess(request, window)
        if over > 0:
            raise ContextError(
                f"the prompt is about {over} tokens too long for the {window} of {where(self._backbone)}; "
                f"set context_window of [backbones.{self.name}] if it takes more"
            )
        return await self._model.complete(request)

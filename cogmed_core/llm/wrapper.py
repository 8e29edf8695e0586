"""A model around a model: the base of everything that changes how a call is made and not what is said."""

from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest


class Wrapper:
    """A ``ChatModel`` that passes everything on; a wrapper overrides ``complete``."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self._name = model.name
        self._synthetic = model.synthetic

    @property
    def name(self) -> str:
        """The backbone's name."""
        return self._name

    @property
    def synthetic(self) -> bool:
        """True where no language model answers."""
        return self._synthetic

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer one request."""
        return await self._model.complete(request)

    async def close(self) -> None:
        """Release what the model holds."""
        await self._model.close()

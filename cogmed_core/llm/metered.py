"""What one episode used: calls, tokens and cost by role and backbone."""

from collections import Counter
from dataclasses import dataclass

from cogmed_core.domain.episode import RoleUsage
from cogmed_core.errors import ModelError
from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest, Purpose
from cogmed_core.llm.wrapper import Wrapper


@dataclass(slots=True)
class _Line:
    calls: int = 0
    cached_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0


class Ledger:
    """The account of one episode. A reply from the cache counts as the call it once was."""

    def __init__(self) -> None:
        self.purposes: Counter[Purpose] = Counter()
        self.errors: Counter[str] = Counter()
        self._lines: dict[tuple[str, str], _Line] = {}

    def record(self, role: str, backbone: str, request: ChatRequest, reply: ChatReply) -> None:
        """Enter one answered call."""
        line = self._lines.setdefault((role, backbone), _Line())
        line.calls += 1
        line.cached_calls += reply.cached
        line.prompt_tokens += reply.usage.prompt_tokens
        line.completion_tokens += reply.usage.completion_tokens
        line.cost += reply.usage.cost
        self.purposes[request.purpose] += 1

    def usage(self) -> tuple[RoleUsage, ...]:
        """Return the account, sorted by role and backbone."""
        return tuple(
            RoleUsage(
                role=role,
                backbone=backbone,
                calls=line.calls,
                prompt_tokens=line.prompt_tokens,
                completion_tokens=line.completion_tokens,
                cost=line.cost,
            )
            for (role, backbone), line in sorted(self._lines.items())
        )

    @property
    def cached_calls(self) -> int:
        """Calls answered from the cache, over all roles."""
        return sum(line.cached_calls for line in self._lines.values())


class Metered(Wrapper):
    """A ``ChatModel`` that enters every call of one role in a ledger."""

    def __init__(self, model: ChatModel, role: str, ledger: Ledger) -> None:
        super().__init__(model)
        self._role = role
        self._ledger = ledger

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer and enter it; a failure is counted by its kind."""
        try:
            reply = await self._model.complete(request)
        except ModelError as error:
            self._ledger.errors[error.kind] += 1
            raise
        self._ledger.record(self._role, self.name, request, reply)
        return reply

    async def close(self) -> None:
        """Leave the model open: other episodes use it too."""

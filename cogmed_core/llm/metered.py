"""What one episode used: calls, tokens and cost by role and backbone, and what went wrong on the way."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from cogmed_core.domain.episode import Refusal, RoleUsage, WastedUsage
from cogmed_core.errors import ModelError
from cogmed_core.llm.failures import RefusalError
from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest, Purpose, Usage
from cogmed_core.llm.wrapper import Wrapper


@dataclass(slots=True)
class _Line:
    calls: int = 0
    cached_calls: int = 0
    seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)

    def enter(self, reply: ChatReply) -> None:
        self.calls += reply.calls
        self.cached_calls += reply.calls if reply.cached else 0
        self.seconds += reply.seconds
        self.usage += reply.usage

    def told(self, role: str, backbone: str) -> dict[str, Any]:
        """Return the fields of a ``RoleUsage``."""
        return {
            "role": role,
            "backbone": backbone,
            "calls": self.calls,
            "prompt_tokens": self.usage.prompt_tokens,
            "completion_tokens": self.usage.completion_tokens,
            "cost": self.usage.cost,
            "estimated": self.usage.estimated,
        }


class Ledger:
    """The account of one episode. A reply from the cache counts as the calls it once was.

    Attributes:
        purposes: calls by purpose.
        reasks: re-asks by what was wrong with the reply before.
        errors: calls without a reply, by kind of error.
        refused: refused calls, in order.
    """

    def __init__(self) -> None:
        self.purposes: Counter[Purpose] = Counter()
        self.reasks: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()
        self.refused: list[Refusal] = []
        self._lines: dict[tuple[str, str], _Line] = {}
        self._wasted: dict[tuple[str, str], _Line] = {}

    def record(self, role: str, backbone: str, request: ChatRequest, reply: ChatReply) -> None:
        """Enter one answered call."""
        line = self._lines.get((role, backbone))
        if line is None:
            line = self._lines[role, backbone] = _Line()
        line.enter(reply)
        self.purposes[request.purpose] += reply.calls
        if request.again_because:
            self.reasks[request.again_because] += 1

    def waste(self, role: str, backbone: str, reply: ChatReply) -> None:
        """Enter one call that was answered and then not needed; it is in no other figure."""
        self._wasted.setdefault((role, backbone), _Line()).enter(reply)

    def record_failure(self, role: str, backbone: str, error: ModelError) -> None:
        """Enter one call that got no reply."""
        self.errors[error.kind] += 1
        if isinstance(error, RefusalError):
            self.refused.append(Refusal(role=role, backbone=backbone, category=error.category))

    def usage(self) -> tuple[RoleUsage, ...]:
        """Return the account, sorted by role and backbone."""
        return tuple(RoleUsage(**line.told(*place)) for place, line in sorted(self._lines.items()))

    def wasted(self) -> tuple[WastedUsage, ...]:
        """Return the account of what was asked ahead of time and then not needed, sorted alike."""
        return tuple(
            WastedUsage(**line.told(*place), cached_calls=line.cached_calls, seconds=round(line.seconds, 3))
            for place, line in sorted(self._wasted.items())
        )

    def cached(self) -> dict[tuple[str, str], int]:
        """Return how many calls the cache answered, by (role, backbone)."""
        return {key: line.cached_calls for key, line in sorted(self._lines.items())}

    def cached_tokens(self) -> dict[tuple[str, str], int]:
        """Return how many prompt tokens the endpoint had in a cache of its own, by (role, backbone)."""
        return {key: line.usage.cached_prompt_tokens for key, line in sorted(self._lines.items())}

    def seconds(self) -> dict[tuple[str, str], float]:
        """Return how long the calls that were really made were under way, by (role, backbone)."""
        return {key: line.seconds for key, line in sorted(self._lines.items())}

    @property
    def refusals(self) -> Counter[str]:
        """Refused calls by category."""
        return Counter(refusal.category for refusal in self.refused)

    @property
    def cached_calls(self) -> int:
        """Calls answered from the cache, over all roles."""
        return sum(line.cached_calls for line in self._lines.values())

    @property
    def estimated(self) -> bool:
        """True where some tokens were estimated, because an endpoint reported none."""
        return any(line.usage.estimated for line in self._lines.values())


class Metered(Wrapper):
    """A ``ChatModel`` that enters every call of one role in a ledger."""

    def __init__(self, model: ChatModel, role: str, ledger: Ledger) -> None:
        super().__init__(model)
        self._role = role
        self._ledger = ledger

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer and enter it."""
        try:
            reply = await self._model.complete(request)
        except ModelError as error:
            self._ledger.record_failure(self._role, self.name, error)
            raise
        self._ledger.record(self._role, self.name, request, reply)
        return reply

    async def close(self) -> None:
        """Leave the model open: other episodes use it too."""

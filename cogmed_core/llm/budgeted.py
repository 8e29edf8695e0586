"""A limit on cost that is never crossed: each call sets aside what it may cost before it is made."""

import asyncio
from collections.abc import Iterable

from cogmed_core.errors import ConfigurationError
from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.failures import BudgetError
from cogmed_core.llm.protocol import ChatModel, ChatReply, ChatRequest
from cogmed_core.llm.tokens import estimate_prompt
from cogmed_core.llm.wrapper import Wrapper

MARGIN = 1.3
"""Prompt tokens are estimated; so much more is set aside."""
LEAST_REPLY = 1024
"""Tokens of a reply that are set aside, until a longer one was seen."""

PRICES = {"price_input", "price_output"}


def check_prices(backbones: Iterable[Backbone]) -> None:
    """Raise a ``ConfigurationError`` where a limit on cost could not be kept: prices are unknown or do not add up."""
    asked = [backbone for backbone in backbones if backbone.provider == "openai"]
    unknown = [each.name for each in asked if not (each.priced or each.is_local or each.model_fields_set & PRICES)]
    if unknown:
        raise ConfigurationError(
            f"--max-cost cannot be kept: no price is known of {', '.join(unknown)}; set price_input and price_output "
            f"of [backbones.{unknown[0]}] (0 where it costs nothing)"
        )
    currencies = {backbone.currency: backbone.name for backbone in asked if backbone.priced}
    if len(currencies) > 1:
        told = ", ".join(f"{name} {currency}" for currency, name in currencies.items())
        raise ConfigurationError(f"--max-cost cannot be kept: the prices are in several currencies ({told})")


class Budget:
    """What a run may still spend, shared by all its models."""

    def __init__(self, limit: float, currency: str = "CNY", spent: float = 0.0) -> None:
        self.limit = limit
        self.currency = currency
        self.spent = spent
        self._aside = 0.0
        self._returned = asyncio.Event()

    async def set_aside(self, amount: float) -> None:
        """Reserve ``amount``; where only calls in flight stand in the way, wait for them.

        Raises:
            BudgetError: it does not fit in what is left.
        """
        while self.spent + self._aside + amount > self.limit:
            if self.spent + amount > self.limit:
                raise BudgetError(
                    f"stopped before the limit of {self.limit:g} {self.currency} is crossed, {self.spent:.4f} spent: "
                    "finished work is kept, and the same command with a higher --max-cost goes on from here"
                )
            await self._returned.wait()
        self._aside += amount

    def settle(self, amount: float, cost: float) -> None:
        """Give back a reservation of ``amount`` for a call that cost ``cost``."""
        self._aside = max(0.0, self._aside - amount)
        self.spent = round(self.spent + cost, 9)
        self._returned.set()
        self._returned = asyncio.Event()


class Budgeted(Wrapper):
    """A ``ChatModel`` whose calls are paid from a budget."""

    def __init__(self, model: ChatModel, backbone: Backbone, budget: Budget) -> None:
        super().__init__(model)
        if backbone.priced and backbone.currency != budget.currency:
            raise ConfigurationError(
                f"--max-cost is in {budget.currency}, but backbone {backbone.name} has prices in {backbone.currency}"
            )
        self._backbone = backbone
        self._budget = budget
        self._longest_reply = LEAST_REPLY

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer, if what it may cost is left.

        Raises:
            BudgetError: it is not; nothing was sent.
        """
        reply_tokens = request.max_tokens or 2 * self._longest_reply
        amount = self._backbone.cost(int(estimate_prompt(request) * MARGIN), reply_tokens)
        await self._budget.set_aside(amount)
        cost = 0.0
        try:
            reply = await self._model.complete(request)
            cost = reply.usage.cost
            self._longest_reply = max(self._longest_reply, reply.usage.completion_tokens)
            return reply
        finally:
            self._budget.settle(amount, cost)

"""What becomes of a dialogue that outgrows a context window: its older half gives way to a summary.

The summary is the strategic toolkit's own (``summarize_and_clarify``), whether or not the mediator has that toolkit,
and stands at the head of the dialogue for every seat from then on, so that a server's prefix cache holds until the
next one. Nothing is lost: the utterances stay in the record, and so does every summary.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

from cogmed_core.domain.party import MEDIATOR
from cogmed_core.llm.failures import ContextError
from cogmed_core.llm.protocol import Purpose
from cogmed_core.llm.voice import Voice
from cogmed_core.mediation.modules.strategic_toolkit import Summary, carry_out
from cogmed_core.mediation.table import Table
from cogmed_core.prompts.render import render


class Condensing:
    """Shortens prompts about one table; called with the variables of a prompt that is too long.

    Each state of the dialogue has one shorter form, whoever needs it first: seats that decide at the same time read
    the same on every replay.
    """

    def __init__(self, table: Table, mediator: Voice) -> None:
        self._table = table
        self._mediator = mediator
        self._shorter: dict[str, str | None] = {}
        self._lock = asyncio.Lock()

    async def __call__(self, variables: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return the variables with a shorter dialogue, None where there is no shorter one.

        Raises:
            ModelError: the mediator's model gave no summary.
        """
        read = variables.get("dialogue")
        if read is None:
            return None
        async with self._lock:
            if read not in self._shorter:
                self._shorter[read] = await self._condense()
        shorter = self._shorter[read]
        return None if shorter is None else {**variables, "dialogue": shorter}

    async def _condense(self) -> str | None:
        """Sum up the older half of what is still read word for word, or as much of it as one prompt holds."""
        table = self._table
        number = (len(table.utterances) - table.condensed) // 2
        while number > 0:
            until = table.condensed + number
            try:
                text = await self._summary(until)
            except ContextError:
                number //= 2
            else:
                table.condense(until, text)
                return table.dialogue
        return None

    async def _summary(self, until: int) -> str:
        view, older = self._table.view(MEDIATOR), self._table.utterances[:until]
        asked = {"dialogue": self._table.dialogue_until(until), "concerns": None, "issue": None, "hearing": ""}
        summary = await carry_out(self._mediator, Purpose.SUMMARIZE, Summary, {**view.variables(), **asked})
        return render(
            "mediation/condensed",
            self._mediator.language,
            last=older[-1],
            speaker=view.names[older[-1].seat],
            tabled=[utterance.tabled for utterance in older if utterance.tabled],
            summary=summary,
        )

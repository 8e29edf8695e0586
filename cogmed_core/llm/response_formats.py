"""How an endpoint is asked for JSON: found out once, remembered.

Endpoints differ: some take a JSON schema, some only ``json_object``, some nothing. The most exact form is
tried first; a form the endpoint turns down is not tried again. From the second form on the schema is written
into the prompt, because nothing else carries it.
"""

import re

from cogmed_core.llm.protocol import Message, ReplySchema
from cogmed_core.prompts.render import render

FORMS = ("json_schema", "json_object", "text")
TURNED_DOWN = re.compile(r"response_?format|json_?schema|json_?object|structured output|guided|grammar", re.I)


class ResponseFormats:
    """The form one endpoint takes, as far as is known."""

    def __init__(self) -> None:
        self._known = 0

    @property
    def form(self) -> str:
        """The form to use next: one of ``FORMS``."""
        return FORMS[self._known]

    def turned_down(self, form: str, said: str) -> bool:
        """Note that the endpoint complained about ``form``; return True if another form is worth a try."""
        if form == FORMS[-1] or not TURNED_DOWN.search(said):
            return False
        self._known = max(self._known, FORMS.index(form) + 1)
        return True


def response_format(form: str, schema: ReplySchema) -> bytes | None:
    """Return the ``response_format`` of a request body as JSON, or None for none."""
    if form == "json_schema":
        return schema.asked
    return b'{"type":"json_object"}' if form == "json_object" else None


def with_schema_in_prompt(messages: tuple[Message, ...], schema: ReplySchema, language: str) -> tuple[Message, ...]:
    """Append the schema's description to the last message."""
    described = render("llm/schema", language, schema=schema.encoded.decode())
    last = messages[-1]
    return (*messages[:-1], Message(last.role, f"{last.content}\n\n{described}", last.opening))

"""A pydantic class to the JSON schema that endpoints accept in strict mode.

Strict mode wants every property required, nothing additional, and only structural keywords: servers that
compile a schema to a grammar reject many of the others. What is left out here still holds: pydantic validates
every reply.
"""

from functools import cache
from typing import Any

from pydantic import BaseModel

from cogmed_core.llm.protocol import ReplySchema

STRUCTURE = {"$defs", "$ref", "anyOf", "items", "properties", "required", "type", "additionalProperties"}
VALUES = {"const", "enum", "maximum", "minimum", "maxItems", "minItems", "description"}
KEPT = STRUCTURE | VALUES


@cache
def reply_schema(model: type[BaseModel]) -> ReplySchema:
    """Return the strict schema of ``model``, named after the class."""
    return ReplySchema(model.__name__, _strict(model.model_json_schema()))


def _strict(node: dict[str, Any]) -> dict[str, Any]:
    """Return ``node`` with strict objects and kept keywords only, recursively."""
    if "allOf" in node and len(node["allOf"]) == 1:
        node = {**node["allOf"][0], **{key: value for key, value in node.items() if key != "allOf"}}
    if "oneOf" in node:
        node = {**node, "anyOf": node["oneOf"]}
    if "$ref" in node:
        return {"$ref": node["$ref"]}
    strict = {key: _strict_value(key, value) for key, value in node.items() if key in KEPT}
    if "properties" in strict:
        strict["required"] = list(strict["properties"])
        strict["additionalProperties"] = False
    return strict


def _strict_value(key: str, value: Any) -> Any:
    if key in ("properties", "$defs"):
        return {name: _strict(child) for name, child in value.items()}
    if key == "anyOf":
        return [_strict(child) for child in value]
    return _strict(value) if key == "items" and isinstance(value, dict) else value

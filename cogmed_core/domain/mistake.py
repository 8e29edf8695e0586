"""What a validator found wrong with a setting, in words its author can act on."""

from collections.abc import Mapping
from typing import Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic_core import ErrorDetails

_EXPECTED: Mapping[str, str] = {
    "literal_error": "must be {expected}",
    "enum": "must be {expected}",
    "greater_than_equal": "must be at least {ge}",
    "greater_than": "must be above {gt}",
    "less_than_equal": "must be at most {le}",
    "less_than": "must be below {lt}",
    "too_short": "needs at least {min_length}",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "finite_number": "must be a finite number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "string_type": 'must be a text in quotes, "…"',
    "tuple_type": "must be a list, […]",
    "list_type": "must be a list, […]",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "model_attributes_type": "must be a table",
    "string_pattern_mismatch": "may only hold letters, digits and . _ -, and begin with a letter or digit",
}


def told(mistake: ErrorDetails, model: type[BaseModel]) -> str:
    """Return one mistake in a ``model`` as a line that names the key; a value is never repeated, it may be a secret."""
    key = ".".join(str(part) for part in mistake["loc"])
    if mistake["type"] == "extra_forbidden":
        return f"unknown key {key}"
    if mistake["type"] == "value_error":
        said = mistake["msg"].removeprefix("Value error, ")
        return f"{key}: {said}" if key else said
    if mistake["type"] == "missing":
        return f"{key} is missing{_wanted(model, key)}"
    wanted = _EXPECTED.get(mistake["type"])
    return f"{key} {wanted.format_map(mistake.get('ctx', {}))}" if wanted else f"{key} cannot be used"


def _wanted(model: type[BaseModel], key: str) -> str:
    """Return what a missing key may hold, as far as the model says so."""
    field = model.model_fields.get(key)
    if field is None:
        return ""
    if get_origin(field.annotation) is Literal:
        values = ", ".join(f'"{value}"' for value in get_args(field.annotation))
        return f": one of {values}" + (f" ({field.description})" if field.description else "")
    return f": {field.description}" if field.description else ""

"""Strict schemas: what endpoints take, and enough for the test server to answer."""

import json
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

import pytest
from pydantic import BaseModel, Field

from cogmed_core.llm.schemas import reply_schema
from tests.servers.brain import reply_to


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Inner(BaseModel):
    weight: float = Field(gt=0, le=1, multiple_of=0.01, description="a share")
    colour: Colour = Field(default=Colour.RED, description="a colour")


class Outer(BaseModel):
    """A class with everything endpoints are known to reject."""

    name: str = Field(pattern="^.+$", min_length=1, max_length=500, examples=["x"])
    inner: Inner | None = None
    many: list[Inner] = Field(default_factory=list, min_length=1, max_length=3)
    grade: int = Field(ge=1, le=10)


def objects(node: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(node, Mapping):
        yield node
        for child in node.values():
            yield from objects(child)
    elif isinstance(node, list):
        for child in node:
            yield from objects(child)


def test_every_object_is_closed_and_every_property_required() -> None:
    schema = reply_schema(Outer).schema
    closed = [node for node in objects(schema) if "properties" in node]
    assert len(closed) == 2
    for node in closed:
        assert node["additionalProperties"] is False
        assert node["required"] == list(node["properties"])


def test_keywords_that_endpoints_reject_are_gone() -> None:
    text = json.dumps(reply_schema(Outer).schema)
    for keyword in (
        "default",
        "title",
        "pattern",
        "minLength",
        "maxLength",
        "examples",
        "multipleOf",
        "allOf",
    ):
        assert f'"{keyword}"' not in text
    assert '"maximum"' in text and '"enum"' in text


def test_references_point_at_something() -> None:
    schema = reply_schema(Outer).schema
    references = [node["$ref"] for node in objects(schema) if "$ref" in node]
    assert references and all(reference.removeprefix("#/$defs/") in schema["$defs"] for reference in references)


def test_a_reference_stands_alone() -> None:
    """Some servers reject a $ref with siblings, which is how pydantic writes a described enum."""
    assert all(set(node) == {"$ref"} for node in objects(reply_schema(Outer).schema) if "$ref" in node)


def test_the_same_class_gives_the_same_object() -> None:
    assert reply_schema(Outer) is reply_schema(Outer)


@pytest.mark.parametrize("seed", range(40))
def test_the_test_servers_replies_satisfy_the_schema(seed: int) -> None:
    schema = reply_schema(Outer)
    body = {
        "model": "m",
        "seed": seed,
        "messages": [{"role": "user", "content": "请回答"}],
        "response_format": {"type": "json_schema", "json_schema": {"name": "Outer", "schema": schema.schema}},
    }
    reply = reply_to(body)
    assert Outer.model_validate_json(reply) and reply == reply_to(body)

"""Replies to any JSON schema, the same to the same request: what the test server says instead of a model.

It knows nothing of mediation but the names of a few fields, and reads from the prompt only what a field must
refer to: the number of the newest proposal, the seats, the tools. Its words mean nothing.
"""

import hashlib
import json
import random
import re
from collections.abc import Mapping
from typing import Any

NUMBERED = re.compile(r"(?:Proposal |方案)(\d{1,3})(?!\d)")
SEAT = re.compile(r"litigant_[1-9]\d*")
TOOL = re.compile(r"summarize_and_clarify|perform_reality_check|propose_bridging_solution")
DESCRIBED = re.compile(r"\{\"?.*\"properties\".*\}", re.S)


def reply_to(body: Mapping[str, Any]) -> str:
    """Return the text a chat completion with this request body is answered with."""
    prompt = "\n".join(str(message["content"]) for message in body["messages"])
    asked = {key: body[key] for key in ("model", "messages", "seed", "temperature") if key in body}
    digest = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).digest()
    schema = _schema(body, prompt)
    writer = Writer(prompt, random.Random(digest))
    return json.dumps(writer.value(schema, schema, ""), ensure_ascii=False) if schema else writer.sentence()


def is_reask(body: Mapping[str, Any]) -> bool:
    """Say whether a request is the second one for the same thing: with a larger budget, or with a complaint."""
    text = str(body["messages"])
    return "max_tokens" in body or "无法采用" in text or "could not be used" in text


def _schema(body: Mapping[str, Any], prompt: str) -> Any:
    asked = body.get("response_format") or {}
    if asked.get("type") == "json_schema":
        return asked["json_schema"]["schema"]
    described = DESCRIBED.search(prompt)
    return json.loads(described.group()) if described else None


class Writer:
    """Writes values that fit a schema, from one source of chance."""

    def __init__(self, prompt: str, chance: random.Random) -> None:
        self._chance = chance
        self._chinese = any("一" <= character <= "鿿" for character in prompt)
        self._numbers = [int(number) for number in NUMBERED.findall(prompt)]
        self._seats = sorted(set(SEAT.findall(prompt)))
        self._tools = sorted(set(TOOL.findall(prompt)))

    def sentence(self) -> str:
        number = self._chance.randrange(100_000)
        return f"这是第{number}号演示语句。" if self._chinese else f"This is demonstration sentence {number}."

    def value(self, node: Mapping[str, Any], root: Mapping[str, Any], name: str) -> Any:
        """Return a value for ``node`` of the schema ``root``; ``name`` is the property it is for."""
        if "$ref" in node:
            return self.value(_resolve(node["$ref"], root), root, name)
        if "const" in node:
            return node["const"]
        if "enum" in node:
            return self._chance.choice(node["enum"])
        if "anyOf" in node:
            return self.value(self._chance.choice(node["anyOf"]), root, name)
        kind = node.get("type", "object")
        if kind == "object":
            properties = node.get("properties", {})
            written = {key: self.value(child, root, key) for key, child in properties.items()}
            return self._coherent(written)
        if kind == "array":
            return self._array(node, root, name)
        return self._scalar(kind, node, name)

    def _array(self, node: Mapping[str, Any], root: Mapping[str, Any], name: str) -> list[Any]:
        """Return a few items; of items that are about somebody, one about each."""
        least = node.get("minItems", 1)
        items = [self.value(node["items"], root, name) for _ in range(self._chance.randint(least, least + 1))]
        item = _resolve(node["items"]["$ref"], root) if "$ref" in node["items"] else node["items"]
        about = item.get("properties", {}).get("about", {})
        everybody = about.get("enum") or ([about["const"]] if "const" in about else [])
        if everybody:
            items = [{**self.value(item, root, name), "about": somebody} for somebody in everybody]
        return items[: node.get("maxItems", len(items))]

    def _scalar(self, kind: str, node: Mapping[str, Any], name: str) -> Any:
        low = node.get("minimum", node.get("exclusiveMinimum", 0))
        high = node.get("maximum", node.get("exclusiveMaximum", low + 10))
        if kind == "integer":
            return self._chance.randint(int(low), int(high))
        if kind == "number":
            return round(self._chance.uniform(low, high), 2)
        if kind in ("boolean", "null"):
            return self._chance.random() < 0.5 if kind == "boolean" else None
        if name == "party" and self._seats:
            return self._chance.choice(self._seats)
        if name == "name" and self._tools:
            return self._chance.choice(self._tools)
        return self.sentence()

    def _coherent(self, written: dict[str, Any]) -> dict[str, Any]:
        """Make fields that exclude or need each other agree, as a model that read its instructions would."""
        if {"stance", "accepted_proposal", "counter_offer"} <= written.keys():
            weights = {"undecided": 30, "reject": 30, "accept": 20 if self._numbers else 0, "withdraw": 3}
            stance = self._chance.choices(list(weights), list(weights.values()))[0]
            written["stance"] = stance
            written["accepted_proposal"] = max(self._numbers) if stance == "accept" else None
            written["counter_offer"] = None if stance in ("accept", "withdraw") else written["counter_offer"]
        if {"action", "text"} <= written.keys():
            written["text"] = written["text"] or self.sentence()
        return written


def _resolve(reference: str, root: Mapping[str, Any]) -> Mapping[str, Any]:
    node: Any = root
    for part in reference.removeprefix("#/").split("/"):
        node = node[part]
    return node

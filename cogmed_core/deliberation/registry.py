"""Frameworks by name: a new one is one file, its prompts in both languages, and one line here."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from cogmed_core.deliberation.mad import Mad
from cogmed_core.deliberation.parrots import PERSPECTIVES, Parrots
from cogmed_core.deliberation.single import Single
from cogmed_core.deliberation.three_ply import ThreePly
from cogmed_core.errors import ConfigurationError

AnyFramework = Single | Mad | ThreePly | Parrots

KINDS: Mapping[str, type[AnyFramework]] = {
    "single": Single,
    "mad": Mad,
    "three_ply": ThreePly,
    "parrots": Parrots,
}
"""The record behind each kind of framework."""

PAPER: Mapping[str, Mapping[str, Any]] = {
    "single": {},
    "mad": {"agents": 3, "rounds": 2},
    "three_ply": {"plies": 3},
    "parrots": {"exchanges": 3, "perspectives": PERSPECTIVES, "one_call": True},
}
"""The numbers of the paper (section 3.1)."""


def framework_of(name: str, variant: Mapping[str, Any] | None = None) -> AnyFramework:
    """Return the framework of the paper called ``name``, or a variant of one under a name of its own.

    Args:
        name: what the framework is called in tables and partition keys.
        variant: ``kind`` and the numbers that differ from the paper's.

    Raises:
        ConfigurationError: the name or the kind is unknown, or a number is out of range.
    """
    given = {"kind": name} if variant is None else dict(variant)
    kind = str(given.pop("kind", name))
    if kind not in KINDS:
        raise ConfigurationError(f"unknown framework {kind!r}; there are {', '.join(KINDS)}")
    try:
        return KINDS[kind].model_validate({**PAPER[kind], **given, "name": name})
    except ValidationError as error:
        mistakes = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
        raise ConfigurationError(f"framework {name!r}: {mistakes}") from error


def variant_of(framework: AnyFramework) -> dict[str, Any]:
    """Return what ``framework_of`` makes the same framework of, under its name."""
    kind = next(kind for kind, record in KINDS.items() if isinstance(framework, record))
    return {"kind": kind, **framework.model_dump(mode="json", exclude={"name"})}

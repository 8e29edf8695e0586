"""What a person decided about passages the anonymizer was in doubt of, in ``doubts.toml`` beside the raw cases.

The file holds originals, as the raw cases do, and goes no further than they: ``["case-id"]``, then ``mask = […]`` and
``keep = […]``, lists of passages.
"""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from cogmed_core.domain.record import Record
from cogmed_core.errors import ConfigurationError

FILE = "doubts.toml"


class Decisions(Record):
    """The passages of one case that are to be masked as people, or kept as they are."""

    model_config = ConfigDict(hide_input_in_errors=True)

    mask: tuple[str, ...] = Field(default=(), repr=False)
    keep: tuple[str, ...] = Field(default=(), repr=False)

    def with_one(self, passage: str, *, masked: bool) -> "Decisions":
        """Return the decisions with one more; it takes the place of an earlier one about the same passage."""
        mask = [text for text in self.mask if text != passage] + [passage] * masked
        keep = [text for text in self.keep if text != passage] + [passage] * (not masked)
        return Decisions(mask=tuple(mask), keep=tuple(keep))


_ALL = TypeAdapter(dict[str, Decisions])


def read_decisions(raw: Path) -> dict[str, Decisions]:
    """Return the decisions by case; none where there is no file.

    Raises:
        ConfigurationError: the file cannot be read, or holds something else; its content is not shown.
    """
    try:
        return _ALL.validate_python(tomllib.loads(decisions_file(raw).read_text(encoding="utf-8")))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, ValidationError):
        wanted = '["case-id"] with mask = ["…"] and keep = ["…"]'
        raise ConfigurationError(f"{decisions_file(raw)} cannot be read: it holds {wanted}") from None


def decisions_file(raw: Path) -> Path:
    """Return where the decisions about the cases below ``raw`` are."""
    return (raw if raw.is_dir() else raw.parent) / FILE


def decisions_text(decisions: Mapping[str, Decisions]) -> str:
    """Return the file's text."""
    return "\n".join(line for case_id, one in sorted(decisions.items()) for line in _table(case_id, one)) + "\n"


def _table(case_id: str, one: Decisions) -> Iterator[str]:
    yield f"[{_quoted(case_id)}]"
    for name in ("mask", "keep"):
        if passages := getattr(one, name):
            yield f"{name} = [{', '.join(map(_quoted, passages))}]"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'

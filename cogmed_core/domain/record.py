"""The base of every record."""

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """An immutable value; an unknown field is an error, so that a typo never passes for data."""

    model_config = ConfigDict(frozen=True, extra="forbid")

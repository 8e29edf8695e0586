"""One thing that keeps a backbone from answering."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """What is missing and what to do about it, in a line."""

    backbone: str
    text: str

    def __str__(self) -> str:
        return self.text if self.backbone in self.text else f"backbone {self.backbone}: {self.text}"

"""Run where the extra ``ocr`` is installed: makes a PDF of pictures of a case, and prints the case read from it."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from cogmed_core.cases.read import read_folder

LINES = (
    "Larch v. Vale: a defective boiler",
    "Keywords: Civil; sale of goods contract; defective boiler",
    "Facts: Nora Vale sold a used boiler to Piet Larch for 450 pounds in October.",
    "It failed after nine days. Mr Larch demanded the whole price back and refused less.",
    "Ms Vale claimed that it had been fitted wrongly. The issue was what is to be paid back.",
    "Process: The mediator met both sides apart and asked what each wanted. Ms Vale offered",
    "a hundred pounds, Mr Larch rejected it. The mediator proposed that an engineer look at",
    "the boiler; both agreed, discussed his report, and negotiated over two further rounds.",
    "Outcome: Ms Vale pays back half of the price within fourteen days.",
    "Legal basis: Consumer Rights Act 2015, sections 9 and 20",
    "Significance: A shared report took the blame out of the talk.",
)


def picture(folder: Path) -> None:
    """Write a PDF without a text layer: black letters on a white page."""
    image: Any = import_module("PIL.Image")
    font = import_module("PIL.ImageFont").load_default(size=26)
    page = image.new("RGB", (1240, 1754), "white")
    pen = import_module("PIL.ImageDraw").Draw(page)
    for number, line in enumerate(LINES):
        pen.text((80, 90 + 60 * number), line, fill="black", font=font)
    page.save(folder / "scan.pdf", resolution=150)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    picture(folder)
    (entry,) = read_folder(folder)
    print(entry.model_dump_json())

"""Plain text and Markdown: one case a file, its sections under headings."""

import re

from cogmed_core.cases.reading.draft import Draft
from cogmed_core.cases.reading.headings import LABELS, split_sections

_MARKS = re.compile(r"^\s*(?:#{1,6}\s*|>\s*)|\*\*|__|^\s*(?:标题|標題|title)\s*[:：]", re.IGNORECASE)


def read_prose(text: str, digest: str) -> Draft:
    """Return the draft of a text; its title is the first line before the first heading."""
    preamble, sections = split_sections(text)
    if not sections:
        wanted = ", ".join(LABELS.values())
        return Draft(digest, problem=f"has no section headings: put {wanted} on lines of their own")
    first = next((line for line in preamble.split("\n") if line.strip()), "")
    return Draft(digest, _MARKS.sub("", first).strip(), sections)

"""The two READMEs say the same: sections, code and names of commands and options; figures are measured in one place."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
COMMENT = re.compile(r"\s*(?:#|-- ).*$", re.M)
NAMED = re.compile(r"`((?:cogmed |pip |pytest |--|[A-Z]{3,}_)[^`]*|/\w+)`")
ENGLISH, CHINESE = (path.read_text("utf-8") for path in (ROOT / "README.md", ROOT / "cogmed_pipeline" / "README.zh.md"))


def sections(text: str) -> list[tuple[str, str]]:
    """Return the level of each heading with what stands below it; a fence holds no heading."""
    plain = FENCED.sub(lambda fence: "\0" * len(fence[0]), text)
    starts = [found.start() for found in re.finditer(r"^#+ ", plain, re.M)]
    return [
        (text[start:].split(" ", 1)[0], text[start:end])
        for start, end in zip(starts, [*starts[1:], len(text)], strict=True)
    ]


def test_both_have_the_same_sections() -> None:
    assert [level for level, _ in sections(ENGLISH)] == [level for level, _ in sections(CHINESE)]


def test_both_show_the_same_code_but_for_its_comments() -> None:
    code = [
        [(kind, COMMENT.sub("", text)) for kind, text in FENCED.findall(each) if kind] for each in (ENGLISH, CHINESE)
    ]
    assert code[0] == code[1] and len(code[0]) > 10


def test_both_name_the_same_commands_and_options() -> None:
    for (_, english), (_, chinese) in zip(sections(ENGLISH), sections(CHINESE), strict=True):
        names = [set(NAMED.findall(FENCED.sub("", " ".join(text.split())))) for text in (english, chinese)]
        assert names[0] == names[1], (english.partition("\n")[0], names[0] ^ names[1])

"""The names that the six sections go by, in both languages and scripts, as JSON keys and as headings."""

import re
from collections.abc import Mapping

SECTIONS = ("keywords", "facts", "process", "settlement", "legal_basis", "gist")
"""The fields of ``Sections``, in their order."""

LABELS: Mapping[str, str] = {
    "keywords": "关键词 (Keywords)",
    "facts": "基本案情 (Facts)",
    "process": "处理方式方法 (Process)",
    "settlement": "处理结果 (Outcome)",
    "legal_basis": "解纷依据 (Legal basis)",
    "gist": "解纷要旨 (Significance)",
}
"""How a section is named to a person."""

_NAMES: Mapping[str, str] = {
    "keywords": "关键词 关键字 關鍵詞 關鍵字 keywords key-words",
    "facts": """基本案情 案情 案情简介 案情介绍 案件事实 纠纷经过 基本情况 案情簡介 案件事實 糾紛經過
        facts basic-facts case-facts facts-of-the-case background""",
    "process": """处理方式方法 处理方式 处理方法 处理过程 调解过程 化解过程 调处过程 處理方式方法 處理方式
        處理方法 處理過程 調解過程 process mediation-process the-mediation handling how-it-was-handled""",
    "settlement": """处理结果 调解结果 化解结果 處理結果 調解結果 化解結果
        outcome result results settlement mediation-outcome""",
    "legal_basis": "解纷依据 法律依据 相关法条 解紛依據 法律依據 相關法條 legal-basis basis statutes",
    "gist": """解纷要旨 案例要旨 要旨 典型意义 案例点评 解紛要旨 典型意義 案例點評
        significance gist key-points lesson lessons why-it-worked""",
}
"""Every name a section goes by; a hyphen stands for a space."""

_NUMBERING = r"(?:[（(]?[一二三四五六七八九十0-9]{1,3}[）)]?[、.．:：\s]?|第[一二三四五六七八九十]部分[、:：\s]?)"
_HEADING = re.compile(
    rf"^\s*(?:\#{{1,6}}\s*)?(?:\*\*|__)?\s*{_NUMBERING}?\s*[【\[〔「]?\s*(?P<name>[^【】\[\]〔〕「」:：*\n]{{2,32}}?)\s*"
    r"(?:[】\]〕」]\s*(?:\*\*|__)?\s*[:：]?|(?:\*\*|__)?\s*[:：]|(?:\*\*|__)?\s*$)\s*(?:\*\*|__)?(?P<rest>.*)$"
)


def _folded(name: str) -> str:
    return re.sub(r"[\s_\-]+", "", name).casefold()


_SECTION_OF = {_folded(name): section for section, names in _NAMES.items() for name in names.split()}


def section_named(name: str) -> str | None:
    """Return the section that ``name`` stands for, whatever its script, case and spacing, or None."""
    return _SECTION_OF.get(_folded(name))


def split_sections(text: str) -> tuple[str, dict[str, str]]:
    """Split a text at its headings: what stands before the first one, and the text of each section found.

    A heading is a line that begins with a section's name, with or without ``#``, 【】 or a number; the text
    may begin on the same line after a colon or bracket. A heading that comes twice continues its section.
    """
    preamble: list[str] = []
    found: dict[str, list[str]] = {}
    current = preamble
    for line in text.split("\n"):
        match = _HEADING.match(line)
        section = section_named(match["name"]) if match else None
        if match and section:
            current = found.setdefault(section, [])
        current.append(match["rest"] if match and section else line)
    return "\n".join(preamble).strip(), {name: "\n".join(lines).strip() for name, lines in found.items()}

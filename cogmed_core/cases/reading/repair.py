"""Puts back what the repository's own conversion from PDF moved into the wrong section.

Seen in its published rows: the recommending body glued to the end of a section, the end of one section
carried into the beginning or the end of another. Text is only moved, and only where both wounds show.
"""

import re

_RECOMMENDED = re.compile(r"\s*(?:推荐部门|推薦部門|推荐单位|推薦單位)\s*[:：]")
_SENTENCE_END = re.compile(r"[。！？；!?][”’）)》]*$")
_CITATION = re.compile(
    r"《[^《》]{2,80}(?:[〈<][^〉>]*[〉>][^《》]*)?》[^。；，《》]{0,40}?第\s*[0-9０-９一二三四五六七八九十百千]+\s*条"
)
_CONTINUES = re.compile(r"^\s*[，、；：。）”]")
_DOUBLED_END = re.compile(r"(?<=[。！？])(?=[。，；、])")
_CHAIN = ("一是", "二是", "三是", "四是", "五是")
_FILED = re.compile(r"(?:诉至|起诉至|诉讼|起诉|仲裁|申请调解|请求调解)[^。]*。")


def split_recommendation(sections: dict[str, str]) -> tuple[dict[str, str], str]:
    """Cut the recommending body off the section it is glued to, and mend the other wounds."""
    mended = dict(sections)
    body = ""
    for name in ("gist", "settlement", "legal_basis", "process", "facts"):
        match = _RECOMMENDED.search(mended.get(name, ""))
        if match is None:
            continue
        body = mended[name][match.start() :].strip()
        mended[name] = mended[name][: match.start()].strip()
        if name != "gist":
            _return_tail(mended, lost_by="gist", found_in=name)
        break
    _return_head(mended, lost_by="process", found_in="legal_basis")
    _return_chain(mended, lost_by="process", found_in="facts")
    return mended, body


def _unfinished(text: str) -> bool:
    return bool(text) and not _SENTENCE_END.search(text)


def _return_tail(sections: dict[str, str], *, lost_by: str, found_in: str) -> None:
    """The body stands after the gist in print: where it ended up, the end of the gist ended up before it."""
    seam = _DOUBLED_END.search(sections[found_in])
    if seam and _unfinished(sections.get(lost_by, "")):
        sections[lost_by] += sections[found_in][seam.start() :]
        sections[found_in] = sections[found_in][: seam.start()]


def _return_head(sections: dict[str, str], *, lost_by: str, found_in: str) -> None:
    """A list of statutes that begins inside a sentence begins with the end of the text before it."""
    text = sections.get(found_in, "")
    citation = _CITATION.search(text)
    if not (citation and _CONTINUES.match(text) and _unfinished(sections.get(lost_by, ""))):
        return
    head = text[: citation.start()]
    if _SENTENCE_END.search(head.rstrip()):
        sections[lost_by] += head.rstrip()
        sections[found_in] = text[citation.start() :]


def _return_chain(sections: dict[str, str], *, lost_by: str, found_in: str) -> None:
    """Where the process says 一是 and only the facts go on with 二是, all after the filing is process."""
    facts, process = sections.get(found_in, ""), sections.get(lost_by, "")
    if _CHAIN[0] not in process or _CHAIN[1] in process or _CHAIN[0] in facts or _CHAIN[1] not in facts:
        return
    filed = [match.end() for match in _FILED.finditer(facts, 0, facts.index(_CHAIN[1]))]
    if filed:
        sections[lost_by] = process + facts[filed[0] :]
        sections[found_in] = facts[: filed[0]]

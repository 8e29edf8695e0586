"""From the text of a case to the dispute before the mediation: summary, parties with claims, issues."""

import re
from collections.abc import Mapping
from typing import Any

from cogmed_core.llm.offline.amounts import sums
from cogmed_core.llm.offline.parties import ROLES, Named, find_parties
from cogmed_core.llm.offline.patterns import cue
from cogmed_core.llm.offline.wording import phrase

_SENTENCE_ZH = re.compile(r"[^。！？\n]+[。！？]?")
_SENTENCE_EN = re.compile(r"[^\n]+?(?:[.!?](?=\s+[A-Z\"'“]|\s*$)|$)", re.MULTILINE)
_OUTCOME = cue(
    "达成(?:一致|和解|调解|协议)|调解成功|握手言和|圆满化解|得到化解|撤回(?:起诉|申请|上诉)|裁决[:：]|履行完毕|调解员"
    "|调解组织|推荐部门|化解单位",
    r"(?:settled|settlement was|agreement was reached|mediator|they agreed to|was resolved|withdrew)\b",
)
_CLAIMS = cue(
    "请求|要求|主张|诉至|起诉|申请仲裁|希望|索要|催要",
    r"(?:asks?|asked|claims?|claimed|demands?|demanded|seeks?|sought|wants?|wanted|sued)\b",
)
_DENIES = cue(
    "拒绝|不同意|否认|认为.{0,20}(?:不应|过高|没有|并未|无需)|辩称|抗辩|只愿|仅愿|无力|为由|表示|未履行|未支付|拖欠",
    r"(?:refus\w+|den(?:y|ies|ied)|reject\w*|disput\w+|argues?|says?|said|offers? only|will not|contends?)\b",
)
_FOCUS = cue(
    "(?:争议焦点|争议点|分歧点|焦点|分歧)(?:问题)?(?:主要)?(?:有[一二三四五两]|包括[^：:，。]{0,8}|集中在|在于|为|是|：|:)+[：:]?"
    "(?P<list>[^。]{4,160})",
    r"(?:issues?|points? in dispute)\s+(?:are|is|were|was)[:\s]+(?P<en>[^.]{4,240})",
)
_ITEM = re.compile(r"[；;]|(?:[一二三四五]是)|(?:(?<![\d.])[1-9一二三四五][.、．)）])|，(?=[一二三四五]是)|\(\w\)")
_LONG = 900


def structure(variables: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Return summary, parties and issues of the case text; nothing of how the case ended."""
    facts, process = _tidy(str(variables["facts"]), language), _tidy(str(variables["process"]), language)
    title = str(variables["title"])
    parties = find_parties(title, str(variables["keywords"]), facts, language)
    sentences = (
        _sentences(facts, language) or _sentences(title, language) or [title or phrase(language, "structure.untold")]
    )
    described = [_described(party, parties, sentences, language) for party in parties]
    return {
        "summary": _summary(sentences, language),
        "parties": described,
        "issues": _issues(process + facts, described, title, language),
    }


def _tidy(text: str, language: str) -> str:
    """Return the text without the stray spaces that scanned Chinese carries."""
    return re.sub(r"\s+", "", text) if language == "zh" else re.sub(r"\s+", " ", text).strip()


def _sentences(text: str, language: str) -> list[str]:
    """Return the sentences that tell what happened before the mediation."""
    pattern = _SENTENCE_ZH if language == "zh" else _SENTENCE_EN
    found = [one.strip() for one in pattern.findall(text) if one.strip()]
    return [one for one in found if not _OUTCOME.search(one)] or found[:1]


def _summary(sentences: list[str], language: str) -> str:
    space = "" if language == "zh" else " "
    kept: list[str] = []
    for sentence in sentences:
        if kept and sum(map(len, kept)) + len(sentence) > _LONG:
            break
        kept.append(sentence[:_LONG])
    return space.join(kept)


def _described(party: Named, parties: list[Named], sentences: list[str], language: str) -> dict[str, str]:
    roles = ROLES.get(language, ROLES["en"])
    joined = "".join(sentences)
    vouches = not party.claiming and re.search(
        rf"{re.escape(party.name)}[^。；]{{0,30}}(?:担保|保证责任|guarant)", joined
    )
    debtors = [one for one in parties if not one.claiming]
    guarantor = bool(vouches) and len(debtors) > 1 and party != debtors[0]
    role = roles[2] if guarantor else roles[not party.claiming]
    return {"name": party.name, "role": role, "claim": _claim(party, sentences, language)}


def _claim(party: Named, sentences: list[str], language: str) -> str:
    """Return the sentence that states the party's position, with its figures; a plain one where none does."""
    cue = _CLAIMS if party.claiming else _DENIES
    stating = [one for one in sentences if cue.search(one)]
    stem = re.sub(r"等?\d*余?[名户]?.{0,4}$", "", party.name) or party.name
    own = [one for one in stating if stem in one] or (stating if party.claiming else [])
    figured = [one for one in own if sums(one)]
    chosen = (figured or own)[-1:] if party.claiming else own[-1:]
    if chosen:
        return _clause(chosen[0], cue)
    return phrase(language, "structure.claims" if party.claiming else "structure.answers")


def _clause(sentence: str, cue: re.Pattern[str]) -> str:
    """Return a long sentence from where the position begins, a short one whole."""
    match = cue.search(sentence)
    return (
        sentence[match.start() :] if match and len(sentence) > 120 and len(sentence) - match.start() > 12 else sentence
    )


def _issues(text: str, described: list[dict[str, str]], title: str, language: str) -> list[dict[str, str]]:
    """Return the issues the text lists itself, else those that claim and cause of action raise."""
    held = "".join(f"{one['name']}：{one['claim']}" for one in (described[0], described[-1]))
    if language != "zh":
        held = " ".join(f"{one['name']}: {one['claim']}" for one in (described[0], described[-1]))
    titles = _listed(text)
    if not titles:
        figures = sums(described[0]["claim"])
        titles = [phrase(language, "structure.issue_sum" if figures else "structure.issue_duty")]
        titles += [phrase(language, "structure.issue_manner")]
    return [{"title": one, "description": held or title} for one in titles[:5]]


def _listed(text: str) -> list[str]:
    for match in _FOCUS.finditer(text):
        whole = match.group("list") or match.group("en")
        if _OUTCOME.search(whole):
            continue
        items = [item.strip(" ，,。.、:：") for item in _ITEM.split(whole)]
        if kept := [item for item in items if 4 <= len(item) <= 80]:
            return kept
    return []

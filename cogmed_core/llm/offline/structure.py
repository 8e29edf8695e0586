"""From the text of a case to the dispute before the mediation: summary, parties with claims, issues.

A text is read in the language it is written in; what is added to it is said in the language of the talks.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cogmed_core.llm.offline.english_words import sentences_of
from cogmed_core.llm.offline.figures import money
from cogmed_core.llm.offline.issues import issues_of
from cogmed_core.llm.offline.parties import ROLES, Named, find_parties
from cogmed_core.llm.offline.patterns import cue, script
from cogmed_core.llm.offline.positions import Said, position, said_by_party
from cogmed_core.llm.offline.wording import phrase
from cogmed_core.sums.amounts import YUAN, sums

_SENTENCE_ZH = re.compile(r"[^。！？\n]+[。！？]?")
_OUTCOME = cue(
    "(?<!未)(?<!未能)(?<!不能)(?<!无法)(?<!没有)达成(?:一致|和解|调解|协议)|调解成功|握手言和|圆满化解|得到化解"
    "|撤回(?:起诉|申请|上诉)|裁决[:：]|履行完毕|调解员|调解组织|推荐部门|化解单位",
    r"(?:settled|settlement was|agreement was reached|mediator|they agreed to|was resolved|withdrew)\b",
)
_ARREARS = re.compile(
    r"(?:尚欠|剩余|余下|拖欠|欠付|欠缴|未(?:支付|缴纳|偿还)|拒绝(?:缴纳|支付|偿还))(?P<what>[\u4e00-\u9fa5]{0,12})"
)
_ARREARS_KIND = re.compile(r"(?:[\u4e00-\u9fa5]{0,4})(?:费|款|金|工资|报酬|薪)")
_LONG = 900


def structure(variables: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Return summary, parties and issues of the case text; nothing of how the case ended."""
    facts, process = (_tidy(str(variables[name])) for name in ("facts", "process"))
    title = _tidy(str(variables["title"]))
    parties = find_parties(title, str(variables["keywords"]), facts, language)
    sentences = _sentences(facts) or _sentences(title) or [phrase(language, "structure.untold")]
    said = said_by_party(sentences, parties)
    described = [_described(party, parties, sentences, said, str(variables["category"])) for party in parties]
    return {
        "summary": _summary(sentences),
        "parties": described,
        "issues": issues_of((process, facts), described, language),
    }


def _tidy(text: str) -> str:
    """Return the text without control characters and the stray spaces that scanned Chinese carries."""
    text = re.sub(r"\s+", "" if script(text) == "zh" else " ", text)
    return (text if text.isprintable() else "".join(filter(str.isprintable, text))).strip()


def _sentences(text: str) -> list[str]:
    """Return the sentences that tell what happened before the mediation."""
    chinese = script(text) == "zh"
    found = [one.strip() for one in _SENTENCE_ZH.findall(text) if one.strip()] if chinese else sentences_of(text)
    return [one for one in found if not _OUTCOME.search(one)] or found[:1]


def _summary(sentences: Sequence[str]) -> str:
    """Return the sentences up to a length an agent can keep in view."""
    kept: list[str] = []
    for sentence in sentences:
        if kept and sum(map(len, kept)) + len(sentence) > _LONG:
            break
        kept.append(sentence[:_LONG])
    return ("" if script(kept[0]) == "zh" else " ").join(kept)


def _described(
    party: Named, parties: Sequence[Named], sentences: Sequence[str], said: Sequence[Said], category: str
) -> dict[str, str]:
    """Return name, role and position of one party."""
    language = party.language
    joined = "".join(sentences)
    debtor = next(one for one in parties if not one.claiming)
    vouches = re.search(rf"{re.escape(party.name)}[^。；]{{0,30}}(?:担保|保证责任|guarant)", joined)
    guarantor = bool(vouches) and not party.claiming and party != debtor
    role = ROLES[language][2 if guarantor else int(not party.claiming)]
    if party.part:
        role = phrase(language, "structure.role", role=role, part=party.part)
    claim = position(said, party).strip("，；：, ")
    if not claim and party.claiming:
        claim = _arrears(sentences, language) or phrase(
            language, "structure.claims", object=phrase(language, f"objects.{category}")
        )
    return {"name": party.name, "role": role, "claim": claim or phrase(language, "structure.answers")}


def _arrears(sentences: Sequence[str], language: str) -> str:
    """Return the claim that an unpaid sum or fee amounts to, where the facts say no more than that."""
    for sentence in reversed(sentences):
        for match in _ARREARS.finditer(sentence):
            found = [one for one in sums(sentence) if match.start() <= one.start <= match.end() + 4 and not one.rate]
            if found:
                return phrase(language, "structure.owed", what=money(found[0].value, YUAN, language))
            if kind := _ARREARS_KIND.match(match.group("what")):
                return phrase(language, "structure.owed", what=kind.group(0))
    return ""

"""The leak gate: whatever was made after the anonymizer is searched for the originals of its case.

The originals are read again from the raw folder, in memory, and only where something new has to be searched. What
models wrote is searched for identifiers of any kind too, since a model can invent one that looks real.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256

from pydantic import ValidationError

from cogmed_core.cases.anonymise import Anonymised, anonymiser_version, is_identifying, leaks, residual_identifiers
from cogmed_core.cases.anonymise.view import folded
from cogmed_core.domain.case import Case, RawCase
from cogmed_core.domain.question import QuestionSet
from cogmed_core.domain.record import Record
from cogmed_core.errors import CogMedError
from cogmed_pipeline.address import work_folder
from cogmed_pipeline.files import write_whole
from cogmed_pipeline.steps.catalogue import raw_cases
from cogmed_pipeline.steps.leak_places import Text, texts
from cogmed_pipeline.steps.questions import question_sets
from cogmed_pipeline.workshop import Workshop

LEDGER = "clearance.json"
VERSION = "1"
"""Goes up with every change of what is found: then everything is searched again."""
MAY_HOLD = re.compile(r"[\d@号路街巷弄村镇栋幢室]|微信|[〇零一二三四五六七八九十]{3}")
"""A line without any of these holds no number and no address, and is not worth tagging."""
NOBODYS = {"URL"}
"""What identifies nobody where it was not in a case: failures are full of endpoints' addresses, and of their help's."""
SHOWN = 5


class LeakError(CogMedError):
    """Something that identifies was found after the anonymizer; the text says where and of what kind, never what."""


class Ledger(Record):
    """What has passed: for each place the mark under which it did."""

    passed: dict[str, str]


class LeakFound(Record):
    """An identifier where none may be; nothing of itself."""

    case_id: str
    place: str
    type: str


Originals = dict[tuple[str, str], frozenset[str]]
"""By case and type."""


@dataclass(frozen=True)
class Secrets:
    """The originals of the raw cases; found when they are first asked for, kept in memory only."""

    raw: Mapping[str, RawCase]
    anonymise: Callable[[RawCase], Anonymised]
    questions: Callable[[], Mapping[str, QuestionSet]]

    @cached_property
    def _anonymised(self) -> dict[str, Anonymised]:
        return {case_id: self.anonymise(raw) for case_id, raw in self.raw.items()}

    @cached_property
    def asked(self) -> str:
        """The questions of this warehouse, folded: an identifier that stands in one is not invented."""
        every = (one.text + one.instruction for given in self.questions().values() for one in given.questions)
        return folded("\n".join(every), {}).text

    @cached_property
    def _of_each_case(self) -> Originals:
        found: dict[tuple[str, str], set[str]] = {}
        for case_id, anonymised in self._anonymised.items():
            for name, spans in anonymised.spans.items():
                for span, text in zip(spans, anonymised.originals.texts[name], strict=True):
                    if is_identifying(text, span.type):
                        found.setdefault((case_id, span.type), set()).add(text)
        return {key: frozenset(values) for key, values in found.items()}

    @cached_property
    def _of_any_case(self) -> Originals:
        """What tells its case even where nobody knows which it is: not a name that is a town in another case."""
        every = frozenset[str]().union(*self._of_each_case.values())
        common = {case_id: self._said(case_id, every) for case_id in self.raw}
        return {
            (owner, kind): values.difference(*(said for case_id, said in common.items() if case_id != owner))
            for (owner, kind), values in self._of_each_case.items()
        }

    def _said(self, case_id: str, originals: frozenset[str]) -> set[str]:
        text = self._anonymised[case_id].case.model_dump_json()
        return {text[leak.start : leak.end] for leak in leaks(text, originals)}

    def of(self, case_id: str) -> Originals:
        """Return the originals of one case, or of all for a blank name."""
        if not case_id:
            return self._of_any_case
        return {key: values for key, values in self._of_each_case.items() if key[0] == case_id}


def find_leaks(workshop: Workshop) -> list[LeakFound]:
    """Search what has not passed yet, and note what does; the searched files are left as they are."""
    raw = _raw_cases(workshop)
    secrets = Secrets(raw, workshop.anonymised, partial(question_sets, workshop))
    passed, found = dict(_ledger(workshop).passed), list[LeakFound]()
    before, failed, clean = dict(passed), set[str](), set[str]()
    for text in texts(workshop, _digests(raw), before):
        if here := _leaks_in(text, secrets, clean):
            found += here
            failed.add(text.place)
        elif text.place not in failed:
            passed[text.place] = text.mark
    if passed != before:
        content = Ledger(passed=passed).model_dump_json(indent=0).encode()
        write_whole(work_folder(workshop.settings.warehouse) / LEDGER, content + b"\n")
    return list(dict.fromkeys(found))


def refuse_leaks(workshop: Workshop) -> None:
    """Search as ``find_leaks`` does; raises ``LeakError`` that says where and of what kind, never what."""
    if found := find_leaks(workshop):
        raise LeakError(told(found))


def _raw_cases(workshop: Workshop) -> dict[str, RawCase]:
    """Return the raw cases; a warehouse of questions only was made from none."""
    return raw_cases(workshop) if any(workshop.records.all("cases", Case)) else {}


def told(found: Iterable[LeakFound]) -> str:
    """Return the findings in a line, fit to be shown."""
    lines = [f"{leak.type} of case {leak.case_id or 'unknown'} in {leak.place}" for leak in found]
    more = f" and {len(lines) - SHOWN} more" if len(lines) > SHOWN else ""
    return (
        f"something that identifies was found after the anonymizer: {'; '.join(lines[:SHOWN])}{more}. The tables "
        "were not rebuilt: mask it in the raw file, or delete what holds it, then run again"
    )


def _leaks_in(text: Text, secrets: Secrets, clean: set[str]) -> list[LeakFound]:
    wanted = secrets.of(text.case_id)
    found = []
    if leaks(text.content, frozenset[str]().union(*wanted.values())):
        found = [
            LeakFound(case_id=case_id, place=text.place, type=kind)
            for (case_id, kind), originals in wanted.items()
            if leaks(text.content, originals)
        ]
    kinds = _kinds_in(text.written, clean, secrets)
    return found + [LeakFound(case_id=text.case_id, place=text.place, type=f"{kind} (invented)") for kind in kinds]


def _kinds_in(written: str, clean: set[str], secrets: Secrets) -> list[str]:
    """Return what kinds of identifier models wrote; a line that was searched before is not searched again."""
    lines = [line for line in dict.fromkeys(written.splitlines()) if MAY_HOLD.search(line) and line not in clean]
    text = "\n".join(lines)
    spans = residual_identifiers(text) if lines else ()
    invented = [span for span in spans if folded(text[span.start : span.end], {}).text not in secrets.asked]
    kinds = list(dict.fromkeys(span.type for span in invented if span.type not in NOBODYS))
    if not kinds:
        clean.update(lines)
    return kinds


def _digests(raw: Mapping[str, RawCase]) -> dict[str, str]:
    each = {
        case_id: _digest(f"{VERSION}{anonymiser_version()}{case.model_dump_json()}") for case_id, case in raw.items()
    }
    return each | {"": _digest(VERSION + "".join(each.values()))}


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]


def _ledger(workshop: Workshop) -> Ledger:
    """Return what passed before; nothing where the ledger is missing or damaged."""
    try:
        return Ledger.model_validate_json((work_folder(workshop.settings.warehouse) / LEDGER).read_bytes())
    except (FileNotFoundError, ValidationError):
        return Ledger(passed={})

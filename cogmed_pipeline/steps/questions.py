"""Which sets of questions there are: the folder beside the cases, and the files that were asked about."""

from collections.abc import Iterable
from pathlib import Path

from cogmed_core.cases.read import QUESTIONS
from cogmed_core.deliberation.questions import read_question_sets
from cogmed_core.domain.question import QuestionSet
from cogmed_core.domain.record import Record
from cogmed_core.experiment.fingerprint import fingerprint
from cogmed_pipeline.workshop import Workshop

KIND = "question_sets"


class Standing(Record):
    """The sets that were found in the folder when it was last read."""

    names: tuple[str, ...]


def folder_of(workshop: Workshop) -> Path:
    """Return the folder that is looked into where no file is named, beside the cases."""
    return workshop.settings.raw / QUESTIONS


def take_stock(workshop: Workshop) -> tuple[QuestionSet, ...]:
    """Read the questions that are named, or the folder's, and return what there is to ask.

    A set stays until another file of its name takes its place; one of the folder goes when its file is gone.

    Raises:
        UsageError: a file or folder was named and holds no questions.
    """
    found = read_questions(workshop)
    _keep(workshop, found)
    if workshop.settings.questions is not None:
        return found
    standing = workshop.records.load("question_folder", "standing", Standing)
    now = Standing(names=tuple(one.name for one in found))
    for gone in set(standing[0].names if standing else ()) - set(now.names):
        workshop.records.remove(KIND, gone)
    if standing is None or standing[0] != now:
        workshop.records.save("question_folder", "standing", now, "")
    return found


def read_questions(workshop: Workshop) -> tuple[QuestionSet, ...]:
    """Read the questions that are named, or the folder's, if there is one; raises as ``take_stock`` does."""
    path = workshop.settings.questions or folder_of(workshop)
    if workshop.settings.questions is None and not path.is_dir():
        return ()
    return read_question_sets(path, workshop.experiment.language, workshop.settings.instruction)


def question_sets(workshop: Workshop) -> dict[str, QuestionSet]:
    """Return every set by name, as it was last read."""
    return {one.name: one for one in workshop.records.all(KIND, QuestionSet)}


def _keep(workshop: Workshop, sets: Iterable[QuestionSet]) -> None:
    for one in sets:
        content = fingerprint(question_set=one)
        if workshop.records.fresh(KIND, one.name, QuestionSet, content) is None:
            workshop.records.save(KIND, one.name, one, content)

"""The prompt files: the same in both languages, all of them in use."""

import re
from pathlib import Path

import pytest
from jinja2 import UndefinedError, meta

from cogmed_core.domain.case import Language
from cogmed_core.domain.party import Personality
from cogmed_core.prompts.render import ROOT, _environment, render
from tests.core.prompts.given import ALL, a_scenario, files_used, requests_of

LANGUAGES: tuple[Language, ...] = ("zh", "en")
WHERE_IT_IS_TOO_LONG = "mediation/condensed.md"
in_both = pytest.mark.parametrize("language", LANGUAGES)


def prompt_files(language: str) -> dict[str, Path]:
    """Return the prompt files of a language by name; those of ``llm`` and ``deliberation`` are tested there."""
    folder = ROOT / language
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.md")}
    return {name: path for name, path in files.items() if not name.startswith(("llm/", "deliberation/"))}


def test_the_languages_are_twins() -> None:
    chinese, english = prompt_files("zh"), prompt_files("en")
    assert chinese.keys() == english.keys()
    for name in chinese:
        uses = []
        for language, files in (("zh", chinese), ("en", english)):
            tree = _environment(language).parse(files[name].read_text("utf-8"))
            uses.append((meta.find_undeclared_variables(tree), list(meta.find_referenced_templates(tree))))
        assert uses[0] == uses[1], name


@pytest.mark.parametrize("name", sorted(prompt_files("zh")))
def test_twins_name_the_same_fields_and_tags(name: str) -> None:
    chinese, english = ((ROOT / language / name).read_text("utf-8") for language in LANGUAGES)
    for named in (r"<(/?\w+)>", r'"(\w+)":', r"(?m)^- (\w+_\w+)"):
        assert sorted(re.findall(named, chinese)) == sorted(re.findall(named, english))


@in_both
def test_a_whole_mediation_uses_every_file(language: Language) -> None:
    def a_mediation() -> None:
        requests_of(language, ALL)
        for personality in Personality:
            scenario = a_scenario(language)
            for half in ("system", "user"):
                render(
                    f"cases/profile.{half}",
                    language,
                    scenario=scenario,
                    party=scenario.parties[0],
                    personality=personality,
                )

    used = files_used(language, a_mediation) - {"llm/reask.md"}
    assert used == prompt_files(language).keys() - {WHERE_IT_IS_TOO_LONG}


@in_both
def test_a_missing_variable_is_an_error(language: Language) -> None:
    with pytest.raises(UndefinedError):
        render("mediation/modules/dbt/brief", language)

"""The report: the same in both languages, true to the tables, its links alive, built again only where it changed."""

import csv
import io
import re
import shutil
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit
from xml.etree import ElementTree

import duckdb
import pytest
import yaml

from cogmed_core.domain.review import Decision, Review, ReviewState, wording
from cogmed_core.errors import UsageError
from cogmed_pipeline.records import RecordStore
from cogmed_pipeline.reviews import Reviews
from cogmed_pipeline.site.build import build
from tests.pipeline.given import cogmed, query
from tests.web.conftest import HOSTILE, SCRIPT, TORN, Reported, speak

SVG = "{http://www.w3.org/2000/svg}"


class Page(HTMLParser):
    """What a browser would make of a page: elements with their attributes, ids, links and text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    @property
    def tags(self) -> list[str]:
        return [tag for tag, _ in self.elements]

    @property
    def ids(self) -> set[str]:
        return {str(attrs["id"]) for _, attrs in self.elements if "id" in attrs}

    @property
    def links(self) -> list[str]:
        found = [attrs.get("href") or attrs.get("src") for _, attrs in self.elements]
        return [link for link in found if link]


def page_at(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


def test_both_languages_have_the_same_pages_with_the_same_elements(reported: Reported) -> None:
    assert reported.of("zh") == reported.of("en")
    for name in reported.of("en"):
        zh, en = (page_at(reported.root / language / name) for language in ("zh", "en"))
        assert zh.tags == en.tags, name


def test_every_link_leads_somewhere(reported: Reported) -> None:
    parsed = {path: page_at(path) for path in reported.pages}
    dead = []
    for path, page in parsed.items():
        for link in page.links:
            url = urlsplit(link)
            there = (path.parent / unquote(url.path)).resolve() if url.path else path
            anchored = not url.fragment or url.fragment in (parsed[there].ids if there in parsed else ())
            pair = parse_qs(url.query)
            compared = all(
                (there.parent / "episodes" / f"{pair[side][0]}.html").is_file() for side in "ab" if side in pair
            )
            if url.scheme or not there.is_file() or not anchored or not compared:
                dead.append((path.relative_to(reported.root), link))
    assert not dead


def test_nothing_is_fetched_from_elsewhere_and_nothing_runs_inline(reported: Reported) -> None:
    for path in reported.pages:
        page = page_at(path)
        policies = [
            attrs["content"] for _, attrs in page.elements if attrs.get("http-equiv") == "Content-Security-Policy"
        ]
        assert policies and policies[0].startswith("default-src 'none'"), path
        inline = [attrs for tag, attrs in page.elements if tag == "script" and "src" not in attrs]
        assert all(attrs.get("type") == "application/json" for attrs in inline), path
        assert not [
            attrs for _, attrs in page.elements if "style" in attrs or any(name.startswith("on") for name in attrs)
        ]


def test_what_is_synthetic_says_so_on_every_page(reported: Reported) -> None:
    shown = {"zh": "规则合成", "en": "Synthetic"}
    for language, word in shown.items():
        assert not [name for name in reported.of(language) if word not in page_at(reported.root / language / name).text]


def test_hostile_text_is_text(reported: Reported) -> None:
    page = page_at(reported.root / "en" / "episodes" / f"{reported.hostile}.html")
    assert HOSTILE in page.text
    assert "img" not in page.tags and "textarea" not in page.tags
    verdicts = [path for path in reported.pages if "/verdicts/" in path.as_posix()]
    assert any(SCRIPT in page_at(path).text for path in verdicts)
    for path in (reported.root / "data").glob("*.js"):
        assert "<" not in path.read_text(encoding="utf-8")


def test_the_tables_show_what_the_database_holds(reported: Reported) -> None:
    page = page_at(reported.root / "en" / "results.html").text
    for n, sr, low, high, oqs in query(
        reported.settings.warehouse, "SELECT n, sr, sr_low, sr_high, oqs_mean FROM results"
    ):
        assert re.search(rf"\s{n}\s+{100 * sr:.0f} \[{100 * low:.0f}, {100 * high:.0f}\]", page)
        assert f"{oqs:.2f}" in page


def test_the_first_page_says_what_ran_and_what_was_left_out(reported: Reported) -> None:
    for language in ("zh", "en"):
        text = page_at(reported.root / language / "index.html").text
        assert TORN in text
        (row,) = query(
            reported.settings.warehouse, "SELECT count(*), count(*) FILTER (outcome = 'agreement') FROM episodes"
        )
        assert all(str(number) in text for number in row)


def test_each_figure_is_a_picture_with_words_and_its_numbers_a_file(reported: Reported) -> None:
    pictures = sorted(reported.root.glob("*/figures/*.svg"))
    names = {path.stem.partition("-")[0] for path in pictures}
    assert names >= {"success", "quality", "survival", "cost", "categories", "forest_sr", "findings", "accuracy"}
    for path in pictures:
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
        title, description = (root.findtext(f"{SVG}{name}") for name in ("title", "desc"))
        assert title and description and len(description) > len(title)
        assert root.get("role") == "img"
        assert ("（规则合成）" if path.parts[-3] == "zh" else "(synthetic)") in title
        assert [one for one in root.iter(f"{SVG}text") if one.text], "text is text, no outlines"
        assert not list(root.iter(f"{SVG}script"))
        numbers = path.with_suffix(".csv").read_text(encoding="utf-8-sig")
        assert len(list(csv.reader(io.StringIO(numbers)))) > 1


def test_the_numbers_of_a_figure_are_those_of_the_tables(reported: Reported) -> None:
    numbers = (reported.root / "en" / "figures" / "success.csv").read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(numbers)))
    told = [(int(row["n"]), int(row["agreements"]), float(row["sr"])) for row in rows]
    assert told == query(reported.settings.warehouse, "SELECT n, agreements, sr FROM results")


def test_the_citation_is_made_from_what_ran(reported: Reported) -> None:
    cited = yaml.safe_load((reported.root / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(cited)
    assert "6 of 6 simulated mediations" in cited["abstract"] and "synthetic" in cited["abstract"]
    assert cited["version"] in (reported.root / "citation.bib").read_text(encoding="utf-8")
    methods = page_at(reported.root / "en" / "methods.html").text
    assert "6 mediations were asked for" in methods and "at most 5 rounds" in methods


def test_an_episode_shows_everything_that_was_behind_it(reported: Reported) -> None:
    page = page_at(reported.root / "en" / "episodes" / "offline.full.loan.s0.html")
    rounds = query(reported.settings.warehouse, "SELECT rounds FROM episodes WHERE episode_id = 'offline.full.loan.s0'")
    assert {f"round-{number}" for number in range(1, rounds[0][0] + 1)} <= page.ids
    for table, column in (("utterances", "text"), ("actions", "result"), ("judgements", "rationale")):
        for (text,) in query(
            reported.settings.warehouse, f"SELECT {column} FROM {table} WHERE episode_id = 'offline.full.loan.s0'"
        ):
            assert text.strip() in page.text
    (secret,) = query(reported.settings.warehouse, "SELECT min(bottom_line) FROM profiles WHERE case_id = 'loan'")[0]
    assert secret in page.text
    assert "conduct" in page.ids and "procedural fairness" in page.text
    assert [attrs for tag, attrs in page.elements if tag == "details" and attrs == {"class": "secret"}]


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, reported: Reported) -> Path:
    """A copy of the warehouse, to change things in."""
    folder = tmp_path_factory.mktemp("own") / "warehouse"
    shutil.copytree(reported.settings.warehouse, folder, ignore=shutil.ignore_patterns("dagster", "exchanges"))
    return folder


def test_only_what_changed_is_built_again(own: Path) -> None:
    assert build(own).written == 0
    changed = speak(RecordStore(own / "records"), "offline.no_stk/loan/s0", "我再想想。")
    again = build(own)
    pages = {
        path.relative_to(own / "report").as_posix() for path in (own / "report").rglob(f"{changed.episode_id}.html")
    }
    assert again.written == len(pages) == 2 and again.removed == 0
    assert "我再想想。" in (own / "report" / sorted(pages)[0]).read_text(encoding="utf-8")


def test_a_page_that_somebody_removed_comes_back_and_a_page_of_no_use_goes(own: Path) -> None:
    (own / "report" / "zh" / "results.html").unlink()
    (own / "report" / "mine.txt").write_text("kept")
    assert build(own).written == 1
    (own / "report" / "manifest.json").write_text('{"../settings.json": "x", "en/old.html": "y"')
    assert build(own).written > 10
    assert (own / "report" / "mine.txt").exists() and (own / "settings.json").exists()


def test_a_review_stands_beside_the_settlement(own: Path) -> None:
    settled = query(own, "SELECT episode_id, settlement FROM episodes WHERE outcome = 'agreement'")
    assert settled, "somebody agreed"
    episode_id, settlement = settled[0]
    page = own / "report" / "en" / "episodes" / f"{episode_id}.html"
    assert "not reviewed" in page_at(page).text and "Review: pending." in page_at(page).text
    decision = Decision(
        state=ReviewState.REVISED,
        by="N. <i>Reviewer</i>",
        at=datetime(2026, 2, 3, tzinfo=UTC),
        because="wrong sum",
        settlement_sha256=wording(settlement),
        revision="The revised wording.",
    )
    Reviews(own).write(Review(episode_id=episode_id, decisions=(decision,)))
    build(own)
    text = page_at(page).text
    assert "N. <i>Reviewer</i>" in text and "wrong sum" in text and "The revised wording." in text
    assert settlement.strip() in text


def test_tables_of_another_version_are_named_as_such(own: Path) -> None:
    with duckdb.connect(str(own / "cogmed.duckdb")) as connection:
        connection.execute("DROP VIEW findings_by_arm")
    with pytest.raises(UsageError, match="older version: `cogmed run`"):
        build(own)


def test_without_tables_there_is_no_report(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cogmed run"):
        build(tmp_path)


def test_the_command_says_where_the_report_is(reported: Reported) -> None:
    done = cogmed("report", "--warehouse", reported.settings.warehouse, cwd=reported.settings.warehouse)
    assert done.returncode == 0, done.stderr
    assert f"{reported.built.index} (0 files written" in done.stdout

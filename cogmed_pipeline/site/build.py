"""Builds the report of a warehouse: every page in both languages, and only those that changed."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from cogmed_pipeline.address import Address, Bucket, work_folder
from cogmed_pipeline.site.citation import citation
from cogmed_pipeline.site.episode_source import EpisodeSource
from cogmed_pipeline.site.facts import Facts, Row
from cogmed_pipeline.site.output import Output, digest, put_up_pages
from cogmed_pipeline.site.pages.cases import case_pages, cases_page, episode_path, episodes_by_case
from cogmed_pipeline.site.pages.comparisons import comparisons_page
from cogmed_pipeline.site.pages.deliberation import deliberation_page
from cogmed_pipeline.site.pages.episodes import episode_page
from cogmed_pipeline.site.pages.glance import glance_page
from cogmed_pipeline.site.pages.methods import methods_page
from cogmed_pipeline.site.pages.quality import quality_page
from cogmed_pipeline.site.pages.results import results_page
from cogmed_pipeline.site.pages.search import chunks, compare_page, search_page
from cogmed_pipeline.site.pages.verdicts import verdict_pages
from cogmed_pipeline.site.report_page import ReportPage, rendered
from cogmed_pipeline.web import pages as web
from cogmed_pipeline.web.pages import page as plain_page
from cogmed_pipeline.web.wording import LANGUAGES, words

FOLDER = "report"
HERE = Path(__file__).parent
SINGLE = (
    glance_page, results_page, comparisons_page, quality_page, deliberation_page, cases_page, search_page,
    compare_page, methods_page,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Built:
    """What a build did, in files."""

    index: Path
    written: int
    kept: int
    removed: int


def build(warehouse: Address) -> Built:
    """Build the report below ``warehouse/report``; that of a bucket on this machine first, to be put up then.

    Raises:
        UsageError: there are no tables yet.
        StorageError: a page cannot be written.
    """
    facts = Facts(warehouse)
    output = Output(work_folder(warehouse) / FOLDER)
    for folder in (web.ASSETS, HERE / "assets"):
        for asset in sorted(folder.iterdir()):
            output.put(f"assets/{asset.name}", asset.read_bytes())
    cited = citation(facts)
    output.put("CITATION.cff", cited.cff)
    output.put("citation.bib", cited.bibtex)
    for path, content in chunks(facts):
        output.put(path, content)
    for language in LANGUAGES:
        for page in _pages(facts, language):
            _put(output, page, language, facts.version)
    _put_episodes(output, facts)
    output.put("index.html", plain_page("choose.html", "en", [HERE / "templates"], root="", here=words("zh")["report"]))
    built = Built(output.root / "index.html", output.written, output.kept, output.finish())
    if isinstance(warehouse, Bucket):
        put_up_pages(output.root, warehouse / FOLDER)
    return built


def _pages(facts: Facts, language: str) -> Iterator[ReportPage]:
    w = words(language)
    yield from (make(facts, w) for make in SINGLE)
    yield from case_pages(facts, w)
    yield from verdict_pages(facts, w)


def _put(output: Output, page: ReportPage, language: str, version: str) -> None:
    output.put(f"{language}/{page.path}", rendered(page, language, version))
    for figure in page.figures:
        output.put(f"{language}/figures/{figure.name}.csv", figure.csv)
        if figure.svg:
            output.put(f"{language}/figures/{figure.name}.svg", figure.svg)


def _put_episodes(output: Output, facts: Facts) -> None:
    """Make the pages of the episodes whose records, row or neighbours changed since."""
    source = EpisodeSource(facts.records.files)
    for rows in episodes_by_case(facts).values():
        by_seed: dict[int, list[Row]] = {}
        for row in rows:
            by_seed.setdefault(row["seed"], []).append(row)
        for row in rows:
            _put_episode(output, facts, source, row, by_seed[row["seed"]])


def _put_episode(output: Output, facts: Facts, source: EpisodeSource, row: Row, others: list[Row]) -> None:
    files = source.files(row)
    around = repr((row, [one["episode_id"] for one in others], facts.version)).encode()
    key = digest(files.key.encode(), around, looks())
    load = cache(lambda: source.records(files))

    def make(language: str) -> str | None:
        records = load()
        return (
            rendered(episode_page(row, records, others, words(language)), language, facts.version) if records else None
        )

    for language in LANGUAGES:
        output.make(f"{language}/{episode_path(row['episode_id'])}", key, partial(make, language))


@cache
def looks() -> bytes:
    """Return a hash of everything a page's look depends on beside its records: templates, words and this code."""
    folders = (HERE, Path(web.__file__).parent)
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in (".html", ".toml", ".py"))
    return digest(*(path.read_bytes() for path in files)).encode()

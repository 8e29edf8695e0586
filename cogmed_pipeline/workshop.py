"""What every step of the pipeline works with: settings, record files, open models, progress."""

from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import cached_property
from pathlib import Path

from cogmed_core.cases.anonymise import Anonymised, Anonymiser
from cogmed_core.cases.anonymise.decisions import Decisions, read_decisions
from cogmed_core.domain.case import RawCase
from cogmed_core.experiment.definition import Experiment
from cogmed_core.llm.assembly import open_model
from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.budgeted import Budget
from cogmed_core.llm.protocol import ChatModel
from cogmed_core.llm.response_cache import ResponseCache
from cogmed_pipeline.address import work_folder
from cogmed_pipeline.looked_over import KIND as LOOKED_OVER
from cogmed_pipeline.looked_over import looked_over
from cogmed_pipeline.originals import SealedOriginals, sealed_originals
from cogmed_pipeline.progress import Counted, Progress, Silent
from cogmed_pipeline.record_names import NAMES
from cogmed_pipeline.records import RecordStore
from cogmed_pipeline.settings import POSTGRES, Settings
from cogmed_pipeline.stopping import Stop
from cogmed_pipeline.turns import Alone, Turns

CACHE = Path("cache") / "responses.sqlite"
"""Where this machine keeps the replies of the warehouse's models."""
KINDS = {"anonymized_cases": ("cases", LOOKED_OVER), "judgements": ("judgements", "conduct")}
"""The kinds of record an asset makes, where they are not just named like the asset."""


class Workshop:
    """One run's settings and the doors to what it reads and writes."""

    def __init__(
        self,
        settings: Settings,
        environ: Mapping[str, str],
        progress: Progress | None = None,
        stop: Stop | None = None,
        read: Callable[[Mapping[str, str]], Settings] | None = None,
    ) -> None:
        self.settings = settings
        self._read = read
        self.progress: Progress = progress or Silent()
        self.stop = stop or Stop()
        self.turns: Turns = Alone()
        self.spent_before = 0.0
        self.records = RecordStore(settings.warehouse / "records", NAMES)
        self.anonymiser = Anonymiser()
        self._anonymised: dict[tuple[str, Decisions, tuple[tuple[str, str], ...]], Anonymised] = {}
        self._environ = environ
        self._only: frozenset[str] | None = None
        self._ask_again = False

    def renewed(self) -> "Workshop":
        """Return a workshop with the settings and files of now, where they are read from somewhere."""
        return Workshop(self._read(self._environ), self._environ, read=self._read) if self._read else self

    @property
    def dagster_database(self) -> str:
        """The address of Dagster's database, blank where it is in files of the warehouse."""
        return self._environ.get(POSTGRES, "")

    def select(self, keys: Iterable[str] | None) -> None:
        """Work on these partition keys only, whatever range of partitions a run covers; None lifts it."""
        self._only = None if keys is None else frozenset(keys)

    def wanted(self, keys: Iterable[str]) -> list[str]:
        """Return those of the keys that are to be worked on."""
        return [key for key in keys if self._only is None or key in self._only]

    def force(self, asset: str, keys: Iterable[str]) -> None:
        """Have what is there under some partition keys of an asset made again, and the models asked again."""
        self._ask_again = True
        for key in keys:
            for kind in KINDS.get(asset, (asset,)):
                self.records.expire(kind, key.replace("|", "/"))

    def spend_at_most(self, amount: float) -> None:
        """Limit what may be spent from now on, if nothing stricter does."""
        limit = min(amount, self.settings.max_cost) if self.settings.max_cost is not None else amount
        if limit == self.settings.max_cost:
            return  # the next step of a run goes on with what the ones before it left
        self.settings = self.settings.model_copy(update={"max_cost": limit})
        vars(self).pop("budget", None)

    @property
    def experiment(self) -> Experiment:
        """The experiment being run."""
        return self.settings.experiment

    @cached_property
    def decisions(self) -> dict[str, Decisions]:
        """What was decided about passages in doubt, by case."""
        return read_decisions(self.settings.raw)

    def anonymised(self, raw: RawCase, pointed: Mapping[str, str] | None = None) -> Anonymised:
        """Return a case without identifiers, worked out once; kept in memory only.

        ``pointed`` is what a model pointed at, with types of span; by default what it did when it was last asked.
        """
        decisions = self.decisions.get(raw.case_id, Decisions())
        pointed = looked_over(self.records, raw) if pointed is None else pointed
        key = (raw.model_dump_json(), decisions, tuple(sorted(pointed.items())))
        if key not in self._anonymised:
            self._anonymised[key] = self.anonymiser.anonymise(raw, decisions, pointed)
        return self._anonymised[key]

    @cached_property
    def backbones(self) -> dict[str, Backbone]:
        """Every backbone by name."""
        return self.settings.backbones()

    @cached_property
    def originals(self) -> SealedOriginals:
        """What the pseudonyms stand for, under lock and outside the warehouse."""
        return sealed_originals(self.settings.warehouse, self._environ)

    @cached_property
    def cache(self) -> ResponseCache:
        """Every reply that was ever accepted in this warehouse."""
        return ResponseCache(work_folder(self.settings.warehouse, self._environ) / CACHE)

    @cached_property
    def budget(self) -> Budget | None:
        """What the run may still spend, None without a limit; in the currency of the backbones' prices."""
        if self.settings.max_cost is None:
            return None
        used = [self.backbones[name] for name in self.experiment.backbones_used()]
        priced = [backbone.currency for backbone in used if backbone.priced]
        currency = priced[0] if priced else used[0].currency
        return Budget(self.settings.max_cost, currency, self.spent_before)

    @asynccontextmanager
    async def models(self, names: Iterable[str]) -> AsyncIterator[Mapping[str, ChatModel]]:
        """Open the named backbones for the duration of a step, when it is its turn; whatever is opened is closed."""
        self.settings.check_backbones()
        wanted = [self.backbones[name] for name in dict.fromkeys(names)]
        try:
            async with (
                self.turns.taken([backbone.name for backbone in wanted], self.stop.check) as sharers,
                opened(
                    [backbone.shared(sharers[backbone.name]) for backbone in wanted],
                    self._environ,
                    self.cache,
                    self.budget,
                    self._ask_again,
                ) as models,
            ):
                yield {name: Counted(model, self.progress) for name, model in models.items()}
        finally:
            self.cache.close()


@asynccontextmanager
async def opened(
    backbones: Iterable[Backbone],
    environ: Mapping[str, str],
    cache: ResponseCache | None = None,
    budget: Budget | None = None,
    ask_again: bool = False,
) -> AsyncIterator[dict[str, ChatModel]]:
    """Open backbones, by name, and close them again; ``ask_again`` passes over what the cache held before."""
    models: dict[str, ChatModel] = {}
    try:
        for backbone in backbones:
            models[backbone.name] = open_model(backbone, environ, cache, budget, ask_again)
        yield models
    finally:
        for model in models.values():
            await model.close()

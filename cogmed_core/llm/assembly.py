"""The one place where a backbone's transport and its wrappers are put together."""

from collections.abc import Mapping

from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.budgeted import Budget, Budgeted
from cogmed_core.llm.cached import Cached
from cogmed_core.llm.limited import Limited
from cogmed_core.llm.protocol import ChatModel
from cogmed_core.llm.response_cache import ResponseCache


def api_key(backbone: Backbone, environ: Mapping[str, str]) -> str | None:
    """Return the key of a backbone, None where it names no variable or the variable is unset or blank."""
    return environ.get(backbone.api_key_env or "", "").strip() or None


def open_model(
    backbone: Backbone,
    environ: Mapping[str, str],
    cache: ResponseCache | None = None,
    budget: Budget | None = None,
    ask_again: bool = False,
) -> ChatModel:
    """Return a model ready to be asked; share it, so that its limits are shared. Nothing is connected yet.

    From the outside in: what is known is answered from the ``cache``, unless it is to ``ask_again``; what is asked
    has to fit the context window and the ``budget``; it is retried; it waits for a slot, for an endpoint that is up,
    and for its turn.
    """
    if backbone.provider == "offline":
        from cogmed_core.llm.offline import Offline

        return Offline(backbone.name)
    if backbone.provider == "embedded":
        from cogmed_core.llm.embedded import Embedded

        model: ChatModel = Limited(Embedded(backbone), backbone.max_concurrency)
    else:
        model = _endpoint(backbone, api_key(backbone, environ))
    if budget is not None:
        model = Budgeted(model, backbone, budget)
    return model if cache is None else Cached(model, cache, backbone, ask_again)


def _endpoint(backbone: Backbone, key: str | None) -> ChatModel:
    from cogmed_core.llm.breaking import Breaking
    from cogmed_core.llm.openai_compatible import OpenAICompatible
    from cogmed_core.llm.paced import Paced
    from cogmed_core.llm.retrying import Retrying
    from cogmed_core.llm.windowed import Windowed

    model: ChatModel = OpenAICompatible(backbone, key)
    if backbone.requests_per_minute or backbone.tokens_per_minute:
        model = Paced(model, backbone.requests_per_minute, backbone.tokens_per_minute)
    limited = Limited(Breaking(model), backbone.max_concurrency)
    return Windowed(Retrying(limited), backbone)

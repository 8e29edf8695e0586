"""The one place where a backbone's transport and its wrappers are put together."""

from collections.abc import Mapping

from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.protocol import ChatModel


def api_key(backbone: Backbone, environ: Mapping[str, str]) -> str | None:
    """Return the key of a backbone, None where it names no variable or the variable is unset or blank."""
    return environ.get(backbone.api_key_env or "", "").strip() or None


def open_model(backbone: Backbone, environ: Mapping[str, str]) -> ChatModel:
    """Return a model ready to be asked. Nothing is connected yet; share it, so that its limits are shared."""
    if backbone.provider == "offline":
        from cogmed_core.llm.offline import Offline

        return Offline(backbone.name)
    from cogmed_core.llm.limited import Limited

    if backbone.provider == "embedded":
        from cogmed_core.llm.embedded import Embedded

        return Limited(Embedded(backbone), backbone.max_concurrency)
    from cogmed_core.llm.openai_compatible import OpenAICompatible
    from cogmed_core.llm.retrying import Retrying

    transport = OpenAICompatible(backbone, api_key(backbone, environ))
    return Retrying(Limited(transport, backbone.max_concurrency))

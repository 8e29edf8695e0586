"""What would keep a backbone from answering: found before a run, everything named at once."""

from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.problem import Problem


async def check(backbone: Backbone, api_key: str | None) -> list[Problem]:
    """Return everything that is missing for ``backbone``, having asked its endpoint."""
    if backbone.provider == "openai":
        from cogmed_core.llm.endpoint_check import check_endpoint

        return await check_endpoint(backbone, api_key)
    if backbone.provider == "embedded":
        from cogmed_core.llm.gguf_weights import missing_for

        return [Problem(backbone.name, text) for text in missing_for(backbone)]
    return []

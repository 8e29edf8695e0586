"""Prompt files to prompt text.

A prompt ``area/name`` is one file ``area/name.md``, or a pair ``area/name.system.md`` (stable for a whole
episode: role, case, private profile) and ``area/name.user.md`` (the dialogue so far, append-only, then what
changes from call to call). Stable first and volatile last is what lets a server reuse its prefix cache.

Text that comes from a case or from a speaker is data, not instruction: templates pass it through the ``data``
filter, so that it can neither open nor close the tags that delimit it; and through ``line`` where it stands in
a sentence or in an item of a list, so that it cannot begin another one.
"""

import hashlib
from functools import cache, lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from jinja2.runtime import Context

from cogmed_core.errors import ConfigurationError
from cogmed_core.prompts.inlining import Inlining

ROOT = Path(__file__).parent
LANGUAGES = ("zh", "en")
SHARED = ("cases", "llm", "reply.md")
"""Folders and files that prompts of every area include, or that stand before and after them."""


def as_data(text: object) -> str:
    """Return ``text`` unable to form a tag: the delimiters of a prompt stay ours."""
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@lru_cache(maxsize=4096, typed=True)  # names, roles and what is believed stand in many prompts
def as_line(text: object) -> str:
    """Return ``text`` as data on one line: neither a tag nor an item of a list can begin in it."""
    return as_data(" ".join(str(text).split()))


@cache
def _environment(language: str) -> Environment:
    if language not in LANGUAGES:
        raise ConfigurationError(f"no prompts in language {language!r}; there are {', '.join(LANGUAGES)}")
    environment = Inlining(  # autoescape is for HTML; prompts escape data with the filters above
        loader=FileSystemLoader(ROOT / language),
        undefined=StrictUndefined,
        autoescape=False,
        auto_reload=False,
        cache_size=-1,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"data": as_data, "line": as_line}
    environment.globals.clear()  # prompts use none of jinja's own, and each file would be handed a copy of them
    return environment


@cache
def _template(name: str, language: str) -> Template:
    return _environment(language).get_template(f"{name}.md")


def render(name: str, language: str, **variables: object) -> str:
    """Render ``{language}/{name}.md``; a variable the file needs and does not get is an error."""
    template = _template(name, language)
    # What ``Template.render`` does without a copy of all variables: a prompt is rendered for every call of a run.
    context = Context(template.environment, variables, template.name, template.blocks)
    return "".join(template.root_render_func(context)).strip()


@cache
def digest(language: str, *areas: str) -> str:
    """Return the hash of a language's prompts in these areas and of what all of them share: part of a fingerprint."""
    content = hashlib.sha256()
    folder = ROOT / language
    named = [folder / area for area in (*SHARED, *areas)]
    for path in sorted(found for place in named for found in ((place,) if place.is_file() else place.rglob("*.md"))):
        content.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return content.hexdigest()

"""Prompt files that include others, compiled as one: an include costs more than most of what is included says."""

from typing import Any

from jinja2 import Environment, nodes
from jinja2.visitor import NodeTransformer


class Inlining(Environment):
    """A jinja environment that puts what a file includes by a fixed name into its place when the file is compiled."""

    def _generate(self, source: nodes.Template, *args: Any, **options: Any) -> str:
        return super()._generate(_Includes(self).visit(source), *args, **options)


class _Includes(NodeTransformer):
    def __init__(self, environment: Environment) -> None:
        self._environment = environment

    def visit_Include(self, node: nodes.Include) -> nodes.Node:
        """Return the included file in a scope of its own; a name that is only known while rendering stays a name."""
        if not isinstance(node.template, nodes.Const):
            return node
        assert self._environment.loader is not None, "prompts are read from files"
        source, *_ = self._environment.loader.get_source(self._environment, node.template.value)
        included = self.visit(self._environment.parse(source, node.template.value))
        return nodes.Scope(included.body, lineno=node.lineno)

"""Templates as Jinja compiles them, with texts escaped in one step, kept on disk."""

from __future__ import annotations

import re
from collections.abc import Mapping, MutableMapping
from functools import cached_property
from keyword import iskeyword
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.runtime import Context
from jinja2.utils import missing
from markupsafe import Markup, escape

from sheetgen.text.cache import Cache, digest

_SPECIAL = re.compile("[&<>'\"]")


def escaped(value: object) -> str:
    """A value as it stands in HTML: what `markupsafe.escape` gives, but for marking as such what has nothing to escape.

    Only output may take it, which marks all of it.
    """
    if type(value) is Markup or (type(value) is str and not _SPECIAL.search(value)):
        return value
    return escape(value)


class PlainOutput(CodeGenerator):
    """Writes a template as Python that puts escaped texts out without marking each as such, and takes in what other
    templates give as one text."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escaped(")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802 - Jinja's
        """Call a function or macro as Python does: none of the program's own asks for the context."""
        is_usual = frame.eval_ctx.autoescape and not frame.eval_ctx.volatile
        is_plain = not (node.dyn_args or node.dyn_kwargs or any(iskeyword(given.key) for given in node.kwargs))
        if not (is_usual and is_plain):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for given in (*node.args, *node.kwargs):
            self.visit(given, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def visit_Include(self, node: nodes.Include, frame: Frame) -> None:  # noqa: N802 - Jinja's
        """Put out what another template gives in the same surroundings."""
        if node.ignore_missing or not node.with_context:
            super().visit_Include(node, frame)
            return
        self.start_write(frame, node)
        self.write("environment.included(")
        self.visit(node.template, frame)
        self.write(f", context, {self.dump_local_context(frame)})")
        self.end_write(frame)

    def _import_common(self, node: nodes.Import | nodes.FromImport, frame: Frame) -> None:
        if node.with_context:
            super()._import_common(node, frame)
            return
        self.write("environment.imported(")
        self.visit(node.template, frame)
        self.write(")")


class SiteEnvironment(jinja2.Environment):
    """The environment of the program's own templates. Its globals do not change once a template was taken from it, so
    that they are the same for all, and a template that is imported is run once."""

    code_generator_class = PlainOutput
    escaped = staticmethod(escaped)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template."""
        return {**self.globals, **(d or {})}

    def included(self, name: str, around: Context, given: Mapping[str, Any]) -> str:
        """What a template gives in the surroundings of another one, with the variables of a part of that."""
        template = self._template(name)
        known = {key: value for key, value in given.items() if value is not missing}
        context = Context(self, {**around.parent, **around.vars, **known}, name, template.blocks)
        return self.concat(template.root_render_func(context))

    def imported(self, name: str) -> TemplateModule:
        """The macros of a template."""
        return self._template(name).module

    def _template(self, name: str) -> jinja2.Template:
        known = self._templates.get(name)
        if known is None:
            known = self._templates[name] = self.get_template(name)
        return known

    @cached_property
    def _templates(self) -> dict[str, jinja2.Template]:
        return {}


class CompiledTemplates(BytecodeCache):
    """Templates as Jinja compiles them, kept in a cache.

    `parts` is all that decides it besides their text: how their environment is made, and what their filters do,
    since Jinja works out at once what does not change.
    """

    def __init__(self, cache: Cache, *parts: str) -> None:
        self._cache = cache
        self._parts = (jinja2.__version__, digest(Path(__file__).read_bytes()), *parts)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill a bucket with what was kept for it, if anything; Jinja itself looks whether it fits the text."""
        kept = self._cache.get(self._key(bucket))
        if kept is not None:
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what a bucket holds."""
        self._cache.put(self._key(bucket), bucket.bytecode_to_string())

    def _key(self, bucket: Bucket) -> str:
        return digest("template", *self._parts, bucket.key, bucket.checksum)

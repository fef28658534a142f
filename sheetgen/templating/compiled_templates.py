"""Templates as Jinja compiles them, with texts escaped in one step, kept on disk."""

from __future__ import annotations

import re
from keyword import iskeyword
from pathlib import Path

import jinja2
from jinja2 import nodes
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.compiler import CodeGenerator, Frame
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
    """Writes a template as Python that puts escaped texts out without marking each as such."""

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


class SiteEnvironment(jinja2.Environment):
    """The environment of the program's own templates."""

    code_generator_class = PlainOutput
    escaped = staticmethod(escaped)


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

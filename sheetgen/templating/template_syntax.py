"""Templates that come with a campaign or ruleset, read without being drawn, so that all mistakes come out at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path

from jinja2 import Environment, TemplateError, TemplateNotFound, nodes

from sheetgen.templating.renderer import RenderError, line_span, template_file
from sheetgen.templating.untrusted import FolderLoader, fault
from sheetgen.text.diagnostics import MOST, Diagnostics, did_you_mean
from sheetgen.text.shipped import shipped
from sheetgen.text.source import own_files

_NO_SCRIPTS = "this script never runs: pages run no scripts but the program's own"
_SILENT = (
    (re.compile(r"(?<![{$\\])\{ *[a-z_]\w*(?:\.\w+)+ *\}(?!\})"), "what stands in one pair of braces is plain text"),
    (re.compile(r"(?i)<script\b(?!\s+type=\W?application/)"), _NO_SCRIPTS),
    (re.compile(r"(?i)<[a-z][^<>]*\son[a-z]+\s*="), _NO_SCRIPTS),
)
"""What a page shows as it is, or a browser passes over: its pattern, and what to say of it."""
_TAKING = (nodes.Include, nodes.Extends, nodes.Import, nodes.FromImport)
"""What takes in another template."""
_OF_JINJA = {"self", "super", "loop", "caller", "varargs", "kwargs"}
"""Names that Jinja itself gives."""


def check_syntax(env: Environment, templates: Iterable[tuple[str, Path]], root: Path, diagnostics: Diagnostics) -> None:
    """Report which of the templates, each by name and path, cannot be compiled, and whatever in them means nothing."""
    texts = ((name, path, _text(env, name, path, root, diagnostics)) for name, path in templates)
    sources = [(name, path, text, _tree(text)) for name, path, text in texts if text is not None]
    if not sources:
        return
    known = {*names_of_program(), *env.globals, *_OF_JINJA, *(name for *_, tree in sources for name in _given(tree))}
    for name, path, text, tree in sources:
        faults = list(islice(_unknown(tree, env, known, diagnostics), MOST))
        if not faults:
            try:
                env.compile(text, name, str(path))
            except TemplateError as error:
                mistake = fault(error, (path.parent,))
                faults = [(mistake.line, mistake.message, "")]
        silent = list(islice(_silent(tree), MOST))
        file = template_file(name, path, root)
        for line, message, hint in faults:
            diagnostics.error("template", message, line_span(file, line), hint)
        for line, message in silent:
            diagnostics.warning("template", message, line_span(file, line))


def _text(env: Environment, name: str, path: Path, root: Path, diagnostics: Diagnostics) -> str | None:
    """The text of a template; none, reported, where it is no text."""
    try:
        return FolderLoader(path.parents[name.count("/")]).get_source(env, name)[0]
    except TemplateNotFound:  # a link that leads elsewhere, which is reported with the files that are not read
        return None
    except TemplateError as error:
        mistake = fault(error, ())
        diagnostics.error("template", mistake.message, RenderError(name, str(path), mistake.line, "").span(root))
        return None


def _tree(text: str) -> nodes.Template:
    """A template, parsed; an empty one where it is none."""
    try:
        return Environment().parse(text)
    except (TemplateError, RecursionError):
        return nodes.Template([])


@cache
def names_of_program() -> frozenset[str]:
    """All names in the program's own templates: what any template may be given is one of them."""
    templates = (path.read_text("utf-8") for path in own_files(shipped("templates")) if path.suffix == ".html")
    return frozenset(node.name for text in templates for node in _tree(text).find_all(nodes.Name))


def _given(tree: nodes.Template) -> Iterator[str]:
    """The names that a template sets itself, or asks whether they are there."""
    for node in tree.find_all((nodes.Name, nodes.Macro, nodes.Import, nodes.FromImport, nodes.Test, nodes.Filter)):
        match node:
            case nodes.Name(ctx=("store" | "param")) | nodes.Macro():
                yield node.name
            case nodes.Import():
                yield node.target
            case nodes.FromImport():
                yield from (name if isinstance(name, str) else name[1] for name in node.names)
            case nodes.Test(name=("defined" | "undefined")) | nodes.Filter(name=("default" | "d")):
                yield from (inner.name for inner in node.find_all(nodes.Name))


def _unknown(
    tree: nodes.Template, env: Environment, known: set[str], diagnostics: Diagnostics
) -> Iterator[tuple[int, str, str]]:
    """The names, filters and tests in a template that there are not: the line, what is wrong, and what is near."""

    def near(name: str, names: Iterable[str]) -> str:
        hint = "" if diagnostics.crowded else did_you_mean(name, names)
        return hint if hint.startswith("did") else ""

    for node in tree.find_all((nodes.Name, nodes.Filter, nodes.Test, *_TAKING)):
        if isinstance(node, _TAKING):
            if (name := _missing(node, env)) and not getattr(node, "ignore_missing", False):
                yield node.lineno, f"there is no template {name}", near(name, env.list_templates())
        elif isinstance(node, nodes.Name) and node.name not in known:
            yield node.lineno, f"nothing is called `{node.name}` here", near(node.name, known)
        elif isinstance(node, nodes.Filter) and node.name not in env.filters:
            yield node.lineno, f"there is no filter called `{node.name}`", near(node.name, env.filters)
        elif isinstance(node, nodes.Test) and node.name not in env.tests:
            yield node.lineno, f"there is no test called `{node.name}`", near(node.name, env.tests)


def _missing(node: nodes.Include | nodes.Extends | nodes.Import | nodes.FromImport, env: Environment) -> str:
    """The template that another takes in where there is none of that name; else empty."""
    assert env.loader is not None
    if isinstance(node.template, nodes.Const) and isinstance(node.template.value, str):
        try:
            env.loader.get_source(env, node.template.value)
        except TemplateNotFound:
            return node.template.value
        except TemplateError:  # reported where it stands
            pass
    return ""


def _silent(tree: nodes.Template) -> Iterator[tuple[int, str]]:
    """What a template writes that has no effect, by line."""
    for data in tree.find_all(nodes.TemplateData):
        for pattern, message in _SILENT:
            for match in pattern.finditer(data.data):
                yield data.lineno + data.data.count("\n", 0, match.start()), message

"""What a template that extends another writes in vain: Jinja draws of it only the blocks that the other has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from jinja2 import Environment, TemplateSyntaxError, nodes

from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import UnreadableError, own_files, read

_NOTHING_DRAWN = (
    nodes.Extends,
    nodes.Block,
    nodes.Macro,
    nodes.Import,
    nodes.FromImport,
    nodes.Assign,
    nodes.AssignBlock,
)
"""What may stand beside the blocks of a template that extends another."""
_SHARED = "shared/"
"""How the name of one of the program's own templates begins where a template of the same name replaces it."""


def check_blocks(folders: Sequence[Path], shared: Path, root: Path, diagnostics: Diagnostics) -> None:
    """Report blocks of templates in `folders` that no template that they extend has, each at its line."""
    for folder in folders:
        for path in own_files(folder):
            tree = _tree(path) if path.suffix == ".html" else None
            known = _inherited(tree, [*folders, shared], shared) if tree else None
            if tree is None or known is None:
                continue
            file = read(path, root if path.is_relative_to(root) else folder.parent)
            hint = (
                f"its blocks are {', '.join(sorted(known))}" if known else 'take it in with {% include "…" %} instead'
            )
            for line, message in _lost(tree, known):
                start = file.offset(line)
                diagnostics.error("template", message, file.span(start, start + len(file.line(line))), hint)


def _lost(tree: nodes.Template, known: set[str]) -> Iterator[tuple[int, str]]:
    """The lines of what is never drawn, and what to say of each."""
    for block in tree.find_all(nodes.Block):
        if block.name not in known:
            yield (
                block.lineno,
                f"the block `{block.name}` is never drawn: the template above it has no such block",
            )
    for node in tree.body:
        parts = node.nodes if isinstance(node, nodes.Output) else [node]
        drawn = [part for part in parts if not (isinstance(part, nodes.TemplateData) and not part.data.strip())]
        if drawn and not isinstance(node, _NOTHING_DRAWN):
            text = drawn[0].data if isinstance(drawn[0], nodes.TemplateData) else ""
            blank = len(text) - len(text.lstrip())
            yield (
                drawn[0].lineno + text.count("\n", 0, blank),
                "this is never drawn: of a template that extends another, only its blocks are",
            )
            return


def _inherited(tree: nodes.Template, folders: Sequence[Path], shared: Path) -> set[str] | None:
    """The blocks of all templates that one extends; None where it extends none, or one that is not known here."""
    known: set[str] | None = None
    for _ in range(20):
        parent = next((node.template for node in tree.find_all(nodes.Extends)), None)
        if parent is None:
            return known
        if not isinstance(parent, nodes.Const) or (parent_tree := _parent(str(parent.value), folders, shared)) is None:
            return None
        tree = parent_tree
        known = (known or set()) | {block.name for block in tree.find_all(nodes.Block)}
    return None


def _parent(name: str, folders: Sequence[Path], shared: Path) -> nodes.Template | None:
    own = name.startswith(_SHARED)
    for folder in [shared] if own else folders:
        path = folder / name.removeprefix(_SHARED if own else "")
        if path.is_file():
            return _tree(path)
    return None


def _tree(path: Path) -> nodes.Template | None:
    """A template, parsed; None where it is none: that is reported where it is compiled."""
    try:
        text = read(path, path.parent).text
        return Environment().parse(text) if "{%" in text else nodes.Template([])
    except (UnreadableError, TemplateSyntaxError, RecursionError):
        return None

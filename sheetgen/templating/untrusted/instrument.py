"""Untrusted templates as they are compiled: constants are not folded beforehand, and every part is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import TemplateSyntaxError
from jinja2.visitor import NodeTransformer

from sheetgen.templating.untrusted.budget import LETTERS

EACH, SPEND, WEIGH, TOGETHER, WRITTEN = " each", " spend", " weigh", " together", " written"
"""Filters that only this module puts into templates; no name that a template can write begins with a space."""

_COUNTED = (nodes.Template, nodes.Block, nodes.Macro, nodes.CallBlock)
"""Parts that may be gone through more than once, and so count their body each time."""


class NoFolding(CodeGenerator):
    """Writes a template as Python without working out its constants, which could take any time."""

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> str:
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible()
        return super()._output_child_to_const(node, frame, finalize)


def cost(parts: Iterable[nodes.Node]) -> int:
    """How many steps it takes to go through these parts once, without loops and what else counts by itself."""
    total, rest = 0, list(parts)
    while rest:
        node = rest.pop()
        total += 1 + (len(node.data) // LETTERS if isinstance(node, nodes.TemplateData) else 0)
        own = ("body", "test") if isinstance(node, nodes.For) else ("body",) if isinstance(node, _COUNTED) else ()
        rest.extend(node.iter_child_nodes(exclude=own))
    return total


class StepCounting(NodeTransformer):
    """Has a template count its steps, and look before it puts texts and lists together."""

    def get_visitor(self, node: nodes.Node) -> Callable[..., nodes.Node] | None:
        """The method for a part of a template; None where there is none."""
        return next((partial(visit, self) for kinds, visit in _VISITS.items() if isinstance(node, kinds)), None)

    def body(self, node: nodes.Template | nodes.Block | nodes.Macro | nodes.CallBlock) -> nodes.Node:
        """A body that may run more than once is counted each time."""
        steps = cost(node.body)
        self.generic_visit(node)
        node.body.insert(0, _spend(steps, node.lineno))
        return node

    def loop(self, node: nodes.For) -> nodes.Node:
        """A loop counts its body for each value; one that may call itself, also at each turn."""
        steps = cost([*node.body, *([node.test] if node.test else [])])
        self.generic_visit(node)
        assert isinstance(node.iter, nodes.Expr)
        node.iter = _filter(node.iter, EACH, steps)
        if node.recursive:
            node.body.insert(0, _spend(steps, node.lineno))
        return node

    def values(self, node: nodes.List | nodes.Dict | nodes.Tuple) -> nodes.Node:
        """A list written out is no larger than it may be; names that take values in a loop are none."""
        self.generic_visit(node)
        return node if isinstance(node, nodes.Tuple) and node.ctx != "load" else _filter(node, WEIGH)

    def concat(self, node: nodes.Concat) -> nodes.Node:
        """Texts are measured before they become one."""
        self.generic_visit(node)
        return _filter(nodes.List(node.nodes, lineno=node.lineno), TOGETHER)

    def compare(self, node: nodes.Compare) -> nodes.Node:
        """Operands of comparisons are counted."""
        self.generic_visit(node)
        node.expr = _filter(node.expr, WEIGH)
        for operand in node.ops:
            operand.expr = _filter(operand.expr, WEIGH)
        return node

    def item(self, node: nodes.Getitem) -> nodes.Node:
        """A slice is a copy, and counted."""
        self.generic_visit(node)
        return _filter(node, WEIGH) if isinstance(node.arg, nodes.Slice) else node

    def filtered(self, node: nodes.FilterBlock | nodes.AssignBlock) -> nodes.Node:
        """The result of a filter block is a text."""
        self.generic_visit(node)
        if node.filter is not None:
            written = _filter(node.filter, WRITTEN)
            assert isinstance(written, nodes.Filter)
            node.filter = written
        return node

    def escaping(self, node: nodes.ScopedEvalContextModifier) -> nodes.Node:
        """Jinja works out whether to escape while it compiles."""
        if not all(isinstance(option.value, nodes.Const) for option in node.options):
            raise TemplateSyntaxError("autoescape takes true or false", node.lineno)
        return self.generic_visit(node)


_VISITS: Mapping[tuple[type[nodes.Node], ...], Callable[..., nodes.Node]] = {
    _COUNTED: StepCounting.body,
    (nodes.For,): StepCounting.loop,
    (nodes.List, nodes.Dict, nodes.Tuple): StepCounting.values,
    (nodes.Concat,): StepCounting.concat,
    (nodes.Compare,): StepCounting.compare,
    (nodes.Getitem,): StepCounting.item,
    (nodes.FilterBlock, nodes.AssignBlock): StepCounting.filtered,
    (nodes.ScopedEvalContextModifier,): StepCounting.escaping,
}


def _filter(node: nodes.Expr, name: str, *numbers: int) -> nodes.Expr:
    if isinstance(node, nodes.Const):
        return node
    given: list[nodes.Expr] = [nodes.Const(number) for number in numbers]
    return nodes.Filter(node, name, given, [], None, None, lineno=node.lineno)


def _spend(steps: int, line: int) -> nodes.Stmt:
    spending = nodes.Filter(nodes.Const(steps), SPEND, [], [], None, None, lineno=line)
    return nodes.ExprStmt(spending, lineno=line)

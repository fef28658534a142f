"""Formula text to a syntax tree of allowed nodes only, with positions in the text."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sheetgen.formula.runtime import LARGEST_NUMBER
from sheetgen.formula.syntax_problems import TOO_DEEP, FormulaError, Problem, syntax_problem, unquoted
from sheetgen.formula.words_of_python import mask, unmask
from sheetgen.yaml.scalars import CONTROL

LONGEST = 4_000
"""Characters; a longer formula is refused."""
DEEPEST = 60
"""Levels of nesting; a deeper formula is refused."""

_DECIMAL = re.compile(r"[0-9]+\.?[0-9]*|\.[0-9]+")

CONSTANTS: dict[str, object] = {"true": True, "false": False, "none": None}

_ALLOWED: tuple[type[ast.AST], ...] = (
    ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp,
    ast.IfExp, ast.List, ast.Dict, ast.ListComp, ast.DictComp, ast.GeneratorExp, ast.Call, ast.JoinedStr,
    ast.FormattedValue,
)  # fmt: skip
_OPERATORS: tuple[type[ast.AST], ...] = (
    ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.USub, ast.UAdd, ast.Not, ast.And, ast.Or,
    ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn,
)  # fmt: skip
_LIST = ("write a list in square brackets",)
_REFUSED: dict[type[ast.AST], str] = {
    ast.Pow: "there is no power; multiply instead",
    ast.BitXor: "there is no power; multiply instead",
    ast.BitAnd: "write `and`",
    ast.BitOr: "write `or`",
    ast.MatMult: "leave the `@` out",
    ast.Is: "compare with `==`",
    ast.IsNot: "compare with `!=`",
    ast.Tuple: _LIST[0],
    ast.Set: "leave the braces out, or write a list in square brackets",
    ast.Lambda: "write a comprehension, `[... for x in list]`",
    ast.NamedExpr: "give the value a name as a step of the rule",
    ast.SetComp: "write a list in square brackets",
    ast.Slice: "pick one item, or use a comprehension",
    ast.Starred: "name each argument",
}


@dataclass(frozen=True, eq=False)
class Formula:
    """A formula as written and as a tree of allowed nodes."""

    text: str
    tree: ast.expr

    def place(self, node: ast.AST) -> tuple[int, int]:
        """Start and end of a node in the formula's text, in characters."""
        if not isinstance(node, ast.expr | ast.keyword) or node.end_lineno is None:
            return 0, len(self.text)
        return (
            _offset(self.text, node.lineno, node.col_offset),
            _offset(self.text, node.end_lineno, node.end_col_offset or 0),
        )

    def name_place(self, node: ast.Attribute) -> tuple[int, int]:
        """Start and end of the name after the dot."""
        end = self.place(node)[1]
        return end - len(node.attr), end


def parse(text: str) -> Formula:
    """Read a formula. Raises `FormulaError` with the place of the first thing that is not allowed."""
    if len(text) > LONGEST:
        raise FormulaError(Problem("formula-syntax", f"the formula is longer than {LONGEST} characters", 0, 1))
    if not text.strip():
        raise FormulaError(Problem("formula-syntax", "the formula is empty", 0, 1))
    tree = _python(text)
    formula = Formula(text, tree)
    for node, parent, depth in _walk(tree):
        problem = _refusal(node, parent, depth)
        if problem:
            at = node if isinstance(node, ast.expr | ast.keyword) else parent or tree
            place = formula.name_place(at) if isinstance(at, ast.Attribute) else formula.place(at)
            raise FormulaError(Problem("formula-syntax", problem[0], *place, problem[1]))
    return Formula(text, _Constants(text).visit(tree))


def _python(text: str) -> ast.expr:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            masked = mask(text)
            tree = ast.parse(f"({masked}\n)", mode="eval").body
    except SyntaxError as error:
        start = min(_offset(text, error.lineno or 1, (error.offset or 1) - 1, characters=True), len(text))
        raise FormulaError(syntax_problem(text, start, error.msg)) from None
    except ValueError:  # of a null character, before Python 3.11.4
        raise FormulaError(syntax_problem(text, max(text.find("\0"), 0), "")) from None
    except (RecursionError, MemoryError):
        raise FormulaError(Problem("formula-syntax", "the formula cannot be read", 0, len(text))) from None
    if masked != text:
        unmask(tree)
    if (tree.lineno, tree.col_offset) == (1, 0):  # the bracket that was put around it is part of it
        if isinstance(tree, ast.Tuple):
            message = "this is not part of the rule language" if tree.elts else "the formula is empty"
            raise FormulaError(Problem("formula-syntax", message, 0, len(text), _LIST if tree.elts else ()))
        raise FormulaError(syntax_problem(text, max(0, unquoted(text).find(")")), "unmatched"))
    return tree


def _offset(text: str, line: int, column: int, characters: bool = False) -> int:
    """Offset in the text of a position in the parenthesised source; columns count UTF-8 bytes."""
    lines = text.split("\n")
    if line > len(lines):
        return len(text)
    column -= 1 if line == 1 else 0
    before = sum(len(row) + 1 for row in lines[: line - 1])
    if characters:
        return before + max(column, 0)
    return before + len(lines[line - 1].encode()[: max(column, 0)].decode(errors="ignore"))


def _walk(tree: ast.expr) -> Iterator[tuple[ast.AST, ast.AST | None, int]]:
    stack: list[tuple[ast.AST, ast.AST | None, int]] = [(tree, None, 0)]
    while stack:
        node, parent, depth = stack.pop()
        yield node, parent, depth
        stack.extend((child, node, depth + 1) for child in ast.iter_child_nodes(node))


def _refusal(node: ast.AST, parent: ast.AST | None, depth: int) -> tuple[str, tuple[str, ...]] | None:
    if depth > DEEPEST:
        return TOO_DEEP
    if isinstance(node, ast.expr_context | ast.comprehension | ast.keyword):
        return _refused_part(node)
    if type(node) in _OPERATORS:
        return None
    if type(node) not in _ALLOWED:
        hint = _REFUSED.get(type(node))
        return "this is not part of the rule language", (hint,) if hint else ()
    return _refused_use(node, parent)


def _refused_part(node: ast.AST) -> tuple[str, tuple[str, ...]] | None:
    if isinstance(node, ast.comprehension):
        if not isinstance(node.target, ast.Name) or node.is_async:
            return "a comprehension takes one plain name after `for`", ()
    elif isinstance(node, ast.keyword) and node.arg is None:
        return "arguments cannot be unpacked", ()
    return None


def _refused_use(node: ast.AST, parent: ast.AST | None) -> tuple[str, tuple[str, ...]] | None:
    match node:
        case ast.Call(func=ast.Name()):
            return None
        case ast.Call():
            return "only rules and functions can be called, by their name", ()
        case ast.Attribute(attr=name) | ast.Name(id=name) if name.startswith("_"):
            return f"names starting with an underscore are not allowed: `{name}`", ()
        case ast.Constant(value=value) if not isinstance(value, int | float | str | None):
            return "this value is not part of the rule language", ()
        case ast.Constant(value=str() as text) if control := CONTROL.search(text):
            return f"this text holds the character U+{ord(control[0]):04X}, which no page can show", ()
        case ast.Dict(keys=keys) if None in keys:
            return "records cannot be unpacked", ("use merge(first, second)",)
        case ast.GeneratorExp() if not (isinstance(parent, ast.Call) and len(parent.args) == 1):
            return "put the comprehension in square brackets", ()
        case ast.JoinedStr(values=parts) if any(map(_is_formatted, parts)):
            return "a number in a text takes no format", ()
    return None


def _is_formatted(part: ast.expr) -> bool:
    """Whether a part of a text is a value with a format or a conversion; its own place is another in each Python."""
    return isinstance(part, ast.FormattedValue) and (part.conversion != -1 or part.format_spec is not None)


class _Constants(ast.NodeTransformer):
    """Turns `true`, `false`, `none` into constants and decimals into exact fractions."""

    def __init__(self, text: str) -> None:
        self._text = text

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in CONSTANTS:
            return ast.copy_location(ast.Constant(CONSTANTS[node.id]), node)  # type: ignore[arg-type]
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, bool) or not isinstance(node.value, int | float):
            return node
        start, end = Formula(self._text, node).place(node)
        if node.value > LARGEST_NUMBER:
            raise FormulaError(Problem("formula-syntax", "this number is larger than 10^15", start, end))
        digits = self._text[start:end].replace("_", "")
        # Inside of an f-string the place may be off: then what `float` kept of the number is exact enough.
        written = digits if _DECIMAL.fullmatch(digits) and float(digits) == node.value else repr(node.value)
        value = Fraction(written) if isinstance(node.value, float) else Fraction(node.value)
        node.value = value if value.denominator != 1 else int(value)  # type: ignore[assignment]
        return node

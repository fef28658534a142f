"""A checked formula as a reader of the rulebook sees it: "the greater of 1 and TB ÷ 2, rounded down"."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from markupsafe import Markup, escape

from sheetgen.formula.emit import SIGNS
from sheetgen.formula.runtime import show
from sheetgen.formula.scope import Scope, Signature
from sheetgen.formula.types import MapOf, OptionOf, Record, Term, Type, bare, readable

_OPERATORS = {"*": "×", "/": "÷", "-": "−", "==": "is", "!=": "is not", "<=": "≤", ">=": "≥"}
_PRECEDENCE = {"+": 4, "-": 4, "*": 5, "/": 5, "//": 5, "%": 5}
_FUNCTIONS = {
    "min": "the smaller of {}", "max": "the greater of {}", "abs": "{} without its sign", "sum": "the sum of {}",
    "floor": "{}, rounded down", "ceil": "{}, rounded up", "round_half": "{}, rounded to the nearest",
    "len": "the number of {}", "count": "how many of {}", "any": "any of {}", "all": "all of {}",
    "range": "each number up to {}", "keys": "the keys of {}", "values": "the values of {}", "text": "{}",
    "order_by": "{} in the order of {}", "get": "{} at {}, else {}", "first": "the first of {}, else {}",
    "index": "the place in {} of {}", "join": "{} as one text, with {} between them",
    "split": "the parts of {} between {}",
    "merge": "{} with {} put over it", "zip": "{} and {} side by side",
    "pairs": "the pairs of {}", "unique": "{}, each once", "reversed": "{} from the end", "number": "{}", "lower": "{}",
    "average": "the average of {}", "lowest": "the lowest result of {}", "highest": "the highest result of {}",
    "chances": "the chances of {}", "added": "the chances of {} and {} added", "repeated": "{}, {} times added",
    "kept": "{}, of {} rolls the best {}", "exploding": "{}, rolled on up to {} times on its highest",
    "gathered": "the chances of {} by {}", "signed": "{}",
}  # fmt: skip


def in_words(tree: ast.expr, types: Mapping[ast.AST, Type], scope: Scope, href: Callable[[str], str]) -> Markup:
    """A formula in readable words, as HTML: names emphasised, signs as in print, rules linked at their `href`."""
    return Markup(_ProseWriter(types, scope, href).words(tree))


def plain_words(tree: ast.expr, types: Mapping[ast.AST, Type], scope: Scope) -> str:
    """A formula in readable words, as plain text."""
    return _PlainWriter(types, scope).words(tree)


def in_book_words(tree: ast.expr, types: Mapping[ast.AST, Type], scope: Scope, href: Callable[[str], str]) -> Markup:
    """The same for a book: a bound is said after what it bounds, "TB ÷ 2 rounded down, at least 1"."""
    return Markup(_BookWriter(types, scope, href).words(tree))


class _ProseWriter:
    def __init__(self, types: Mapping[ast.AST, Type], scope: Scope, href: Callable[[str], str] = str) -> None:
        self.types = types
        self.scope = scope
        self.href = href

    def text(self, text: str) -> str:
        return str(escape(text))

    def name(self, name: str, ruled: bool = False) -> str:
        return f'<var class="ruled">{escape(name)}</var>' if ruled else f"<var>{escape(name)}</var>"

    def link(self, rule: Signature) -> str:
        return f'<a class="rule" href="{escape(self.href(rule.name))}">{escape(rule.title)}</a>'

    def words(self, node: ast.expr, least: int = 0) -> str:
        method = getattr(self, f"_{type(node).__name__.lower()}")
        words: str = method(node)
        return f"({words})" if self._precedence(node) < least else words

    def _precedence(self, node: ast.expr) -> int:
        match node:
            case ast.BinOp(op=op):
                return _PRECEDENCE[SIGNS[type(op)]]
            case ast.Compare():
                return 3
            case ast.BoolOp():
                return 2
            case ast.IfExp():
                return 1
            case ast.Call(func=ast.Name(id=("floor" | "ceil" | "round_half"))):
                return 1
            case ast.Call(func=ast.Name(id=("min" | "max")), args=[_, _, *_]):
                return 3
        return 9

    def _constant(self, node: ast.Constant) -> str:
        return self.text(f"“{readable(node.value)}”" if isinstance(node.value, str) else show(node.value))

    def _name(self, node: ast.Name) -> str:
        binding = self.scope.names.get(node.id)
        return self.name(readable((binding.label if binding else "") or node.id))

    def _attribute(self, node: ast.Attribute) -> str:
        holder = bare(self.types[node.value]) if node.value in self.types else None
        label = readable(node.attr)
        if isinstance(holder, Record):
            label = holder.label(node.attr)
        elif isinstance(holder, MapOf) and isinstance(holder.key, Term):
            label = self.scope.terms.get(holder.key.vocabulary, {}).get(node.attr, label)
        if isinstance(node.value, ast.Name) and self.scope.names.get(node.value.id):
            kind = self.scope.names[node.value.id].kind
            if kind == "house":
                return self.name(label, ruled=True)
        if isinstance(node.value, ast.Name | ast.Attribute) and isinstance(holder, MapOf):
            return self.name(label)
        return f"{self.words(node.value, 9)}’s {self.name(label)}"

    def _subscript(self, node: ast.Subscript) -> str:
        return f"{self.words(node.value, 9)} of {self.words(node.slice)}"

    def _unaryop(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return f"not {self.words(node.operand, 3)}"
        return f"−{self.words(node.operand, 6)}" if isinstance(node.op, ast.USub) else self.words(node.operand)

    def _binop(self, node: ast.BinOp) -> str:
        sign = SIGNS[type(node.op)]
        least = _PRECEDENCE[sign]
        left, right = self.words(node.left, least), self.words(node.right, least + (sign in "-//%"))
        if sign == "//":
            return f"{left} ÷ {right} rounded down"
        if sign == "%":
            return f"what remains of {left} ÷ {right}"
        return f"{left} {_OPERATORS.get(sign, sign)} {right}"

    def _boolop(self, node: ast.BoolOp) -> str:
        word = " and " if isinstance(node.op, ast.And) else " or "
        return word.join(self.words(part, 3) for part in node.values)

    def _compare(self, node: ast.Compare) -> str:
        words, left = self.words(node.left, 4), node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            sign = SIGNS[type(operator)]
            if isinstance(right, ast.Constant) and right.value is None:
                words += " is not given" if sign == "==" else " is given"
                continue
            words += f" {self.text(_OPERATORS.get(sign, sign))} {self._compared(right, left)}"
            left = right
        return words

    def _compared(self, node: ast.expr, other: ast.expr) -> str:
        """The right side of a comparison; a term is written by its title."""
        kind = bare(self.types[other]) if other in self.types else None
        if isinstance(node, ast.Constant) and isinstance(kind, OptionOf):
            return self.text(f"“{kind.title(node.value)}”" if isinstance(node.value, str) else kind.title(node.value))
        if isinstance(node, ast.Constant) and isinstance(kind, Term):
            titles = self.scope.terms.get(kind.vocabulary, {})
            return self.text(titles.get(str(node.value), readable(str(node.value))))
        if isinstance(node, ast.List):
            return " or ".join(self._compared(item, other) for item in node.elts) or "nothing"
        return self.words(node, 4)

    def _ifexp(self, node: ast.IfExp) -> str:
        return f"{self.words(node.body, 2)} if {self.words(node.test, 2)}, else {self.words(node.orelse)}"

    def _list(self, node: ast.List) -> str:
        return "[" + ", ".join(self.words(item) for item in node.elts) + "]" if node.elts else "nothing"

    def _dict(self, node: ast.Dict) -> str:
        pairs = zip(node.keys, node.values, strict=True)
        return "; ".join(f"{self._key(key)}: {self.words(value)}" for key, value in pairs if key is not None)

    def _key(self, node: ast.expr) -> str:
        return self.text(readable(str(node.value))) if isinstance(node, ast.Constant) else self.words(node)

    def _loops(self, generators: list[ast.comprehension]) -> str:
        parts = []
        for loop in generators:
            test = "".join(f" where {self.words(test)}" for test in loop.ifs)
            name = self.name(readable(loop.target.id))  # type: ignore[attr-defined]
            parts.append(f" for each {name} of {self.words(loop.iter)}{test}")
        return ",".join(parts)

    def _listcomp(self, node: ast.ListComp | ast.GeneratorExp) -> str:
        loops = self._loops(node.generators)
        target = node.generators[0].target
        if isinstance(node.elt, ast.Name) and isinstance(target, ast.Name) and node.elt.id == target.id:
            return loops.removeprefix(" for ")
        return self.words(node.elt) + loops

    _generatorexp = _listcomp

    def _dictcomp(self, node: ast.DictComp) -> str:
        return self.words(node.value) + self._loops(node.generators)

    def _joinedstr(self, node: ast.JoinedStr) -> str:
        text = ""
        for before, part in zip([None, *node.values], node.values, strict=False):
            if isinstance(part, ast.FormattedValue):
                text += (", then " if isinstance(before, ast.FormattedValue) else "") + self.words(part.value)
            else:
                text += self.text(str(part.value))  # type: ignore[attr-defined]
        return f"“{text}”"

    def _call(self, node: ast.Call) -> str:
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name in self.scope.rules:
            return self._rule(node)
        words = [self.words(argument) for argument in node.args]
        if name in _FUNCTIONS:
            form = _FUNCTIONS[name]
            if len(words) > 2:
                form = form.replace("smaller", "smallest").replace("greater", "greatest")
            return form.format(*words) if form.count("{}") > 1 else form.format(_listed(words))
        if name == "clamp":
            return f"{words[0]}, at least {words[1]} and at most {words[2]}"
        if name == "step":
            return f"the row of {words[0]} for {words[1]}"
        if name == "title":
            return words[1]
        if name == "dice":
            return f"{words[0]} dice of {words[1]}, + {words[2]}"
        return f"{readable(name)}({', '.join(words)})"

    def _rule(self, node: ast.Call) -> str:
        assert isinstance(node.func, ast.Name)
        rule = self.scope.rules[node.func.id]
        words = [self.words(argument) for argument in node.args]
        words += [self.words(k.value) for k in node.keywords]
        link = self.link(rule)
        return f"{link} ({', '.join(words)})" if words else link


class _BookWriter(_ProseWriter):
    def _precedence(self, node: ast.expr) -> int:
        return 1 if _bound(node) else super()._precedence(node)

    def _call(self, node: ast.Call) -> str:
        bound = _bound(node)
        if bound is None:
            return super()._call(node)
        bounded, limit, word = bound
        return f"{self.words(bounded, 2)}, {word} {self.words(limit)}"


def _bound(node: ast.expr) -> tuple[ast.expr, ast.expr, str] | None:
    """What a call of `max` or `min` bounds by a number, the number, and the words between them."""
    match node:
        case ast.Call(func=ast.Name(id=("min" | "max") as name), args=[first, second]):
            word = "at least" if name == "max" else "at most"
            if isinstance(first, ast.Constant):
                return second, first, word
            return (first, second, word) if isinstance(second, ast.Constant) else None
    return None


class _PlainWriter(_ProseWriter):
    def text(self, text: str) -> str:
        return text

    def name(self, name: str, ruled: bool = False) -> str:
        return name

    def link(self, rule: Signature) -> str:
        return rule.title


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" and {words[-1]}"

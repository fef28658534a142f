"""A checked formula as a reader of the rulebook sees it: "the greater of 1 and TB ÷ 2, rounded down"."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from typing import Self

from markupsafe import Markup, escape

from sheetgen.formula.emit import SIGNS
from sheetgen.formula.runtime import show
from sheetgen.formula.scope import Scope, Signature
from sheetgen.formula.types import ANYTHING, ListOf, MapOf, OptionOf, Record, Term, Type, bare, readable
from sheetgen.languages.program_words import PLACE, places

_OPERATORS = {"*": "×", "/": "÷", "-": "−", "<=": "≤", ">=": "≥"}
_PRECEDENCE = {"+": 4, "-": 4, "*": 5, "/": 5, "//": 5, "%": 5}
FUNCTIONS = {
    "min": "the smaller of {a}", "max": "the greater of {a}", "abs": "{a} without its sign", "sum": "the sum of {a}",
    "totals": "the sums of {a} so far",
    "floor": "{a}, rounded down", "ceil": "{a}, rounded up", "round_half": "{a}, rounded to the nearest",
    "len": "the number of {a}", "count": "how many of {a}", "any": "any of {a}", "all": "all of {a}",
    "range": "each number up to {a}", "keys": "the keys of {a}", "values": "the values of {a}",
    "order_by": "{a} in the order of {b}", "get": "{a} at {b}, else {c}", "first": "the first of {a}, else {b}",
    "index": "the place in {a} of {b}", "join": "{a} as one text, with {b} between them",
    "split": "the parts of {a} between {b}",
    "merge": "{a} with {b} put over it", "zip": "{a} and {b} side by side",
    "pairs": "the pairs of {a}", "unique": "{a}, each once", "reversed": "{a} from the end",
    "average": "the average of {a}", "lowest": "the lowest result of {a}", "highest": "the highest result of {a}",
    "clamp": "{a}, at least {b} and at most {c}", "step": "the row of {a} for {b}", "dice": "{a} dice of {b}, + {c}",
    "chances": "the chances of {a}", "added": "the chances of {a} and {b} added", "repeated": "{a}, {b} times added",
    "kept": "{a}, of {b} rolls the best {c}", "exploding": "{a}, rolled on up to {b} times on its highest",
    "gathered": "the chances of {a} by {b}",
}  # fmt: skip
"""What functions are in words; one with a single place takes all that it is given there."""
OF_THREE = {"min": "the smallest of {a}", "max": "the greatest of {a}"}
"""The same of more than two values."""
_AS_IS = frozenset({"text", "number", "lower", "signed", "grouped"})
"""Functions that change how a value is written, and not what it is."""


def in_words(tree: ast.expr, types: Mapping[ast.AST, Type], scope: Scope, href: Callable[[str], str]) -> Markup:
    """A formula in readable words, as HTML: names emphasised, signs as in print, rules linked at their `href`."""
    return Markup(ProseWriter(types, scope, href).words(tree))


def plain_words(tree: ast.expr, types: Mapping[ast.AST, Type], scope: Scope) -> str:
    """A formula in readable words, as plain text."""
    return _PlainWriter(types, scope).words(tree)


class ProseWriter:
    """The parts of a formula as HTML: names emphasised, signs as in print, rules linked, what a list is gone through
    for as "it"."""

    def __init__(
        self, types: Mapping[ast.AST, Type], scope: Scope, href: Callable[[str], str] = str, item: str = ""
    ) -> None:
        self.types = types
        self.scope = scope
        self.href = href
        self.item = item
        """The name of what a list is gone through for; empty outside of one."""

    def text(self, text: str) -> str:
        """A text as it is drawn."""
        return str(escape(text))

    def phrase(self, text: str, /, **values: str) -> str:
        """A text of the program with what is ready to be drawn in its places."""
        return PLACE.sub(lambda place: values[place[1]], self.text(self.scope.words(text)))

    def name(self, name: str, ruled: bool = False) -> str:
        """A name as it is drawn, `ruled` where a house rule gives its value."""
        return f'<var class="ruled">{escape(name)}</var>' if ruled else f"<var>{escape(name)}</var>"

    def link(self, rule: Signature) -> str:
        """The title of a rule, leading to it."""
        return f'<a class="rule" href="{escape(self.href(rule.name))}">{escape(rule.title)}</a>'

    def words(self, node: ast.expr, least: int = 0) -> str:
        """An expression, in brackets where it binds less than `least`."""
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
            case ast.Call(func=ast.Name(id=("min" | "max"))) | ast.Call(args=[ast.GeneratorExp() | ast.ListComp()]):
                return 3
        return 9

    def _constant(self, node: ast.Constant) -> str:
        if isinstance(node.value, str):
            return self.phrase("“{text}”", text=self.text(readable(node.value)))
        return self.text(show(node.value, self.scope.words.values))

    def _name(self, node: ast.Name) -> str:
        if node.id == self.item:
            return self.phrase("it")
        binding = self.scope.names.get(node.id)
        return self.name(readable((binding.label if binding else "") or node.id))

    def _attribute(self, node: ast.Attribute) -> str:
        if isinstance(node.value, ast.Name) and node.value.id == self.item:
            return self.phrase("its {part}", part=self._part(node))
        holder, label = self._holder(node), readable(node.attr)
        if isinstance(holder, Record):
            label = holder.label(node.attr)
        elif isinstance(holder, MapOf) and isinstance(holder.key, Term):
            label = self.scope.term_title(holder.key.vocabulary, node.attr)
        if isinstance(node.value, ast.Name) and self.scope.names.get(node.value.id):
            kind = self.scope.names[node.value.id].kind
            if kind == "house":
                return self.name(label, ruled=True)
        if isinstance(node.value, ast.Name | ast.Attribute) and isinstance(holder, MapOf):
            return self.name(label)
        if isinstance(node.value, ast.Subscript) and isinstance(self._holder(node.value), ListOf):
            return self.phrase("{part} of {whole}", part=self.name(label), whole=self._item(node.value))
        return self.phrase("{whole}’s {part}", whole=self.words(node.value, 9), part=self.name(label))

    def _part(self, node: ast.Attribute) -> str:
        label = getattr(self._holder(node), "label", None)
        return self.name(label(node.attr) if label else readable(node.attr))

    def _holder(self, node: ast.Attribute | ast.Subscript) -> Type | None:
        """The type of what a part is asked of."""
        return bare(self.types[node.value]) if node.value in self.types else None

    def _subscript(self, node: ast.Subscript) -> str:
        match node.slice:
            case ast.Constant(value=str(part)) if isinstance(self._holder(node), Record):
                return self._attribute(ast.Attribute(node.value, part))
        if isinstance(self._holder(node), ListOf):
            return self._item(node)
        return self.phrase("{part} of {whole}", part=self.words(node.value, 9), whole=self._picked(node))

    def _item(self, node: ast.Subscript) -> str:
        """An item of a list by its place, which readers count from one."""
        listed = self.words(node.value, 9)
        match node.slice:
            case ast.Constant(value=0):
                return self.phrase("the first of {list}", list=listed)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1)):
                return self.phrase("the last of {list}", list=listed)
            case ast.Constant(value=int(place)):
                return self.phrase("number {place} of {list}", place=str(place + 1), list=listed)
        return self.phrase("number {place} of {list}, counted from 0", place=self.words(node.slice), list=listed)

    def _picked(self, node: ast.Subscript) -> str:
        """What stands in the brackets; a term is written by its title."""
        match node.slice, node.value:
            case ast.Constant(value=str(term)), ast.Name(id=name) if self.scope.names_vocabulary(name):
                return self.text(self.scope.term_title(name, term))
        holder = self._holder(node)
        if isinstance(holder, MapOf) and isinstance(holder.key, Term) and isinstance(node.slice, ast.Constant):
            return self.text(self.scope.term_title(holder.key.vocabulary, str(node.slice.value)))
        return self.words(node.slice)

    def _unaryop(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return self.phrase("not {value}", value=self.words(node.operand, 3))
        return f"−{self.words(node.operand, 6)}" if isinstance(node.op, ast.USub) else self.words(node.operand)

    def _binop(self, node: ast.BinOp) -> str:
        sign = SIGNS[type(node.op)]
        least = _PRECEDENCE[sign]
        left, right = self.words(node.left, least), self.words(node.right, least + (sign in "-//%"))
        if sign == "//":
            return self.phrase("{value} rounded down", value=f"{left} ÷ {right}")
        if sign == "%":
            return self.phrase("what remains of {value}", value=f"{left} ÷ {right}")
        return f"{left} {_OPERATORS.get(sign, sign)} {right}"

    def _boolop(self, node: ast.BoolOp) -> str:
        word = self.phrase("and" if isinstance(node.op, ast.And) else "or")
        return f" {word} ".join(self.words(part, 3) for part in node.values)

    def _compare(self, node: ast.Compare) -> str:
        words, left = self._sought(node) or self.words(node.left, 4), node.left
        worded = {"==": self.phrase("is"), "!=": self.phrase("is not")}
        for operator, right in zip(node.ops, node.comparators, strict=True):
            sign = SIGNS[type(operator)]
            if isinstance(right, ast.Constant) and right.value is None:
                words = self.phrase("{value} is not given" if sign == "==" else "{value} is given", value=words)
                continue
            words += f" {worded.get(sign) or self.text(_OPERATORS.get(sign, sign))} {self._compared(right, left)}"
            left = right
        return words

    def _sought(self, node: ast.Compare) -> str:
        """The title of a term that is sought in a list; empty where no term is."""
        sought = bare(self.types.get(node.comparators[0], ANYTHING))
        if isinstance(node.ops[0], ast.In | ast.NotIn) and isinstance(node.left, ast.Constant):
            kind = bare(sought.item) if isinstance(sought, ListOf) else None
            titles = self.scope.terms.get(kind.vocabulary, {}) if isinstance(kind, Term) else {}
            return self.text(titles.get(str(node.left.value), ""))
        return ""

    def _compared(self, node: ast.expr, other: ast.expr) -> str:
        """The right side of a comparison; a term is written by its title."""
        kind = bare(self.types[other]) if other in self.types else None
        if isinstance(node, ast.Constant) and isinstance(kind, OptionOf):
            title = self.text(kind.title(node.value))
            return self.phrase("“{text}”", text=title) if isinstance(node.value, str) else title
        if isinstance(node, ast.Constant) and isinstance(kind, Term):
            return self.text(self.scope.term_title(kind.vocabulary, str(node.value)))
        if isinstance(node, ast.List):
            return f" {self.phrase('or')} ".join(self._compared(item, other) for item in node.elts) or self._nothing
        return self.words(node, 4)

    def _ifexp(self, node: ast.IfExp) -> str:
        then, test, otherwise = self.words(node.body, 2), self.words(node.test, 2), self.words(node.orelse)
        return self.phrase("{then} if {test}, else {otherwise}", then=then, test=test, otherwise=otherwise)

    @property
    def _nothing(self) -> str:
        return self.phrase("nothing")

    def _list(self, node: ast.List) -> str:
        return "[" + ", ".join(self.words(item) for item in node.elts) + "]" if node.elts else self._nothing

    def _dict(self, node: ast.Dict) -> str:
        pairs = zip(node.keys, node.values, strict=True)
        return "; ".join(f"{self._key(key)}: {self.words(value)}" for key, value in pairs if key is not None)

    def _key(self, node: ast.expr) -> str:
        return self.text(readable(str(node.value))) if isinstance(node, ast.Constant) else self.words(node)

    def _each(self, loop: ast.comprehension) -> str:
        name = self.name(readable(loop.target.id))  # type: ignore[attr-defined]
        if (count := _counted(loop)) is not None:
            words = self.phrase("each {name} up to {a}", name=name, a=self.words(count))
        else:
            words = self.phrase("each {name} of {list}", name=name, list=self.words(loop.iter))
        for test in loop.ifs:
            words = self.phrase("{list} where {test}", list=words, test=self.words(test))
        return words

    def _for_each(self, value: str, loops: Iterable[ast.comprehension]) -> str:
        for number, loop in enumerate(loops):
            value = self.phrase("{value} for {each}", value=f"{value}," if number else value, each=self._each(loop))
        return value

    def _listcomp(self, node: ast.ListComp | ast.GeneratorExp) -> str:
        loop = self._single_loop(node)
        if loop is None:
            return self._nested_listcomp(node)
        if isinstance(node.elt, ast.Name) and node.elt.id == loop.target.id and loop.ifs:  # type: ignore[attr-defined]
            return self.phrase("those of {list}", list=self._gone_through(loop))
        return self._for_all(node.elt, loop)

    _generatorexp = _listcomp

    def _nested_listcomp(self, node: ast.ListComp | ast.GeneratorExp) -> str:
        first, *rest = node.generators
        if isinstance(node.elt, ast.Name) and isinstance(first.target, ast.Name) and node.elt.id == first.target.id:
            each = self._each(first)
            return self._for_each(f"{each},", rest) if rest else each
        return self._for_each(self.words(node.elt), node.generators)

    def _dictcomp(self, node: ast.DictComp) -> str:
        loop = self._single_loop(node)
        if loop is None:
            return self._for_each(self.words(node.value), node.generators)
        return self._for_all(node.value, loop)

    def _single_loop(self, node: ast.ListComp | ast.GeneratorExp | ast.DictComp) -> ast.comprehension | None:
        """The loop over one list; none where numbers are counted, or one loop is within another."""
        loop = node.generators[0]
        plain = isinstance(loop.target, ast.Name) and len(node.generators) == 1
        return loop if plain and _counted(loop) is None and not self.item else None

    def _for_all(self, value: ast.expr, loop: ast.comprehension) -> str:
        every = isinstance(loop.iter, ast.Name) and self.scope.names_vocabulary(loop.iter.id)
        form = "{value}, for every {list}" if every else "{value}, for all {list}"
        return self.phrase(form, value=self._within(loop).words(value), list=self._gone_through(loop))

    def _gone_through(self, loop: ast.comprehension, *tests: ast.expr) -> str:
        words, inner = self.words(loop.iter), self._within(loop)
        for test in (*loop.ifs, *tests):
            words = self.phrase("{list} where {test}", list=words, test=inner.words(test))
        return words

    def _within(self, loop: ast.comprehension) -> Self:
        return type(self)(self.types, self.scope, self.href, loop.target.id)  # type: ignore[attr-defined]

    def _joinedstr(self, node: ast.JoinedStr) -> str:
        text = ""
        for before, part in zip([None, *node.values], node.values, strict=False):
            if isinstance(part, ast.FormattedValue):
                text += f"{self.phrase(', then')} " if isinstance(before, ast.FormattedValue) else ""
                text += self.words(part.value)
            else:
                text += self.text(str(part.value))  # type: ignore[attr-defined]
        return self.phrase("“{text}”", text=text)

    def _call(self, node: ast.Call) -> str:
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name in self.scope.rules:
            return self._rule(node)
        match node.args:
            case [ast.GeneratorExp() | ast.ListComp() as each] if name in ("count", "any"):
                if loop := self._single_loop(each):
                    return self.phrase(FUNCTIONS[name], a=self._gone_through(loop, each.elt))
        words = [self.words(argument) for argument in node.args]
        if name in FUNCTIONS:
            form = FUNCTIONS[name] if len(words) == 2 else OF_THREE.get(name, FUNCTIONS[name])
            given = words if len(places(form)) == len(words) else [self._listed(words)]
            if len(given) < len(places(form)):
                return given[0]
            return self.phrase(form, **dict(zip("abc", given, strict=False)))
        if name == "title":
            return words[1]
        if name in _AS_IS:
            return self._listed(words)
        return f"{readable(name)}({', '.join(words)})"

    def _listed(self, words: list[str]) -> str:
        return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {self.phrase('and')} {words[-1]}"

    def _rule(self, node: ast.Call) -> str:
        assert isinstance(node.func, ast.Name)
        rule = self.scope.rules[node.func.id]
        words = [self.words(argument) for argument in node.args]
        words += [self.words(k.value) for k in node.keywords]
        link = self.link(rule)
        return f"{link} ({', '.join(words)})" if words else link


def _counted(loop: ast.comprehension) -> ast.expr | None:
    """How many numbers a loop goes through; none where it goes through a list."""
    match loop.iter:
        case ast.Call(func=ast.Name(id="range"), args=[count]):
            return count
    return None


class _PlainWriter(ProseWriter):
    def text(self, text: str) -> str:
        return text

    def name(self, name: str, ruled: bool = False) -> str:
        return name

    def link(self, rule: Signature) -> str:
        return rule.title

"""A checked formula compiled to code that explains it: the formula in words, its numbers filled in.

`max(1, db // 2)` with a Depth Bonus of 5 reads "the greater of 1 and DB 5 ÷ 2 rounded down". Of two branches only
the one taken is explained, with the values that decided; an addend of nothing that a rule or a condition gave is left
out.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Set

from sheetgen.formula import python_tree
from sheetgen.formula.emit import NOTHING, SIGNS, Emitter
from sheetgen.formula.named_parts import ROUNDED, extreme, is_put_together, may_fail, outermost_names, said_parts
from sheetgen.formula.python_tree import Code
from sheetgen.formula.scope import Signature
from sheetgen.formula.types import (
    TEXT,
    TRUTH,
    Basic,
    ListOf,
    MapOf,
    Optional,
    OptionOf,
    Ranges,
    Record,
    Term,
    bare,
    is_number,
    readable,
)
from sheetgen.languages.program_words import PLACE

_PRETTY = {"*": "×", "/": "÷", "//": "÷", "-": "−", "<=": "≤", ">=": "≥"}
_OPPOSITES = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in", "not in": "in"}
_PRECEDENCE = {"+": 2, "-": 2, "*": 3, "/": 3, "//": 3, "%": 3}
_ATOM = 9
LONGEST = 2_000
"""Nodes that are compiled for an explanation; larger formulas are explained by their value alone."""
DEEPEST = 16
"""Levels of a formula that are explained; deeper parts are explained by their value alone."""


class Explainer(Emitter):
    """Compiles the nodes of one formula to texts, and as leaves: values with their explanation."""

    _depth = 0
    _own_key = ""
    """The formula of the key under which the value that is explained stands in a map."""
    _computed: tuple[ast.expr, Code] | None = None
    """The node whose value is in a variable already, and that."""

    def value(self, node: ast.expr) -> Code:
        """The code that computes a node, or that reads what was computed."""
        if self._computed and self._computed[0] is node:
            return self._computed[1]
        return super().value(node)

    def text(self, node: ast.expr) -> Code:
        """The code that explains a node."""
        before = self.written
        method: Callable[[ast.expr], Code] = getattr(self, f"_text_{type(node).__name__.lower()}", self._value_text)
        self._depth += 1
        code = (method if self._depth <= DEEPEST else self._value_text)(node)
        self._depth -= 1
        return code if self.written - before <= LONGEST else self._value_text(node)

    def _says(self, words: str) -> Code:
        return python_tree.constant(words)

    def phrase(self, text: str, **values: Code) -> Code:
        """A text of the program with explanations in its places."""
        parts = PLACE.split(self.scope.words(text))
        return self._join(*(values[part] if odd % 2 else self._says(part) for odd, part in enumerate(parts) if part))

    def _sign(self, sign: str) -> Code:
        """An operator between its sides."""
        words = self.scope.words
        worded = {"==": words("is"), "!=": words("is not"), "%": words("modulo")}
        return self._says(f" {worded.get(sign) or _PRETTY.get(sign, sign)} ")

    def _join(self, *parts: Code) -> Code:
        return python_tree.concatenate(parts)

    def _value_text(self, node: ast.expr) -> Code:
        kind = bare(self.type_of(node))
        if isinstance(kind, Term) and kind.vocabulary:
            return python_tree.method("title", python_tree.constant(kind.vocabulary), self.value(node))
        if isinstance(kind, OptionOf):
            return python_tree.method("title", python_tree.constant(f"house.{kind.rule}"), self.value(node))
        if isinstance(kind, Basic) and kind.format:
            return python_tree.call("formatted", python_tree.RUN, self.value(node), python_tree.constant(kind.format))
        return python_tree.method("show", self.charged(node))

    # ---- names: what a value is called, and the value

    def label(self, node: ast.expr) -> str:
        """The label of a name, part or item; empty where it has none."""
        if isinstance(node, ast.Name):
            binding = self.scope.names.get(node.id)
            return (binding.label if binding else "") or readable(node.id)
        if isinstance(node, ast.Attribute):
            holder = bare(self.type_of(node.value)) if node.value in self.types else None
            if isinstance(holder, Record):
                return holder.label(node.attr)
            if isinstance(holder, MapOf) and isinstance(holder.key, Term):
                return self.scope.term_title(holder.key.vocabulary, node.attr)
            return readable(node.attr)
        if isinstance(node, ast.Subscript):
            return self.label(node.value) if isinstance(node.value, ast.Name | ast.Attribute) else ""
        return ""

    def _named(self, node: ast.expr) -> Code:
        label = self.label(node)
        if isinstance(bare(self.type_of(node)), ListOf | MapOf | Record):
            return self._says(label) if label else self._value_text(node)
        return self._join(self._says(f"{label} "), self._value_text(node)) if label else self._value_text(node)

    _text_name = _named

    def _text_attribute(self, node: ast.Attribute) -> Code:
        if isinstance(node.value, ast.Call):
            rule = self._called(node.value)
            if rule:
                what = f" ({rule.title}, {self.label(node)})"
                return self._join(self._value_text(node), self._says(what))
        return self._named(node)

    def _text_subscript(self, node: ast.Subscript) -> Code:
        """A value of a map is called as its key is, but where what is explained stands under the same key."""
        holder = bare(self.type_of(node.value))
        key = bare(holder.key) if isinstance(holder, MapOf) else None
        own = ast.dump(node.slice) == self._own_key
        if own or not isinstance(key, Term) or not key.vocabulary or self._nested(node):
            return self._named(node)
        title = python_tree.method("title", python_tree.constant(key.vocabulary), self.value(node.slice))
        return self._join(title, self._says(" "), self._value_text(node))

    def _text_constant(self, node: ast.Constant) -> Code:
        return python_tree.method("show", python_tree.constant(node.value))

    # ---- operators

    def _precedence(self, node: ast.expr) -> int:
        if isinstance(node, ast.BinOp):
            return _PRECEDENCE[SIGNS[type(node.op)]]
        if isinstance(node, ast.IfExp):
            return min(self._precedence(node.body), self._precedence(node.orelse))
        return 1 if isinstance(node, ast.Compare | ast.BoolOp) or extreme(node) else _ATOM

    def _operand(self, node: ast.expr, least: int) -> Code:
        if self._precedence(node) >= least:
            return self.text(node)
        if self._is_sum(node) and all(self._precedence(part) == _ATOM for part in self._parts_of_sum(node)):
            return python_tree.call("bracketed", python_tree.items(self._addends(node)))
        return self._join(self._says("("), self.text(node), self._says(")"))

    def _text_binop(self, node: ast.BinOp) -> Code:
        if self._is_sum(node):
            return python_tree.call("addends", python_tree.items(self._addends(node)))
        if bare(self.type_of(node)) == TEXT and is_put_together(node):
            return self._join(self.text(node.left), self.text(node.right))
        if isinstance(bare(self.type_of(node)), ListOf):
            return self._value_text(node)
        sign = SIGNS[type(node.op)]
        least = _PRECEDENCE[sign]
        left, right = self._operand(node.left, least), self._operand(node.right, least + (sign in "-//%"))
        text = self._join(left, self._sign(sign), right)
        if sign == "//":
            uneven = python_tree.compare([self.arithmetic("%", node.left, node.right), NOTHING], ["!="])
            before, _, after = PLACE.split(self.scope.words("{value} rounded down"))
            rounded = [
                python_tree.choose(uneven, self._says(part), self._says("")) if part else None
                for part in (before, after)
            ]
            text = self._join(*(part for part in (rounded[0], text, rounded[1]) if part))
        return text

    def _is_sum(self, node: ast.expr) -> bool:
        return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub) and is_number(self.type_of(node))

    def _parts_of_sum(self, node: ast.expr) -> Iterator[ast.expr]:
        """The addends of a sum, from left to right."""
        if isinstance(node, ast.BinOp) and self._is_sum(node):
            yield from self._parts_of_sum(node.left)
            yield from self._parts_of_sum(node.right)
        else:
            yield node

    def _addends(self, node: ast.expr, sign: str = "") -> list[Code]:
        """The addends of a sum: sign, explanation, and whether it comes to nothing; a number written out never does."""
        if isinstance(node, ast.BinOp) and self._is_sum(node) and sign != " − ":
            between = " + " if isinstance(node.op, ast.Add) else " − "
            return [*self._addends(node.left, sign), *self._addends(node.right, between)]
        written = isinstance(node, ast.Constant)
        nothing = python_tree.constant(False) if written else python_tree.compare([self.value(node), NOTHING], ["=="])
        words = self._operand(node, 3 if sign == " − " else 2)
        return [python_tree.items([self._says(sign), words, nothing])]

    def _text_unaryop(self, node: ast.UnaryOp) -> Code:
        if isinstance(node.op, ast.UAdd):
            return self.text(node.operand)
        operand = self._operand(node.operand, _ATOM)
        if isinstance(node.op, ast.Not):
            return self.phrase("not {value}", value=operand)
        return self._join(self._says("−"), operand)

    def _text_compare(self, node: ast.Compare) -> Code:
        parts = [self._operand(node.left, 2)]
        for place, right in enumerate(node.comparators):
            if isinstance(right, ast.Constant) and right.value is None:
                return self._whether_given(node.left)
            side = self._join(self._sign(SIGNS[type(node.ops[place])]), self._operand(right, 2))
            parts.append(python_tree.optional(side) if place and may_fail(right, self.types) else side)
        return self._join(*parts)

    def _whole_text(self, node: ast.expr, value: Code) -> Code:
        """The explanation of a whole formula; a comparison is told as it came out: "TB 5 < margin 30"."""
        match node:
            case ast.Compare(comparators=[ast.Constant(value=None)]):
                return self.text(node)
            case ast.Compare(ops=[operator], comparators=[right]):
                sign = SIGNS[type(operator)]
                between = python_tree.choose(value, self._sign(sign), self._sign(_OPPOSITES[sign]))
                return self._join(self._operand(node.left, 2), between, self._operand(right, 2))
        return self.text(node)

    def _whether_given(self, node: ast.expr) -> Code:
        """The result of a comparison with none, in words: "Ammo is given" or "Ammo is not given"."""
        words = self.scope.words
        label = self.label(node) or words("it")
        absent = python_tree.compare([self.value(node), python_tree.constant(None)], ["=="])
        return python_tree.choose(
            absent,
            self._says(words("{value} is not given", value=label)),
            self._says(words("{value} is given", value=label)),
        )

    def _text_boolop(self, node: ast.BoolOp) -> Code:
        word = f" {self.scope.words('and' if isinstance(node.op, ast.And) else 'or')} "
        parts = [self._operand(part, 2 if isinstance(part, ast.BoolOp) else 1) for part in node.values]
        if any(may_fail(part, self.types) for part in node.values[1:]):
            reasons = [parts[0], *(python_tree.optional(part) for part in parts[1:])]
            return python_tree.call("either", python_tree.items(reasons), self._says(word))
        between = [self._says(word)] * len(parts)
        return self._join(*[part for pair in zip(parts, between, strict=True) for part in pair][:-1])

    def _text_ifexp(self, node: ast.IfExp) -> Code:
        then, otherwise = (self._decided(branch, node.test) for branch in (node.body, node.orelse))
        return python_tree.choose(self.truth(node.test), then, otherwise)

    def _decided(self, branch: ast.expr, test: ast.expr) -> Code:
        """The explanation of a branch, with what decided for it unless it says that itself."""
        said = {self.label(part) for part in said_parts(branch)}
        reasons = None if isinstance(branch, ast.IfExp) else self._reasons(test, said)
        return self._join(self.text(branch), reasons) if reasons else self.text(branch)

    def _reasons(self, test: ast.expr, said: Set[str]) -> Code | None:
        """The named values that decided, in brackets: " (colour Red, alone)"; what is not so, or said, is left out."""
        by_label: dict[str, Code] = {}
        for part in outermost_names(test):
            label = self.label(part)
            kind = bare(self.types[part]) if part in self.types else None
            if label in {"", *said} or kind is None or isinstance(kind, ListOf | MapOf | Record | Ranges):
                continue
            if kind == TRUTH:
                reason = python_tree.choose(self.value(part), self._says(label), self._says(""))
            elif isinstance(self.types[part], Optional):
                absent = python_tree.compare([self.value(part), python_tree.constant(None)], ["=="])
                reason = python_tree.choose(absent, self._says(""), self._named(part))
            else:
                reason = self._named(part)
            by_label.setdefault(label, python_tree.optional(reason) if may_fail(part, self.types) else reason)
        reasons = list(by_label.values())[:3]
        return python_tree.call("reasons", python_tree.items(reasons)) if reasons else None

    # ---- calls

    def _called(self, node: ast.expr) -> Signature | None:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return self.scope.rules.get(node.func.id)
        return None

    def _text_call(self, node: ast.Call) -> Code:
        rule = self._called(node)
        if rule:
            return self._join(
                self._value_text(node), self._says(" ("), self._call_in_words(node, rule), self._says(")")
            )
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if words := extreme(node):
            between = ["", *[", "] * (len(node.args) - 2), f" {self.scope.words('and')} "]
            pieces = [(self._says(comma), self.text(a)) for comma, a in zip(between, node.args, strict=True)]
            return self.phrase(words, values=self._join(*(piece for pair in pieces for piece in pair)))
        if name in ROUNDED:
            return self.phrase(ROUNDED[name], value=self._operand(node.args[0], 3))
        if name == "sum" and (label := self._summed(node.args[0])):
            return self._join(self._says(f"{label} "), self._value_text(node))
        if name == "step":
            table = self.label(node.args[0])
            row = self.phrase("{table} at {value}", table=self._says(table), value=self.text(node.args[1]))
            return self._join(self._value_text(node), self._says(" ("), row, self._says(")"))
        return self._value_text(node)

    def _summed(self, node: ast.expr) -> str:
        """The label of a sum: that of the list whose items, or one part of each, are added; else nothing."""
        if isinstance(node, ast.ListComp | ast.GeneratorExp) and not isinstance(node.elt, ast.Name | ast.Attribute):
            return ""
        inner = node.generators[0].iter if isinstance(node, ast.ListComp | ast.GeneratorExp) else node
        kind = bare(self.type_of(inner))
        return "" if isinstance(kind, ListOf) and isinstance(bare(kind.item), Term) else self.label(inner)

    def _call_in_words(self, node: ast.Call, rule: Signature) -> Code:
        given = self.arguments(node, rule)
        if not rule.says:
            simple = [a for a in given.values() if not isinstance(bare(self.type_of(a)), ListOf | MapOf | Record)]
            parts = [piece for a in simple for piece in (self._says(", "), self.text(a))][1:]
            return self._join(self._says(rule.title + (": " if parts else "")), *parts)
        pieces = []
        for words, name in rule.said():
            pieces.append(self._says(words))
            if name:
                pieces.append(self.text(given[name]) if name in given else self._says(readable(name)))
        return self._join(*pieces)

    # ---- leaves

    def leaves_of(self, node: ast.expr, local: Code, rule: str) -> Code:
        """The leaves of a rule's output, whose value is already in a variable."""
        if self._nested(node) or self._is_work_of_a_rule(node):
            return self.leaves(node, rule)
        self._computed = node, local
        code = python_tree.leaf(self.whole(node, local), self._whole_text(node, local), rule)
        self._computed = None
        return code

    def leaves(self, node: ast.expr, home: str = "") -> Code:
        """The code for the values of a node, each with its explanation, nested as the value is.

        `home` is the rule that a value without a call of its own is the work of.
        """
        rule = self._called(node)
        if rule and isinstance(node, ast.Call):
            if rule.single and "{" in rule.says and not isinstance(bare(rule.result), ListOf | MapOf | Record):
                return python_tree.leaf(self.value(node), self._call_in_words(node, rule), rule.name)
            return self.rule_call(node, leaves=True)
        match node:
            case ast.Dict(keys=keys, values=values):
                pairs = zip(keys, values, strict=True)
                return python_tree.record([(self.value(k), self.leaves(v, home)) for k, v in pairs if k is not None])
            case ast.DictComp(generators=generators, key=key, value=item):
                with self.inside(generators) as loops:
                    outer, self._own_key = self._own_key, ast.dump(key)
                    items = self.leaves(item, home)
                    self._own_key = outer
                    return self.each(loops, items, self.value(key))
            case ast.List(elts=items):
                return python_tree.items([self.leaves(item, home) for item in items])
            case ast.ListComp(generators=generators, elt=item):
                with self.inside(generators) as loops:
                    return self.each(loops, self.leaves(item, home))
            case ast.Call(func=ast.Name(id="merge"), args=[first, second]) if self._has_parts(first, second):
                return python_tree.call("merge", self.leaves(first, home), self.leaves(second, home))
            case ast.IfExp(test=test, body=body, orelse=orelse) if self._nested(node) or self._is_work_of_a_rule(node):
                return python_tree.choose(self.truth(test), self.leaves(body, home), self.leaves(orelse, home))
            case ast.Attribute(value=ast.Call() as call, attr=name) if (
                called := self._called(call)
            ) and not called.single:
                return python_tree.call("inner", self.rule_call(call, leaves=True), python_tree.constant(name))
        value = self.value(node)
        return python_tree.leaf(self.whole(node, value), self._whole_text(node, value), self._first_rule(node) or home)

    def _is_work_of_a_rule(self, node: ast.expr) -> bool:
        """Whether a branch is what a rule gives, so that the rule's own explanation says more than its title."""
        if isinstance(node, ast.IfExp):
            return self._is_work_of_a_rule(node.body) or self._is_work_of_a_rule(node.orelse)
        return self._called(node.value if isinstance(node, ast.Attribute) else node) is not None

    def calls_for_parts(self, node: ast.expr) -> bool:
        """Whether a node is a call of a rule with several outputs, each with an explanation of its own."""
        rule = self._called(node)
        return rule is not None and not rule.single

    def _has_parts(self, *nodes: ast.expr) -> bool:
        """Whether each of these records has an explanation for each of its parts."""
        return all(isinstance(node, ast.Dict) or self.calls_for_parts(node) for node in nodes)

    def _nested(self, node: ast.expr) -> bool:
        return isinstance(bare(self.type_of(node)), ListOf | MapOf | Record)

    def _first_rule(self, node: ast.expr) -> str:
        for part in ast.walk(node):
            rule = self._called(part) if isinstance(part, ast.expr) else None
            if rule:
                return rule.name
        return ""

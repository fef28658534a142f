"""The two languages that formulas are written out in: Python to compute, JavaScript for the site."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from fractions import Fraction

_SAFE_INTEGER = 2**53 - 1
"""The largest integer that JavaScript's numbers tell apart from its neighbours."""
_SCRIPT = re.compile(r"<([/!])")
"""What could end or change the script element that a script stands in."""


class Target(ABC):
    """How one language writes the few shapes that formulas are made of."""

    @abstractmethod
    def constant(self, value: object) -> str:
        """A number, text, truth value, none, or a list or record of constants."""

    def local(self, name: str) -> str:
        """An input, step or output of a rule."""
        return f"x_{name}"

    def call(self, helper: str, *arguments: str) -> str:
        """A call of a helper of the runtime."""
        return f"{self.helper(helper)}({', '.join(arguments)})"

    @abstractmethod
    def method(self, name: str, *arguments: str) -> str:
        """A call of a method of the run `b`."""

    @abstractmethod
    def helper(self, name: str) -> str:
        """The name under which a helper of the runtime is reached."""

    def rule(self, name: str, arguments: list[str], leaves: bool = False) -> str:
        """A call of a rule, for its value or for its leaves."""
        return f"{'w' if leaves else 'r'}_{name}({', '.join(['b', *arguments])})"

    @abstractmethod
    def arithmetic(self, sign: str, left: str, right: str) -> str:
        """A sum, difference, product, quotient, floored quotient or remainder of numbers."""

    @abstractmethod
    def negative(self, value: str) -> str:
        """A number with its sign turned."""

    @abstractmethod
    def compare(self, sign: str, left: str, right: str) -> str:
        """A comparison: == != < <= > >= in, not in."""

    @abstractmethod
    def chain(self, signs: list[str], sides: list[str]) -> str:
        """Comparisons one after the other, each side computed once: `low <= x <= high`."""

    @abstractmethod
    def choose(self, test: str, then: str, otherwise: str) -> str:
        """One of two values."""

    @abstractmethod
    def logic(self, word: str, parts: list[str]) -> str:
        """Several truths joined by `and` or `or`."""

    @abstractmethod
    def negate(self, truth: str) -> str:
        """Not."""

    @abstractmethod
    def member(self, holder: str, name: str) -> str:
        """A named part of a record."""

    @abstractmethod
    def items(self, parts: list[str]) -> str:
        """A list."""

    @abstractmethod
    def record(self, pairs: list[tuple[str, str]]) -> str:
        """A record; keys are expressions."""

    @abstractmethod
    def each(self, loops: list[tuple[str, str, list[str]]], item: str, key: str = "") -> str:
        """A list (or with a key, a record) of items over loops of (variable, list, conditions)."""

    @abstractmethod
    def concatenate(self, parts: list[str]) -> str:
        """Texts put together."""

    @abstractmethod
    def told(self, text: str) -> str:
        """An explanation that is left out where it cannot be computed."""

    @abstractmethod
    def leaf(self, value: str, why: str, rule: str) -> str:
        """A value with its explanation and its rule."""

    @abstractmethod
    def function(self, name: str, inputs: list[str], lines: list[tuple[str, str, str]], result: str) -> str:
        """A function: inputs, lines of (place, variable, value), and the value returned."""


class PythonTarget(Target):
    """Formulas as Python source, run with the helpers of `runtime`."""

    def constant(self, value: object) -> str:
        """Python's own literals; fractions by name."""
        if isinstance(value, Fraction):
            return f"Fraction({value.numerator}, {value.denominator})"
        return repr(value)

    def method(self, name: str, *arguments: str) -> str:
        """A method of `Run`."""
        return f"b.{name}({', '.join(arguments)})"

    def helper(self, name: str) -> str:
        """Helpers are globals of the compiled module."""
        return f"f_{name}"

    def arithmetic(self, sign: str, left: str, right: str) -> str:
        """Python's exact operators; products are bounded and quotients are fractions."""
        if sign in "*/":
            return self.call("mul" if sign == "*" else "div", left, right)
        return f"({left} {sign} {right})"

    def negative(self, value: str) -> str:
        """Minus."""
        return f"(-{value})"

    def compare(self, sign: str, left: str, right: str) -> str:
        """Python's comparisons."""
        return f"({left} {sign} {right})"

    def chain(self, signs: list[str], sides: list[str]) -> str:
        """Python's chained comparisons."""
        rest = "".join(f" {sign} {side}" for sign, side in zip(signs, sides[1:], strict=True))
        return f"({sides[0]}{rest})"

    def choose(self, test: str, then: str, otherwise: str) -> str:
        """A conditional expression."""
        return f"({then} if {test} else {otherwise})"

    def logic(self, word: str, parts: list[str]) -> str:
        """`and`, `or`."""
        return f"({f' {word} '.join(parts)})"

    def negate(self, truth: str) -> str:
        """`not`."""
        return f"(not {truth})"

    def member(self, holder: str, name: str) -> str:
        """A key of a dictionary."""
        return f"{holder}[{name!r}]"

    def items(self, parts: list[str]) -> str:
        """A list display."""
        return f"[{', '.join(parts)}]"

    def record(self, pairs: list[tuple[str, str]]) -> str:
        """A dictionary display."""
        return f"{{{', '.join(f'{key}: {value}' for key, value in pairs)}}}"

    def each(self, loops: list[tuple[str, str, list[str]]], item: str, key: str = "") -> str:
        """A comprehension whose every item is a step of the budget."""
        over = "".join(
            f" for x_{name} in b.each({source})" + "".join(f" if {test}" for test in tests)
            for name, source, tests in loops
        )
        return f"{{{key}: {item}{over}}}" if key else f"[{item}{over}]"

    def concatenate(self, parts: list[str]) -> str:
        """Plus."""
        return f"({' + '.join(parts)})" if len(parts) > 1 else parts[0]

    def told(self, text: str) -> str:
        """A method of `Run` that takes a function."""
        return f"b.told(lambda: {text})"

    def leaf(self, value: str, why: str, rule: str) -> str:
        """A `Leaf`."""
        return f"Leaf({value}, {why}, {rule!r})"

    def function(self, name: str, inputs: list[str], lines: list[tuple[str, str, str]], result: str) -> str:
        """A function definition that notes where it is."""
        body = "".join(f"    b.at = {place!r}\n    x_{variable} = {value}\n" for place, variable, value in lines)
        arguments = ", ".join(["b", *(f"x_{i}" for i in inputs)])
        return f"def {name}({arguments}):\n    b.spend()\n{body}    return {result}\n"


class EntryTarget(PythonTarget):
    """Formulas over an entry: its fields and derived values are looked up by name in `v`."""

    def local(self, name: str) -> str:
        """A field or derived value; the name may be dotted."""
        return f"v[{name!r}]"


_COMPARISONS = {
    "==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "in": "isin", "not in": "notin",
}  # fmt: skip


class JavaScriptTarget(Target):
    """Formulas as JavaScript source, run with the helpers `f` of `rules-runtime.js`."""

    def constant(self, value: object) -> str:
        """JSON, with fractions made by the runtime."""
        if isinstance(value, Fraction):
            return f'f.q("{value.numerator}", "{value.denominator}")'
        if isinstance(value, int) and abs(value) > _SAFE_INTEGER:
            return f'f.q("{value}", "1")'
        if isinstance(value, list | tuple):
            return self.items([self.constant(item) for item in value])
        if isinstance(value, dict):
            return self.record([(self.constant(key), self.constant(item)) for key, item in value.items()])
        return _SCRIPT.sub(r"<\\\1", json.dumps(value, ensure_ascii=False))

    def method(self, name: str, *arguments: str) -> str:
        """A helper that takes the run first."""
        return self.call(name, "b", *arguments)

    def helper(self, name: str) -> str:
        """Helpers are methods of `f`."""
        return f"f.{name}"

    def arithmetic(self, sign: str, left: str, right: str) -> str:
        """Exact operators of the runtime."""
        names = {"+": "plus", "-": "minus", "*": "mul", "/": "div", "//": "floordiv", "%": "mod"}
        return self.call(names[sign], left, right)

    def negative(self, value: str) -> str:
        """Zero minus the value."""
        return self.call("minus", "0", value)

    def compare(self, sign: str, left: str, right: str) -> str:
        """Comparisons of the runtime, which know fractions, lists and records."""
        return self.call(_COMPARISONS[sign], left, right)

    def chain(self, signs: list[str], sides: list[str]) -> str:
        """Sides after the second wait in functions until the comparison before has held."""
        later = [f"f.{_COMPARISONS[sign]}, () => {side}" for sign, side in zip(signs, sides[1:], strict=True)]
        return f"f.chain({', '.join([sides[0], *later])})"

    def choose(self, test: str, then: str, otherwise: str) -> str:
        """The conditional operator."""
        return f"({test} ? {then} : {otherwise})"

    def logic(self, word: str, parts: list[str]) -> str:
        """`&&`, `||`."""
        return f"({(' && ' if word == 'and' else ' || ').join(parts)})"

    def negate(self, truth: str) -> str:
        """`!`."""
        return f"(!{truth})"

    def member(self, holder: str, name: str) -> str:
        """A part of a record, which must be there."""
        return self.call("part", holder, json.dumps(name))

    def items(self, parts: list[str]) -> str:
        """An array."""
        return f"[{', '.join(parts)}]"

    def record(self, pairs: list[tuple[str, str]]) -> str:
        """An object made from pairs."""
        return self.call("record", self.items([f"[{key}, {value}]" for key, value in pairs]))

    def each(self, loops: list[tuple[str, str, list[str]]], item: str, key: str = "") -> str:
        """Nested maps, flattened, each item a step of the budget."""
        code = f"[[{key}, {item}]]" if key else f"[{item}]"
        for name, source, tests in reversed(loops):
            inner = self.choose(self.logic("and", tests), code, "[]") if tests else code
            code = f"f.each(b, {source}, (x_{name}) => {inner})"
        return self.call("record", code) if key else code

    def concatenate(self, parts: list[str]) -> str:
        """Plus."""
        return f"({' + '.join(parts)})" if len(parts) > 1 else parts[0]

    def told(self, text: str) -> str:
        """A helper that takes the run and a function."""
        return self.method("told", f"() => {text}")

    def leaf(self, value: str, why: str, rule: str) -> str:
        """An object of class Leaf."""
        return f"f.leaf({value}, {why}, {json.dumps(rule)})"

    def function(self, name: str, inputs: list[str], lines: list[tuple[str, str, str]], result: str) -> str:
        """A function declaration."""
        body = "".join(f"  const x_{variable} = {value};\n" for _, variable, value in lines)
        arguments = ", ".join(["b", *(f"x_{i}" for i in inputs)])
        return f"function {name}({arguments}) {{\n  f.spend(b);\n{body}  return {result};\n}}\n"

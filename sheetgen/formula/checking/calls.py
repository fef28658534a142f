"""Calls of functions and of rules."""

from __future__ import annotations

import ast
import re

from sheetgen.formula.checking.checker import TypeChecker, hidden_list
from sheetgen.formula.dice_texts import dice_hint, is_dice
from sheetgen.formula.functions import FUNCTIONS, OF_DICE
from sheetgen.formula.scope import Parameter, Scope, Signature
from sheetgen.formula.types import TEXT, MapOf, Ranges, Type
from sheetgen.text.diagnostics import did_you_mean


class CallChecker(TypeChecker):
    """Checks what is called, and with what."""

    def _call(self, node: ast.Call, scope: Scope) -> Type:
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name in scope.rules:
            self.checked.rules.setdefault(name, node.func)
            return self._rule(node, scope.rules[name], scope)
        types = self.infer_all([*node.args, *(k.value for k in node.keywords)], scope)
        function = FUNCTIONS.get(name)
        if function is None:
            message = f"there is no rule or function called `{name}`"
            return self.problem(node.func, message, *_meant(name, scope), code="formula-name", missed=(name,))
        if node.keywords or not function.least <= len(types) <= function.most:
            return self.problem(node, f"`{name}` takes {_amount(function.least, function.most)}", function.says)
        if name == "title":
            return self._title(node, scope)
        result = function.typing(types)
        if not isinstance(result, str):
            if name in OF_DICE and len(node.args) == 1:
                self._dice(node.args[0])
            return result
        hidden = next(filter(None, (hidden_list(argument, scope) for argument in node.args)), "")
        return self.problem(node, f"`{name}` {result}", hidden or function.says)

    def _dice(self, node: ast.expr) -> None:
        """Report a text that is written out and no dice."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and not is_dice(node.value):
            self.problem(node, f"`{node.value}` is no dice, such as 2d6+1", dice_hint(node.value))

    def _title(self, node: ast.Call, scope: Scope) -> Type:
        vocabulary = node.args[0]
        if not (isinstance(vocabulary, ast.Name) and scope.names_vocabulary(vocabulary.id, as_title=True)):
            return self.problem(vocabulary, "`title` takes a vocabulary first")
        self.literals(node.args[1], scope.vocabulary(vocabulary.id).item)
        return TEXT

    def _rule(self, node: ast.Call, rule: Signature, scope: Scope) -> Type:
        given: dict[str, ast.expr] = {}
        for number, argument in enumerate(node.args):
            if number >= len(rule.parameters):
                self.problem(argument, f"`{rule.name}` takes {_amount(0, len(rule.parameters))}", _inputs(rule))
                break
            given[rule.parameters[number].name] = argument
        for keyword in node.keywords:
            self._keyword(keyword, rule, given, scope)
        by_name = {parameter.name: parameter for parameter in rule.parameters}
        for name, argument in given.items():
            self._argument(argument, by_name[name], rule, scope)
        missing = [p.name for p in rule.parameters if p.required and p.name not in given]
        if missing:
            self.problem(node, f"`{rule.name}` needs {', '.join(missing)}", _inputs(rule))
        return rule.result

    def _keyword(self, keyword: ast.keyword, rule: Signature, given: dict[str, ast.expr], scope: Scope) -> None:
        name = keyword.arg or ""
        if name in given:
            self.problem(keyword, f"`{name}` is given twice")
        elif name not in {p.name for p in rule.parameters}:
            hint = did_you_mean(name, [p.name for p in rule.parameters])
            message = f"`{rule.name}` has no input called `{name}`"
            self.problem(keyword, message, hint, code="formula-name", missed=(name,))
            self.infer(keyword.value, scope)
        else:
            given[name] = keyword.value

    def _argument(self, node: ast.expr, parameter: Parameter, rule: Signature, scope: Scope) -> None:
        kind = self.infer(node, scope)
        self.expect(node, parameter.type, kind, f"`{parameter.name}` of {rule.name} takes {parameter.type}")


_DICE = re.compile(r"rand|dice|d\d*$|roll", re.IGNORECASE)


def _meant(name: str, scope: Scope) -> tuple[str, ...]:
    """The proposals for an unknown name that is called: how a table is asked, the nearest rule or function, or all."""
    table = scope.names.get(name)
    if table is not None and isinstance(table.type, Ranges | MapOf):
        asked = f"step({name}, …)" if isinstance(table.type, Ranges) else f"{name}[…]"
        return (f"`{name}` is looked up, not called: `{asked}`",)
    hint = did_you_mean(name, [*scope.rules, *FUNCTIONS])
    if hint.startswith("did"):
        return (hint,)
    listed = f"functions are {', '.join(FUNCTIONS)}"
    return ("sheetgen rolls no dice: let the number rolled be an input", listed) if _DICE.match(name) else (listed,)


def _amount(least: int, most: int) -> str:
    many = "1 argument" if most == 1 else f"{most} arguments"
    if least == most:
        return many if most else "no arguments"
    return f"{least} to {many}" if least else f"at most {many}"


def _inputs(rule: Signature) -> str:
    return f"its inputs are {', '.join(p.name for p in rule.parameters)}" if rule.parameters else "it has no inputs"

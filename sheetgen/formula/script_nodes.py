"""The nodes of Python's syntax tree that compiled formulas are made of, with the place that `compile` asks for.

There is no source that they could stand in: all stand at its first character.
"""

from __future__ import annotations

import ast


class _Placed:
    lineno = 1
    col_offset = 0


class Constant(_Placed, ast.Constant):
    """A number, text, truth value or none."""


class Name(_Placed, ast.Name):
    """A variable."""


class Attribute(_Placed, ast.Attribute):
    """An attribute of an evaluation."""


class Subscript(_Placed, ast.Subscript):
    """A part of a record."""


class Call(_Placed, ast.Call):
    """A call."""


class UnaryOp(_Placed, ast.UnaryOp):
    """A number with its sign turned, or not."""


class BinOp(_Placed, ast.BinOp):
    """A sum, difference, floored quotient or remainder."""


class BoolOp(_Placed, ast.BoolOp):
    """Truths joined."""


class Compare(_Placed, ast.Compare):
    """Comparisons."""


class IfExp(_Placed, ast.IfExp):
    """One of two values."""


class List(_Placed, ast.List):
    """A list."""


class Dict(_Placed, ast.Dict):
    """A record."""


class ListComp(_Placed, ast.ListComp):
    """A list made by loops."""


class DictComp(_Placed, ast.DictComp):
    """A record made by loops."""


class Lambda(_Placed, ast.Lambda):
    """A value for later."""


class JoinedStr(_Placed, ast.JoinedStr):
    """Texts put together."""


class FormattedValue(_Placed, ast.FormattedValue):
    """A text that is put together with others."""


class FunctionDef(_Placed, ast.FunctionDef):
    """A function."""


class Assign(_Placed, ast.Assign):
    """A variable that gets its value."""


class Expr(_Placed, ast.Expr):
    """A call for its effect."""


class Return(_Placed, ast.Return):
    """The end of a function."""


class Argument(_Placed, ast.arg):
    """An argument of a function."""

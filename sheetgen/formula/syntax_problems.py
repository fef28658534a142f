"""What is wrong with a formula that cannot be read: where, and what to write."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sheetgen.formula.words_of_python import code_of, is_reserved

TOO_DEEP = ("the formula nests too deeply", ("split it into named steps",))


@dataclass(frozen=True)
class Problem:
    """A problem of a formula: a diagnostic code, a message, and where in the formula's text."""

    code: str
    message: str
    start: int = 0
    end: int = 1
    hints: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    """The name that was looked for in vain."""


class FormulaError(Exception):
    """A formula that cannot be read."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def syntax_problem(text: str, start: int, message: str) -> Problem:
    """What is wrong with a formula over which Python stumbled at a place, and what it said."""
    unclosed = _unclosed(text)
    if unclosed is not None and ("closed" in message or "unmatched" in message or "does not match" in message):
        return Problem(
            "formula-syntax", f"this `{text[unclosed]}` is never closed", unclosed, unclosed + 1,
            ("every bracket that opens must close",),
        )  # fmt: skip
    reserved = _reserved(text)
    if reserved:
        message = f"`{reserved[0]}` is a reserved word and cannot be a name"
        return Problem("formula-syntax", message, *reserved.span())
    word = re.match(r"\w+", text[start:])
    end = start + (word.end() if word else 1)
    if "too many nested" in message:
        return Problem("formula-syntax", TOO_DEEP[0], start, end, TOO_DEEP[1])
    if word and is_reserved(word[0]) and not re.match(r"\w", text[start - 1 : start]):
        return Problem("formula-syntax", f"`{word[0]}` is a reserved word and cannot be a name", start, end)
    if other := _OTHER_SIGN.search(unquoted(text)):
        hint = next(hint for sign, hint in _OTHER_SIGNS if sign == other[0])
        return Problem("formula-syntax", f"`{other[0]}` is no sign of formulas", *other.span(), (hint,))
    if dice := re.search(r"\b(?:\d*[dDwW]\d+|\d+dF)\b", unquoted(text)):
        hint = "write them as text, outside of formulas"
        return Problem("formula-syntax", "dice are not rolled here", *dice.span(), (hint,))
    if single := re.search(r"(?<![=!<>])=(?!=)", unquoted(text)):
        hint = "compare with `==`; a single `=` only names an argument"
        return Problem("formula-syntax", "this formula cannot be read here", *single.span(), (hint,))
    if "closed" in message or "unmatched" in message or "does not match" in message:
        hint = "every bracket that opens must close"
    elif "unterminated" in message:
        torn = "\n" in text.strip()
        hint = TORN if torn else "a text needs a quote at both ends"
    elif _SENTENCE.fullmatch(text):
        hint = f"a text has quotes of its own: '\"{text}\"'"
    else:
        hint = "is an operator, a comma or a bracket missing?"
    return Problem("formula-syntax", "this formula cannot be read here", start, end, (hint,))


TORN = "a text ends on its line: in double quotes of YAML, write a line break as `\\\\n`, or the formula below `>-`"
_SENTENCE = re.compile(r"[^\W\d_][\w'’,-]*+(?: [\w'’,-]++)+[.!?]?")
"""What is written like a text, not like a formula."""


_OTHER_SIGNS = (
    ("&&", "write `and`"),
    ("||", "write `or`"),
    ("<>", "write `!=`"),
    ("?", "write `A if CONDITION else B`"),
    (";", "give each value a name of its own, as a step"),
    ("−", "write a plain `-`"),
    ("–", "write a plain `-`"),
    ("×", "write `*`"),
    ("÷", "write `//` to round down, or `/`"),
    ("≤", "write `<=`"),
    ("≥", "write `>=`"),
    ("≠", "write `!=`"),
    ("“", "write plain quotation marks"),
    ("”", "write plain quotation marks"),
    ("‘", "write plain quotation marks"),
    ("’", "write plain quotation marks"),
    ("$", "write the name alone"),
    ("!", "write `not`"),
)
"""Signs of other languages and of print, and what formulas have instead."""
_OTHER_SIGN = re.compile("|".join(r"!(?!=)" if sign == "!" else re.escape(sign) for sign, _ in _OTHER_SIGNS))


def unquoted(text: str) -> str:
    """A formula with blanks in the place of its quoted texts."""
    return re.sub(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""", lambda quoted: " " * len(quoted[0]), text)


_WORDS = frozenset(("and", "or", "not", "in", "is", "if", "else", "for", "lambda", "None", "True", "False"))
"""Reserved words that formulas use, or have a message of their own."""


def _reserved(text: str) -> re.Match[str] | None:
    """The first reserved word outside of quoted text; wherever Python stumbles over it."""
    words = re.finditer(r"(?<!\w)[^\W\d_]+(?!\w)", code_of(text))
    return next((word for word in words if is_reserved(word[0]) and word[0] not in _WORDS), None)


def _unclosed(text: str) -> int | None:
    """The place of the innermost bracket that opens and never closes, quoted texts left out."""
    opened: list[int] = []
    for place, sign in enumerate(unquoted(text)):
        if sign in "([{":
            opened.append(place)
        elif sign in ")]}" and opened:
            opened.pop()
    return opened[-1] if opened else None

"""The names that authors give to the parts of a ruleset: which are allowed, and where they stand.

What formulas call is a NAME; what lists call is an ID, and what addresses and folders are made of is a PART of a path;
a TERM is a word of the game's data, which may be written as in print.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from sheetgen.formula.words_of_python import is_reserved
from sheetgen.model.ruleset.documents import YamlPlace, refused, words_of
from sheetgen.output.paths import objection
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.yaml.load import Step

SITE_FOLDERS = ("assets", "guide")
"""Folders of a site that belong to no game."""
OWN_FOLDERS = ("pages", "templates", "portraits", "site", "rules", "kinds", "languages")
"""Folders of a campaign that hold no entries; neither does any that begins with a dot."""
LONGEST = 80
"""Characters of a name."""


@dataclass(frozen=True)
class NameRule:
    """A sort of names: what is allowed, in words and as a pattern, and what else may stand between words."""

    allowed: str
    pattern: re.Pattern[str]
    between: str = "_"
    """The text between the words of a proposed name."""
    is_path: bool = False
    """Whether files and addresses bear it."""
    taken: tuple[str, ...] = ()
    """The names that something else bears, in any case of letters."""


NAME = NameRule("letters, digits and underscores, a letter first", re.compile(r"[^\W\d_]\w*"))
ID = NameRule("letters, digits, hyphens and underscores, a letter first", re.compile(r"[^\W\d_][\w-]*"), "-")
PART = replace(ID, is_path=True)
GAME = replace(PART, taken=SITE_FOLDERS)
TERM = NameRule(
    "a short text on one line, without quotation marks, brackets, bars or backslashes",
    re.compile(r"""(?! )[^<>"`{}\[\]|\\]+(?<! )"""),
    "-",
)

Pattern: TypeAlias = tuple[str, ...]
"""Keys down to a name: `*` is any key, `[]` any item of a list, `+` any key at any depth down to a formula, and `=`
the value itself. The name is what the last of them stands for."""
Names: TypeAlias = Mapping[Pattern, tuple[str, NameRule]]
"""What a name is that of, and its sort."""
NamePlace: TypeAlias = tuple[tuple[Step, ...], str]

RULESET: Names = {
    ("id", "="): ("a ruleset", GAME),
    ("vocabularies", "*"): ("a vocabulary", NAME),
    ("vocabularies", "*", "*"): ("a term", TERM),
    ("vocabularies", "*", "[]"): ("a term", TERM),
    ("vocabularies", "*", "*", "*"): ("an attribute", TERM),
    ("types", "*"): ("a type", ID),
    ("records", "*"): ("a record", ID),
    ("records", "*", "*"): ("a field", NAME),
}
KIND: Names = {
    ("id", "="): ("a kind", PART),
    ("folder", "="): ("a folder", PART),
    ("fields", "*"): ("a field", NAME),
    ("derive", "+"): ("a derived value", NAME),
    ("layout", "blocks", "*"): ("a block", ID),
    ("facets", "*"): ("a facet", ID),
}
RULES: Names = {
    ("*",): ("a rule or table", NAME),
    ("*", "inputs", "*"): ("an input", NAME),
    ("*", "inputs", "*", "aliases", "[]"): ("an alias", TERM),
    ("*", "steps", "*"): ("a step", NAME),
    ("*", "outputs", "+"): ("an output", NAME),
    ("*", "table", "*"): ("a row", TERM),
    ("*", "table", "*", "*"): ("a column", TERM),
    ("*", "rows", "[]", "*"): ("a column", TERM),
}
RULINGS: Names = {
    ("*",): ("a house rule", NAME),
    ("*", "aliases", "[]"): ("an alias", TERM),
    ("*", "options", "*"): ("an option", TERM),
}


def check_names(table: Names, place: YamlPlace, diagnostics: Diagnostics) -> frozenset[tuple[Step, ...]]:
    """Report every name in a document that is not of its sort; their paths."""
    wrong: set[tuple[Step, ...]] = set()
    for pattern, (what, sort) in table.items():
        for path, name in _names(place.document.data, pattern, ()):
            problem = name_problem(name, sort)
            if problem:
                wrong.add(path)
                span = place.at(*path).key_span if pattern[-1] in "*+" else place.at(*path).span
                message = f"`{_short(name)}` cannot be the name of {what}: {problem}"
                diagnostics.error("wrong-name", message, span, _hint(name, sort))
                diagnostics.fail(name, refused(name), *words_of(name))
    return frozenset(wrong)


def name_problem(name: str, sort: NameRule) -> str:
    """Why a name is not of a sort, in words; empty where it is."""
    if len(name) > LONGEST:
        return f"it is longer than {LONGEST} characters"
    if not sort.pattern.fullmatch(name) or not name.isprintable():
        return f"write {sort.allowed}"
    if sort is NAME and is_reserved(name):
        return "formulas keep this word for themselves"
    if sort is not TERM and unicodedata.normalize("NFKC", name) != name:
        return "it is written with special forms of letters"
    if name.casefold() in sort.taken:
        return "a site has a folder of this name for what all its games share"
    return "systems keep it for themselves" if sort.is_path and objection(name) else ""


def _names(data: Any, pattern: Pattern, path: tuple[Step, ...]) -> Iterator[NamePlace]:
    """The names at the end of a pattern, each with its path."""
    step, rest = pattern[0], pattern[1:]
    if step == "+":
        yield from _deep(data, path)
    elif step == "=":
        if isinstance(data, str):
            yield path, data
    else:
        for key, item in _parts(data, step):
            if rest:
                yield from _names(item, rest, (*path, key))
            elif step == "*" or isinstance(item, str):
                yield (*path, key), str(key if step == "*" else item)


def _parts(data: Any, step: str) -> Iterable[tuple[Step, Any]]:
    if step == "[]":
        return enumerate(data) if isinstance(data, list) else ()
    if not isinstance(data, dict):
        return ()
    return data.items() if step == "*" else [(step, data.get(step))]


def _deep(data: Any, path: tuple[Step, ...]) -> Iterator[NamePlace]:
    for key, item in data.items() if isinstance(data, dict) and "formula" not in data else ():
        yield (*path, key), str(key)
        yield from _deep(item, (*path, key))


def _short(name: str) -> str:
    words = " ".join(name.split())
    return words if len(words) <= 40 else f"{words[:39]}…"


def _hint(name: str, sort: NameRule) -> str:
    """The name as it could be written."""
    plain = unicodedata.normalize("NFKC", name)
    written = re.sub(r"[\W_]+", sort.between, plain).strip(f"{sort.between}0123456789")
    if sort is NAME and is_reserved(written):
        return f"write `{written}_name`, and give it the title `{written.capitalize()}`"
    return f"write `{written}`" if 0 < len(written) <= 40 and not name_problem(written, sort) else ""

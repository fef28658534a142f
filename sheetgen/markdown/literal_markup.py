"""What looks like markup in a paragraph, but is printed as it stands: HTML, torn links, emphasis without an end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sheetgen.markdown.torn_markup import NearMiss

_CODE = re.compile(r"(?<!`)(`{1,20})(?!`)(?:[^`]|(?!(?<!`)\1(?!`))`)*(?<!`)\1(?!`)|\\[^\w\s]|<!--.*?-->", re.DOTALL)
"""What is not read as markup: code, characters after a backslash, comments."""
_FIGURE = re.compile(r"\{[^{}]*\}")
_TAGS = (
    "a abbr article aside audio b big blockquote body br button center code dd del details div dl dt em embed figure "
    "font footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label li link main mark nav ol "
    "p pre q s script section small span strike strong style sub summary sup svg table tbody td th thead tr u ul video"
).split()
_HTML = re.compile(rf"</?({'|'.join(_TAGS)})(?:\s[^<>]*)?/?>", re.IGNORECASE)
_INSTEAD = {
    "a": "write `[text](address)` for a link",
    "b": "write `**bold**`",
    "br": "leave an empty line between two paragraphs",
    "em": "write `*italic*`",
    "hr": "write `---` between two empty lines",
    "i": "write `*italic*`",
    "img": "write `![what it shows](file.png)`",
    "strong": "write `**bold**`",
    "table": "write a table with bars, `| A | B |`",
}
"""What to write in place of a tag."""
_LINK = r"(?<!!)\[[^\[\]\n]+\]"
_LINKS = (
    (re.compile(r"\[[^\[\]\n]+\]\([^()\n]*$", re.MULTILINE), "this link is never closed", "write `)` at its end"),
    (re.compile(_LINK + r" \([\w-]*[./#:][^()\s]*\)"), "this is no link", "leave out the space before `(`"),
    (
        re.compile(_LINK + r"\(\s*(?:javascript|vbscript|file|data):", re.IGNORECASE),
        "this is no link",
        "its address can be a page, an entry, a file beside this one, or begin with https:",
    ),
    (re.compile(r"(?<!!)\[\s*\]\([^()\s]+\)"), "this link has no text", "write what it says between its brackets"),
    (re.compile(_LINK + r"\(\s*\)"), "this link leads nowhere", "write its address between the brackets"),
)
"""Links that are none: their pattern, what is wrong, and what to write."""
_REFERENCE = re.compile(r"(?<![\w\]])\[[^\[\]\n]+\]\[([^\[\]\n]+)\]")
_DEFINITION = re.compile(r"^[ \t>]*\[([^\[\]\n]+)\]:", re.MULTILINE)
_STRONG = re.compile(r"(?<!\*)\*{2,3}(?=[^\s*])|(?<=[^\s*])\*{2,3}(?!\*)")
_TIGHT_ITEM = re.compile(r"(-|\d+[.)])[A-Za-z]")
SUSPECT = (
    r"</?[a-zA-Z]",
    r"\]\(|\] \(|\]\[",
    r"\*\*|`",
    r"^[ \t>]*(?:-|\d+[.)])[A-Za-z]",
)
"""Patterns of texts that may hold any of it."""


def defined_names(text: str) -> frozenset[str]:
    """The names that a text gives to addresses, in lines such as `[name]: address`."""
    return frozenset(name.casefold() for name in _DEFINITION.findall(text))


def printed_as_it_stands(content: str, line: int, lines: Sequence[str], defined: frozenset[str]) -> Iterator[NearMiss]:
    """What of a paragraph that begins on a line looks like markup and is none, the first of each sort.

    `defined` are the names of addresses on the page.
    """
    plain = _FIGURE.sub(_filled, _CODE.sub(_filled, content))
    for match, message, hint in _lookalikes(plain, defined):
        number = content.count("\n", 0, match.start())
        row = content.split("\n")[number]
        column = match.start() - (content.rfind("\n", 0, match.start()) + 1)
        indent = max(lines[line + number].find(row), 0) if line + number < len(lines) else 0
        length = len(match[0].split("\n")[0])
        yield NearMiss(line + number, indent + column, length, message, hint, harmless=True)


def _lookalikes(plain: str, defined: frozenset[str]) -> Iterator[tuple[re.Match[str], str, str]]:
    """What looks like markup in a text without code and figures: the place, what is wrong, what to write."""
    if tag := _HTML.search(plain):
        hint = _INSTEAD.get(tag[1].lower(), "pages are written in Markdown: leave it out")
        yield tag, f"`{tag[0]}` is printed as it stands", hint
    for pattern, message, hint in _LINKS:
        if link := pattern.search(plain):
            yield link, message, hint
    references = (match for match in _REFERENCE.finditer(plain) if match[1].casefold() not in defined)
    if reference := next(references, None):
        message = f"this is no link: nothing is called `[{reference[1]}]` on this page"
        yield reference, message, "write `[text](address)` or `[[NAME]]`"
    marks = list(_STRONG.finditer(plain))
    if len(marks) % 2:
        hint = f"write `{marks[-1][0]}` where the emphasis begins and where it ends, without a space inside"
        yield marks[-1], f"this `{marks[-1][0]}` has no partner", hint
    if tick := re.search("`+", plain):
        yield tick, "this backtick has no partner", "write another where the code ends, or `\\` before a single one"
    items = [_TIGHT_ITEM.match(row) for row in plain.split("\n")]
    if len(items) > 1 and items[0] and all(items):
        yield items[0], "this is no list: a space is missing", f"write a space after `{items[0][1]}`"


def _filled(match: re.Match[str]) -> str:
    """Letters in place of what is not read as markup."""
    return re.sub(r"[^\n]", "x", match[0])

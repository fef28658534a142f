"""Explanations of broken YAML, in plain words.

PyYAML says what it was looking for; authors want to know what they typed. Each `_look` function examines the text
around the place and answers with an `_Explanation`, or None where it has nothing to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import yaml

from sheetgen.text.diagnostics import Diagnostic, Severity
from sheetgen.text.source import SourceFile, Span


@dataclass(frozen=True)
class _YamlFailure:
    """PyYAML's complaint: the place, the words, and the construct it was reading."""

    file: SourceFile
    at: int
    problem: str
    context: str
    opened: int
    """Where that construct begins; the place itself where PyYAML does not say."""

    @property
    def line(self) -> int:
        return self.file.position(self.at)[0]

    @property
    def text(self) -> str:
        """The line on which reading stopped."""
        return self.file.line(self.line)

    @property
    def char(self) -> str:
        return self.file.text[self.at : self.at + 1]

    def above(self) -> int | None:
        """The nearest line above that holds anything but a comment."""
        for number in range(self.line - 1, 0, -1):
            if not _EMPTY.match(self.file.line(number)):
                return number
        return None


@dataclass(frozen=True)
class _Explanation:
    """An explanation: what is wrong, where, and what to do about it."""

    message: str
    span: Span
    hint: str
    note: tuple[str, Span] | None = None


_QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'", re.DOTALL)
_EMPTY = re.compile(r"\s*(#.*)?$")
_UNPRINTABLE = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ODD_SPACE = re.compile(r"(?:^|[:\-?\s])([\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000])")
_KEY = r"(?:\"[^\"]*\"|'[^']*'|[^\s\"'\[\]{},#&*!|>%@`-][^:#]*?)"
_PAIR = re.compile(rf"^\s*(?:- +)*(?P<key>{_KEY}):\s+(?P<value>\S.*)$")
_OTHER_SIGN = re.compile(r"^\s*(?:- +)*(?P<key>\w[\w -]*?)\s*[=\uff1a]\s*(?P<value>\S.{0,59})$")
"""An equals sign, or the wide colon of Chinese and Japanese keyboards, between a key and its value."""
_CUT = re.compile(r"[^\s#][ \t]+(#\w)")
"""A comment without a space after its `#`, behind something."""
_TIGHT = re.compile(r"^\s*(?:- +)*(?P<key>\w[\w -]*)(?P<colon>:)(?P<value>[^\s:/].*)$")


def syntax_diagnostic(file: SourceFile, error: yaml.YAMLError) -> Diagnostic:
    """The one diagnostic of a file whose YAML is broken."""
    failure = _failure(file, error)
    finding = next((explanation for style in _LOOKS if (explanation := style(failure))), None) or _unexplained(failure)
    notes = (finding.note,) if finding.note else ()
    return Diagnostic(Severity.ERROR, "yaml-syntax", finding.message, finding.span, (finding.hint,), notes)


def _failure(file: SourceFile, error: yaml.YAMLError) -> _YamlFailure:
    if not isinstance(error, yaml.MarkedYAMLError):
        bad = _UNPRINTABLE.search(file.text)
        at = bad.start() if bad else 0
        return _YamlFailure(file, at, "control character", "", at)
    at = error.problem_mark.index if error.problem_mark else 0
    if at >= len(file.text):
        at = max(0, len(file.text.rstrip()) - 1)
    opened = error.context_mark.index if error.context_mark else at
    return _YamlFailure(file, at, error.problem or "", error.context or "", opened)


def _look_control_character(failure: _YamlFailure) -> _Explanation | None:
    if failure.problem != "control character":
        return None
    message = f"the character U+{ord(failure.char or ' '):04X} cannot stand in a YAML file"
    return _Explanation(message, failure.file.span(failure.at), "delete it; most editors do not show it")


def _look_odd_space(failure: _YamlFailure) -> _Explanation | None:
    """A space that YAML takes for a letter, as pages of the web and word processors have them."""
    for number in (failure.line, failure.above()):
        odd = _ODD_SPACE.search(failure.file.line(number)) if number else None
        if odd and number:
            start = failure.file.offset(number) + odd.start(1)
            message = f"this space is the character U+{ord(odd[1]):04X}, which is no space to YAML"
            return _Explanation(message, failure.file.span(start), "write a plain space in its place")
    return None


def _look_second_document(failure: _YamlFailure) -> _Explanation | None:
    if "<document start>" not in failure.problem:
        return None
    hint = "remove the line `...`, or move what follows it to a file of its own"
    return _Explanation("a line `...` above ends the file, and more follows it", _rest(failure.file, failure.at), hint)


def _look_tab(failure: _YamlFailure) -> _Explanation | None:
    indent = failure.text[: len(failure.text) - len(failure.text.lstrip(" \t"))]
    if "\t" not in indent:
        return None
    start = failure.file.offset(failure.line) + indent.index("\t")
    span = failure.file.span(start, start + indent.count("\t"))
    return _Explanation("a tab indents this line", span, "YAML indents with spaces only: write two for each tab")


def _look_quote(failure: _YamlFailure) -> _Explanation | None:
    """A quote that the file ends in, or one that runs on to the next quote, after which nothing makes sense."""
    if "quoted scalar" in failure.context and "stream" in failure.problem:
        return _unclosed(failure.file, failure.opened)
    for number in range(failure.line, max(0, failure.line - 40), -1):
        pair = _PAIR.match(failure.file.line(number))
        if pair and pair["value"][0] in "'\"":
            opened = failure.file.offset(number) + pair.start("value")
            closed = _QUOTED.match(failure.file.text, opened)
            if closed and "\n" in closed.group() and not _EMPTY.match(_rest(failure.file, closed.end() - 1).text[1:]):
                return _unclosed(failure.file, opened)
    return None


def _unclosed(file: SourceFile, opened: int) -> _Explanation:
    quote = file.text[opened]
    twice = "; an apostrophe within '...' is written twice" if quote == "'" else ""
    return _Explanation("this quote is never closed", _rest(file, opened), f"end the text with {quote}{twice}")


def _look_escape(failure: _YamlFailure) -> _Explanation | None:
    if "quoted scalar" not in failure.context or not re.search("escape|hex", failure.problem):
        return None
    start = failure.file.text.rfind("\\", 0, failure.at + 1)
    message = "a backslash in double quotes begins an escape, and this one is not known"
    hint = r"write \\ for a backslash, or use single quotes, in which it has no meaning"
    return _Explanation(message, failure.file.span(start, start + 2), hint)


def _look_alias(failure: _YamlFailure) -> _Explanation | None:
    start = failure.opened if "scanning" in failure.context else failure.at
    if "alias" in failure.problem + failure.context:
        return _wants_quotes(failure, start, "a value that begins with `*` repeats what `&` has marked, and nothing is")
    if "scanning an anchor" in failure.context:
        return _wants_quotes(failure, start, "a value that begins with `&` must name its mark")
    if "duplicate anchor" not in failure.context:
        return None
    note = ("it is taken here", _word(failure.file, failure.opened))
    hint = "choose another name after the `&`"
    return _Explanation("this `&` name is already taken", _word(failure.file, failure.at), hint, note)


def _look_reserved(failure: _YamlFailure) -> _Explanation | None:
    start = failure.opened if "directive" in failure.context else failure.at
    char = failure.file.text[start : start + 1]
    if char in set("@`%,") and failure.file.text[start - 1 : start] not in {",", "[", "{"}:
        named = "a backtick" if char == "`" else f"`{char}`"
        return _wants_quotes(failure, start, f"a value cannot begin with {named}")
    if "not allowed" in failure.problem and char in set("-?"):
        hint = "put the list on the lines below, or the value in quotes"
        return _Explanation(f"`{char} ` cannot begin a value on the line of its key", _rest(failure.file, start), hint)
    return None


def _look_block_header(failure: _YamlFailure) -> _Explanation | None:
    if "block scalar" not in failure.context:
        return None
    mark = failure.file.text[failure.opened : failure.opened + 1]
    message = f"`{mark}` begins a text on the lines below; on its own line nothing may follow"
    return _Explanation(
        message, _rest(failure.file, failure.opened), "move the text to the next line, or put it in quotes"
    )


def _look_colon(failure: _YamlFailure) -> _Explanation | None:
    """`name: Lantern: the second`, `name:Lantern`, or a pair below a line that already has a value."""
    if "mapping values are not allowed" not in failure.problem:
        return None
    pair = _PAIR.match(failure.text)
    start = failure.file.offset(failure.line)
    if pair and failure.at > start + pair.start("value"):
        message = "a value that contains `: ` must be put in quotes"
        return _wants_quotes(failure, start + pair.start("value"), message)
    return _look_missing_space(failure) or _look_deeper(failure)


def _look_missing_space(failure: _YamlFailure) -> _Explanation | None:
    for number in (failure.line, failure.above()):
        tight = _TIGHT.match(failure.file.line(number)) if number else None
        if tight and number and not _PAIR.match(failure.file.line(number)):
            start = failure.file.offset(number) + tight.start("colon")
            hint = f"write `{tight['key']}: {tight['value']}`" if len(tight["value"]) <= 60 else "add a space"
            return _Explanation("a space is missing after the colon", failure.file.span(start, start + 2), hint)
    return None


def _look_deeper(failure: _YamlFailure) -> _Explanation | None:
    above = failure.above()
    if above is None:
        return None
    text = failure.file.line(above)
    start = failure.file.offset(failure.line) + _indent(failure.text)
    pair = _PAIR.match(text)
    if not pair:
        return _without_colon(failure.file, failure.file.offset(above) + _indent(text))
    note = ("this line has a value already", _rest(failure.file, failure.file.offset(above) + pair.start("value")))
    message = "this line is indented deeper than the one above it, which has a value already"
    return _Explanation(message, _rest(failure.file, start), "indent it like the line above", note)


def _look_no_colon(failure: _YamlFailure) -> _Explanation | None:
    """A line without a colon, or with another sign in its place, among lines that have one."""
    if "simple key" not in failure.context or "expected ':'" not in failure.problem:
        return None
    return _without_colon(failure.file, failure.opened)


def _without_colon(file: SourceFile, start: int) -> _Explanation:
    other = _OTHER_SIGN.match(file.line(file.position(start)[0]))
    hint = f"write `{other['key']}: {other['value']}`" if other else ""
    message = "a colon is missing after this key"
    return _Explanation(message, _rest(file, start), hint or "write `key: value`, or put a longer text in quotes")


def _look_cut_text(failure: _YamlFailure) -> _Explanation | None:
    """A `#` in a text, or in a list in brackets, that begins a comment, so that what follows makes no sense."""
    flow = "parsing a flow" in failure.context
    number = failure.file.position(failure.opened)[0] if flow else failure.above()
    comment = _CUT.search(failure.file.line(number)) if number else None
    if number is None or comment is None or not (flow or _indent(failure.text) > _indent(failure.file.line(number))):
        return None
    start = failure.file.offset(number) + comment.start(1)
    what = "so this list or mapping" if flow else "so the text"
    message = f"a `#` after a space begins a comment, {what} breaks off here"
    return _Explanation(message, _word(failure.file, start), "put the text with the `#` in quotation marks")


def _look_bracket(failure: _YamlFailure) -> _Explanation | None:
    """A list or mapping in brackets that is not closed, or that lacks a comma."""
    file, opening = failure.file, failure.file.text[failure.opened : failure.opened + 1]
    if "parsing a flow" not in failure.context or opening not in set("[{"):
        return None
    closing = {"[": "]", "{": "}"}[opening]
    if failure.line == file.position(failure.opened)[0] and file.text[failure.at :].strip() != failure.char:
        note = (f"the `{opening}` stands here", file.span(failure.opened))
        hint = f"put a comma before this, or quotes around a text that holds one of , : {opening} {closing}"
        return _Explanation(f"a comma or `{closing}` is missing before this", _word(file, failure.at), hint, note)
    return _Explanation(f"this `{opening}` is never closed", file.span(failure.opened), f"end it with `{closing}`")


def _look_stray_bracket(failure: _YamlFailure) -> _Explanation | None:
    if failure.char not in set("]}") or "parsing" not in failure.context:
        return None
    message = f"this `{failure.char}` closes nothing"
    return _Explanation(message, failure.file.span(failure.at), "remove it, or put the value in quotes")


def _look_trailing(failure: _YamlFailure) -> _Explanation | None:
    """`name: "The" Lantern` and `name: [x] y`: text after a value that has ended."""
    pair = _PAIR.match(failure.text)
    start = failure.file.offset(failure.line)
    if not pair or pair["value"][0] not in set("'\"[{") or failure.at <= start + pair.start("value"):
        return None
    message = "text follows a value that has already ended"
    return _wants_quotes(failure, failure.at, message, start + pair.start("value"))


def _look_indentation(failure: _YamlFailure) -> _Explanation | None:
    file = failure.file
    if "parsing a block" not in failure.context or failure.char == "":
        return None
    note = ("the list or mapping begins here", file.span(failure.opened))
    span = _rest(file, failure.at)
    if failure.char == "-" and "mapping" in failure.context:
        hint = "indent the list below the key it belongs to"
        return _Explanation("an item of a list stands among keys", span, hint, note)
    if "'-'" in failure.problem:
        hint = "begin the line with `- `, or indent it below the item it belongs to"
        return _Explanation("a list goes on here without `- `", span, hint, note)
    hint = "give all keys of one mapping the same number of spaces"
    return _Explanation("the indentation of this line fits none of the lines above", span, hint, note)


def _unexplained(failure: _YamlFailure) -> _Explanation:
    words = failure.problem.replace("found ", "").replace("did not find ", "missing: ") or "not readable as YAML"
    span = _word(failure.file, failure.at)
    hint = "check colons, quotes and indentation on this line and the one above"
    return _Explanation(f"the YAML breaks off here ({words})", span, hint)


def _wants_quotes(failure: _YamlFailure, at: int, message: str, value_at: int | None = None) -> _Explanation:
    """A finding on the text from `at` to the end of its line, with the value written in quotes as its hint."""
    span = _rest(failure.file, at)
    value = failure.file.text[at if value_at is None else value_at : span.end]
    hint = f"put it in quotes: {_quoted(value)}" if len(value) <= 60 else "put the value in quotes"
    return _Explanation(message, span, hint)


def _quoted(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        value = value[1:-1]  # quotes that end too early stood around it
    return "'" + value.replace("'", "''") + "'" if '"' in value or "\\" in value else f'"{value}"'


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _rest(file: SourceFile, start: int) -> Span:
    """From a place to the end of its line, without a comment."""
    line, column = file.position(start)
    text = re.split(r"\s#", file.line(line)[column - 1 :])[0].rstrip()
    return file.span(start, start + max(1, len(text)))


def _word(file: SourceFile, start: int) -> Span:
    word = re.compile(r"[^\s,\]}]+").match(file.text, start)
    return file.span(start, word.end() if word else start + 1)


_LOOKS = (
    _look_control_character,
    _look_tab,
    _look_odd_space,
    _look_second_document,
    _look_escape,
    _look_quote,
    _look_alias,
    _look_reserved,
    _look_block_header,
    _look_cut_text,
    _look_colon,
    _look_stray_bracket,
    _look_bracket,
    _look_trailing,
    _look_missing_space,
    _look_no_colon,
    _look_indentation,
)
"""Tried in order: the first that recognises the mistake speaks."""

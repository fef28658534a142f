"""Untrusted templates, of campaigns and rulesets: they reach only what they are given, and never run for long.

Jinja's own sandbox keeps templates away from files and from what is inside of the program. This one also counts: every
page takes a bounded number of steps, and every text, list and number stays within bounds.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from types import BuiltinMethodType
from typing import Any

from jinja2 import (
    Environment,
    FileSystemLoader,
    Template,
    TemplateError,
    TemplateNotFound,
    TemplateRuntimeError,
    TemplateSyntaxError,
    nodes,
)
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context, LoopContext, Undefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup, soft_str

from sheetgen.templating.untrusted.budget import StepBudget, TooManyStepsError
from sheetgen.templating.untrusted.faults import Fault, fault
from sheetgen.templating.untrusted.instrument import EACH, SPEND, TOGETHER, WEIGH, WRITTEN, NoFolding, StepCounting
from sheetgen.templating.untrusted.operations import CALL, OWN, REFUSED, bounded, counted, guarded, together
from sheetgen.templating.untrusted.undefined import NamedUndefined
from sheetgen.text.cache import digest
from sheetgen.text.source import LARGEST_FILE

__all__ = [
    "CountedTemplate",
    "Fault",
    "FolderLoader",
    "Sandbox",
    "TooManyStepsError",
    "fault",
    "sandbox_digest",
    "with_filters",
]

_METHODS: Mapping[tuple[type, ...], frozenset[str]] = {
    (str,): frozenset(
        "capitalize casefold count endswith find index isalnum isalpha isascii isdecimal isdigit islower isnumeric "
        "isspace istitle isupper lower lstrip partition removeprefix removesuffix rfind rindex rpartition rsplit "
        "rstrip split splitlines startswith striptags strip swapcase title upper".split()
    ),
    (dict,): frozenset({"get", "items", "keys", "values"}),
    (list, tuple): frozenset({"count", "index"}),
    (int, float): frozenset({"is_integer"}),
    (bytes, bytearray, set, frozenset, range, type): frozenset(),
}
"""Methods of plain values that templates may call: they neither pad nor repeat, nor change anything."""


class FolderLoader(FileSystemLoader):
    """Templates of one folder; a link that leads out of it is as good as absent."""

    @cached_property
    def _home(self) -> str:
        return os.path.realpath(self.searchpath[0])

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Any]:
        """The text of a template, its file, and a check for changes. Raises TemplateSyntaxError where it is no text."""
        path = Path(self.searchpath[0], *template.split("/"))
        if "\0" in template or not Path(os.path.realpath(path)).is_relative_to(self._home):
            raise TemplateNotFound(template)
        try:
            if path.is_file() and path.stat().st_size > LARGEST_FILE:
                raise TemplateSyntaxError(f"the file is larger than {LARGEST_FILE:,} bytes", 1, template, str(path))
            return super().get_source(environment, template)
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            wrong = "the file is not UTF-8 text: save it as UTF-8"
            raise TemplateSyntaxError(wrong, line, template, str(path)) from error


class CountedTemplate(Template):
    """A template whose every drawing is counted as a page, or as a part of the page that it is drawn for."""

    environment: Sandbox

    def render(self, *args: Any, **kwargs: Any) -> str:
        """The text of the template. Raises SecurityError where it takes too much, TemplateSyntaxError for no text."""
        with self.environment.budget.page():
            text = super().render(*args, **kwargs)
        try:
            text.encode()
        except UnicodeEncodeError as error:
            wrong = f"the template writes half a character, {text[error.start]!a}"
            raise TemplateSyntaxError(wrong, 1, self.name, self.filename) from error
        return text


class Sandbox(ImmutableSandboxedEnvironment):
    """The environment of templates that a campaign or a ruleset brings along."""

    code_generator_class = NoFolding
    template_class = CountedTemplate
    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, **settings: Any) -> None:
        self.budget = StepBudget()
        settings["undefined"] = NamedUndefined
        super().__init__(**settings, optimized=False, finalize=self.budget.written_out)
        del self.globals["lipsum"]
        kept: dict[str, Any] = {name: OWN.get(name, function) for name, function in self.filters.items()}
        self.filters = {name: guarded(self.budget, name, function) for name, function in kept.items()}
        tests: dict[str, Any] = self.tests
        self.tests = {name: guarded(self.budget, f"is {name}", test) for name, test in tests.items()}
        self.filters[WRITTEN] = lambda value: soft_str(self.budget.written_out(value))
        self.filters |= {EACH: self.budget.each, SPEND: self.budget.spend, WEIGH: self.budget.charge}
        self.filters[TOGETHER] = guarded(self.budget, "~", together)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether a template may take an attribute; of plain values, only methods that take and make little."""
        for kinds, methods in _METHODS.items():
            if isinstance(obj, kinds) and any(hasattr(kind, attr) for kind in (*kinds, Markup)):
                return attr in methods
        return super().is_safe_attribute(obj, attr, value)

    def unsafe_undefined(self, obj: Any, attribute: str) -> Undefined:
        """The value of an attribute that a template may not take."""
        instead = f": use the filter `{attribute}`" if attribute in self.filters and attribute not in REFUSED else ""
        wrong = f"`{attribute}` of a {type(obj).__name__} is not for the templates of a campaign or ruleset{instead}"
        return self.undefined(wrong, name=attribute, obj=obj, exc=SecurityError)

    def wrap_str_format(self, value: Any) -> None:
        """No text can be asked to `format`: there is a filter for that."""

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """The value of a bounded operator."""
        bounded(operator, left, right)
        return self.budget.charge(super().call_binop(context, operator, left, right))

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        """The value of a call; a call of a loop by itself goes through what it is given."""
        budget = __self.budget
        budget.spend(CALL)
        if isinstance(__obj, BuiltinMethodType):
            budget.charge(__obj.__self__)
        given = [budget.charge(value) for value in args]
        if isinstance(__obj, LoopContext) and given:
            given[0] = budget.each(given[0], 1)
        named = {name: budget.charge(value) for name, value in kwargs.items()}
        result = super().call(__context, __obj, *given, **named)
        return budget.charge(result) if isinstance(result, list | tuple | dict) else result

    def get_template(self, name: str | Template, *args: Any, **kwargs: Any) -> Template:
        """A template by name."""
        return super().get_template(_template_name(name), *args, **kwargs)

    def get_or_select_template(self, template_name_or_list: Any, *args: Any, **kwargs: Any) -> Template:
        """The first template of a list of names, or that of one name."""
        return super().get_or_select_template(_template_name(template_name_or_list), *args, **kwargs)

    def compile(self, source: Any, name: Any = None, filename: Any = None, *args: Any, **kwargs: Any) -> Any:
        """A template as code. Raises TemplateSyntaxError, and nothing else, where it cannot be compiled."""
        try:
            return super().compile(source, name, filename, *args, **kwargs)
        except TemplateError:
            raise
        except (SyntaxError, RecursionError, MemoryError):
            wrong = "the template nests too deeply"
        except (ValueError, OverflowError, AssertionError) as error:
            wrong = str(error) or "the template cannot be compiled"
        raise TemplateSyntaxError(wrong, 1, name, filename)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        try:
            tree = StepCounting().visit(super()._parse(source, name, filename))
        except TemplateSyntaxError as error:
            error.name, error.filename = error.name or name, error.filename or filename
            raise
        assert isinstance(tree, nodes.Template)
        return tree


def _template_name(name: Any) -> Any:
    """The name of a template, or names. Raises TemplateRuntimeError for what cannot be one."""
    if isinstance(name, str | Template | Undefined | list | tuple):
        return name
    kind = type(name).__name__
    raise TemplateRuntimeError(f'a template is named by its path in quotes, such as "site/own.html", not by `{kind}`')


def with_filters(environment: Environment, filters: Mapping[str, Any]) -> Environment:
    """The same environment with filters of the program, which are counted in a sandbox."""
    if isinstance(environment, Sandbox):
        filters = {name: counted(environment.budget, function) for name, function in filters.items()}
    environment.filters.update(filters)
    return environment


@cache
def sandbox_digest() -> str:
    """A digest of all that decides how templates are compiled here."""
    return digest(*(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))))

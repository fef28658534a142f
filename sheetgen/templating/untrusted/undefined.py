"""Names that a template uses and that mean nothing, in words for its author."""

from __future__ import annotations

from collections.abc import Mapping

from jinja2 import StrictUndefined
from jinja2.utils import missing

from sheetgen.text.diagnostics import did_you_mean


class NamedUndefined(StrictUndefined):
    """A value that is not there: any use of it is an error that names what is."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        name, holder = self._undefined_name, self._undefined_obj
        if self._undefined_hint:
            return self._undefined_hint
        if holder is missing:
            return f"nothing is called `{name}` here"
        known = map(str, holder) if isinstance(holder, Mapping) else (key for key in dir(holder) if key[:1] != "_")
        hint = did_you_mean(str(name), known if not isinstance(holder, str | int | float | list | tuple) else ())
        where = "here" if isinstance(holder, Mapping) else f"in this {type(holder).__name__}"
        return f"there is no `{name}` {where}{f': {hint}' if hint else ''}"

"""Links inside of printed texts: live where the site has an address, plain text otherwise."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from markupsafe import Markup

from sheetgen.reference.context import ROOT

T = TypeVar("T")


def with_site_links(view: T, url: str) -> T:
    """A view whose links into the site lead to `url`; without one they stay marked, and paper drops them."""
    return _relinked(view, f'"{url.rstrip("/")}/') if url else view


def _relinked(value: Any, root: str) -> Any:
    if isinstance(value, Markup):
        return Markup(str(value).replace(f'"{ROOT}', root)) if f'"{ROOT}' in value else value
    if isinstance(value, tuple):
        return tuple(_relinked(item, root) for item in value)
    if isinstance(value, dict):
        return {key: _relinked(item, root) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{field.name: _relinked(getattr(value, field.name), root) for field in fields(value)})
    return value

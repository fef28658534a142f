"""Computed styles that elements have in common, worked out once for all of them, and soon where nothing is said.

The engine shares a style among elements that the same rules match and whose parents share theirs. There, an id makes a
style of its own, since it is kept as a property, and so does every `style` attribute; with them, all that is inside.
Here an id only adds that property, which nothing inherits, and attributes that say the same are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from weasyprint import css  # type: ignore[import-untyped]

_OWN_WAYS = frozenset(("position", "float", "display", "page"))
"""Properties of which the engine notes more than their value."""
_PLAIN = frozenset(name for name in css.INITIAL_VALUES if not name.startswith("text_decoration_")) - _OWN_WAYS
_INHERITED = _PLAIN & css.INHERITED
_INITIAL = {name: css.INITIAL_VALUES[name] for name in _PLAIN - css.INHERITED - css.INITIAL_NOT_COMPUTED}
_SIDES = frozenset(("block", "inline", "start", "end"))
_LOGICAL = frozenset(name for name in css.INITIAL_VALUES if not _SIDES.isdisjoint(name.split("_")))
"""Properties such as `margin_inline_start` that stand for one of a side, by the direction of a text."""
_computed = css.ComputedStyle.__missing__
STYLE_ATTRIBUTE = (1, 0, 0)
"""The specificity by which the engine tells a `style` attribute."""
_attributes = css.find_style_attributes


class AnchoredStyle(css.ComputedStyle):  # type: ignore[misc]
    """The style of an element with an id: all but that is worked out by the style that it shares."""

    def __init__(self, shared: Any, anchor: str) -> None:
        self.__dict__.update(shared.__dict__)
        self.__dict__.pop("anonymous_style", None)
        self._shared = shared
        self["anchor"] = anchor

    def __missing__(self, key: str) -> Any:
        value = self[key] = self._shared[key]
        return value


class SharedStyles(css.StyleFor):  # type: ignore[misc]
    """The styles of all elements of a document."""

    def __init__(self, html: Any, sheets: Any, hints: bool, fonts: Any, targets: Any) -> None:
        super().__init__(html, sheets, hints, fonts, targets)
        styles = self.get_computed_styles()
        for element in html.etree_element.iter():
            if anchor := element.get("id"):
                styles[element, None] = AnchoredStyle(styles[element, None], anchor)
                targets.collect_anchor(anchor)


def computed_value(style: Any, key: str) -> Any:
    """The value of a property that is asked for the first time, as the engine computes it.

    Of most no rule says anything, so it is that of the parent or the initial one: what remains is left to the engine.
    """
    own = style.cascaded
    if style.parent_style is not None and key not in own and _LOGICAL.isdisjoint(own):
        if key in _INHERITED:
            value = style[key] = style.parent_style[key]
            return value
        if key in _INITIAL:
            value = style[key] = _INITIAL[key]
            return value
    return _computed(style, key)


def style_attributes(tree: Any, hints: bool = False, base_url: str | None = None) -> Iterator[tuple[Any, ...]]:
    """What attributes of elements say of their style, as the engine takes it, but for ids."""
    known: dict[str, Any] = {}
    for specificity, element, declarations, base in _attributes(tree, hints, base_url):
        if specificity == STYLE_ATTRIBUTE:
            yield specificity, element, known.setdefault(element.get("style"), declarations), base
        elif declarations[0].lower_name != "-weasy-anchor":
            yield specificity, element, declarations, base


def share_styles() -> None:
    """Have the engine share styles in all documents from now on."""
    css.find_style_attributes, css.StyleFor = style_attributes, SharedStyles
    css.ComputedStyle.__missing__ = computed_value

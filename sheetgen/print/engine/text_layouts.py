"""Texts as Pango lays them out, each once: what the engine sets up anew for every text, and again to draw it.

The engine makes a context and a description of the font for each text, drops the layout when the place of its line is
known, and lays the text out again to draw it. Texts of one style share the first two here, and a layout that is one
line stays until it is drawn. Nothing moves by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from weasyprint.layout import inline, leader  # type: ignore[import-untyped]
from weasyprint.text import fonts, line_break  # type: ignore[import-untyped]
from weasyprint.text.constants import LST_TO_ISO, PANGO_DIRECTION  # type: ignore[import-untyped]
from weasyprint.text.ffi import FROM_UNITS, ffi, gobject, pango, unicode_to_char_p  # type: ignore[import-untyped]

_SEPARATORS = frozenset("\n\r\u2029")
"""What Pango parts paragraphs at."""
_FEATURES = (
    "font_kerning", "font_variant_ligatures", "font_variant_position", "font_variant_caps", "font_variant_numeric",
    "font_variant_alternates", "font_variant_east_asian", "font_feature_settings",
)  # fmt: skip
_LINES = "ascent", "underline_position", "strikethrough_position", "underline_thickness", "strikethrough_thickness"
_FACE, _STRUT = "_text_face", "_text_strut"
_strut = line_break.strut


@dataclass(frozen=True)
class _StyleFace:
    """What all texts of a style have in common: for Pango, and where lines under and through them run."""

    context: Any
    description: Any
    language: Any
    features: bytes
    lines: dict[str, float | None]


class TextLayout(line_break.Layout):  # type: ignore[misc]
    """The layout of a text."""

    _kept = _whole = False

    def setup(self, style: Any) -> None:
        """Make a layout without a text."""
        face = style.__dict__.get(_FACE) or _face(style)
        self.style, self.language, self.first_line_direction = style, face.language, 0
        self.__dict__.update(face.lines)
        self.layout = ffi.gc(pango.pango_layout_new(face.context), gobject.g_object_unref)
        pango.pango_layout_set_auto_dir(self.layout, False)
        pango.pango_layout_set_font_description(self.layout, face.description)
        if face.features:
            known = style.font_config.font_features
            attribute = known.get(face.features)
            if attribute is None:
                attribute = known[face.features] = pango.pango_attr_font_features_new(face.features)
            attributes = pango.pango_attr_list_new()
            pango.pango_attr_list_insert(attributes, attribute)
            pango.pango_layout_set_attributes(self.layout, attributes)

    def set_text(self, text: str, justify: bool = False) -> None:
        """Give it a text, which the engine draws as one paragraph."""
        self._whole = False
        pango.pango_layout_set_single_paragraph_mode(self.layout, _SEPARATORS.isdisjoint(text))
        super().set_text(text, justify)

    def get_first_line(self) -> tuple[Any, int | None]:
        """Its first line, and where the second begins, if there is one."""
        line, index = super().get_first_line()
        self._whole = index is None and _SEPARATORS.isdisjoint(self.text)
        return line, index

    def deactivate(self) -> None:
        """It is not needed until it is drawn."""
        self._kept = self._whole and not self._kept and not self.justification_spacing
        if not self._kept:
            super().deactivate()

    def reactivate(self, style: Any) -> None:
        """It will be drawn."""
        if not (self._kept and self.style is style):
            self._kept = True
            super().reactivate(style)


def _face(style: Any) -> _StyleFace:
    """What the texts of a style have in common, kept with it."""
    context = ffi.gc(pango.pango_font_map_create_context(style.font_config.font_map), gobject.g_object_unref)
    pango.pango_context_set_round_glyph_positions(context, False)
    pango.pango_context_set_base_dir(context, PANGO_DIRECTION[style["direction"]])
    language = pango.pango_language_get_default()
    override = style["font_language_override"]
    if name := style["lang"] if override == "normal" else LST_TO_ISO.get(override.lower(), override):
        pointer, _kept = unicode_to_char_p(name)
        language = pango.pango_language_from_string(pointer)
        pango.pango_context_set_language(context, language)
    description = fonts.get_font_description(style)
    features = fonts.font_features(*(style[name] for name in _FEATURES))
    written = ",".join(f"{key} {value}" for key, value in features.items()).encode()
    face = _StyleFace(context, description, language, written, _lines(style, context, description, language))
    setattr(style, _FACE, face)
    return face


def _lines(style: Any, context: Any, description: Any, language: Any) -> dict[str, float | None]:
    """Where lines run under and through texts, above which height, and how thick they are, in pixels."""
    if style["text_decoration_line"] == "none":
        return dict.fromkeys(_LINES)
    metrics = ffi.gc(pango.pango_context_get_metrics(context, description, language), pango.pango_font_metrics_unref)
    return {name: FROM_UNITS * getattr(pango, f"pango_font_metrics_get_{name}")(metrics) for name in _LINES}


def strut(style: Any) -> tuple[float, float]:
    """The height of a line of a style and its baseline, asked of the engine once."""
    known: tuple[float, float] | None = style.__dict__.get(_STRUT)
    if known is None:
        known = _strut(style)
        setattr(style, _STRUT, known)
    return known


def handle_leader(context: Any, line: Any, around: Any) -> None:
    """Fill the rest of a line with a leader, such as dots, as one text: the engine makes one of each dot."""
    leader.handle_leader(context, line, around)
    _, box = leader.leader_index(line)
    if box is not None and len(box.children) > 1:
        # The engine puts them from right to left.
        count, whole = len(box.children), box.children[-1]
        whole.text, whole.width = whole.text * count, whole.width * count
        whole.pango_layout = line_break.create_layout(whole.text, whole.style, context, None, 0)
        whole.pango_layout.get_first_line()
        whole.pango_layout.deactivate()
        box.children = (whole,)


def keep_layouts() -> None:
    """Have the engine lay out texts so from now on."""
    line_break.Layout, inline.strut, inline.handle_leader = TextLayout, strut, handle_leader

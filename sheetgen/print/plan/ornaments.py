"""The ornament of a game between sections of the book, and at the end of its chapters."""

from __future__ import annotations

import re

from markupsafe import Markup

from sheetgen.model.ruleset.themes import Theme

_RULE = re.compile(r"<hr ?/?>")
_ORNAMENT = Markup('<p class="ornament"><i class="m">{}</i></p>')


def ornamented(html: Markup, theme: Theme) -> Markup:
    """The text of a chapter with the theme's ornament in place of its thematic breaks, and at its end."""
    if not theme.ornament:
        return html
    drawn = _ORNAMENT.format(theme.marks.glyph(theme.ornament))
    return Markup(_RULE.sub(str(drawn), html)) + drawn

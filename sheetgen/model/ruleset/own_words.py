"""The words of the program that a game has others for."""

from __future__ import annotations

from collections.abc import Mapping

from sheetgen.languages.program_words import SOURCE, catalogue, places
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.text.diagnostics import Diagnostics, did_you_mean


def check_words(words: Mapping[str, str], place: YamlPlace, diagnostics: Diagnostics) -> None:
    """Report words that the program does not have, and places in braces that their texts do not have."""
    english = catalogue(SOURCE)
    known = english.all
    for word, text in words.items():
        if word not in known:
            hint = did_you_mean(word, known) or f"games rename {', '.join(english.words)}"
            message = f"the program has no word `{word}`"
            diagnostics.error("unknown-reference", message, place.at(word).key_span, hint, missed=(word,))
        for name in sorted(places(text) - places(word) - english.words.keys()):
            message = f"`{{{name}}}` is no place of the text `{word}`"
            diagnostics.error("unknown-reference", message, place.at(word).span, missed=(name,))

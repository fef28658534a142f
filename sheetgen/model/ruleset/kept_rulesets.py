"""Compiled rulesets, kept from one run to the next.

A ruleset is kept in the user's cache under its folders and how they are read, with the digest of the files that it was
compiled from. It is taken from there only where these hold the same bytes, and by the same program. One with mistakes,
warnings among them, is not kept. Nor is what is generated: functions of formulas, and models of fields, are made when
they are first asked for.
"""

from __future__ import annotations

import os
import pickle
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from sheetgen.languages.program_words import SOURCE
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.layers import Layer
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.ruleset_folders import RULESET_FILES
from sheetgen.text.cache import Cache, digest
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.file_digests import program
from sheetgen.text.source import contents


def load_kept(
    folder: Path,
    root: Path,
    diagnostics: Diagnostics,
    only_rules: bool = False,
    *,
    layers: Sequence[Layer],
    language: str = "",
    otherwise: str = SOURCE,
    hidden: YamlPlace | None = None,
    beside: tuple[object, ...] = (),
) -> Ruleset | None:
    """`load`, or what an earlier run of it gave; `beside` is what decides it beside its files."""
    listed = hidden and hidden.path
    asked = (Path.cwd(), folder, root, *layers, only_rules, language, otherwise, listed)
    cache, key = Cache.of_user(), digest("ruleset", program(), *map(repr, asked))
    made_from = _digest_of(layers, beside)
    ruleset = _unpacked(cache.get(key), made_from)
    if ruleset is None:
        from sheetgen.model.ruleset.load import load  # which takes as long as a rule

        report = Diagnostics()
        ruleset = load(
            folder, root, report, only_rules, layers=layers, language=language, otherwise=otherwise, hidden=hidden
        )
        if ruleset is not None and report.is_empty:
            with suppress(RecursionError):  # of kinds that refer to each other in a very long row
                cache.put(key, made_from + zlib.compress(pickle.dumps(ruleset, pickle.HIGHEST_PROTOCOL), 1))
        diagnostics.extend(report)
    return ruleset


def _digest_of(layers: Sequence[Layer], beside: tuple[object, ...]) -> bytes:
    """A digest of the files of some layers: where each is, where links to it lead, and its bytes; and of what is said
    beside them."""
    read = contents([layer.folder for layer in layers], *RULESET_FILES)
    parts = (part for path, data in read for part in (path, os.path.realpath(path), "" if data is None else data))
    return digest(repr(beside), *parts).encode()


def _unpacked(kept: bytes | None, made_from: bytes) -> Ruleset | None:
    """The ruleset that was kept; None where there is none that was made from the same."""
    if kept is None or not kept.startswith(made_from):
        return None
    with suppress(Exception):  # whatever is wrong with what was kept, the ruleset can be compiled
        ruleset = pickle.loads(zlib.decompress(kept[len(made_from) :]))
        return ruleset if isinstance(ruleset, Ruleset) else None
    return None

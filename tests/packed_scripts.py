"""The scripts of the search as they are made, and as their readers unpack them: what they say stands in no text of
the site."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sheetgen.site.search import SearchRecord, index_scripts, written_block
from sheetgen.site.search.questions import asked_in

_PARTS = re.compile(rb"self\.sheetgenParts=(\{.*\});\n")
_SCRIPT = re.compile(rb'self\.sheetgen[A-Za-z]+[0-9]*="([-A-Za-z0-9!#$%&()*+;<=>?@^_`{|}~]*)";\n')


def index_of(
    records: Sequence[SearchRecord],
    titles: Mapping[str, str] = MappingProxyType({}),
    of_a_block: int = 2,
    **more: Any,
) -> dict[str, bytes]:
    """The scripts of the index of some records, so many of which stand in each of its blocks."""
    ordered = sorted(records, key=lambda record: (record.href, record.title))
    blocks = [written_block(ordered[at : at + of_a_block]) for at in range(0, len(ordered), of_a_block)]
    return dict(index_scripts(blocks, titles, **{"spellings": {}, "synonyms": {}, "questions": asked_in(), **more}))


def unpacked(script: bytes) -> Any:
    """The value that a script of the index gives a name to."""
    if parts := _PARTS.fullmatch(script):
        return json.loads(parts[1])
    packed = _SCRIPT.fullmatch(script)
    assert packed
    return json.loads(zlib.decompress(base64.b85decode(packed[1])))


def text_of(path: Path) -> str:
    """The text of a file of a site; what a script of the search holds, as JSON."""
    data = path.read_bytes()
    return json.dumps(unpacked(data), ensure_ascii=False) if _SCRIPT.fullmatch(data) else data.decode()

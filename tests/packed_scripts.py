"""The scripts of the search as their readers unpack them: what they say stands in no text of the site."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

_SCRIPT = re.compile(rb'self\.sheetgen[A-Za-z]+[0-9]*="([-A-Za-z0-9!#$%&()*+;<=>?@^_`{|}~]*)";\n')


def unpacked(script: bytes) -> Any:
    """The value that a script of the index gives a name to."""
    packed = _SCRIPT.fullmatch(script)
    assert packed
    return json.loads(zlib.decompress(base64.b85decode(packed[1])))


def text_of(path: Path) -> str:
    """The text of a file of a site; what a script of the search holds, as JSON."""
    data = path.read_bytes()
    return json.dumps(unpacked(data), ensure_ascii=False) if _SCRIPT.fullmatch(data) else data.decode()

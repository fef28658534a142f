"""JSON for scripts and script elements: the one way in which texts of authors get into JavaScript."""

from __future__ import annotations

import json
import re

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)
_ESCAPED = re.compile("[<\u2028\u2029\ud800-\udfff]")
"""Characters that could end or change a script element or a line of a script, and halves of surrogate pairs."""


def json_text(value: object) -> str:
    """A value as JSON on one line that is JavaScript too, and that may stand in a script element.

    `<` is escaped wherever it stands (`</script>`, `<!--`, `<script`), as are the line ends U+2028 and U+2029.
    """
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", _JSON.encode(value))

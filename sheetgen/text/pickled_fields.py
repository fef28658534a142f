"""Values that are pickled without what they cache."""

from __future__ import annotations

from dataclasses import fields
from typing import Any


class PickledFields:
    """The base of dataclasses of which a pickle has the fields, and nothing that was worked out from them."""

    def __getstate__(self) -> dict[str, Any]:
        return {part.name: getattr(self, part.name) for part in fields(self)}  # type: ignore[arg-type]

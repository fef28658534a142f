"""The program of a worker process: see `pool`. Not for users."""

from __future__ import annotations

import os
import sys

# What jobs hold is imported while nothing is asked yet.
import sheetgen.print.sheets.sheet_page  # noqa: F401
from sheetgen.print.engine.worker import serve

if __name__ == "__main__":
    # The engine's libraries may print: what they say must not reach the answers.
    channel = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, channel)

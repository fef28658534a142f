"""Prints how many bytes builds of some folders leave in memory, each with its own cache, where entries count as many.

Two processes make each, and the bytes are those of the first.

In a process of its own: what tests before it made would count as well. Started by `test_kept_contents`.
"""

from __future__ import annotations

import gc
import os
import sys
import tracemalloc
from pathlib import Path

from sheetgen import build, processes
from sheetgen.build import Options, build_in_memory
from sheetgen.model import memoised_steps
from sheetgen.site import contents
from sheetgen.text.cache import FOLDER


def left(folder: Path) -> int:
    """Bytes that stay after a build, garbage collected."""
    os.environ[FOLDER] = str(folder.with_name(f"{folder.name}-cache"))
    gc.collect()
    tracemalloc.start()
    built = build_in_memory(Options(folder, pdf=False))
    gc.collect()
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert built.files
    return size


if __name__ == "__main__":
    names = [sys.intern(f"name {number}") for number in range(100_000)]
    """So many that Python's table of names does not grow meanwhile."""
    build.SMALL_PROJECT = 0
    processes.available = lambda: 2
    processes.MOST_NAMES = 1  # each does its own share, however busy the cores are, and leaves the same each time
    memoised_steps.MANY_ENTRIES = contents.MANY_ENTRIES = 1
    memoised_steps.MOST_IN_USE = memoised_steps.MOST_RECENT = contents.MOST_READ = 2
    print(*(left(Path(folder)) for folder in sys.argv[1:]))

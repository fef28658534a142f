"""Prints how many bytes builds of all folders but the first leave in memory, where entries count as many.

The build of the first makes what is made once. Each has its own cache; two processes make it, and the bytes are those
of the first process.

In a process of its own: what tests before it made would count as well. Started by `test_kept_contents`.
"""

from __future__ import annotations

import gc
import os
import sys
import tracemalloc
from pathlib import Path

from sheetgen import build, processes
from sheetgen.build import Built, Options, build_in_memory
from sheetgen.model import memoised_steps
from sheetgen.site import contents
from sheetgen.text.cache import FOLDER


def built(folder: Path) -> Built:
    """A site with a cache of its own."""
    os.environ[FOLDER] = str(folder.with_name(f"{folder.name}-cache"))
    return build_in_memory(Options(folder, pdf=False))


def left(folder: Path) -> int:
    """Bytes that stay after a build, garbage collected."""
    gc.collect()
    tracemalloc.start()
    site = built(folder)
    gc.collect()
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert site.files
    return size


if __name__ == "__main__":
    names = [sys.intern(f"name {number}") for number in range(100_000)]
    """So many that Python's table of names does not grow meanwhile."""
    build.SMALL_PROJECT = 0
    processes.available = lambda: 2
    processes.MOST_NAMES = 1  # each does its own share, however busy the cores are, and leaves the same each time
    memoised_steps.MANY_ENTRIES = contents.MANY_ENTRIES = 1
    memoised_steps.MOST_IN_USE = memoised_steps.MOST_RECENT = contents.MOST_READ = 2
    first, *others = map(Path, sys.argv[1:])
    built(first)
    print(*map(left, others))

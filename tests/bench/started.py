"""Starts a command and measures it: `python -S started.py COMMAND …` prints seconds, megabytes and the exit status.

A small process of its own, since Linux counts the memory of the process that starts another to the other.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

BETWEEN = 0.1
"""Seconds from one look at the memory to the next, at least."""
SHARE = 0.02
"""The part of the time that looking may take: Linux walks through all pages of a process for it."""


def _with_children(process: int) -> list[int]:
    """A process and all that it started, and these again."""
    children = [
        int(child) for path in Path(f"/proc/{process}/task").glob("*/children") for child in path.read_text().split()
    ]
    return [process, *(below for child in children for below in _with_children(child))]


def _megabytes(processes: list[int]) -> float:
    """The memory of processes together; what several share counts once (`Pss`)."""
    total = 0
    for process in processes:
        with contextlib.suppress(OSError):  # it has ended meanwhile
            rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
            total += sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return total / 1024


def main(command: list[str]) -> None:
    """Run the command to its end and print what it took; its own output goes to the error output."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=2)
    peaks = [0.0]

    def watch() -> None:
        while True:
            looked = time.thread_time()
            with contextlib.suppress(OSError):
                peaks[0] = max(peaks[0], _megabytes(_with_children(process.pid)))
            time.sleep(max(BETWEEN, (time.thread_time() - looked) / SHARE))

    threading.Thread(target=watch, daemon=True).start()
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    print(json.dumps([seconds, max(peaks[0], used.ru_maxrss / 1024), os.waitstatus_to_exitcode(status)]))


if __name__ == "__main__":
    main(sys.argv[1:])

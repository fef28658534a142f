"""Runs `sheetgen check` on folders of `bombs`, one after another; started by `test_bombs`.

Reads names, one a line; answers each with a line of JSON: status, processor seconds, megabytes, what was printed.
Everything is imported once, so that a folder costs only its own time. A folder that takes too long ends this process.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bombs import BOMBS

from sheetgen.cli import cli

SECONDS, BYTES, PRINTED = 20, 2_000_000_000, 20_000
LARGE = 50
"""Megabytes; after a folder that took as many more than before, garbage is collected: it is not that of the next."""
MEMORY = Path("/proc/self/clear_refs")
"""Where Linux is asked to measure the most memory anew (proc(5))."""


def write(name: str, folder: Path) -> None:
    """Write the folder of one bomb."""
    for path, text in BOMBS[name].items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text.encode("utf-8", "surrogatepass"))


@contextlib.contextmanager
def printing_to(path: Path) -> Iterator[None]:
    """Write what is printed, errors included, to a file."""
    sys.stdout.flush()
    kept = [os.dup(number) for number in (1, 2)]
    out = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
    for number in (1, 2):
        os.dup2(out, number)
    try:
        yield
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        for number, before in zip((1, 2), kept, strict=True):
            os.dup2(before, number)
            os.close(before)
        os.close(out)


def most_memory() -> float:
    """The most memory that this process held since it was measured anew, in megabytes."""
    lines = Path("/proc/self/status").read_text().splitlines() if MEMORY.exists() else []
    peak = next((int(line.split()[1]) for line in lines if line.startswith("VmHWM:")), 0)
    return (peak or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) / 1024


def measured_anew() -> float:
    """The memory that this process holds, in megabytes; what it holds at most is measured from here on."""
    if MEMORY.exists():
        MEMORY.write_text("5")
    return most_memory()


def run(command: list[str], printed: Path) -> dict[str, object]:
    """Run a command of sheetgen and tell what it took."""
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    start, status = time.process_time(), 0
    with printing_to(printed):
        try:
            cli.main(command)
        except SystemExit as left:
            status = left.code if isinstance(left.code, int) else 0
    seconds = time.process_time() - start
    signal.setitimer(signal.ITIMER_PROF, 0)
    text = printed.read_bytes()
    return {
        "status": status,
        "seconds": seconds,
        "megabytes": most_memory(),
        "size": len(text),
        "printed": text[:PRINTED].decode("utf-8", "replace"),
    }


def main() -> None:
    """Answer for each name that is read."""
    from sheetgen.build import check  # what the command imports, once for all folders

    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    home = Path(tempfile.mkdtemp(prefix="bombs-"))
    try:
        (home / "harmless").mkdir()
        write("text: page words", home / "harmless")
        check(home / "harmless")
        gc.freeze()
        for line in sys.stdin:
            name = json.loads(line)
            folder = home / "folder"
            folder.mkdir()
            write(name, folder)
            before = measured_anew()
            result = run(["check", str(folder)], home / "printed")
            shutil.rmtree(folder)
            print(json.dumps(result), flush=True)
            if most_memory() - before > LARGE:
                gc.collect()
    finally:
        shutil.rmtree(home)


if __name__ == "__main__":
    main()

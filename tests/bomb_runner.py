"""Runs `sheetgen check` on folders of `bombs`, each in a child with limits; started by `test_bombs`.

Reads names, one a line; answers each with a line of JSON: status, processor seconds, megabytes, what was printed.
A child is a copy of this process, which has imported everything, so that a folder costs only its own time.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import shutil
import sys
import tempfile
from pathlib import Path

from bombs import BOMBS

from sheetgen.cli import cli

SECONDS, BYTES, PRINTED = 20, 2_000_000_000, 20_000


def write(name: str, folder: Path) -> None:
    """Write the folder of one bomb."""
    for path, text in BOMBS[name].items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text.encode("utf-8", "surrogatepass"))


def run(command: list[str], printed: Path) -> dict[str, object]:
    """Run a command of sheetgen in a child and measure what it takes."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        out = os.open(printed, os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
        os.dup2(out, 1)
        os.dup2(out, 2)
        status = 99
        try:
            cli.main(command)
        except SystemExit as left:
            status = left.code if isinstance(left.code, int) else 0
        finally:
            sys.stdout.flush()
            os._exit(status)
    _, status, used = os.wait4(child, 0)
    text = printed.read_bytes()
    return {
        "status": os.waitstatus_to_exitcode(status),
        "seconds": used.ru_utime + used.ru_stime,
        "megabytes": used.ru_maxrss / 1024,
        "size": len(text),
        "printed": text[:PRINTED].decode("utf-8", "replace"),
    }


def main() -> None:
    """Answer for each name that is read."""
    from sheetgen.build import check  # what the command imports, once for all children

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
            result = run(["check", str(folder)], home / "printed")
            shutil.rmtree(folder)
            print(json.dumps(result), flush=True)
    finally:
        shutil.rmtree(home)


if __name__ == "__main__":
    main()

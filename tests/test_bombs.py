"""Folders that try to break sheetgen end with mistakes at their places: soon, small, and without a traceback."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from bombs import BOMBS

SECONDS = 4.0
"""Of a processor. The bound is two; a machine that does other things as well is slower."""
MEGABYTES = 500
LONGEST = 100_000
"""Bytes that are printed."""
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What moves the cursor of a terminal, or turns the direction of its text."""

Check: TypeAlias = Callable[[str], dict[str, Any]]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and limits of the system")


class Runner:
    """A process that checks folders one after another, and another one where a folder has ended it."""

    command = (sys.executable, Path(__file__).with_name("bomb_runner.py"))

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None

    def __call__(self, name: str) -> dict[str, Any]:
        """What `sheetgen check` takes for the folder of a name, and what it prints."""
        self.process = self.process or subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(name) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if line:
            answer: dict[str, Any] = json.loads(line)
            return answer
        status = self.close()
        return {"status": status, "seconds": 0, "megabytes": 0, "size": 0, "printed": f"the folder ended it: {status}"}

    def close(self) -> int:
        """End the process; its status."""
        process, self.process = self.process, None
        if process is None:
            return 0
        with process:
            return process.wait() if process.stdin is None or process.stdin.close() is None else 0


@pytest.fixture(scope="session")
def check() -> Iterator[Check]:
    runner = Runner()
    yield runner
    runner.close()


@pytest.mark.parametrize("name", BOMBS)
def test_a_hostile_folder_is_a_few_mistakes_at_their_places(check: Check, name: str) -> None:
    answer = check(name)
    printed = answer["printed"]
    assert answer["status"] in (0, 1), printed
    assert "bug in sheetgen" not in printed and "Traceback" not in printed
    assert answer["seconds"] < SECONDS and answer["megabytes"] < MEGABYTES and answer["size"] < LONGEST
    assert not CONTROLS.search(printed)
    if answer["status"] == 1:
        assert re.search(r"--> .+:\d+:\d+$", printed, re.MULTILINE), printed

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


@pytest.fixture(scope="session")
def check() -> Iterator[Check]:
    """Runs `sheetgen check` on the folder of a name, in a child with limits."""
    command = [sys.executable, Path(__file__).with_name("bomb_runner.py")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as runner:
        assert runner.stdin and runner.stdout
        asked, answered = runner.stdin, runner.stdout

        def run(name: str) -> dict[str, Any]:
            asked.write(json.dumps(name) + "\n")
            asked.flush()
            answer: dict[str, Any] = json.loads(answered.readline())
            return answer

        yield run


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

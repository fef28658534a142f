"""Scripts run by Node: one process answers them all, since starting it takes longer than most of them."""

from __future__ import annotations

import atexit
import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

NODE = shutil.which("node") or shutil.which("nodejs")
needs_node = pytest.mark.skipif(NODE is None, reason="needs Node.js: install the package nodejs")


def in_node(script: str, data: object = None) -> Any:
    """What the body of a function in JavaScript returns or promises, as JSON.

    It has `data`, `require`, and `runScripts`, which runs scripts of the site.
    """
    process = _process()
    assert process.stdin and process.stdout
    process.stdin.write(json.dumps({"script": script, "data": data}) + "\n")
    process.stdin.flush()
    answer = json.loads(process.stdout.readline())
    assert "error" not in answer, answer["error"]
    return answer["value"]


@cache
def _process() -> subprocess.Popen[str]:
    assert NODE is not None
    command = [NODE, str(Path(__file__).with_name("node_answers.js"))]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
    atexit.register(process.communicate)
    return process

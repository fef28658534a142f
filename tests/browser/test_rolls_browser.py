"""The button that rolls on a table: its log, its seed, the row that fell, and tables that results name."""

from __future__ import annotations

import pytest
from chromium_pipe import Chromium
from projects import Write
from test_rolls import FILES, run

from sheetgen.build import Options, build

pytestmark = [pytest.mark.browser, pytest.mark.unpainted]


def test_a_button_rolls_what_the_command_rolls_and_logs_it(page: Chromium, project: Write) -> None:
    folder = project(FILES)
    assert build(Options(folder, pdf=False)).published
    page.visit(folder / "site", "small/finds.html")
    assert page.texts(".roll button") == ["Roll d66", "Copy", "Roll d100", "Copy"]
    page.run("(() => { const seed = document.querySelector('.roll input'); seed.value = 'tide';"
             " seed.dispatchEvent(new Event('change')); })()")  # fmt: skip
    for _ in range(8):
        page.run("document.querySelector('.roll button').click()")
    answer = run("roll", "mud", "--seed", "tide", "-n", "8", "--project", str(folder)).output
    fallen = [line.rpartition(": ")[2] for line in answer.splitlines() if line.startswith("In the mud")]
    assert page.texts(".rolls > li > b")[::-1] == fallen and len(fallen) == 8
    assert "see In the bag" in " ".join(page.texts(".rolls > li"))
    assert page.run("document.querySelectorAll('tr.rolled').length") == 1

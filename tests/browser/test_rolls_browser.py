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
    assert page.texts(".roll button") == ["Roll d66", "Copy", "Roll d100", "Copy", "Roll 4dF", "Copy"]
    page.run("(() => { const seed = document.querySelector('.roll input'); seed.value = 'tide';"
             " seed.dispatchEvent(new Event('change')); })()")  # fmt: skip
    for _ in range(8):
        page.run("document.querySelector('.roll button').click()")
    answer = run("roll", "mud", "--seed", "tide", "-n", "8", "--project", str(folder)).output
    fallen = [line.rpartition(": ")[2] for line in answer.splitlines() if line.startswith("In the mud")]
    assert page.texts(".rolls > li > b")[::-1] == fallen and len(fallen) == 8
    assert "see In the bag" in " ".join(page.texts(".rolls > li"))
    assert page.run("document.querySelectorAll('tr.rolled').length") == 1


def test_a_row_that_falls_in_the_folded_part_of_a_table_is_seen(page: Chromium, project: Write) -> None:
    """On a phone the table unfolds, and the button stays under the thumb, ready for the next roll."""
    rows = "".join(f"| {number} | What is found {number} |\n" for number in range(1, 13))
    chapter = f"# Found\n\nText.\n\n| d12 | Found |\n|-|-|\n{rows}\nText.\n\n" + "More text.\n\n" * 60
    folder = project({**FILES, "pages/found.md": chapter})
    assert build(Options(folder, pdf=False)).published
    page.visit(folder / "site", "small/found.html", width=390, height=844)
    button, table = "document.querySelector('.roll button')", "document.querySelector('.scroll[data-long]')"
    top, before = f"{button}.getBoundingClientRect().top", 0
    page.run("scrollTo(0, 100)")
    for _ in range(20):
        before = page.run(top)
        page.run(f"{button}.click()")
        page.wait(50)
        if page.run(f"{table}.classList.contains('whole')"):
            break
        assert page.run(top) == before
        assert page.run(
            f"Math.max(...[...{table}.querySelectorAll('.rolled th, .rolled td')].map(c => c.offsetTop)) < 200"
        )
    assert abs(page.run(top) - before) <= 1
    assert page.run(f"{table}.clientHeight === {table}.scrollHeight && {table}.clientHeight > 350")
    page.visit(folder / "site", "small/found.html", width=1280)
    for _ in range(12):
        page.run(f"{button}.click()")
    assert page.run("scrollY") == 0 and not page.run(f"{table}.classList.contains('whole')")

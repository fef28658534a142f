"""The benches' own work: what they measure, what they write about it, and what they give other programs to do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from bench.how_fast import FRONT, measured, renewed
from bench.measure import HEAD, OURS, Program, Row, Sample, Section, as_markdown, as_text, cells, compared, run
from bench.sites import edit, write_peers

BEFORE, AFTER = "<!doctype html><title>x</title><main id=main>", "</main><footer>f</footer>"
PAGE = f"{BEFORE}<h1>Otter</h1><p>It *is* [wet] &amp; {{{{cold}}}}.</p>{AFTER}"


def rows(**seconds: tuple[float, ...]) -> list[Row]:
    return [
        Row("a site", name, tuple(Sample(seconds=value, megabytes=100 * value) for value in values))
        for name, values in seconds.items()
    ]


def test_a_row_has_median_spread_memory_and_the_ratio_of_ours_to_it() -> None:
    assert cells(rows(sheetgen=(3.0, 1.0, 2.0), hugo=(4.0, 5.0, 3.5))) == [
        ["a site", "sheetgen", "2.00", "1.00 to 3.00", "200 MB", ""],
        ["a site", "hugo", "4.00", "3.50 to 5.00", "400 MB", "0.50"],
    ]


def test_what_is_missing_is_named() -> None:
    section = Section("Sites", "About.", HEAD, cells(rows(sheetgen=(1.0,))), ("Hugo (`apt-get install hugo`)",))
    assert "left out: Hugo" in as_text(section)
    assert as_markdown(section).splitlines()[:6] == [
        "## Sites", "", "About.", "", f"| {' | '.join(HEAD)} |", "| --- | --- | --- | --- | --- | --- |",
    ]  # fmt: skip
    assert "\nLeft out: Hugo (`apt-get install hugo`).\n" in as_markdown(section)


def test_programs_are_run_by_turns_in_folders_made_ready(tmp_path: Path) -> None:
    log = tmp_path / "log"

    def ready() -> None:
        with log.open("a") as file:
            file.write("ready ")

    def program(name: str) -> Program:
        return Program(name, [sys.executable, "-c", f"open({str(log)!r}, 'a').write('{name} ')"], ready)

    ours, other = compared("work", [program(OURS), program("other")], 2)
    assert log.read_text() == "ready sheetgen ready other " * 2
    assert ours.name == OURS and len(other.samples) == 2
    assert all(sample.seconds > 0 and 1 < sample.megabytes < 500 for row in (ours, other) for sample in row.samples)


def test_a_program_that_fails_is_no_figure() -> None:
    with pytest.raises(RuntimeError, match=r"(?s)other failed.*no such thing"):
        run(Program("other", [sys.executable, "-c", "raise SystemExit('no such thing')"]))


def test_programs_are_measured_as_they_are_installed_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    run(Program("compiled", [sys.executable, "-c", "import sys; sys.exit(sys.dont_write_bytecode)"]))


def test_others_get_the_words_of_every_page_and_what_stands_around_them(tmp_path: Path) -> None:
    for name in ("index.html", "a/b.html"):
        path = tmp_path / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PAGE, "utf-8")
    hugo, docs = tmp_path / "hugo", tmp_path / "docs"
    assert write_peers(tmp_path / "site", hugo, docs) == 2
    pages = sorted(path.read_text("utf-8") for path in hugo.glob("content/**/*.md"))
    assert pages == sorted(path.read_text("utf-8") for path in docs.glob("docs/*/*.md"))
    assert len(pages) == 2 and all(r"It \*is\* \[wet\] & \{\{cold\}\}." in page for page in pages)
    template = (hugo / "layouts/_default/single.html").read_text("utf-8")
    assert (
        template
        == "<!doctype html><title>x</title><main id=main><h1>{{ .Title }}</h1>{{ .Content }}</main><footer>f</footer>"
    )


def test_an_edit_changes_an_entry_each_time(tmp_path: Path) -> None:
    """And no entry's name or reference, so that one page follows from it."""
    path = tmp_path / "shadows" / "hollow-lantern.yaml"
    path.parent.mkdir()
    path.write_text("name: Lantern\ntactics: |\n  It waits.\n", "utf-8")
    change = edit(tmp_path)
    for count in (1, 2):
        change()
        lines = path.read_text("utf-8").splitlines()
        assert lines[:2] == ["name: Lantern", "tactics: |"] and len(lines) == 3 + count and lines[-1] == "  It waits."


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="told by Linux alone")
def test_memory_is_that_of_all_processes_together() -> None:
    data = "data = b'x' * (60 << 20)"
    second = f"import sys; {data}; print(flush=True); sys.stdin.read()"
    first = (
        f"import sys, time; from subprocess import PIPE, Popen; {data};"
        f" process = Popen([sys.executable, '-c', {second!r}], stdin=PIPE, stdout=PIPE); process.stdout.readline();"
        " time.sleep(1); process.communicate()"
    )
    assert 120 < run(Program("two", [sys.executable, "-c", first])).megabytes < 180


def section(title: str, figure: str) -> Section:
    return Section(title, f"About {title}.", ("Work", "Seconds"), [["a site", figure]])


def test_a_section_of_the_page_is_renewed_by_itself() -> None:
    """So that the others keep their figures, and when these were measured."""
    titles = ["Sites", "Search", "Paper"]
    page = renewed("", section("Paper", "1"), "Measured on a Monday.", titles)
    page = renewed(page, section("Sites", "2"), "Measured on a Tuesday.", titles)
    assert page == renewed(page, section("Sites", "2"), "Measured on a Tuesday.", titles)
    assert page.startswith(FRONT) and page.index("## Sites") < page.index("## Paper")
    again = renewed(page, section("Paper", "3"), "Measured on a Friday.", titles)
    assert "| a site | 2 |" in again and "| a site | 3 |" in again and "| a site | 1 |" not in again
    assert again.index("Tuesday") < again.index("## Paper") < again.index("Friday") and "Monday" not in again


def test_a_section_that_no_bench_measures_is_left_out() -> None:
    page = renewed("", section("Once", "1"), "Measured on a Monday.", ["Once", "Sites"])
    assert "Once" not in renewed(page, section("Sites", "2"), "Measured on a Tuesday.", ["Sites"])


def test_a_busy_machine_is_told() -> None:
    assert "load" not in measured(1, 0.1) and "1 run," in measured(1, 0.1)
    assert "a load of 99" in measured(3, 99.0) and "3 runs," in measured(3, 99.0)


def test_what_prints_made_up_entries_imports_what_prints_sheets_and_cards() -> None:
    """It is measured from the start of Python on, so nothing else than what prints may be imported."""
    program = "import sys; sys.path.insert(0, 'tests'); import bench.print.made_up; print(*sys.modules)"
    root = Path(__file__).parents[1]
    answer = subprocess.run([sys.executable, "-c", program], cwd=root, check=True, capture_output=True, text=True)
    known = set(answer.stdout.split())
    assert "sheetgen.print.jobs" in known
    assert known.isdisjoint(
        ("pytest", "hypothesis", "conftest", "sheetgen.build", "sheetgen.model.library", "fontTools.subset")
    )

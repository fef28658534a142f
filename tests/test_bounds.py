"""What is bounded: calls of rules, steps of all entries and of a page, menus; reported where it is reached."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from bombs import GAME, files, kind, reference, rules
from projects import Write
from samples import ROOT

from sheetgen.build import Options, build_in_memory, check
from sheetgen.languages.program_words import Words
from sheetgen.markdown.terms import TermNames
from sheetgen.media.svg import SvgError, cleaned
from sheetgen.site.chapters import MOST_BESIDE, neighbours
from sheetgen.text.diagnostics import Diagnostic
from sheetgen.views.pages import Link

HEAVY = " + ".join(["sum([a * b for a in range(99) for b in range(99)])"] * 6)
"""Nearly all of the steps that one formula may take."""


def mistakes_in(project: Write, made: Mapping[str, str]) -> list[Diagnostic]:
    return list(check(project(made))[0])


def test_rules_call_each_other_only_so_deep(project: Write) -> None:
    rule = "r{n}: {{title: R{n}, reference: rules#resolve, inputs: {{a: integer}}, outputs: {formula}}}\n"
    chain = [rule.format(n=n, formula=f"r{n - 1}(a=a)" if n else "a") for n in range(60)]
    assert mistakes_in(project, rules("".join(chain[:32]))) == []
    [mistake] = mistakes_in(project, rules("".join(chain)))
    assert mistake.message == "`r32` calls rules that call rules, more than 32 of them deep"
    assert str(mistake.span) == "game/rules/more.yaml:33:1"


def test_all_entries_have_a_bound_together(project: Write) -> None:
    game = kind("{resolve: resolve(might=might)}", f"{{resolve: {HEAVY!r}}}")
    many = "".join(f"h{n}: {{name: H{n}, might: 1}}\n" for n in range(40))
    table = "\n::: table hero\ncolumns: {Hero: name}\n:::\n"
    page = GAME["game/reference/rules.md"] + table
    mistake, *more = mistakes_in(project, {**game, "heroes/many.yaml": many, "game/reference/rules.md": page})
    assert not more and mistake.message == "the formulas of all entries take more than 1,123,000 steps together"
    assert mistake.span and mistake.span.file.name == "heroes/many.yaml" and "alone takes 1" in mistake.hints[0]


def test_the_layouts_of_all_entries_have_a_bound_together(project: Write) -> None:
    game = kind("{label: Resolve, value: resolve}", f"{{label: Resolve, value: {HEAVY!r}}}")
    many = "".join(f"h{n}: {{name: H{n}, might: 1}}\n" for n in range(40))
    start = time.process_time()
    [mistake] = mistakes_in(project, {**game, "heroes/many.yaml": many})
    assert mistake.message == "the layouts of all entries take more than 1,123,000 steps together"
    assert mistake.span and mistake.span.file.name == "heroes/many.yaml" and "alone takes 1" in mistake.hints[0]
    assert time.process_time() - start < 8


def test_a_campaign_of_many_that_cost_much_is_not_refused(tmp_path: Path) -> None:
    game = shutil.copytree(ROOT / "content" / "action-dice", tmp_path / "game")
    costly = game / "campaign" / "characters" / "pim-sorrel.yaml"
    for number in range(70):
        shutil.copy(costly, costly.with_stem(f"pim-{number}"))
    assert not check(game)[0].has_errors


def test_entries_inside_of_an_entry_share_its_bound(project: Write) -> None:
    game = kind("{type: prose, text: notes}", "{type: panel, entries: '[friend for n in range(4)]', blocks: [head]}")
    heavy = game["game/kinds/hero.yaml"].replace("value: resolve}", f"value: {HEAVY!r}}}")
    heroes = {"heroes/bert.yaml": "name: Bert\nmight: 1\nfriend: ada\n"}
    mistakes = mistakes_in(project, {**game, "game/kinds/hero.yaml": heavy, **heroes})
    assert any("this takes more than 200,000 steps" in mistake.message for mistake in mistakes)


def test_a_table_that_cannot_be_computed_is_told(project: Write) -> None:
    table = "::: table hero\nwhere: 8 // (might - might) > 1\ncolumns: {Hero: name}\n:::\n"
    heroes = {"game/entries/hero.yaml": "eve: {name: Eve, might: 3}\n"}
    [mistake] = mistakes_in(project, {**reference(table), **heroes})
    assert mistake.message == "this divides by zero, for Eve" and mistake.span and mistake.span.line == 10


def test_the_cells_of_a_page_have_a_bound_together(project: Write) -> None:
    table = f"::: table hero\ncolumns: {{Hero: name, Sum: '{HEAVY}'}}\n:::\n"
    many = "".join(f"h{n}: {{name: H{n}, might: 1}}\n" for n in range(40))
    [mistake] = mistakes_in(project, {**reference(table), "game/entries/hero.yaml": many})
    assert mistake.message == "the figures of this page take more than 2,000,000 steps together"


def test_a_page_lists_the_nearest_of_very_many_and_the_way_to_all() -> None:
    links = [Link(f"P{n}", f"p{n}.html") for n in range(500)]
    for number in (0, 1, 250, 499):
        beside = list(neighbours(links, number, "index.html", Words()))
        assert len(beside) == MOST_BESIDE + 1 and beside[-1] == Link("All 500", "index.html")
        assert [link.title for link in beside if link.current] == [f"P{number}"]
    assert [neighbour.title for neighbour in neighbours(links[:3], 1, "index.html", Words())] == ["P0", "P1", "P2"]


@pytest.mark.parametrize(
    ("text", "used"),
    [
        ("an old one, an older One", ["old one", "older One"]),
        ("old one more", ["old one more"]),
        ("old one-more", []),
        ("the OLD\n  One", ["OLD\n  One"]),
        ("One More and one more", ["One More"]),
        ("D&D, AD&D and D&Ds", ["D&D"]),
        ("(unfit) and unfit", ["(unfit)"]),
    ],
)
def test_the_longest_name_of_a_term_is_used(text: str, used: list[str]) -> None:
    names = TermNames(frozenset(["old one", "old one more", "older one", "One More", "D&D", "(unfit)"]))
    assert [text[start:end] for start, end in names.uses(text)] == used


def test_a_drawing_of_very_long_lines_is_refused() -> None:
    path = '<svg xmlns="http://www.w3.org/2000/svg"><path d="%s"/></svg>'
    assert cleaned((path % ("M0 0L9 9" * 20_000)).encode(), lambda data, kind: data)
    with pytest.raises(SvgError, match="draws more than 20,000 shapes"):
        cleaned((path % ("M0 0L9 9" * 200_000)).encode(), lambda data, kind: data)


def test_pages_with_long_menus_tell_what_links_to_them(project: Write) -> None:
    pages = {f"pages/p{n:02}.md": f"# P{n}\n\n[[P{(n + 1) % 70}]] and [[Ada]]\n" for n in range(70)}
    built = build_in_memory(Options(project(files(pages)), pdf=False))
    text = built.files["mini/p30.html"].decode()
    assert text.count('<li><a href="p') == MOST_BESIDE + 1 and "All 70" in text
    assert re.search(r"Linked from.*p29\.html", text, re.DOTALL)
    assert "All 70" not in built.files["mini/heroes/ada.html"].decode()


@pytest.mark.parametrize(
    ("made", "code", "name"),
    [
        ({"pages/Plan.md": "# A\n", "pages/plan.md": "# B\n"}, "duplicate-address", "pages/plan.md"),
        ({"pages/a.md": "---\n" + "".join(f"k{n}: 1\n" for n in range(6000)) + "---\n"}, "unknown-field", "pages/a.md"),
        ({f"templates/site/x{n}.html": "x" for n in range(600)}, "ignored-file", "templates/site/x0.html"),
    ],
)
def test_many_of_one_mistake_are_told_soon(project: Write, made: Mapping[str, str], code: str, name: str) -> None:
    before = time.process_time()
    first = mistakes_in(project, files(made))[0]
    assert first.span and (first.code, first.span.file.name) == (code, name)
    assert time.process_time() - before < 4


def test_a_link_to_itself_is_a_mistake(project: Write) -> None:
    folder = project(GAME)
    (folder / "heroes/a.yaml").symlink_to("a.yaml")
    [mistake] = check(folder)[0]
    assert mistake.code == "unreadable-file" and "link that leads nowhere" in mistake.message


def test_a_folder_of_entries_that_is_a_link_to_elsewhere_is_one_mistake(
    project: Write, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere, folder = tmp_path_factory.mktemp("elsewhere"), project(GAME)
    for number in range(30):
        (elsewhere / f"h{number}.yaml").write_text("name: H\nmight: 1\n", "utf-8")
    (folder / "heroes/ada.yaml").unlink()
    (folder / "heroes").rmdir()
    (folder / "heroes").symlink_to(elsewhere)
    [mistake] = check(folder)[0]
    assert mistake.message == "`heroes` is a link that leads out of the folder"

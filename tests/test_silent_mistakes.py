"""What would be lost or published without a word is told, at its line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from small_game import GAME

from sheetgen.build import check

Write = Callable[[Mapping[str, str]], Path]

PAGE = "---\ntitle: Plan\n---\n\nFirst.\n\n{}\n\n## After {{#after}}\n\nSee [after](#after).\n"

MARKUP = [
    # what stands on a page, and what the message marks
    ("::: gm\nThe keeper did it.", "::: gm"),
    ("::: note A title\nText.\n\n::: gm\nSecret.\n:::", "::: gm"),
    (":::: gm\nThe keeper did it.\n:::", ":::: gm"),
    (":: gm\nThe keeper did it.\n::", ":: gm"),
    ("> [!secret]\n> The keeper did it.", "[!secret]"),
    ("> [!note]- Folded\n> The keeper did it.", "[!note]-"),
    ("    ::: gm\n    The keeper did it.\n    :::", "::: gm"),
    ("- one\n- two\n\n      ::: gm\n      The keeper did it.\n      :::", "::: gm"),
    ("- :: gm\n  The keeper did it.", ":: gm"),
    ("> ::: gm\n> The keeper did it.", "::: gm"),
    ("> :: gm\n> The keeper did it.\n> ::", ":: gm"),
    ("It was %%the keeper%% who did it.", "%%"),
    ("%%\nThe keeper did it.\n%%", "%%"),
    (":::\nThe keeper did it.\n:::", ":::\nT"),
    ("::: gm\nA\n\n::: note\nB\n:::\n\nC\n:::", "::: note"),
    ("<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> other", "<<<<<<< HEAD"),
    ("::: note\n:: gm\nThe keeper did it.\n:::", ":: gm"),
]


@pytest.mark.parametrize(("text", "marked"), MARKUP)
def test_markup_that_is_none_is_told_at_its_line(project: Write, text: str, marked: str) -> None:
    page = PAGE.format(text)
    [one] = check(project({**GAME, "pages/plan.md": page}))[0]
    assert one.code == "markdown" and one.hints and one.span is not None, one
    assert page.find(marked) >= 0 and one.span.line == page[: page.index(marked)].count("\n") + 1, one


@pytest.mark.parametrize(
    "text",
    [
        "::: gm\nOne.\n:::",
        ":::: gm\nOne.\n\n::: note\nTwo.\n:::\n\nThree.\n::::",
        "> ::: note\n> One.\n> :::",
        "- one\n\n  ::: note\n  Two.\n  :::",
        "```\n:: gm\n<<<<<<< HEAD\n%% no %%\n```",
        "Write `%%` or `:: gm`, 50 % and 5 %: fine.",
        "::: note A title\n:::",
    ],
)
def test_markup_that_is_right_is_told_of_by_nobody(project: Write, text: str) -> None:
    assert not list(check(project({**GAME, "pages/plan.md": PAGE.format(text)}))[0])


@pytest.mark.parametrize(
    "text", ["':: gm It owes.'", "'> [!secret] It owes.'", "'It %%owes%% all.'", "|\n  ::: gm\n  It"]
)
def test_texts_of_entries_are_looked_at_as_well(project: Write, text: str) -> None:
    entry = f"name: Otter\ntier: 2\ntoughness: 45\nsecret: {text}\n"
    [one] = check(project({**GAME, "beasts/otter.yaml": entry}))[0]
    assert one.code == "markdown" and one.span is not None and one.span.file.name == "beasts/otter.yaml"
    assert one.span.line == 4 + text.count("\n  ::: gm")


@pytest.mark.parametrize(
    ("page", "code", "line"),
    [
        ("---\ntitle: Plan\n\nText.\n", "markdown", 1),
        ("## Healing\n\nText.\n", "markdown", 1),
        ("Text.\n", "markdown", 1),
        ("# Plan\n\n## A {#a}\n\n## B {#a}\n", "duplicate-address", 5),
        ("---\ntitle: Plan\n---", "", 0),
        ("---\n---\n# Plan\n", "", 0),
        ("# Plan\n\n---\n\n## A\n\n## A\n", "", 0),
    ],
)
def test_heads_of_pages(project: Write, page: str, code: str, line: int) -> None:
    found = list(check(project({**GAME, "pages/plan.md": page}))[0])
    assert [(one.code, one.span.line) for one in found if one.span] == ([(code, line)] if code else []), found


@pytest.mark.parametrize("name", ["beasts/otter.yaml", "game/kinds/beast.yaml", "campaign.yaml", "game/rulings.yaml"])
def test_a_conflict_in_yaml_is_told_where_it_begins_and_nothing_else(project: Write, name: str) -> None:
    first, _, rest = "\n".join(line[8:] for line in GAME[name].strip("\n").split("\n")).partition("\n")
    text = f"{first}\n<<<<<<< HEAD\n=======\nsummary: x\n>>>>>>> theirs\n{rest}\n"
    [one] = check(project({**GAME, name: text}))[0]
    assert one.code == "yaml-syntax" and one.span is not None and (one.span.file.name, one.span.line) == (name, 2)


KIND = "id: crab\ntitle: Crab\nplural: Crabs\nfolder: crabs\nfields: {tier: integer}\n"

IGNORED = [
    # a file that is added, the file told and its line, the code, and words of the message
    ({"beasts/newt.yaml.txt": "name: Newt"}, "beasts/newt.yaml.txt", 1, "ignored-file", "must end in .yaml"),
    ({"beasts/newt": "name: Newt"}, "beasts/newt", 1, "ignored-file", "must end in .yaml"),
    ({"beasts/newt.json": "{}"}, "beasts/newt.json", 1, "ignored-file", "must end in .yaml"),
    ({"pages/sub/c.md": "# C"}, "pages/sub/c.md", 1, "ignored-file", "those in pages/ itself"),
    ({"pages/d.markdown": "# D"}, "pages/d.markdown", 1, "ignored-file", "must end in .md"),
    ({"pages/a.txt": "A"}, "pages/a.txt", 1, "ignored-file", "must end in .md"),
    ({"game/reference/part/b.md": "# B"}, "game/reference/part/b.md", 1, "ignored-file", "those in reference/ itself"),
    ({"game/rules/more/b.yaml": "a: b"}, "game/rules/more/b.yaml", 1, "ignored-file", "those in rules/ itself"),
    ({"game/kinds/b.yaml.txt": KIND}, "game/kinds/b.yaml.txt", 1, "ignored-file", "must end in .yaml"),
    ({"game/ruling.yaml": "a: b"}, "game/ruling.yaml", 1, "ignored-file", "a ruleset has"),
    ({"game/rule/a.yaml": "a: b"}, "game/rule", 1, "ignored-file", "nothing in `rule`"),
    ({"templates/blocks/tracks.html": "x"}, "templates/blocks/tracks.html", 1, "ignored-file", "replaces nothing"),
    ({"game/templates/site/enty.html": "x"}, "game/templates/site/enty.html", 1, "ignored-file", "replaces nothing"),
    ({"beasts/b.yaml": GAME["beasts/otter.yaml"]}, "beasts/otter.yaml", 1, "duplicate-name", "called Otter of"),
    ({"pages/a.md": "# One", "pages/b.md": "# One"}, "pages/b.md", 1, "duplicate-name", "called One"),
    ({"game/kinds/crab.yaml": KIND.replace("crab\n", "beast\n")}, "game/kinds/crab.yaml", 1, "ruleset", "two kinds"),
    ({"game/kinds/crab.yaml": KIND.replace("crabs", "beasts")}, "game/kinds/crab.yaml", 4, "ruleset", "stand in the"),
]


@pytest.mark.parametrize(("files", "name", "line", "code", "words"), IGNORED)
def test_what_is_not_read_or_stands_twice_is_told(
    project: Write, files: Mapping[str, str], name: str, line: int, code: str, words: str
) -> None:
    [one] = check(project({**GAME, **files}))[0]
    assert one.span is not None and (one.code, one.span.file.name, one.span.line) == (code, name, line), one
    assert words in one.message, one


@pytest.mark.parametrize(
    "name",
    ["beasts/.newt.swp", "beasts/otter.yaml~", "pages/map.png", "pages/maps/map.svg", "templates/site/tracks.html.bak",
     "README.md", "game/README.md", "game/LICENSE", "beasts/Thumbs.db"],
)  # fmt: skip
def test_what_editors_leave_and_pages_show_is_no_mistake(project: Write, name: str) -> None:
    found = list(check(project({**GAME, name: "x"}))[0])
    assert not found or name.endswith(".bak"), found


def test_a_link_to_an_entry_that_is_not_read_is_not_told_as_well(project: Write) -> None:
    files = {"beasts/newt.yaml.txt": "name: Newt", "pages/plan.md": "# Plan\n\nSee [[newt]].\n"}
    assert [one.code for one in check(project({**GAME, **files}))[0]] == ["ignored-file"]


def test_a_template_that_another_takes_in_is_read(project: Write) -> None:
    files = {
        "templates/site/entry.html": '{% extends "shared/site/entry.html" %}{% include "site/_own.html" %}',
        "templates/site/_own.html": "<p>x</p>",
    }
    assert not list(check(project({**GAME, **files}))[0])

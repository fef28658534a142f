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

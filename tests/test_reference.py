"""Written pages, and what can be linked to from them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from projects import Write

from sheetgen.reference.definitions import SectionPreview, plain_text
from sheetgen.reference.links import LinkIndex, Target, check_target, page_targets
from sheetgen.reference.written_pages import read_page, read_pages
from sheetgen.text.diagnostics import Diagnostics

PAGE = """
    ---
    title: Wounds
    order: 2
    aliases: [injuries]
    facts: [wounds.sorts]
    ---

    What a *blow* leaves.

    ## Three tracks {#three-tracks .term aliases="wound track, tracks"}

    <!-- facts: wounds.light wounds.heavy -->
    Light, heavy and [[deadly|the last]] wounds.

    | not | this |
    |---|---|

    ## Three tracks

    ::: note A box
    :::
    - One [link](other.md).
    """


def page_at(project: Write, text: str = PAGE) -> tuple[object, Diagnostics]:
    folder, diagnostics = project({"reference/wounds.md": text}), Diagnostics()
    return read_page(folder / "reference/wounds.md", folder, diagnostics), diagnostics


def test_front_matter_headings_and_facts(project: Write) -> None:
    page, diagnostics = page_at(project)
    assert not list(diagnostics)
    assert (page.slug, page.title, page.meta.order) == ("wounds", "Wounds", 2)  # type: ignore[attr-defined]
    first, second = page.headings  # type: ignore[attr-defined]
    assert (first.id, first.title, first.term, first.aliases) == (
        "three-tracks",
        "Three tracks",
        True,
        ("wound track", "tracks"),
    )
    assert (second.id, second.term) == ("three-tracks-2", False)
    assert page.facts == (  # type: ignore[attr-defined]
        ("wounds.sorts", ""), ("wounds.light", "three-tracks"), ("wounds.heavy", "three-tracks")
    )  # fmt: skip


@pytest.mark.parametrize(
    ("front", "code", "line"),
    [("titel: Wounds", "unknown-field", 2), ("title: [a", "yaml-syntax", 2), ("order: high", "wrong-type", 2)],
)
def test_mistakes_of_the_front_matter_stand_at_their_line(project: Write, front: str, code: str, line: int) -> None:
    _, diagnostics = page_at(project, f"---\n{front}\n---\n# Wounds\n")
    [mistake] = diagnostics
    assert mistake.span is not None and (mistake.code, mistake.span.line) == (code, line)


def test_pages_come_in_their_order(project: Write) -> None:
    folder = project({
        "r/b.md": "---\norder: 1\n---\n# B\n", "r/a.md": "---\norder: 2\n---\n# A\n", "r/c.md": "No heading",
        "r/x.txt": "",
    })  # fmt: skip
    assert [page.title for page in read_pages(folder / "r", folder, Diagnostics())] == ["c", "B", "A"]
    assert read_pages(folder / "nowhere", folder, Diagnostics()) == []


def test_the_opening_of_a_section_is_plain_text(project: Write) -> None:
    page, _ = page_at(project)
    first, second = page.headings  # type: ignore[attr-defined]
    assert SectionPreview(page, first).opening == "Light, heavy and the last wounds."  # type: ignore[arg-type]
    assert SectionPreview(page, second).opening == "One link."  # type: ignore[arg-type]


SCORES = """---
title: Tests
---
## Scores and bonuses {#bonus .term aliases="score bonus, Toughness Bonus, TB, scores, luck"}

Everything you can be good at is a **score** out of a hundred.

::: note Toughness Bonus
In a box.
:::

Each score also has a **bonus**: {"its tens. All of them" if house.x else "its first digit, whatever that may be"}.
Toughness 43 gives a [[TB|Toughness Bonus]] of 4. This goes on for so long that a preview
cannot hold all of it, not even if it were to be as wide as a page, so that it ends with the sentence before this, as a
reader is told by nothing at all.

The luck of a score:

| Bonus | From | Decides |
|---|---|---|
| **TB** | Toughness | [[#bonus\\|wounds]] |
| **SB, RB** | Strength | damage. |
| plain | Strength | nothing defined |

### Another

What a luck is stands elsewhere.
"""


def test_previews_say_what_a_name_means(project: Write) -> None:
    page, _ = page_at(project, SCORES)
    heading = page.headings[0]  # type: ignore[attr-defined]
    assert SectionPreview(page, heading).opening == "Everything you can be good at is a score out of a hundred."  # type: ignore[arg-type]
    said = dict(SectionPreview(page, heading).definitions())  # type: ignore[arg-type]
    figure = '{"its tens. All of them" if house.x else "its first digit, whatever that may be"}'
    assert said == {
        "score bonus": f"Each score also has a bonus: {figure}. Toughness 43 gives a Toughness Bonus of 4.",
        "Toughness Bonus": f"Each score also has a bonus: {figure}. Toughness 43 gives a Toughness Bonus of 4.",
        "TB": "TB: Toughness, wounds.",
        "SB": "SB, RB: Strength, damage.",
        "RB": "SB, RB: Strength, damage.",
    }
    [target] = [target for target in page_targets([page], "g/", "G") if target.sort == "heading"][:1]  # type: ignore[list-item]
    assert (target.preview_of("toughness bonus"), target.preview_of("bonus")) == (
        "wounds#bonus=Toughness Bonus", "wounds#bonus",
    )  # fmt: skip


def test_the_preview_of_a_table_is_its_first_rows(project: Write) -> None:
    rows = "".join(f"| **Mark {n}** | row {n} of the [[wounds\\\\|table]] |\n" for n in range(40))
    page, _ = page_at(project, f"## Marks {{#marks}}\n\n| Mark | Is |\n| --- | --- |\n{rows}\n## None {{#none}}\n")
    said, nothing = (SectionPreview(page, heading).opening for heading in page.headings)  # type: ignore[attr-defined, arg-type]
    assert said.startswith("Mark 0: row 0 of the table. Mark 1: row 1 of the table.") and said.endswith("table.")
    assert "Is" not in said and len(said) <= 240 and not nothing


@pytest.mark.parametrize(
    ("markdown", "text"),
    [("*a* **b** `c`", "a b c"), ("[[kind:otter]] and [[wounds#light|light]]", "otter and light"), ("[a](b.md)", "a"),
     ("x <!-- y --> z", "x  z"), ("## Head", "Head"), ("", ""),
        ("At *{house.a_b}* `and` more", "At {house.a_b} and more"),
    ],
)  # fmt: skip
def test_plain_text(markdown: str, text: str) -> None:
    assert plain_text(markdown) == text


INDEX = LinkIndex((
    Target("page", "wounds", "Wounds", "g/wounds.html", names=("injuries",)),
    Target("heading", "wounds#light", "Light wounds", "g/wounds.html#light", names=("scratches",), term=True),
    Target("entry", "ailment:frozen", "Frozen", "g/ailments/frozen.html", names=("iced over",), term=True),
    Target("entry", "beast:wounds", "The Wounds", "g/beasts/wounds.html"),
    Target("rule", "rule:track", "Wound tracks", "g/rules/track.html"),
    Target("page", "one-more", "One More", "g/one-more.html", term=True),
))  # fmt: skip


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("wounds", "wounds"), ("wounds.md", "wounds"), ("injuries", "wounds"), ("#light", "wounds#light"),
        ("wounds#light", "wounds#light"), ("Light Wounds", "wounds#light"), ("scratches", "wounds#light"),
        ("frozen", "ailment:frozen"), ("Iced-Over", "ailment:frozen"), ("ailment:iced over", "ailment:frozen"),
        ("rule:track", "rule:track"), ("The Wounds", "beast:wounds"), ("beast:the wounds", "beast:wounds"),
        ("wounds#deep", None), ("ailment:wounds", None), ("nothing", None), ("", None), ("#", None),
    ],
)  # fmt: skip
def test_what_a_link_finds(name: str, key: str | None) -> None:
    target = INDEX.find(name, "wounds")
    assert (target.key if target else None) == key


def test_a_dead_link_names_the_nearest(source: Callable[[str], object]) -> None:
    diagnostics = Diagnostics()
    file = source("see [[frozn]]")
    assert check_target(INDEX, "frozn", "wounds", file.span(4, 13), diagnostics, iter(range(9))) is None  # type: ignore[attr-defined]
    [mistake] = diagnostics
    assert (mistake.code, mistake.hints) == ("dead-link", ("did you mean `frozen`?",))


@pytest.mark.parametrize(
    ("prose", "words"),
    [
        ("Frozen, frozen and iced\nover", ["Frozen", "iced\nover"]), ("unfrozen frozen-ish", []),
        ("One More, but one more not", ["One More"]), ("light wounds", []), ("Light wounds", ["Light wounds"]),
    ],
)  # fmt: skip
def test_terms_in_prose(prose: str, words: list[str]) -> None:
    names, _ = INDEX.terms
    used = [prose[start:end] for start, end in names.uses(prose)]
    assert [word for word in used if INDEX.term(word)] == words


def test_an_index_without_terms_links_no_word() -> None:
    assert list(LinkIndex(()).terms[0].uses("any word")) == []


def test_targets_of_pages(project: Write) -> None:
    page, _ = page_at(project)
    targets = list(page_targets([page], "g/", "Small game"))  # type: ignore[list-item]
    assert [target.key for target in targets] == ["wounds", "wounds#three-tracks", "wounds#three-tracks-2"]
    assert targets[1].href == "g/wounds.html#three-tracks" and targets[1].where == "Small game / Wounds"

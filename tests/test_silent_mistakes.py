"""What would be lost or published without a word is reported, at its line."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Mapping

import pytest
from projects import Write
from small_game import GAME

from sheetgen.build import Options, build_in_memory, check
from sheetgen.text.diagnostics import MOST, Severity

PAGE = "---\ntitle: Plan\n---\n\nFirst.\n\n{}\n\n## After {{#after}}\n\nSee [after](#after).\n"

MARKUP = [
    # what stands on a page, and what the message marks
    ("::: gm\nThe keeper did it.", "::: gm"),
    ("::: note A title\nText.\n\n::: gm\nSecret.\n:::", "::: gm"),
    (":::: gm\nThe keeper did it.\n:::", ":::: gm"),
    (":: gm\nThe keeper did it.\n::", ":: gm"),
    (":: gm\nThe keeper did it.\n:::", ":: gm"),
    ("> [!secret]\n> The keeper did it.", "[!secret]"),
    ("> [!note]- Folded\n> The keeper did it.", "[!note]-"),
    ("    ::: gm\n    The keeper did it.\n    :::", "::: gm"),
    ("- one\n- two\n\n      ::: gm\n      The keeper did it.\n      :::", "::: gm"),
    ("- :: gm\n  The keeper did it.", ":: gm"),
    ("> ::: gm\n> The keeper did it.", "::: gm"),
    ("> :: gm\n> The keeper did it.\n> ::", ":: gm"),
    *(
        (f"{begun}\nThe keeper did it.\n\n{ended}".rstrip(), begun.split("\n")[-1])
        for begun, ended in (
            *((": gm", ":"), ("**::: gm**", ":::"), ("First ::: gm", ":::"), (";;; SL", ""), ("!!! secret", "")),
            *(("??? Spielleitung", ""), ("```gm", "```"), ("~~~ Secret", "~~~"), ("::: GM", ":::"), ("<!- gm", "-->")),
            *(("::: {.gm}", ":::"), ("::: gm-only", ":::"), ("::: spielleitung", ":::"), ("::: 秘密", ":::")),
            *(("> **[!secret]**", ""), ("> Once.\n> [!secret]", "")),
        )
    ),
    ("：：： gm\nThe keeper did it.\n：：：", "：：： gm"),
    ("It was <gm>the keeper</gm> who did it.", "<gm>"),
    ("It was ||the keeper|| who did it.", "||"),
    ("It was [spoiler]the keeper[/spoiler] who did it.", "[/spoiler]"),
    ("It was >!the keeper!< who did it.", "!<"),
    ("It was %%the keeper%% who did it.", "%%"),
    ("%%\nThe keeper did it.\n%%", "%%"),
    (":::\nThe keeper did it.\n:::", ":::\nT"),
    ("::: gm\nA\n\n::: note\nB\n:::\n\nC\n:::", "::: note"),
    ("<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> other", "<<<<<<< HEAD"),
    ("## Pier #pier}\n\n[x](#pier)", "## Pier"),
    ("## Pier {#pier\n\n[x](#pier)", "## Pier"),
    ("::: note\n:: gm\nThe keeper did it.\n:::", ":: gm"),
    ("Wounds: {track(4", "{track"),
    ("Wounds: {track(4).light.", "{track"),
    ('It is {"four and more, {house.margin}.', '{"four'),
    ("It is {'four} and more {house.margin}.", "{'four"),
    ("It is {house.margin}} here.", "} here"),
    ("It is house.margin} here.", "} here"),
    ("It begins {house.margin here\n\nand ends} there.", "{house"),
    ("- begun {house.margin\n- ended}", "{house"),
    ("| A | B |\n|---|---|\n| 1 | {house.margin |", "{house"),
    ("## Pier {house.margin", "{house"),
    ("## Pier {.term", "{.term"),
    ("## Pier .term}", "}"),
    ("## Pier {.trem}", ".trem"),
    ("## Pier {.Term}", ".Term"),
    ("## Pier {#pier .trem}", ".trem"),
    ("## Pier {#pier term}", "term}"),
    ("## Pier {: #pier}", "{: #pier}"),
    ('## Pier {#pier alias="Jetty"}', "alias="),
    ('## Pier {#pier aliases="Jetty}', "aliases="),
    ("```\nThe keeper did it.", "```"),
    ("- one\n\n  ~~~ yaml\n  The keeper did it.", "~~~ yaml"),
    ("| A | B |\n| 1 | 2 |", "| A | B |"),
    ("| A | B |\n|---|---|\n| 1 | 2 | 3 |", "| 1 | 2 | 3 |"),
    ("##Pier\n\nText.", "##Pier"),
    ("See [[otter|]].", "[[otter|]]"),
    ("See [[otter] and [[otter]].", "[[otter] and"),
    ("See [[ot\nter]].", "[[ot"),
    ("The keeper[^1] did it.\n\n[^1]: Or not.", "[^1] did"),
    ("::: rule track\nThe keeper did it.\n:::", "The keeper"),
    ("::: ruling margin\n\nThe keeper did it.\n:::", "The keeper"),
]


@pytest.mark.parametrize(("text", "marked"), MARKUP)
def test_markup_that_is_none_is_told_at_its_line(project: Write, text: str, marked: str) -> None:
    page = PAGE.format(text)
    [mistake] = check(project({**GAME, "pages/plan.md": page}))[0]
    assert mistake.code == "markdown" and mistake.hints and mistake.span is not None, mistake
    assert page.find(marked) >= 0 and mistake.span.line == page[: page.index(marked)].count("\n") + 1, mistake


def test_a_box_of_settings_that_does_not_end_is_one_mistake(project: Write) -> None:
    chapter = GAME["game/reference/rules.md"]
    begun = chapter.replace("## Wounds", "::: table element\n\n        ## Wounds", 1)
    assert begun != chapter
    [mistake] = check(project({**GAME, "game/reference/rules.md": begun}))[0]
    assert mistake.message == "`::: rule track` is never closed, so all that follows belongs to it"
    assert "`::: table element` around it lacks its own" in mistake.hints[0]


@pytest.mark.parametrize(
    "text",
    [
        "::: gm\nOne.\n:::",
        ":::: gm\nOne.\n\n::: note\nTwo.\n:::\n\nThree.\n::::",
        "> ::: note\n> One.\n> :::",
        "- one\n\n  ::: note\n  Two.\n  :::",
        "```\n:: gm\n<<<<<<< HEAD\n%% no %%\n```",
        "A brace \\{ itself, \\{both}, `{code`, and {house.margin} in **{house.margin}**.",
        '## A {house.margin} {#a .term aliases="Don\'t, B"}',
        "| A | B |\n|---|---|\n| 1 | 2 |\n| [[otter\\|x]] | `[[a` |\n\n```\n[[no\n| a |\n| b |\n```\n\n#1 of two.",
        "Write `%%` or `:: gm`, 50 % and 5 %: fine.",
        "::: note A title\n:::",
        "<!-- a --> <!-- b\nc --> 1 < 2, a<b, `<b>`, \\<b>, <otter@x.org>, <https://x.org>, <3\n\n```\n<!-- <b>\n```",
        "[the `plan`](#after), [`p`](#after), [the plan][Plan], [sic] (see 2), {[1, 2][0]}, \\[a][b]\n\n[plan]: #after",
        "**{house.margin} or more**, ***both***, 2 ** 3, \\*\\* **a** `**` ``a ` b`` \\` **a** and *b*",
        "A [hidden] door: secret, ::: is code. Hidden! Keeper? || a\n\n```gmsh\na\n```\n\n> Master: no! <3\n\n+ hidden",
        "-5 to hit\n-3 to dodge\n\n1.5 m\n2.5 m\n\n-one\n\n- two\n\nAge 1.one",
    ],
)
def test_markup_that_is_right_is_not_reported(project: Write, text: str) -> None:
    assert not list(check(project({**GAME, "pages/plan.md": PAGE.format(text)}))[0])


@pytest.mark.parametrize("box", ["::: secret", ":: spoiler", "> [!my secret]", ": gm", "::: ｇｍ", "```dm"])
def test_a_box_under_another_word_for_a_secret_is_told_to_be_the_game_masters(project: Write, box: str) -> None:
    mistakes = list(check(project({**GAME, "pages/plan.md": PAGE.format(box)}))[0])
    assert any("`gm`" in hint or "`::: gm`" in hint for mistake in mistakes for hint in mistake.hints), mistakes


@pytest.mark.parametrize(
    "text", ["':: gm It owes.'", "'> [!secret] It owes.'", "'It %%owes%% all.'", "|\n  ::: gm\n  It"]
)
def test_texts_of_entries_are_looked_at_as_well(project: Write, text: str) -> None:
    entry = f"name: Otter\ntier: 2\ntoughness: 45\nsecret: {text}\n"
    [mistake] = check(project({**GAME, "beasts/otter.yaml": entry}))[0]
    assert mistake.code == "markdown" and mistake.span is not None and mistake.span.file.name == "beasts/otter.yaml"
    assert mistake.span.line == 4 + text.count("\n  ::: gm")


@pytest.mark.parametrize(
    ("text", "marked", "words"),
    [
        ("A [word]{.term}.", ".term", "at the end of a heading"),
        ("## Pier {#one} {#two}", "#one", "at the end of a heading"),
        ("It is {{house.margin}}.", "{house.margin}", "one pair of braces"),
        ("[[beast:oter]]", "[[beast:oter]]", "did you mean `beast:otter`?"),
        ("[[baest:otter]]", "[[baest:otter]]", "did you mean `beast:otter`?"),
        ("[[rulng:margin]]", "[[rulng:margin]]", "did you mean `ruling:margin`?"),
        ("[x](beasts/otter.md)", "beasts/otter.md", "did you mean `otter`?"),
        ("[x](/small/beasts/otter.html)", "/small/beasts/otter.html", "did you mean `otter`?"),
        ("[x](htp://x.org/y)", "htp://x.org/y", "did you mean `https://x.org/y`?"),
        ("[x](www.x.org)", "www.x.org", "did you mean `https://www.x.org`?"),
        ("::: table\n:::", "::: table", "does not say which table"),
        ("{2d6}", "2d6", "dice are not rolled here"),
    ],
)
def test_near_misses_of_figures_and_links(project: Write, text: str, marked: str, words: str) -> None:
    [mistake] = check(project({**GAME, "pages/plan.md": PAGE.format(text)}))[0]
    assert mistake.span and mistake.span.text == marked, mistake
    assert words in f"{mistake.message} {mistake.hints}", mistake


LITERAL = [
    # what stands on a page, what the warning marks, and words of it
    ("It is <b>his</b> bag.", "<b>", "write `**bold**`"),
    ("One.\n\n<div class=x>\ntext\n</div>", "<div class=x>", "leave it out"),
    ("- One.\n- Two<br>three.", "<br>", "empty line"),
    ("See [the plan](otter.", "[the plan](otter.", "never closed"),
    ("See [the plan] (otter.html).", "[the plan] (otter.html)", "space before `(`"),
    ("See [the plan](javascript:x).", "[the plan](javascript:", "no link"),
    ("See [](otter).", "[](otter)", "no text"),
    ("See [plan]().", "[plan]()", "leads nowhere"),
    ("See [the plan][plan].", "[the plan][plan]", "nothing is called `[plan]`"),
    ("It is **bold and ends.", "**", "no partner"),
    ("**One** and **two and three.\n\n**Four**", "**", "no partner"),
    ("Write `code and end.", "`", "no partner"),
    ("-one\n-two", "-o", "a space is missing"),
    ("1.one\n2.two\n3.three", "1.o", "a space is missing"),
]


@pytest.mark.parametrize(("text", "marked", "words"), LITERAL)
def test_what_looks_like_markup_and_is_printed_as_it_stands_is_told(
    project: Write, text: str, marked: str, words: str
) -> None:
    secret = "secret: |\n          " + text.replace("\n", "\n          ")
    entry = GAME["beasts/otter.yaml"].replace("secret: It owes everybody money.", secret)
    mistakes = list(check(project({**GAME, "pages/plan.md": PAGE.format(text), "beasts/otter.yaml": entry}))[0])
    places = [(mistake.span.file.name, mistake.span.text) for mistake in mistakes if mistake.span]
    assert places == [("beasts/otter.yaml", marked), ("pages/plan.md", marked)], mistakes
    for mistake in mistakes:
        assert mistake.severity is Severity.WARNING and words in f"{mistake.message} {mistake.hints}", mistake


@pytest.mark.parametrize(
    "text",
    ["<!-- a", "First.\n\n<!-- a\n\nLost.", "Text <!-- a\n\n- b", "<!-- a --> `<!--` <!-- b\n\nLost.",
     "Text <!-- a --> <!-- b\n\nPrinted. --> c", "- a <!-- b\n- c -->", "# A <!-- b\nc -->"],
)  # fmt: skip
def test_a_comment_that_ends_nowhere_or_elsewhere_is_told(project: Write, text: str) -> None:
    page = PAGE.format(text)
    [mistake] = check(project({**GAME, "pages/plan.md": page}))[0]
    assert mistake.severity is Severity.ERROR and mistake.span and mistake.span.text == "<!--", mistake
    assert mistake.span.start == page.rindex("<!--")


def test_what_follows_a_table_that_does_not_end_is_no_mistake_of_its_settings(project: Write) -> None:
    page = PAGE.format("::: table element\n\nText: here\n\n## Next\n\nMore.\n- one\n")
    [mistake] = check(project({**GAME, "pages/plan.md": page}))[0]
    assert mistake.message == "`::: table element` is never closed, so all that follows belongs to it"


def test_rules_in_a_folder_of_the_rules_are_the_only_mistake(project: Write) -> None:
    files = {name.replace("rules/wounds", "rules/more/wounds"): text for name, text in GAME.items()}
    [mistake] = check(project(files))[0]
    assert str(mistake.span) == "game/rules/more/wounds.yaml:1:1" and mistake.hints == ("move it to rules/wounds.yaml",)


@pytest.mark.parametrize(
    ("path", "place", "words"),
    [
        ("ruleset.yaml.txt", "ruleset.yaml.txt:1:1", "did you mean `ruleset.yaml`?"),
        ("monsters.md", "monsters.md:1:1", "move it to reference/monsters.md"),
        ("monsters.csv", "monsters.csv:1:1", "this file is not read"),
        ("style.css", "style.css:1:1", "theme.css"),
        ("chapters/a.md", "chapters:1:1", "nothing in `chapters` is read"),
        ("monsters/deep/a.yaml", "monsters:1:1", "folders of a ruleset are rules, kinds, entries"),
    ],
)
def test_what_stands_beside_the_files_of_a_ruleset_is_told(project: Write, path: str, place: str, words: str) -> None:
    [mistake] = check(project({**GAME, f"game/{path}": "name: A"}))[0]
    assert (mistake.severity, str(mistake.span)) == (Severity.WARNING, f"game/{place}"), mistake
    assert words in f"{mistake.message} {mistake.hints}", mistake


def test_what_is_about_the_folder_of_a_ruleset_is_not_told(project: Write) -> None:
    names = "README.md LICENSE.txt OFL.txt notes.txt cover.png fonts/a.ttf docs/plan.md swamp/ruleset.yaml .git/a.yaml"
    assert not list(check(project({**GAME, **{f"game/{name}": "id: a" for name in names.split()}}))[0])


def test_settings_of_a_page_begin_on_its_first_line(project: Write) -> None:
    folder = project({**GAME, "pages/plan.md": ""})
    (folder / "pages/plan.md").write_text("\n---\ntitle: Plan\n---\n\nText.\n")
    [mistake] = check(folder)[0]
    assert str(mistake.span) == "pages/plan.md:2:1" and "first line" in mistake.message, mistake


@pytest.mark.parametrize("name", ["pages/plan.md", "beasts/otter.yaml", "campaign.yaml", "game/reference/rules.md"])
def test_lines_may_end_with_a_carriage_return(project: Write, name: str) -> None:
    folder = project({**GAME, "pages/plan.md": PAGE.format("Text [[oter]].")})
    (folder / name).write_bytes((folder / name).read_bytes().replace(b"\n", b"\r"))
    [mistake] = check(folder)[0]
    assert str(mistake.span) == "pages/plan.md:7:6", mistake


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
    mistakes = list(check(project({**GAME, "pages/plan.md": page}))[0])
    assert [(mistake.code, mistake.span.line) for mistake in mistakes if mistake.span] == (
        [(code, line)] if code else []
    ), mistakes


@pytest.mark.parametrize("name", ["beasts/otter.yaml", "game/kinds/beast.yaml", "campaign.yaml", "game/rulings.yaml"])
def test_a_conflict_in_yaml_is_told_where_it_begins_and_nothing_else(project: Write, name: str) -> None:
    first, _, rest = "\n".join(line[8:] for line in GAME[name].strip("\n").split("\n")).partition("\n")
    text = f"{first}\n<<<<<<< HEAD\n=======\nsummary: x\n>>>>>>> theirs\n{rest}\n"
    [mistake] = check(project({**GAME, name: text}))[0]
    assert (
        mistake.code == "yaml-syntax"
        and mistake.span is not None
        and (mistake.span.file.name, mistake.span.line) == (name, 2)
    )


KIND = "id: crab\ntitle: Crab\nplural: Crabs\nfolder: crabs\nfields: {tier: integer}\n"

RULE = """
twin:
  title: Twin
  reference: rules#wounds
  inputs: {n: {type: integer, title: hurt}}
  outputs: %s
"""
IGNORED = [
    # a file that is added, the file told and its line, the code, and words of the message
    ({"beasts/newt.yaml.txt": "name: Newt"}, "beasts/newt.yaml.txt", 1, "ignored-file", "must end in .yaml"),
    ({"beasts/newt": "name: Newt"}, "beasts/newt", 1, "ignored-file", "must end in .yaml"),
    ({"beasts/newt.json": "{}"}, "beasts/newt.json", 1, "ignored-file", "must end in .yaml"),
    ({"pages/sub/c.md": "# C"}, "pages/sub/c.md", 1, "ignored-file", "those in pages/ itself"),
    ({"extra.md": "# Extra"}, "extra.md", 1, "ignored-file", "only those in pages/ are"),
    ({"pages/d.markdown": "# D"}, "pages/d.markdown", 1, "ignored-file", "must end in .md"),
    ({"pages/a.txt": "A"}, "pages/a.txt", 1, "ignored-file", "must end in .md"),
    ({"game/reference/part/b.md": "# B"}, "game/reference/part/b.md", 1, "ignored-file", "those in reference/ itself"),
    ({"game/rules/more/b.yaml": "a: b"}, "game/rules/more/b.yaml", 1, "ignored-file", "those in rules/ itself"),
    ({"game/kinds/b.yaml.txt": KIND}, "game/kinds/b.yaml.txt", 1, "ignored-file", "must end in .yaml"),
    ({"game/ruling.yaml": "a: b"}, "game/ruling.yaml", 1, "ignored-file", "a ruleset has"),
    ({"game/rule/a.yaml": "a: b"}, "game/rule", 1, "ignored-file", "nothing in `rule`"),
    ({"templates/blocks/tracks.html": "x"}, "templates/blocks/tracks.html", 1, "ignored-file", "replaces nothing"),
    ({"game/templates/site/enty.html": "x"}, "game/templates/site/enty.html", 1, "ignored-file", "replaces nothing"),
    (
        {"templates/blocks/tracks/site.css": "a {}"},
        "templates/blocks/tracks/site.css",
        1,
        "ignored-file",
        "only templates",
    ),
    ({"beasts/b.yaml": GAME["beasts/otter.yaml"]}, "beasts/otter.yaml", 1, "duplicate-name", "called Otter of"),
    (
        {"game/rules/twins.yaml": RULE % "{a: {title: Loss, formula: n}, b: {title: loss, formula: a + n}}"},
        "game/rules/twins.yaml",
        5,
        "duplicate-label",
        "`b` is called loss like `a`",
    ),
    (
        {"game/rules/twins.yaml": RULE % "{a: {title: Hurt, formula: n}}"},
        "game/rules/twins.yaml",
        5,
        "duplicate-label",
        "`a` is called Hurt like `n`",
    ),
    ({"pages/a.md": "# One", "pages/b.md": "# One"}, "pages/b.md", 1, "duplicate-name", "called One"),
    ({"game/kinds/crab.yaml": KIND.replace("crab\n", "beast\n")}, "game/kinds/crab.yaml", 1, "ruleset", "two kinds"),
    ({"game/kinds/crab.yaml": KIND.replace("crabs", "beasts")}, "game/kinds/crab.yaml", 4, "ruleset", "stand in the"),
]


@pytest.mark.parametrize(("files", "name", "line", "code", "words"), IGNORED)
def test_what_is_not_read_or_stands_twice_is_told(
    project: Write, files: Mapping[str, str], name: str, line: int, code: str, words: str
) -> None:
    [mistake] = check(project({**GAME, **files}))[0]
    assert mistake.span is not None and (mistake.code, mistake.span.file.name, mistake.span.line) == (
        code,
        name,
        line,
    ), mistake
    assert words in mistake.message, mistake


@pytest.mark.parametrize(
    "name",
    ["beasts/.newt.swp", "beasts/otter.yaml~", "pages/map.png", "pages/maps/map.svg", "templates/site/tracks.html.bak",
     "README.md", "game/README.md", "game/LICENSE", "beasts/Thumbs.db"],
)  # fmt: skip
def test_what_editors_leave_and_pages_show_is_no_mistake(project: Write, name: str) -> None:
    mistakes = list(check(project({**GAME, name: "x"}))[0])
    assert not mistakes or name.endswith(".bak"), mistakes


def test_a_link_to_an_entry_that_is_not_read_is_not_told_as_well(project: Write) -> None:
    files = {"beasts/newt.yaml.txt": "name: Newt", "pages/plan.md": "# Plan\n\nSee [[newt]].\n"}
    assert [mistake.code for mistake in check(project({**GAME, **files}))[0]] == ["ignored-file"]


def test_a_template_that_another_takes_in_is_read(project: Write) -> None:
    files = {
        "templates/site/entry.html": '{% include "shared/site/entry.html" %}{% include "site/_own.html" %}',
        "templates/site/_own.html": "<p>x</p>",
    }
    assert not list(check(project({**GAME, **files}))[0])


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('{% extends "shared/site/entry.html" %}\n\n{% block aside %}<p>x</p>{% endblock %}\n', 3, "the block `aside`"),
        ('{% extends "shared/site/entry.html" %}\n{% set a = 1 %}\n<p>{{ a }}</p>\n', 3, "this is never drawn"),
        (
            '{% extends "site/_base.html" %}\n{% block head %}{% endblock %}\n{% block haed %}a{% endblock %}',
            3,
            "`haed`",
        ),
    ],
)
def test_what_a_template_that_extends_another_writes_in_vain_is_told(
    project: Write, text: str, line: int, words: str
) -> None:
    files = {"templates/site/entry.html": text, "templates/site/_base.html": "<p>{% block head %}{% endblock %}</p>"}
    [mistake] = [mistake for mistake in check(project({**GAME, **files}))[0] if mistake.code == "template"]
    assert mistake.span and (mistake.span.file.name, mistake.span.line) == ("templates/site/entry.html", line)
    assert words in mistake.message


BROKEN = {
    "templates/site/entry.html": "x\n{% if %}",
    "game/templates/site/list.html": "{{ page|nix }}",
    "templates/print/card.html": "x\n\n{% for %}",
}
BROKEN_AT = {"templates/site/entry.html:2:1", "game/templates/site/list.html:1:1", "templates/print/card.html:3:1"}


@pytest.mark.parametrize(
    ("name", "old", "new", "place"),
    [
        ("game/kinds/beast.yaml", "toughness // 10", "toughnes // 10", "game/kinds/beast.yaml:13:17"),
        ("game/ruleset.yaml", "id: small", "id: [", "game/ruleset.yaml:1:5"),
        ("campaign.yaml", "title:", "paper: A3\ntitle:", "campaign.yaml:1:8"),
    ],
)
def test_templates_that_do_not_compile_are_told_whatever_else_is_wrong(
    project: Write, name: str, old: str, new: str, place: str
) -> None:
    folder = project({**GAME, **BROKEN})
    (folder / name).write_text((folder / name).read_text().replace(old, new, 1))
    assert {str(mistake.span) for mistake in check(folder)[0]} == {*BROKEN_AT, place}


ENTRY_PAGE = '{% include "shared/site/entry.html" %}\n'
MEANINGLESS = [
    # what stands in a template, and what is told of its lines
    ("{{ pgae }}\n{{ titel }}", {2: "nothing is called `pgae` here", 3: "nothing is called `titel` here"}),
    ("{{ page.lead|uper }}\n{{ page is evn }}", {2: "no filter called `uper`", 3: "no test called `evn`"}),
    ('{% include "site/enrty.html" %}\n{% import "a.html" as x %}', {2: "template site/enrty", 3: "template a.html"}),
    ("<p>{ page.title }\n<b onclick='x()'>", {2: "one pair of braces", 3: "this script never runs"}),
    ("<script>x()</script>\n<script src=x.js></script>", {2: "never runs", 3: "never runs"}),
    ("{% for a in [1] %}{{ a }}{{ loop.index }}{% endfor %}{% set b = 1 %}{{ b }}{{ c|default(3) }}"
     "{% if d is defined %}{{ d }}{% endif %}{% macro m(e) %}{{ e }}{{ caller() }}{% endmacro %}"
     "{% call m(1) %}{{ page.shell.title }}{% endcall %}{% include 'nix.html' ignore missing %}"
     "<style>a{b:c}</style><script type=application/json>{}</script><p>{x} {{ '{' }} on a = b", {}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "messages"), MEANINGLESS)
def test_what_means_nothing_in_a_template_is_told_all_at_once(
    project: Write, text: str, messages: Mapping[int, str]
) -> None:
    """Though the ruleset has a mistake, so that nothing is drawn."""
    beast = GAME["game/kinds/beast.yaml"].replace("toughness // 10", "toughnes // 10")
    files = {"game/kinds/beast.yaml": beast, "templates/site/entry.html": ENTRY_PAGE + text}
    kind, *mistakes = check(project({**GAME, **files}))[0]
    assert kind.span and kind.span.file.name == "game/kinds/beast.yaml"
    lines = {mistake.span.line: mistake.message for mistake in mistakes if mistake.span}
    assert lines.keys() == messages.keys() and len(lines) == len(mistakes), mistakes
    assert all(words in lines[line] for line, words in messages.items()), mistakes


def test_a_template_that_takes_nothing_unknown_is_drawn(project: Write) -> None:
    assert not list(check(project({**GAME, "templates/site/entry.html": ENTRY_PAGE + MEANINGLESS[-1][0]}))[0])


def test_all_templates_that_cannot_be_drawn_are_told_at_once(project: Write) -> None:
    files = {
        "templates/site/entry.html": "{{ page.nixe }}",
        "templates/site/list.html": "{{ page.nix }}",
        "templates/print/card.html": "{{ entry.nix }}",
    }
    places = [str(mistake.span) for mistake in check(project({**GAME, **files}))[0]]
    assert places == ["templates/print/card.html:1:1", "templates/site/entry.html:1:1", "templates/site/list.html:1:1"]
    files = {"templates/fragments/rule.html": "{{ view.nix }}", "pages/plan.md": "# Plan\n\n[[nobody]]\n"}
    places = [str(mistake.span) for mistake in check(project({**GAME, **files}))[0]]
    assert places == ["pages/plan.md:3:1", "templates/fragments/rule.html:1:1"]


THEME = """
        theme:
          mark: {mark}
          accent: "{accent}"
          on-accent: "#ffffff"
          accent-text: "#57515c"
          accent-bar: "#bdb6c2"
          block: "#57515c"
          on-block: "#ffffff"
          dark: {{accent: "#bdb6c2", on-accent: "#131016", accent-text: "#cdc8cf"}}
"""
ROWS = "odds: {title: Odds, reference: rules#wounds, table: {%s}}\n"

RULESET = [
    # what is changed in a file of the ruleset, and the message
    ("game/rules/odds.yaml", "", ROWS % "1..3: a, 3..6: b", "ruleset", "`3..6` overlaps `1..3`"),
    ("game/rules/odds.yaml", "", ROWS % "1..3: a, ..2: b", "ruleset", "overlaps"),
    ("game/rules/odds.yaml", "", ROWS % "1-3: a, 4..6: b", "ruleset", "`1-3` is no range"),
    ("game/rules/odds.yaml", "", ROWS % "1..3: a, many: b", "ruleset", "`many` is no range"),
    ("game/rules/odds.yaml", "", ROWS % "3..1: a, 4..6: b", "ruleset", "counts backwards"),
    ("game/rules/odds.yaml", "", ROWS % "1..3: a, 6..9: b", "ruleset", "nothing for 4..5"),
    ("game/rules/odds.yaml", "", ROWS % "1..3: a, 5+: b", "ruleset", "nothing for 4"),
    ("game/ruleset.yaml", "vocab", THEME.format(mark="flame", accent="forrest green") + "        vocab", "ruleset",
     "`forrest green` is no colour"),
    ("game/ruleset.yaml", "vocab", THEME.format(mark="flame", accent="#ffff66") + "        vocab", "ruleset",
     "can hardly be read"),
    ("game/ruleset.yaml", "vocab", THEME.format(mark="my-tree", accent="#57515c") + "        vocab", "unknown-term",
     "no mark called `my-tree`"),
    ("game/ruleset.yaml", "code: Fi", "mark: fyre", "unknown-term", "no mark called `fyre`"),
    ("game/kinds/beast.yaml", "mark: square", "mark: sqare", "unknown-term", "no mark called `sqare`"),
    ("game/kinds/beast.yaml", "folder: beasts", "folder: beasts\n        roster: fighters", "formula-name",
     "nothing called `fighters`"),
    ("game/kinds/beast.yaml", "folder: beasts", "folder: beasts\n        roster: tier", "formula-type",
     "takes a list of records"),
    ("game/kinds/beast.yaml", "tier: integer", "for: integer", "wrong-name", "`for` cannot be the name"),
    ("game/rules/wounds.yaml", "inputs: {defense", "inputs: {for: integer, defense", "wrong-name", "`for` cannot"),
    ("game/kinds/beast.yaml", "text: secret, ", "text: secret, map: affinities, ", "unknown-field",
     "a `prose` block has no `map`"),
    ("game/kinds/beast.yaml", "value: damage}", "value: damage, of: 3}", "unknown-field",
     "a column of a table has no `of`"),
    ("game/kinds/beast.yaml", "value: damage}", "value: damage, type: number}", "unknown-field",
     "a column of a table has no `type`"),
    ("game/kinds/beast.yaml", "heads: element", "heads: elemnt", "unknown-term", "no vocabulary called `elemnt`"),
    ("game/kinds/beast.yaml", "value: tier, type: number}", "value: tier, strong: true}", "unknown-field",
     "a column of a list has no `strong`"),
    ("game/kinds/beast.yaml", "text: secret, ", "", "missing-field", "a `prose` block needs `text`"),
    ("game/kinds/beast.yaml", "tier: integer", "element: one of element\n          tier: integer", "formula-type",
     "`for` goes over a list, not one of element"),
    ("game/ruleset.yaml", "id: small", "id: small\n        cards: beast", "unknown-field", "called `cards`"),
    ("game/rules/wounds.yaml", "light: tb", "light: randint(1, 6)", "formula-name", "called `randint`"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "right", "wrong", "code", "words"), RULESET)
def test_mistakes_of_a_ruleset_that_were_silent(
    project: Write, name: str, right: str, wrong: str, code: str, words: str
) -> None:
    text = GAME.get(name, "")
    assert right in text
    files = {**GAME, name: text.replace(right, wrong, 1) if right else wrong}
    if wrong.startswith("for"):  # as it is called elsewhere, too
        beast = files[name].replace("value: tier", "value: 1").replace("{tier: tier", "{tier: 1")
        files |= {name: beast, "beasts/otter.yaml": files["beasts/otter.yaml"].replace("tier: 2", "for: 2")}
    if wrong.startswith("element"):
        files["beasts/otter.yaml"] = files["beasts/otter.yaml"].rstrip() + "\n        element: ice\n"
    [mistake] = check(project(files))[0]
    assert (
        mistake.code == code
        and words in mistake.message
        and mistake.span is not None
        and mistake.span.file.name == name
    ), mistake


@pytest.mark.parametrize(
    "rows", ["11..16: a, 21..26: b", "1..3: a, 4..6: b, 7+: c", "1: a, 4: b", "..0: a, 1..: b", "a: 1, b: 2", "1–3: a"]
)
def test_tables_that_are_right(project: Write, rows: str) -> None:
    assert not list(check(project({**GAME, "game/rules/odds.yaml": ROWS % rows}))[0])


def test_dice_that_are_not_rolled_here_are_named(project: Write) -> None:
    text = GAME["game/rules/wounds.yaml"].replace("light: tb", "light: randint(1, 6)")
    [mistake] = check(project({**GAME, "game/rules/wounds.yaml": text}))[0]
    assert "rolls no dice" in mistake.hints[0] and "round_half" in mistake.hints[1]


UNREADABLE = ["theme.css", "game/theme.css", "game/cases.yaml", "game/facts.yaml", "templates/site/entry.html"]


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_pipe_or_a_folder_in_the_place_of_a_file_is_told(project: Write, name: str) -> None:
    for make in (os.mkfifo, os.mkdir):
        folder = project({name: "", **GAME})
        (folder / name).unlink()
        make(folder / name)
        if make is os.mkfifo or not name.endswith(".html"):
            [mistake] = check(folder)[0]
            assert mistake.code == "unreadable-file" and mistake.span and mistake.span.file.name == name, mistake
        shutil.rmtree(folder)


@pytest.mark.parametrize("name", ["theme.css", "game/theme.css", "templates/site/entry.html"])
def test_what_is_not_utf_8_is_told_at_its_line(project: Write, name: str) -> None:
    folder = project({name: "", **GAME})
    (folder / name).write_bytes(b"a {}\n/* caf\xe9 */\n")
    [mistake] = check(folder)[0]
    assert "UTF-8" in mistake.message and mistake.span and (mistake.span.file.name, mistake.span.line) == (name, 2), (
        mistake
    )


CASE = "- {id: a, rule: track, given: {tb: 2}, expect: {light: 2}}\n"
REGION = "{outline: M0 0H10V10Z, number: [5, 5], name: [5, 5], anchor: start, room: 9, page: [5, 5]}"
BODIES = f"location:\n  silhouette: M0 0H10V10Z\n  places:\n    head: {REGION}\n    tail: {REGION}\n"

ONE_CAUSE = [
    # a file, what stands in it, what is written instead, and where the only message, or the first, points
    ("game/cases.yaml", "expect", "expct", "expct"),
    ("game/cases.yaml", "given", "givn", "givn"),
    ("game/ruleset.yaml", "score: integer 0..120", "score: integer 120..0", "integer 120..0"),
    ("game/ruleset.yaml", "ice: {title: Ice, code: Ic}", "fire: {title: Ice}", "fire: {title: Ice}"),
    ("game/ruleset.yaml", "element:\n    fire:", "spare: {from: best}\n  element:\n    fire:", "best"),
    ("game/rulings.yaml", "default: 20", "default: 30", "30"),
    ("game/kinds/beast.yaml", "integer 1..10", "integer 10..1", "integer 10..1"),
]


@pytest.mark.parametrize(("name", "old", "new", "marked"), ONE_CAUSE)
def test_the_first_message_is_the_cause(project: Write, name: str, old: str, new: str, marked: str) -> None:
    folder = project({"game/cases.yaml": CASE, **GAME})
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text := text.replace(old, new, 1))
    first, *more = check(folder)[0]
    at = text.index(new) + new.index(marked)
    assert first.span and first.span.file.name == name and first.span.start == at, first
    assert not more or first.code == "duplicate-key", more
    assert "did you mean `10`" not in str(first.hints)


def test_a_vocabulary_of_entries_that_there_are_none_of_is_one_mistake(project: Write) -> None:
    folder = project(
        {
            **GAME,
            "game/kinds/element.yaml": "id: element\ntitle: Element\nplural: Elements\nfields: {}\n",
            "game/entries/element.yaml": "fire: {name: Fire}\nice: {name: Ice}\n",
        }
    )
    ruleset = folder / "game/ruleset.yaml"

    text = ruleset.read_text().replace("    fire: {title: Fire, code: Fi}\n    ice: {title: Ice, code: Ic}\n", "")
    assert text != ruleset.read_text()
    ruleset.write_text(text.replace("element:\n", "element: {from: elemnt}\n", 1))
    [mistake] = check(folder)[0]
    assert mistake.message == "there are no entries of kind `elemnt`" and mistake.hints == ("did you mean `element`?",)


@pytest.mark.parametrize(("old", "new"), [("[5, 5], name", "[5], name"), ("room", "rom"), ("start", "begin")])
def test_a_region_that_is_wrong_is_not_missing_as_well(project: Write, old: str, new: str) -> None:
    ruleset = "id: small\ntitle: Small\nvocabularies: {location: {head: {title: Head}, tail: {title: Tail}}}\n"
    files = {"campaign.yaml": "title: A\nruleset: ./game\n", "game/ruleset.yaml": ruleset}
    assert not list(check(project({**files, "game/bodies.yaml": BODIES}))[0])
    [mistake] = check(project({**files, "game/bodies.yaml": BODIES.replace(old, new, 1)}))[0]
    assert mistake.span and mistake.span.line == 4, mistake


SITES = [
    # the settings of a site, what the only message marks, and words of it
    ("rulesets: [game, game]", "game", "stands here twice"),
    ("rulesets: [game]\nguide: ../..", "../..", "not a folder beside this file"),
    ("rulesets: [game]\nguide: .", ".", "not a folder beside this file"),
    ("rulesets: [game]\noutput: content", "content", "files of the project stand in `content`"),
    ("rulesets: [game]\noutput: content/game/kinds", "content/game/kinds", "files of the project stand in"),
]


@pytest.mark.parametrize(("settings", "marked", "words"), SITES)
def test_mistakes_of_a_site_of_several_games(project: Write, settings: str, marked: str, words: str) -> None:
    game = {f"content/{name}": text for name, text in GAME.items() if name.startswith("game/")}
    [mistake] = check(project({**game, "content/site.yaml": f"title: A\n{settings}\n"}))[0]
    assert mistake.span and mistake.span.file.name == "content/site.yaml", mistake
    assert mistake.span.text == marked and words in f"{mistake.message} {mistake.hints}", mistake


def test_a_folder_of_the_guide_that_is_missing_is_told(project: Write) -> None:
    [mistake] = check(project({"site.yaml": "title: A\nrulesets: []\nguide: gide\n", "guide/index.md": "# A\n"}))[0]
    assert str(mistake.span) == "site.yaml:3:8" and mistake.hints == ("did you mean `guide`?",)


PLACES = [
    # what stands on a page, and what the message marks
    ("::: table best\n:::", "best"),
    ("::: rule trck\n:::", "trck"),
    ("::: table beast\nwhere: tier\n:::", "tier"),
    ("::: table element\nwhere: title\n:::", "title"),
    ("::: ruling margn\n:::", "margn"),
    ("::: example A\nrule: track\ngiven: {bt: 4}\nexpect: {light: 4}\n---\nA.\n:::", "bt"),
    ("::: example A\nrule: track\ngiven: {tb: four}\nexpect: {light: 4}\n---\nA.\n:::", "four"),
]


@pytest.mark.parametrize(("text", "marked"), PLACES)
def test_what_is_wrong_in_a_directive_is_told_at_its_word(project: Write, text: str, marked: str) -> None:
    [mistake] = check(project({**GAME, "pages/plan.md": PAGE.format(text)}))[0]
    assert mistake.span and mistake.span.text == marked, mistake


def test_a_fact_that_the_source_has_not_is_told_where_it_stands(project: Write) -> None:
    rules = GAME["game/rules/wounds.yaml"].replace("title: Wound tracks", "title: Wound tracks\n          facts: [a.b]")
    page = GAME["game/reference/rules.md"] + "\n        <!-- facts: a.bc -->\n"
    files = {
        **GAME,
        "game/facts.yaml": "all: [a.b]\n",
        "game/rules/wounds.yaml": rules,
        "game/reference/rules.md": page,
    }
    [mistake] = check(project(files))[0]
    assert mistake.span and (mistake.span.file.name, mistake.span.text) == ("game/reference/rules.md", "a.bc"), mistake
    files |= {"game/facts.yaml": "all: [a.bc]\n"}
    [mistake] = check(project(files))[0]
    assert mistake.span and (mistake.span.file.name, mistake.span.text) == ("game/rules/wounds.yaml", "a.b"), mistake


def test_words_of_a_rule_name_its_inputs(project: Write) -> None:
    rules = GAME["game/rules/wounds.yaml"].replace(
        "title: Wound tracks", 'title: Wound tracks\n          says: "{bt} tracks"'
    )
    [mistake] = check(project({**GAME, "game/rules/wounds.yaml": rules}))[0]
    assert mistake.span and mistake.span.text == "bt" and mistake.hints == ("did you mean `tb`?",), mistake


def test_a_panel_of_a_block_that_there_is_not_is_told(project: Write) -> None:
    kind = GAME["game/kinds/beast.yaml"].replace(
        "strip: {type: strip", "all: {type: panel, entries: '[friend]', blocks: [hed]}\n            strip: {type: strip"
    )
    [mistake] = check(project({**GAME, "game/kinds/beast.yaml": kind}))[0]
    assert mistake.span and mistake.span.text == "hed" and mistake.hints == ("did you mean `head`?",), mistake


KIND_FILE, RULES_FILE, GAME_FILE = "game/kinds/beast.yaml", "game/rules/wounds.yaml", "game/ruleset.yaml"
OTTER = "beasts/otter.yaml"
PANEL = "strip: {type: panel, blocks: [head], entries: %s}\n    other: {type: strip"
NAMED = "strip: {type: named, name: name, rows: %s}\n    other: {type: strip"

MISTAKES = [
    # a file, what stands in it, what is written instead, the text that the only message marks, and words of it
    ("campaign.yaml", "ruleset:", "output: beasts\nruleset:", "beasts", "files of the project stand in `beasts`"),
    ("campaign.yaml", "ruleset:", "output: game/rules\nruleset:", "game/rules", "such as `site`"),
    ("campaign.yaml", "ruleset:", "printer: {offset: [99, 0]}\nruleset:", "99", "at most 30"),
    ("campaign.yaml", "ruleset:", "url: https://x.org/a b\nruleset:", "https://x.org/a b", "has no blanks"),
    ("campaign.yaml", "ruleset:", "paper: A6\ncard: 200x200\nruleset:", "200x200", "does not fit A6"),
    ("campaign.yaml", "ruleset:", "card: 330x330\nruleset:", "330x330", "does not fit A4"),
    ("campaign.yaml", "margin: 10", "margin: null", "null", "nothing is not an option of margin"),
    ("campaign.yaml", "ruleset:", "printer: {margin: 4mm}\nruleset:", "4mm", "did you mean `4`?"),
    ("campaign.yaml", "house_rules: {margin: 10}", "...\nhouse_rules: {margin: 10}", "house_rules: {margin: 10}",
     "a line `...` above ends the file"),
    (OTTER, "tier: 2", "tier:\u00a02", "\u00a0", "U+00A0"),
    (OTTER, "toughness: 45", "toughness: 45 TB", "45 TB", "write `45`"),
    (OTTER, "tier: 2", "tier: 2\nportrait: otter.gif", "otter.gif", "no picture of a sort that can be shown"),
    (KIND_FILE, "integer 1..10", "integer 1-10", "integer 1-10", "did you mean `integer 1..10`?"),
    (KIND_FILE, "integer 1..10", "int 1..10 optional", "int 1..10 optional", "did you mean `integer 1..10, optional`?"),
    (KIND_FILE, "integer 1..10", "one of low, high", "one of low, high", "write `one of [low, high]`"),
    (KIND_FILE, "secret: {type", "summary: text\n  secret: {type", "summary", "every entry has `summary` already"),
    (KIND_FILE, "toughness // 10", "wounds.light // 10", "wounds.light // 10", "TB → wounds → TB"),
    (KIND_FILE, "kill_at: kill_at(defense=TB)", "kill_at: [1, 2]", "[1, 2]", "put it in quotes"),
    (KIND_FILE, "kill_at(defense=TB)", "1 if TB = 3 else 2", "=", "compare with `==`"),
    (KIND_FILE, "kill_at(defense=TB)", '"join([], \'\\n\')"', "'", "write a line break as"),
    (KIND_FILE, "kill_at(defense=TB)", "1 if TB && tier else 2", "&&", "write `and`"),
    (KIND_FILE, "kill_at(defense=TB)", "1 if !TB else 2", "!", "write `not`"),
    (KIND_FILE, "kill_at(defense=TB)", "'TB > 3 ? 1 : 2'", "?", "write `A if CONDITION else B`"),
    (KIND_FILE, "kill_at(defense=TB)", "TB − 2", "−", "write a plain `-`"),
    (KIND_FILE, "kill_at(defense=TB)", "TB ^ 2", "TB ^ 2", "there is no power"),
    (KIND_FILE, "page: [head, ", "page: [head, head, ", "head", "`head` stands here twice"),
    (KIND_FILE, "value: wounds.light, mark", "value: name, mark", "name", "this takes a whole number, not text"),
    (KIND_FILE, "value: wounds.light, mark", "value: tier / 2, mark", "tier / 2", "round it with `//`"),
    (KIND_FILE, "facets: {tier: tier", "facets: {tier: zzzzz", "zzzzz", "attacks, friend, secret, TB"),
    (KIND_FILE, "map: affinities", "map: attacks", "attacks", "this takes a map, not list of attack"),
    (KIND_FILE, "text: secret", "text: attacks", "attacks", "this takes a text, not list of attack"),
    (KIND_FILE, "value: tier, type: number", "value: name, type: number", "name", "this takes a number, not text"),
    (KIND_FILE, "strip: {type: strip", PANEL % "tier", "tier", "this takes a list of entries, not integer"),
    (KIND_FILE, "strip: {type: strip", PANEL % "attacks", "attacks", "this takes a list of entries"),
    (KIND_FILE, "strip: {type: strip", PANEL % "friend", "friend", "this takes a list of entries, not a beast"),
    (KIND_FILE, "strip: {type: strip", NAMED % "friend", "friend", "rows are a list of records, not a beast"),
    (KIND_FILE, "layout:", "checks: [{that: tier > 20, message: Tall}]\nlayout:", "message", "`says` is missing"),
    (KIND_FILE, "layout:", "checks: [{that: tier, says: Tall}]\nlayout:", "tier", "a condition, not integer"),
    (KIND_FILE, "folder: beasts", "folder: pages", "pages", "holds no entries"),
    (RULES_FILE, "outputs: {damage: defense + house.margin}", "outputs: {}", "{}", "a rule needs an output"),
    (GAME_FILE, "score: integer 0..120", "score: score", "score", "the type `score` is made of itself"),
    (GAME_FILE, "affinity:", "place: [wood, [hill]]\n  affinity:", "[hill]", "a term: a word or a short text"),
    (GAME_FILE, "affinity:", "place: [wood, hill, wood]\n  affinity:", "wood", "the term `wood` stands here twice"),
    (GAME_FILE, "resist: {title", "resist: {titel", "titel", "did you mean `title`?"),
    ("game/cases.yaml", CASE, CASE + CASE, "a", "another case has the id `a` already"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "old", "new", "hint"),
    [
        ("game/ruleset.yaml", "title: Small game", "title: #b33 # red", 'write "#b33" in quotation marks'),
        (OTTER, "tier: 2", "tier: #2", 'write "#2" in quotation marks'),
        (OTTER, "tier: 2", "tier: # to be found", ""),
        (OTTER, "tier: 2", "tier:\n        #toughness: 3", ""),
    ],
)
def test_what_a_comment_has_swallowed_is_told(project: Write, name: str, old: str, new: str, hint: str) -> None:
    assert old in GAME[name]
    mistakes = list(check(project({**GAME, name: GAME[name].replace(old, new, 1)}))[0])
    hints = [hint for mistake in mistakes for hint in mistake.hints if "begins a comment" in hint]
    assert mistakes and len(hints) == bool(hint) and all(hint in text for text in hints), mistakes


BEAST, NAME = GAME[OTTER], "name: Otter of Ill Repute"
COMMENTS = [
    # a file, what stands in it, what is written instead, the comment that is told, and words of the message
    (OTTER, NAME, "name: Room #5", "#5", '"Room #5" in quotation marks'),
    (OTTER, NAME, "name: Room #1 and #2", "#1 and #2", '"Room #1 and #2"'),
    (OTTER, NAME, NAME + "\n        aliases:\n          - Room #foo\n          - b", "#foo", '"Room #foo"'),
    (OTTER, NAME, NAME + "\n        summary: It is in\n          Room #5", "#5", '"It is in Room #5"'),
    (OTTER, NAME, NAME + "\n        summary: #5 is it", "", "`summary` is empty"),
    (OTTER, NAME, NAME + "\n        summary: It is #5 in\n          a row", "#5", "the text breaks off"),
    (OTTER, NAME, NAME + "\n        aliases: [Room #5, b]", "#5, ", "this list or mapping breaks off"),
    (OTTER, "[{name: Pebble, element: ice, damage: 3}]",
     "\n          - name: Pebble #4\n            element: ice #x\n            damage: 3 #y", "#4", '"Pebble #4"'),
    ("campaign.yaml", "The small hours", "The small #hours", "#hours", '"The small #hours"'),
    ("game/ruleset.yaml", "{title: Ice, code: Ic}", "\n              title: Ice #2", "#2", '"Ice #2"'),
    ("game/kinds/beast.yaml", "title: Attacks", "title: Attacks #3", "#3", '"Attacks #3"'),
    ("pages/plan.md", "title: Plan", "title: Act #2", "#2", '"Act #2"'),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "comment", "words"), COMMENTS)
def test_a_text_that_a_comment_cuts_is_told(
    project: Write, name: str, old: str, new: str, comment: str, words: str
) -> None:
    files = {**GAME, "pages/plan.md": "---\ntitle: Plan\n---\n\nText.\n"}
    assert old in files[name]
    [mistake] = check(project({**files, name: files[name].replace(old, new, 1)}))[0]
    assert mistake.span and mistake.span.file.name == name, mistake
    assert comment.startswith(mistake.span.text) if comment else mistake.span.line == 2, mistake
    assert words in f"{mistake.message} {mistake.hints}", mistake


@pytest.mark.parametrize(
    "written",
    ["name: Room # 5", "name: Room   # note", "name: Room#5", "name: 'Room' #5", "name: Room #-- x",
     "name: Room\n        aliases: [Room, b] #5", "name: Room\n        friend: otter #foo", "name: Room\n        #foo"],
)  # fmt: skip
def test_comments_are_no_mistakes(project: Write, written: str) -> None:
    assert not list(check(project({**GAME, OTTER: BEAST.replace(NAME, written)}))[0])


@pytest.mark.parametrize(
    ("styles", "place", "words"),
    [
        ("a { color: red }\nb { color: red\nc { color: red }\n", "2:3", "this bracket is never closed"),
        ("a { color: red }\n/* b\nc { color: red }\n", "2:1", "this comment is never closed"),
        ("a { color: red }\n}\n", "2:1", "this `}` closes nothing"),
        ("a { content: 'red }\n", "1:3", "this bracket is never closed"),
        ("a { content: 'red\n}\n", "1:14", "this text in quotes has no end"),
        ("@medai print { a { color: red } }\n", "1:1", "did you mean `media`?"),
        ("@media print { a { colour red; } }\n", "1:30", "neither a rule nor a declaration"),
        ("a { background: url(x.png) }\n", "1:17", "`x.png` is no file of this folder"),
        ("a { b { background: url('x.png') } }\n", "1:21", "`x.png` is no file of this folder"),
        ("a { background: url(https://example.org/x.png) }\n", "1:17", "pages take nothing from elsewhere"),
        ("a { background: url(x/../../y.png) }\n", "1:17", "leads out of the folder"),
        ("a { background: url(x.exe) }\n", "1:17", "is neither a picture nor a font"),
        ("a { color: red }\nb\n", "2:2", "neither a rule"),
        ("a { colour: red }\n", "1:5", "did you mean `color`?"),
        ("@media print { a { b:hover { Backgroud: red } } }\n", "1:30", "did you mean `background`?"),
        ("@keyframes k { to { witdh: 1px } }\n", "1:21", "did you mean `width`?"),
        ("a { b { color: rde } }\n", "1:16", "there is no colour `rde`"),
        ("a { color: #12345 }\n", "1:12", "there is no colour `#12345`"),
        ("@media print { a { margin: 0 5 } }\n", "1:30", "write `5px`"),
        ("a { color: red !importnat }\n", "1:16", "only `!important`"),
        ("a { color: red\n  margin: 0 }\n", "2:3", "a semicolon is missing before this"),
        (":root { --acent: red }\n", "1:9", "did you mean `--accent`?"),
        ("a { color: var(--accnt) }\n", "1:12", "did you mean `--accent`?"),
        ("{" * 20000 + "}" * 20000, "", ""),
        ("a { color: red }\n" * 20_000, "1:1", "more than 200,000 letters"),
        (f"a {{ background: url(data:image/png;base64,{'A' * 400_000}) }}\n", "", ""),
        ("a { Color: red; -webkit-line-clamp: 2; text-box: trim-both; scroll-margin-top: 1px; stroke-dasharray: 1 2;\n"
         "grid-gap: 1px; border-start-start-radius: 0; flex-flow: wrap; offset-path: none; x: 1; fill-rule: nonzero }",
         "", ""),
        ("a { --mine: 1; --akzent: var(--mine); color: var(--akzent); margin: 0 auto -1px 5%; line-height: 1.5; \n"
         "flex: 1; color: Canvas; color: currentcolor; border-color: red blue; x-unknown: 1; -moz-clip: 3 }\n",
         "", ""),
        ("", "", ""),
        ("@media print { a:hover { color: red; & b { --x: {}; } } }\n@font-face { src: url(data:x) }\n"
         "@page :first { margin: 0; @top-left { content: 'x' } }\n@-moz-document url(x:) { a { } }\n"
         "@keyframes k { from { top: 0 } 50% { top: 1px } }\n@layer a, b;\n@import url(../x.css);\n", "", ""),
    ],
)  # fmt: skip
def test_what_browsers_do_not_read_of_styles_is_told(project: Write, styles: str, place: str, words: str) -> None:
    for name in ("theme.css", "game/theme.css"):
        mistakes = list(check(project({**GAME, "theme.css": "", "game/theme.css": "", name: styles}))[0])
        said = [f"{mistake.span}: {mistake.message} {' '.join(mistake.hints)}" for mistake in mistakes]
        assert len(said) == bool(words), said
        assert all(text.startswith(f"{name}:{place}") and words in text for text in said), said


@pytest.mark.parametrize("path", ["pages/otter.yaml", "beasts/otter.yaml.bak", "beasts/otter.txt"])
def test_the_names_of_an_entry_that_is_not_read_are_not_missed(project: Write, path: str) -> None:
    others = {name: text for name, text in GAME.items() if name != OTTER}
    plan = "# Plan\n\n[[otter]], [[Otter of Ill Repute]]\n"
    [mistake] = check(project({**others, path: GAME[OTTER], "pages/plan.md": plan}))[0]
    assert mistake.code == "ignored-file" and mistake.span and mistake.span.file.name == path, mistake
    assert ("folder of its kind" in mistake.hints[0]) == path.endswith(".yaml")


@pytest.mark.parametrize(("name", "old", "new", "marked", "words"), MISTAKES)
def test_a_mistake_is_told_once_at_its_word(
    project: Write, name: str, old: str, new: str, marked: str, words: str
) -> None:
    beasts = {} if "folder: pages" in new else {OTTER: GAME[OTTER]}
    folder = project({"game/cases.yaml": CASE, **{key: text for key, text in GAME.items() if key != OTTER}, **beasts})
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1))
    [mistake] = check(folder)[0]
    assert mistake.span and mistake.span.file.name == name and mistake.span.text == marked, mistake
    assert words in f"{mistake.message} {' '.join(mistake.hints)}", mistake


def test_of_two_entries_with_one_id_nothing_else_is_missed(project: Write) -> None:
    heron = "name: Heron\nextends: otter\n"
    files = {"beasts/heron.yaml": heron, "pages/plan.md": "# Plan\n\n[[otter]], [[Otter of Ill Repute]]\n"}
    otter = GAME[OTTER].replace("tier: 2", "tier: 2\n        id: heron")
    [mistake] = check(project({**GAME, **files, OTTER: otter}))[0]
    assert mistake.code == "duplicate-address" and mistake.span and mistake.span.file.name == OTTER, mistake


def test_a_sample_within_its_ruleset_has_its_site_beside_it(project: Write) -> None:
    files = {name.replace("game/", "games/small/"): text for name, text in GAME.items() if name.startswith("game/")}
    others = {f"games/small/campaign/{name}": text for name, text in GAME.items() if not name.startswith("game/")}
    campaign = {"games/small/campaign/campaign.yaml": "title: Sample\nruleset: ../\n"}
    assert not list(check(project({**files, **others, **campaign}) / "games/small/campaign")[0])


def test_of_two_rules_with_one_name_neither_is_missed(project: Write) -> None:
    files = {**GAME, "game/rules/again.yaml": "track: {title: Again, reference: rules#wounds, outputs: 5}\n"}
    [mistake] = check(project(files))[0]
    assert mistake.message == "there are two rules called `track`", mistake


@pytest.mark.parametrize(("facts", "place"), [("- a.b\n", "1:1"), ("all: a.b\n", "1:6")])
def test_a_list_of_facts_is_sections_with_lists(project: Write, facts: str, place: str) -> None:
    [mistake] = check(project({**GAME, "game/facts.yaml": facts}))[0]
    assert str(mistake.span) == f"game/facts.yaml:{place}", mistake


FIGHT = """
    id: fight
    title: Fight
    plural: Fights
    fields: {beasts: list of ref beast}
    derive:
      fighters: '[{"name": b.name, "id": b.id, "side": "Beasts", "initiative": b.tier} for b in beasts]'
    roster: fighters
    """


@pytest.mark.parametrize(("beasts", "times"), [("otter", 0), ("otter, newt", 0), ("otter, newt, otter", 2)])
def test_fighters_that_are_called_the_same_are_told(project: Write, beasts: str, times: int) -> None:
    newt = GAME[OTTER].replace("Otter of Ill Repute", "Newt")
    fight = f"name: Pond\nbeasts: [{beasts}]\n"
    files = {"game/kinds/fight.yaml": FIGHT, "beasts/newt.yaml": newt, "fight/pond.yaml": fight}
    mistakes = list(check(project({**GAME, **files}))[0])
    assert len(mistakes) == bool(times), mistakes
    assert all(f"Otter of Ill Repute stands {times} times" in mistake.message for mistake in mistakes)


def test_very_many_mistakes_of_a_template_are_told_soon(project: Write) -> None:
    names = "\n".join(f"{{{{ nix{number} }}}}" for number in range(3000))
    start = time.process_time()
    mistakes = list(check(project({**GAME, "templates/site/entry.html": names}))[0])
    assert len(mistakes) == MOST and time.process_time() - start < 2


WARNED = [
    (
        "game/rules/gaps.yaml",
        "",
        "pace: {title: Pace, reference: rules#wounds, table: {1..3: slow, 5+: fast}}\n",
        "ruleset",
    ),
    ("game/rules/wounds.yaml", "light: tb", "light: {formula: tb, title: Toughness Bonus}", "duplicate-label"),
    ("game/ruleset.yaml", "vocab", THEME.format(mark="flame", accent="#ffff66") + "        vocab", "ruleset"),
    ("game/entries/beasts.yaml", "", "# nothing yet\n", "missing-field"),
]


@pytest.mark.parametrize(("name", "old", "new", "code"), WARNED, ids=[name for name, *_ in WARNED])
def test_a_warning_of_a_ruleset_leaves_out_nothing(project: Write, name: str, old: str, new: str, code: str) -> None:
    """Entries are computed, cases are run, and pages are made as without it."""
    stated = {"beasts/otter.yaml": GAME["beasts/otter.yaml"].replace("tier: 2", "tier: 2\n        stated: {TB: 9}")}
    text = GAME.get(name, "")
    folder = project({**GAME, **stated, name: text.replace(old, new, 1) if old else new})
    made = build_in_memory(Options(folder, pdf=False))
    assert {mistake.code for mistake in made.diagnostics} == {code, "stated-differs"}
    assert "small/beasts/otter.html" in made.files
    (folder / "game/cases.yaml").write_text("- {rule: track, given: {tb: 4}, expect: {heavy: 3}}\n", "utf-8")
    assert "example-differs" in [mistake.code for mistake in check(folder)[0]]

"""Mistakes in what is laid over a game: a hack, and its texts in another language. Each is told once, at its place."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from bombs import files
from projects import Write

from sheetgen.build import check

HACK = {
    "campaign.yaml": "title: Test\nruleset: ./hard\n",
    "game/entries/hero.yaml": "cyd: {name: Cyd, might: 2}\n",
    "hard/ruleset.yaml": "id: hard\ntitle: Hard\nextends: ../game\n",
}
GERMAN = {
    "campaign.yaml": "title: Test\nruleset: ./game\nlanguages: [de]\n",
    "game/languages/de/ruleset.yaml": "title: Klein\n",
}


def told_once(folder: Path, place: str, message: str, hint: str) -> None:
    """What is wrong with a folder is one mistake."""
    [mistake] = check(folder)[0]
    assert message in mistake.message and mistake.hints[0].startswith(hint), mistake
    assert str(mistake.span) == place


@pytest.mark.parametrize(
    ("name", "text", "place", "message", "hint"),
    [
        ("rules/ours.yaml", "resolv: {outputs: might}", "1:1", "no rule `resolv` to change", "did you mean `resolve`?"),
        ("kinds/hero.yaml", "id: heroe\nroll: {might: d6}", "1:5", "no kind `heroe` to change", "did you mean `hero`?"),
        ("entries/hero.yaml", "cyt: {might: 3}", "1:1", "no entry `hero:cyt` to change", "did you mean `cyd`?"),
        ("ruleset.yaml", "id: hard\ntitle: Hard\nextends: ../gamme", "3:10", "no ruleset", "did you mean `../game`"),
        ("kinds/hero.yaml", "id: hero\nderive: {resolv: null}", "2:10", "no `resolv` here", "did you mean `resolve`?"),
        ("rules/ours.yaml", "resolve: {steps: null}", "1:11", "no `steps` here to take away", "known here: title"),
    ],
)  # fmt: skip
def test_what_a_hack_changes_is_there(
    project: Write, name: str, text: str, place: str, message: str, hint: str
) -> None:
    told_once(project({**files(HACK), f"hard/{name}": f"{text}\n"}), f"hard/{name}:{place}", message, hint)


@pytest.mark.parametrize(
    "path", ["./" + "a" * 5000 + "/x", '"./a\\0b/c"', "'./*/[a/x'", "../../../../../../../../../x/../y"]
)
def test_a_path_that_no_folder_can_have_is_told(project: Write, path: str) -> None:
    [mistake] = check(project({**files(HACK), "hard/ruleset.yaml": f"{HACK['hard/ruleset.yaml']}use: [{path}]\n"}))[0]
    assert mistake.message.startswith("there is no ruleset `.") and str(mistake.span) == "hard/ruleset.yaml:4:7"


@pytest.mark.parametrize(
    ("name", "text", "place", "message", "hint"),
    [
        ("kinds/hero.yaml", "derive: {resolve: Mut}", "1:19", "this is `resolve(might=might)`", "write `{title: Mut}`"),
        ("kinds/hero.yaml", "derive: {resolve: {title: Mut, formula: '3'}}", "1:41", "this is `resolve(", "leave"),
        ("kinds/hero.yaml", "fields: {might: {title: Macht, type: text}}", "1:38", "this is `integer 0..20`", "leave"),
        ("kinds/hero.yaml", "order: 3", "1:8", "another language has texts only", "leave it out"),
        ("rules/resolve.yaml", "resolve: {title: Mut, outputs: might * 2}", "1:32", "this is `might // 2`", "write"),
        ("ruleset.yaml", "records: {feat: {name: markdown}}", "1:24", "this is `text` in the game", "write"),
        ("entries/hero.yaml", "cyd: {name: Zyd, might: 9}", "1:25", "this is `2` in the game", "leave it out"),
        ("kinds/hero.yaml", "layout: {blocks: {head: {items: [{label: A}, {label: B}]}}}", "1:46", "has 1", "leave"),
    ],
)  # fmt: skip
def test_another_language_has_texts_only(
    project: Write, name: str, text: str, place: str, message: str, hint: str
) -> None:
    """What is computed is the same in both: a number that stands otherwise in one is a mistake, and is passed over."""
    written = {**GERMAN, "game/entries/hero.yaml": HACK["game/entries/hero.yaml"]}
    folder = project({**files(written), f"game/languages/de/{name}": f"{text}\n"})
    told_once(folder, f"game/languages/de/{name}:{place}", message, hint)


def test_a_mistake_of_an_entry_is_told_once_in_all_languages(project: Write) -> None:
    titled: Mapping[str, str] = {"game/languages/de/kinds/hero.yaml": "title: Held\nplural: Helden\n"}
    folder = project({**files(GERMAN), **titled, "heroes/ada.yaml": "name: Ada\nmight: 8\nfury: 3\n"})
    [mistake] = check(folder)[0]
    assert (str(mistake.span), mistake.message) == ("heroes/ada.yaml:3:1", "a hero has no field called `fury`")


def test_a_heading_that_is_lost_in_another_language_is_one_mistake(project: Write) -> None:
    chapter = "---\ntitle: Regeln\n---\n\n## Mut {#mut}\n\nHalbe Macht.\n"
    linked = {"game/ruleset.yaml": files({})["game/ruleset.yaml"] + "begin: [{page: 'rules#resolve'}]\n"}
    [mistake] = check(project({**files(GERMAN), **linked, "game/languages/de/reference/rules.md": chapter}))[0]
    assert mistake.message.startswith("this chapter has no heading `{#resolve}`")

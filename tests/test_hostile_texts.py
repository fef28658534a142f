"""Texts of authors stay texts: pages have the elements and attributes of their templates whatever stands in a project.

The same project is built twice, with harmless words and with hostile ones, and the elements of every page compared.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path

import pytest
from projects import Write
from small_game import GAME

from sheetgen.build import Options, build
from sheetgen.templating.policy import SCRIPT, own_scripts

TEMPLATES = Path(__file__).parent.parent / "templates" / "site"

HOSTILE = (
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "'><svg onload=alert(1)>",
    "</title><script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "</template></style><script>alert(1)</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "x' onmouseover='alert(1)",
    "</td></tr></table><iframe src=javascript:alert(1)>",
    "\u2028alert(1)\u2029",
    ";alert(1)//",
    "@/../../x",
)  # fmt: skip
"""What is written into every place, one after the other."""

FILES = {
    "campaign.yaml": """
        title: ¤
        tagline: ¤
        ruleset: ./game
        url: https://example.org/¤
        """,
    "game/ruleset.yaml": """
        id: small
        title: ¤
        tagline: ¤
        dice: ¤
        sources: [{title: ¤, url: "https://example.org/¤", licence: ¤, attribution: ¤}]
        licence: {text: ¤, url: "https://example.org/¤"}
        vocabularies:
          element:
            fire: {title: ¤, code: ¤, short: ¤, aliases: [¤]}
            ice: {title: ¤, code: ¤}
          affinity: {weak: {title: ¤, code: ¤}, normal: {title: ¤}, resist: {title: ¤, code: ¤}}
        types: {score: integer 0..120}
        records:
          attack:
            name: text
            element: one of element
            damage: {type: "integer, default 0", title: ¤, short: ¤, unit: ¤}
        """,
    "game/rulings.yaml": """
        margin:
          title: ¤
          source: ¤
          aliases: [one]
          options: {10: ¤, 20: ¤}
          default: 20
          why: ¤
          switch: true
          reference: rules#wounds
        """,
    "game/rules/wounds.yaml": """
        track:
          title: ¤
          doc: ¤
          says: "¤ {tb}"
          reference: rules#wounds
          inputs: {tb: {type: integer 0.., title: ¤, short: ¤, doc: ¤, unit: ¤, aliases: [one]}}
          steps: {half: {formula: tb // 2, title: ¤, short: ¤, unit: ¤}}
          outputs:
            light: {formula: tb, title: ¤, short: ¤, doc: ¤, unit: ¤}
            heavy: {formula: "max(1, half) if place != 'fire' else 0", title: ¤}
            place: "first([e for e in element if tb > 4], 'ice')"
        kill_at:
          title: ¤
          reference: rules#wounds
          inputs: {defense: integer}
          outputs: {damage: defense + house.margin}
        rows: {title: ¤, doc: ¤, heads: [¤, ¤], table: {1..5: ¤, 6..9: ¤}}
        """,
    "game/kinds/beast.yaml": GAME["game/kinds/beast.yaml"]
    .replace("title: Beast\n", "title: ¤\n")
    .replace("plural: Beasts", "plural: ¤\n        doc: ¤")
    .replace("label: Tier", "label: ¤")
    .replace("label: Light", "label: ¤")
    .replace("label: Dmg", "label: ¤, unit: ¤")
    .replace("title: Attacks", "title: ¤")
    .replace("title: Game master only", "title: ¤")
    .replace("title: Toughness Bonus, short: TB", "title: ¤, short: ¤"),
    "game/reference/rules.md": """
        ---
        title: ¤
        summary: ¤
        part: ¤
        aliases: [¤]
        ---

        ## Wounds {#wounds}

        ::: rule track
        :::

        ::: rule kill_at
        :::

        ::: table rows
        :::

        [[rules|¤]] and {track(tb=5).place}
        """,
    "beasts/otter.yaml": """
        name: ¤
        aliases: [¤]
        tags: [¤]
        summary: ¤
        source: ¤
        tier: 2
        toughness: 45
        affinities: {fire: weak}
        attacks: [{name: ¤, element: ice, damage: 3}]
        secret: ¤
        """,
    "beasts/cat.yaml": "name: ¤\nextends: otter\n",
    "pages/open.md": """
        ---
        title: ¤
        summary: ¤
        ---

        # ¤

        The [[otter|¤]] and [[cat]], `¤`.

        ::: note ¤
        ¤
        :::

        ::: gm ¤
        ¤
        :::
        """,
}
"""A project with a mark wherever a text may stand."""


def filled(words: Callable[[int], str]) -> dict[str, str]:
    """The project with a word at every mark; in YAML each is quoted."""
    numbers = iter(range(10_000))

    def quoted(text: str) -> str:
        inside = re.compile(r'"[^"\n]*"|¤|https://\S*?¤')
        return inside.sub(lambda match: in_quotes(match[0].strip('"')), text)

    def in_quotes(text: str) -> str:
        return re.sub("¤", lambda _: escaped(word(text)), f'"{text}"')

    def word(text: str) -> str:
        """The next word; in an address without blanks, which no address has."""
        following = words(next(numbers))
        return re.sub(r"\s", "", following) if text.startswith("https:") else following

    def escaped(word: str) -> str:
        return json.dumps(word)[1:-1].replace("'", "\\u0027")

    views = {}
    for path, text in {**GAME, **FILES}.items():
        front = re.match(r"\s*---\n.*?---\n", text, re.DOTALL) if path.endswith(".md") else None
        data, prose = (text[: front.end()], text[front.end() :]) if front else (text, "")
        if path.endswith(".md") and not front:
            data, prose = "", text
        views[path] = quoted(data) + re.sub("¤", lambda _: words(next(numbers)), prose)
    return views


BY_WIDTH = ("data-stacked", "data-narrow")
"""Attributes of tables, which follow from how long their texts are."""


class Shape(HTMLParser):
    """The elements and attributes of a page, in order, and the scripts that stand in it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, ...]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, *sorted(name for name, _ in attrs if name not in BY_WIDTH)))
        for name, value in attrs:
            assert not name.startswith("on"), (tag, attrs)
            assert name not in ("href", "src", "action") or not (value or "").strip().lower().startswith("javascript")


def shapes(folder: Path, words: Callable[[int], str], write: Write) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    write(filled(words))
    result = build(Options(folder, pdf=False, output=folder / "out"))
    messages = [f"{d.span}: {d.message} {d.hints}" for d in result.diagnostics]
    assert all("is printed as it stands" in text for text in messages), messages
    known = own_scripts(path.read_text("utf-8") for path in TEMPLATES.rglob("*.html"))
    for path in sorted((folder / "out").rglob("*.html")):
        html = path.read_text("utf-8")
        assert set(SCRIPT.findall(html)) <= known, path
        yield path.relative_to(folder / "out").as_posix(), Shape(html).elements


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[str, ...]]]:
    folder = tmp_path_factory.mktemp("plain")

    def write(files: Mapping[str, str]) -> Path:
        from textwrap import dedent

        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(dedent(text).lstrip("\n"), "utf-8")
        return folder

    return dict(shapes(folder, lambda number: f"word {number}", write))


@pytest.mark.parametrize("turn", range(3))
def test_pages_have_the_elements_of_their_templates(
    project: Write, tmp_path: Path, plain: dict[str, list[tuple[str, ...]]], turn: int
) -> None:
    pages = dict(shapes(tmp_path, lambda number: f"{HOSTILE[(number + 5 * turn) % len(HOSTILE)]} {number}", project))
    assert pages.keys() == plain.keys()
    for path, elements in pages.items():
        assert Counter(elements) == Counter(plain[path]), path  # names sort differently

"""The functions that site templates call: marks, addresses, heading anchors, calculator settings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from sheetgen.blocks import Named, Number, Row, Theme
from sheetgen.pages import RuleBox, RuleInput, Shell

SYMBOL = re.compile(r'<symbol id="m-([^"]+)"[^>]*>(.*?)</symbol>', re.S)
PATH = re.compile(r' d="([^"]+)"')
PATH_SIZE = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4}
PATH_SIGN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
USED = re.compile(r'(?:href="#m-|"mark":")([a-zA-Z0-9-]+)"')
HEADING = re.compile(r'<h([23])([^>]*?) id="([^"]+)"([^>]*)>(.*?)</h\1>', re.S)
ABSOLUTE = re.compile(r"[a-z][a-z0-9+.-]*:|//|#", re.I)
TICKED = "-ticked"


def coarse(symbol: str) -> str:
    """A symbol with the coordinates of its path rounded to one decimal: 0.04 of 24 units is nothing at 32 pixels."""
    return PATH.sub(lambda found: f' d="{coarse_path(found.group(1))}"', symbol)


def coarse_path(path: str) -> str:
    """Path data to one decimal, with each command absolute or relative, whichever is shorter.

    Knows the commands M L H V C Q Z, written absolute. Steps start from where the rounded path is, so that no error
    adds up.
    """
    words: list[str] = []
    here, start = (0.0, 0.0), (0.0, 0.0)
    for command, numbers in path_commands(path):
        if command == "Z":
            words.append("Z")
            here = start
            continue
        points = [round(number, 1) for number in numbers]
        origin = {"H": here[:1], "V": here[1:]}.get(command, here)
        steps = [point - origin[at % len(origin)] for at, point in enumerate(points)]
        absolute, relative = command + signs(points), command.lower() + signs(steps)
        words.append(min(absolute, relative, key=len))
        across = points[-1] if command == "H" else here[0] if command == "V" else points[-2]
        here = (across, here[1] if command == "H" else points[-1])
        start = here if command == "M" else start
    return "".join(words)


def path_commands(path: str) -> Iterable[tuple[str, list[float]]]:
    """Each command of path data with the numbers of one use: repeated uses and lines after a move are told apart."""
    command, numbers, size = "", list[float](), 0
    for sign in PATH_SIGN.findall(path):
        if sign == "Z":
            yield "Z", []
        elif sign.isalpha():
            command, size = sign, PATH_SIZE[sign]
        else:
            numbers.append(float(sign))
            if len(numbers) == size:
                yield command, numbers
                numbers, command = [], "L" if command == "M" else command


def signs(numbers: Iterable[float]) -> str:
    """Numbers to one decimal with as few separators as the grammar of paths allows."""
    words: list[str] = []
    for number in numbers:
        short = round(number, 1) + 0.0  # no negative zero
        text = f"{short:g}".replace("0.", ".", 1) if abs(short) < 1 else f"{short:g}"
        joined = not words or text[0] == "-" or (text[0] == "." and "." in words[-1])
        words.append(text if joined else f" {text}")
    return "".join(words)


@dataclass(frozen=True)
class Marks:
    """The drawn signs by name. A page carries the ones it uses once, at its end."""

    paths: Mapping[str, str]

    @staticmethod
    def read(svg: str) -> Marks:
        """The symbols of `assets/marks.svg`; what is only ever drawn small is rounded to a tenth of its grid."""
        symbols = SYMBOL.findall(svg)
        return Marks({name: path if name.startswith("game-") else coarse(path) for name, path in symbols})

    @staticmethod
    def used(html: str) -> frozenset[str]:
        """Names of the marks that a document refers to, calculators included."""
        return frozenset(USED.findall(html))

    def has(self, name: str) -> bool:
        """Whether there is such a sign."""
        return name in self.paths

    def draw(self, name: str, extra: str = "") -> Markup:
        """A sign as a reference into the page's sprite, hidden from readers; nothing where unknown.

        With "el" it takes the colour of the token `--el-NAME`, or that of the text where there is none. "bare" is for
        runs of marks inside an element that readers skip already.
        """
        if name not in self.paths:
            return Markup("")
        if extra == "bare":
            return Markup(f'<svg class="mk"><use href="#m-{escape(name)}"/></svg>')
        colour = f' style="color:var(--el-{escape(name)})"' if extra == "el" else ""
        classes = escape(f"mk {extra}".rstrip()) if extra != "el" else "mk"
        return Markup(f'<svg class="{classes}"{colour} aria-hidden="true"><use href="#m-{escape(name)}"/></svg>')

    def of_game(self, theme: Theme, extra: str = "") -> Markup:
        """The sign of a game."""
        return self.draw(self._game(theme), extra)

    def _game(self, theme: Theme) -> str:
        names = (theme.mark, f"game-{theme.mark}", f"game-{theme.ruleset}", "fate")
        return next((name for name in names if name in self.paths), "")

    def sprite(self, names: Iterable[str] | None) -> str:
        """The symbols themselves, drawn nowhere; None means all of them."""
        wanted = sorted(self.paths if names is None else set(names) & set(self.paths))
        symbols = "".join(f'<symbol id="m-{n}" viewBox="0 0 24 24">{self.paths[n]}</symbol>' for n in wanted)
        return f'<svg class="sprite" aria-hidden="true" width="0" height="0">{symbols}</svg>' if symbols else ""

    def icon(self, theme: Theme) -> str:
        """A square icon: the game's mark on its block colour."""
        block, on_block = theme.light.get("block", "#131016"), theme.light.get("on-block", "#ffffff")
        path = self.paths.get(self._game(theme), "")
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
            f'<path fill="{escape(block)}" d="M0 2 32 0V30L0 32Z"/>'
            f'<g fill="{escape(on_block)}" transform="translate(4 4)">{path}</g></svg>\n'
        )


def address(href: str, root: str) -> str:
    """An address as it stands on a page: absolute ones and fragments as they are, others from the root."""
    return href if ABSOLUTE.match(href) else root + href


def anchored(html: Markup) -> Markup:
    """Give each heading with an id a link to itself, unless it has one; let the keyboard scroll listings."""

    def link(found: re.Match[str]) -> str:
        level, before, ident, after, text = found.groups()
        if 'class="anchor"' in text:
            return found.group(0)
        name = Markup(text).striptags()
        anchor = f'<a class="anchor" href="#{ident}" aria-label="{escape("Link to " + name)}">#</a>'
        return f'<h{level}{before} id="{ident}"{after}>{text} {anchor}</h{level}>'

    return Markup(HEADING.sub(link, str(html)).replace("<pre>", '<pre tabindex="0">'))


def wordmark(title: str) -> Markup:
    """The site's title with its end in the accent: the last word, or the last three letters of one word."""
    head, space, tail = title.rpartition(" ")
    if not space:
        head, tail = (title[:-3], title[-3:]) if len(title) > 5 else ("", title)
    return Markup("{}{}<b>{}</b>").format(head, space, tail)


def structured_data(shell: Shell, title: str, summary: str) -> str:
    """What machines are told about a page: JSON-LD, an article with its breadcrumbs where its address is known."""
    article: dict[str, Any] = {"@type": "Article", "headline": title, "inLanguage": shell.language}
    article["isPartOf"] = {"@type": "WebSite", "name": shell.site_title}
    told = {"description": summary or shell.description, "url": shell.canonical}
    told["license"] = shell.licence.href if shell.licence else ""
    article |= {key: text for key, text in told.items() if text}
    graph = [article]
    if shell.canonical and shell.breadcrumbs:
        home = shell.canonical.removesuffix(shell.path)
        trail = [(link.title, home + link.href) for link in shell.breadcrumbs] + [(title, shell.canonical)]
        steps = [
            {"@type": "ListItem", "position": at, "name": name, "item": item}
            for at, (name, item) in enumerate(trail, 1)
        ]
        graph.append({"@type": "BreadcrumbList", "itemListElement": steps})
    return json.dumps({"@context": "https://schema.org", "@graph": graph}, ensure_ascii=False, separators=(",", ":"))


def json_in_html(text: str) -> Markup:
    """JSON inside a script element: nothing in it can end the element."""
    return Markup(text.replace("<", "\\u003c"))


def count_word(count: int) -> str:
    """A small count in words, as headings have it; larger ones in figures."""
    words = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")
    return words[count] if 0 <= count < len(words) else str(count)


def plain(number: float) -> str:
    """A bound of a range without a needless decimal point."""
    return str(int(number)) if number == int(number) else str(number)


def fold(text: str) -> str:
    """Text as filters compare it: lower case."""
    return text.casefold()


def input_config(asked: RuleInput) -> dict[str, Any]:
    """One input for the calculator script; what is empty is left out."""
    config: dict[str, Any] = {"name": asked.name, "title": asked.title, "type": asked.type}
    for key in ("short", "unit", "note"):
        if getattr(asked, key):
            config[key] = getattr(asked, key)
    for key in ("min", "max", "default"):
        if getattr(asked, key) is not None:
            config[key] = getattr(asked, key)
    if asked.optional:
        config["optional"] = True
    if asked.options:
        config["options"] = [[option.value, option.title] for option in asked.options]
    if asked.of is not None:
        config["of"] = input_config(asked.of)
    if asked.fields:
        config["fields"] = [input_config(part) for part in asked.fields]
    return config


def calculator_config(box: RuleBox) -> Markup:
    """The settings of a calculator as JSON, fit to stand in a single-quoted attribute."""
    config = {
        "ruleset": box.ruleset,
        "rule": box.name,
        "inputs": [input_config(asked) for asked in box.inputs],
        "outputs": [
            {"name": line.name, "title": line.title, "unit": line.unit}
            | ({"mark": line.mark.name} if line.mark else {})
            for line in box.lines
            if not line.step
        ],
        "house": [
            {"name": s.name, "title": s.title, "value": s.setting, "options": [[o.value, o.title] for o in s.options]}
            for s in box.switches
        ],
    }
    text = json.dumps(config, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace("'", "\\u0027"))


SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\u201c\"'(\u0600-\u06ff])")
WORDS = re.compile(r"[^\W\d_]{3,}")


def gist(text: str) -> str:
    """The first sentence, without the signs of code: what a tile has room for."""
    return SENTENCE.split(text.replace("`", "").strip(), maxsplit=1)[0]


def even_rows(count: int, most: int) -> int:
    """How many stand in a row so that rows of at most `most` are about equally long."""
    rows = -(-count // most) or 1
    return -(-count // rows) or 1


def word_columns(rows: Sequence[Row]) -> list[bool]:
    """For each column of a block's table whether it holds words rather than numbers: those stand left."""
    columns = zip(*(row.cells for row in rows), strict=False)
    return [any(worded(cell.number) for cell in column) for column in columns]


def worded(number: Number) -> bool:
    """Whether a cell holds words: letters in a row that are no unit, dice or code."""
    return not number.size and bool(WORDS.search(number.text))


def brief(items: Sequence[Named]) -> bool:
    """Whether named paragraphs are so many and so short that they stand in columns."""
    return len(items) > 4 and all(len(item.text.striptags()) <= 70 for item in items)


FILTERS = {
    "anchored": anchored,
    "brief": brief,
    "count_word": count_word,
    "even_rows": even_rows,
    "fold": fold,
    "gist": gist,
    "json_in_html": json_in_html,
    "plain": plain,
    "word_columns": word_columns,
    "wordmark": wordmark,
}

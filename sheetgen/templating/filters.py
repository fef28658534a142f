"""The functions that site templates call: marks, addresses, heading anchors, calculator settings."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup, escape

from sheetgen.blocks import Mark, Named, Number, Row, Table
from sheetgen.markdown.code import code_html
from sheetgen.media.marks import plain_marks
from sheetgen.model.ruleset.themes import Theme
from sheetgen.views.pages import Board, RuleBox, RuleInput, Shell
from sheetgen.views.pages.opening import opening

ROW = 5
UNMARKED = "coin"
"""The mark of a game that has chosen none."""
ABSOLUTE = re.compile(r"[a-z][a-z0-9+.-]*:|//|#", re.I)


def isolated(text: str, direction: str) -> str:
    """A name in a line, set apart from it (`bdi`) where the direction of either could disturb the other."""
    if direction == "ltr" and text.isascii():
        return text
    return Markup("<bdi>{}</bdi>").format(text)


def plain_sign(name: str, classes: str = "") -> Markup:
    """A mark of the program by name, hidden from readers; nothing where unknown."""
    return _sign(plain_marks().glyph(name), classes)


def drawn_sign(mark: Mark, extra: str = "") -> Markup:
    """A mark of a view; nothing where no drawing is known.

    With "coloured" it takes the colour that the game gives it, or that of the text where there is none. "bare" is for
    runs of marks inside an element that readers skip already.
    """
    if extra == "bare":
        return Markup(f"<i class=mark>{mark.glyph}</i>" if mark.glyph else "")
    return _sign(mark.glyph, colour=mark.name if extra == "coloured" else "")


def _sign(glyph: str, classes: str = "", colour: str = "") -> Markup:
    if not glyph:
        return Markup("")
    named = f'"mark {escape(classes)}"' if classes else "mark"
    style = f" style=color:var(--m-{escape(colour)})" if colour else ""
    return Markup(f"<i class={named}{style} aria-hidden=true>{glyph}</i>")


def mark_rows(mark: Mark, count: int, signs: str = "") -> Markup:
    """As many of a mark, in rows of five, or these signs of boxes; plain boxes where it has no drawing.

    The last row says how many it holds, so that it has its width before the font of the marks is there.
    """
    signs, last = signs or (mark.glyph or mark.boxes[0]) * count, (count - 1) % ROW + 1
    full = "".join(f"<i>{signs[start : start + ROW]}</i>" for start in range(0, count - last, ROW))
    return Markup(f"{full}<i class=row-{last}>{signs[-last:]}</i>" if count > 0 else "")


def board_forms(board: Board) -> Markup:
    """The forms of a board for its script: labels of figures, and of each track what it is drawn by."""
    forms = [
        {"figures": labels, "tracks": [(t.label, t.boxes, t.way, t.least, *filter(None, [t.owner])) for t in tracks]}
        | ({"kept": kept} if kept else {})
        for labels, tracks, kept in board.forms
    ]
    return json_in_attribute(forms)


def game_sign(theme: Theme, classes: str = "") -> Markup:
    """The mark of a game, or the one of games that have none."""
    return _sign(theme.marks.glyph(theme.mark or UNMARKED), classes)


def icon(theme: Theme) -> str:
    """A square icon as SVG: the game's mark on its block colour."""
    block, on_block = theme.light.get("block", "#131016"), theme.light.get("on-block", "#ffffff")
    path = theme.marks.outlines.get(theme.mark or UNMARKED, "")
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        f'<path fill="{escape(block)}" d="M0 2 32 0V30L0 32Z"/>'
        f'<g fill="{escape(on_block)}" transform="translate(4 4)"><path d="{path}"/></g></svg>\n'
    )


def address(href: str, root: str) -> str:
    """An address as it stands on a page: absolute ones and fragments as they are, others from the root; no blanks."""
    href = href.replace(" ", "%20")
    return href if ABSOLUTE.match(href) else root + href


def wordmark(title: str) -> Markup:
    """The site's title with its end in the accent: the last word, or the last three letters of one word."""
    head, space, tail = title.rpartition(" ")
    if not space:
        head, tail = (title[:-3], title[-3:]) if len(title) > 5 else ("", title)
    return Markup("{}{}<b>{}</b>").format(head, space, tail)


def structured_data(shell: Shell, title: str, summary: str) -> str:
    """Data about a page for machines: JSON-LD, an article with its breadcrumbs where its address is known."""
    article: dict[str, Any] = {"@type": "Article", "headline": title, "inLanguage": shell.language}
    article["isPartOf"] = {"@type": "WebSite", "name": shell.site_title}
    facts = {"description": summary or shell.description, "url": shell.canonical}
    facts["license"] = shell.licence.href if shell.licence else ""
    article |= {key: text for key, text in facts.items() if text}
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


def plain_number(number: float) -> str:
    """A bound of a range without a needless decimal point."""
    return str(int(number)) if number == int(number) else str(number)


def lower_case(text: str) -> str:
    """Text as filters compare it: lower case."""
    return text.casefold()


def input_config(asked: RuleInput) -> dict[str, Any]:
    """One input for the calculator script; what is empty is left out."""
    config: dict[str, Any] = {"name": asked.name, "title": asked.title, "type": asked.type}
    for key in ("short", "unit", "note"):
        if getattr(asked, key):
            config[key] = getattr(asked, key)
    for key in ("min", "max", "default", "start"):
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


def calculator_config(box: RuleBox) -> dict[str, Any]:
    """The settings of a calculator, for its script."""
    return {
        "inputs": [input_config(asked) for asked in box.inputs],
        "outputs": [
            {"name": line.name, "title": line.title, "unit": line.unit}
            | ({"boxes": line.mark.glyph or line.mark.boxes[0]} if line.mark else {})
            for line in box.lines
            if not line.step
        ],
        "house": [
            {"name": s.name, "title": s.title, "value": s.setting, "options": [[o.value, o.title] for o in s.options]}
            for s in box.switches
        ],
    }


def json_in_attribute(data: object) -> Markup:
    """JSON that can stand in a single-quoted attribute."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
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


def filled_columns(block: Table) -> list[int]:
    """The columns of a block's table that hold something in some row, by their places; all of a table without rows."""
    places = range(len(block.columns))
    return [at for at in places if not block.rows or any(row.cells[at].number.text for row in block.rows)]


def worded(number: Number) -> bool:
    """Whether a cell holds words: letters in a row that are no unit, dice or code."""
    return not number.size and bool(WORDS.search(number.text))


def brief(items: Sequence[Named]) -> bool:
    """Whether named paragraphs are so many and so short that they stand in columns."""
    return len(items) > 4 and all(len(item.text.striptags()) <= 70 for item in items)


FILTERS = {
    "brief": brief,
    "code": code_html,
    "even_rows": even_rows,
    "fold": lower_case,
    "gist": gist,
    "isolated": isolated,
    "json_in_attribute": json_in_attribute,
    "json_in_html": json_in_html,
    "opening": opening,
    "plain": plain_number,
    "filled_columns": filled_columns,
    "word_columns": word_columns,
    "wordmark": wordmark,
}

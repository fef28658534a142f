"""Texts in HTML as paper takes them."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from sheetgen.blocks import Mark
from sheetgen.markdown.units import with_units
from sheetgen.print import resources
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.text_metrics.text_tables import TableType, with_tables

PICTURE = "picture:"
"""How addresses of pictures begin that are printed: `Job.pictures` says which file each is."""
_DROPPED = re.compile(r"<(script|style|svg|button|template|iframe|object|form)\b.*?</\1\s*>", re.DOTALL | re.I)
_VOID = re.compile(rf'<(?:img(?! src="{PICTURE})|input|link|meta|source|embed|base)\b[^>]*>', re.IGNORECASE)
_ANCHOR = re.compile(r"<a\b[^>]*?\bhref\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s>]+)[^>]*>(.*?)</a\s*>", re.DOTALL | re.I)
_ATTRIBUTES = re.compile(r"\s(?:id|style|on\w+|tabindex|data-[\w-]+|aria-[\w-]+|role)\s*=\s*(\"[^\"]*\"|'[^']*')", re.I)
_HEADING = re.compile(r"<(/?)h[1-6]\b")
_ALIGNED = re.compile(r'\sstyle="text-align: ?(right|center);?"')
_SIDES = {"right": "nu", "center": "ce"}
_MORE = re.compile(r"<(?:table|h4|ul|ol|dl|blockquote|pre|hr|code)\b|class=\"tabled\"")
_FIRST_PARAGRAPH = re.compile(r"<p(?: class=\"lead\")?>")
_LEADING = re.compile(r"<p>((?:(?!</?p\b).)*)</p>(?=\s*<(?:table|ul|ol)\b)", re.DOTALL)
_BLOCK = re.compile(r"<(?:p|h[1-6]|ul|ol|table|div|blockquote|pre|hr)\b")
_NOTE = re.compile(
    r'<aside class="gm"[^>]*>(?:(?!<aside\b).)*?<p class="gm-lab">((?:(?!</p>).)*)</p>'
    r"((?:(?!<aside\b).)*?)</div></aside>",
    re.DOTALL,
)
_BOX = re.compile(
    r'<aside class="notebox"[^>]*>(?:<p class="lab">((?:(?!</p>).)*)</p>)?((?:(?!<aside\b).)*?)</aside>', re.DOTALL
)
_RATE = re.compile(r"(?<=\d) / (?=(?:s|min|h|round|rounds|turn|turns|day)\b)")
_SIGNED = re.compile(r" / (?=[−+±]?\d)")
_BONUS = re.compile(r"(?:(?<=[^\W\d])|(?<=–\d)|(?<=–\d\d)) (?=[−+±]\d)(?![^<]*>)")
_RANGE = re.compile(r"(?<![\w–-])\d{1,4}[–‒-]\d{1,4}(?![\w–-])(?![^<]*>)")
_DICE = re.compile(r"(\dd(?:\d+|[F%])) ([+−–-]) (?=\d)")
_PAIR = r"[^\W\d][^,;<>\d]* \d{1,3}"
_PAIRS = re.compile(rf"{_PAIR}(?:, {_PAIR})+")
_LAST = re.compile(r" (?=\d{1,3}(?:,|$))")
_SCREEN_ONLY = re.compile(
    r'<a class="anchor"[^>]*>.*?</a>|<span class="?sr-only"?>.*?</span>|<p class="more">.*?</p>'
    r'|<span class="live">.*?</span>|(?<=</h\d>)<code>[^<]*</code>(?=</header>)',
    re.DOTALL | re.IGNORECASE,
)


def bound(html: str) -> str:
    """The same text without a break between a number and its unit, inside of a range, a rate, or a sum of dice."""
    return _RANGE.sub(r'<span class="nb">\g<0></span>', unparted(html))


def unparted(text: str) -> str:
    """The same text without a break between a number and its unit or its word, a range and what it gives, inside of a
    rate or a sum of dice."""
    text = _SIGNED.sub(" /\u00a0", _RATE.sub("\u00a0/\u00a0", text))
    text = _DICE.sub("\\1\u00a0\\2\u00a0", with_units(text))
    return _BONUS.sub("\u00a0", text)


def paired(text: str) -> str:
    """A list of names with numbers without a break before each number; any other text as it is."""
    return _LAST.sub("\u00a0", text) if _PAIRS.fullmatch(text) else text


def on_paper(html: str) -> str:
    """HTML of the site without scripts and fields, pictures that are not printed, and what only a screen needs."""
    return _VOID.sub("", _DROPPED.sub("", _SCREEN_ONLY.sub("", html)))


def rich(text: str, column: BlockFrame | None = None) -> Markup:
    """Safe HTML of the site as paper takes it: no scripts or pictures; links to other sites stay live."""
    return _rich(_plain_paragraph(text, column))


def _plain_paragraph(text: str, column: BlockFrame | None) -> str:
    html = on_paper(_with_notes(str(escape(text))))
    html = _ALIGNED.sub(lambda match: f' class="{_SIDES[match[1]]}"', _ANCHOR.sub(_link, bound(html)))
    html = _HEADING.sub(r"<\1h4", _ATTRIBUTES.sub("", html))
    if column is not None and "<table" in html:
        html = with_tables(html, TableType(column.sizes.body, column.faces), column.width)
    return _LEADING.sub(r'<p class="lead">\1</p>', html)


def _rich(html: str) -> Markup:
    """A text with the class of the rules that it needs, where it is more than paragraphs."""
    return Markup(f'<div class="text rich">{html}</div>' if _MORE.search(html) else html)


def headed(text: str, head: Markup, column: BlockFrame | None = None) -> Markup:
    """Like `rich`, as paragraphs, with a head on the first line: before the first, or in one of its own."""
    html = _plain_paragraph(text, column).strip()
    return _rich(_headed(html, head)) if html or head else Markup("")


def _headed(html: str, head: str) -> str:
    lead = f"{head} " if head and html else str(head)
    if opened := _FIRST_PARAGRAPH.match(html):
        return opened[0] + lead + html[opened.end() :]
    if not _BLOCK.match(html):
        return f"<p>{lead}{html}</p>"
    return (f'<p class="lead">{lead}</p>' if head else "") + html


def _with_notes(html: str) -> str:
    """A text whose notes are one box each, the title before what they say; those for the game master with a sign."""
    while (boxed := _BOX.sub(_box, _NOTE.sub(_note, html))) != html:
        html = boxed
    return html


def _box(match: re.Match[str]) -> str:
    head = f"<b>{_sentence(match[1].strip())}</b>" if match[1] else ""
    return f"<blockquote>{_headed(match[2].strip(), head)}</blockquote>"


def _sentence(title: str) -> str:
    return title if title.endswith((".", "!", "?")) else f"{title}."


def _note(match: re.Match[str]) -> str:
    label = _sentence(re.sub(r"\s*<b>(.*?)</b>", r": \1", match[1].strip()))
    head = f'<i class="m">{resources.glyph("secret")}</i> <b>{label}</b>'
    return f'<div class="secret boxed">{_headed(match[2].strip(), head)}</div>'


def _link(match: re.Match[str]) -> str:
    target = match[1].strip("\"'")
    if re.match(r"https?://[^\s\"'<>]+$", target):
        return f'<a href="{target}">{match[2]}</a>'
    return match[2]


def sign(mark: Mark | None, size: str = "", name: str = "") -> Markup:
    """A mark as a glyph of the marks font, or its letters where it has no picture.

    Before a name that is its own it is not read aloud.
    """
    if mark is None:
        return Markup("")
    kind, element = f"m {size}".strip(), "article" if mark.title.casefold() == name.casefold() else "i"
    if not mark.glyph:
        return Markup("<b class=code>%s</b>") % mark.code
    return Markup(f"<{element} class='{kind}'>{mark.glyph}</{element}>")


def stars(cost: int) -> Markup:
    """The cost of an action: so many stars."""
    return Markup(f"<i class='m st'>{resources.glyph('star') * min(cost, 9)}</i>") if cost > 0 else Markup("")

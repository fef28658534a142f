"""Pages as authors write them: their settings, headings and text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import Field

from sheetgen.markdown.fragment import Fragment
from sheetgen.markdown.near_misses import report_near_misses
from sheetgen.markdown.outline import Heading, headings
from sheetgen.markdown.plain import plain_markup, without_markup
from sheetgen.markdown.table_dice import check_rolled_tables
from sheetgen.model.players_edition import public_text
from sheetgen.model.ruleset.documents import YamlPlace, model
from sheetgen.model.ruleset.layers import Layer
from sheetgen.model.ruleset.replacements import Parts
from sheetgen.model.unread_files import check_pages
from sheetgen.reference.linked_files import FILES
from sheetgen.text.addresses import slug
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.memo import Memo
from sheetgen.text.source import SourceFile, Span, UnreadableError, content, files, read
from sheetgen.yaml.file_models import Model, Text
from sheetgen.yaml.load import parse

_FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?\n)?---[ \t]*(?:\n|\Z)", re.DOTALL)


_LATE_MATTER = re.compile(r"\s+(---)[ \t]*\n(?:[\w-]+:.*\n)+---[ \t]*(?:\n|\Z)")
"""Front matter below lines that are empty."""


_OPENED = re.compile(r"---[ \t]*\n\s*[\w-]+:(?:\s|$)")
"""How front matter begins that may never end."""


_FACTS = re.compile(r"<!--\s*facts:(.*?)(?:-->|\Z)", re.DOTALL)


class PageModel(Model):
    """The front matter of a page."""

    title: Text = ""
    """What the page is called."""
    summary: Text = ""
    """One sentence about it, for lists, search and sharing."""
    order: int = 0
    """Its place among the others: smaller numbers first, then by name."""
    part: Text = ""
    """The part of the book that begins with this chapter."""
    aliases: list[Text] = Field(default_factory=list)
    """What else it is called, for links."""
    facts: list[Text] = Field(default_factory=list)
    """Facts of the source that the page states, by their ids in `facts.yaml`."""
    source: Text = ""
    """Where its facts come from, as a line below it."""
    hidden: bool = False
    """Whether only the game master has the page."""
    picture: Text = ""
    """The picture that it opens with, on the site and in the book: a file beside it."""


@dataclass(frozen=True, eq=False)
class WrittenPage:
    """A Markdown page as its author wrote it."""

    slug: str
    file: SourceFile
    meta: PageModel
    body: Fragment
    headings: tuple[Heading, ...]
    facts: tuple[tuple[str, str], ...]
    """Facts that the page states, each with the id of the heading above it."""
    opening: tuple[str, Span] | None = None
    """The picture that it opens with, and where it is named."""
    first_title: str = ""
    """Its title in the first language of its game, where it is in another."""

    @property
    def title(self) -> str:
        """The title from the front matter, else the first heading."""
        return self.meta.title or next((heading.title for heading in self.headings), self.slug)

    @property
    def titled(self) -> bool:
        """Whether its text begins with its title, which then stands where pages have theirs; not on a front page."""
        return not self.meta.title and self.slug != "index" and any(h.level == 1 for h in self.headings[:1])


def read_pages(folder: Path, root: Path, diagnostics: Diagnostics, memo: Memo | None = None) -> list[WrittenPage]:
    """The pages of a folder in their order, each read again only where its bytes are others."""
    memo = memo or Memo()

    def page(path: Path) -> WrittenPage | None:
        inputs = (root, content(path))
        return memo.get(("page", path), inputs, diagnostics, lambda mistakes: read_page(path, root, mistakes))

    check_pages(folder, root, FILES, diagnostics)
    pages = [written for path in files(folder, ".md") if (written := page(path))]
    return sorted(pages, key=_place)


def read_chapters(
    layers: Iterable[Layer], parts: Parts, diagnostics: Diagnostics, memo: Memo | None = None
) -> list[WrittenPage]:
    """The chapters of a game in their order, those of supplements last. A later layer's stands for one of its name."""
    chapters: dict[str, tuple[bool, WrittenPage]] = {}
    twins: list[WrittenPage] = []
    for layer in layers:
        for name in parts.leave_out("chapter", layer, diagnostics):
            chapters.pop(name)
        if layer.sort == "campaign":
            continue
        for page in read_pages(layer.folder / "reference", layer.root, diagnostics, memo):
            if layer.language:
                _translate(chapters, page, diagnostics)
                continue
            if parts.owner("chapter", page.slug) == layer:
                twins.append(page)
                continue
            parts.say("chapter", page.slug, layer)
            first = chapters.get(page.slug)
            chapters[page.slug] = (first[0] if first else layer.sort == "supplement", page)
    own = sorted((page for added, page in chapters.values() if not added), key=_place)
    return [*own, *(page for added, page in chapters.values() if added), *twins]


def _translate(chapters: dict[str, tuple[bool, WrittenPage]], own: WrittenPage, diagnostics: Diagnostics) -> None:
    """Put a chapter in another language in the place of the one with its file name."""
    if own.slug not in chapters:
        message = f"there is no chapter `{own.slug}` whose text this could be"
        diagnostics.error("unknown-reference", message, own.file.span(), did_you_mean(own.slug, chapters))
        return
    added, base = chapters[own.slug]
    chapters[own.slug] = added, in_language(own, base)


def translated_pages(
    pages: Sequence[WrittenPage], own: Iterable[WrittenPage], diagnostics: Diagnostics
) -> list[WrittenPage]:
    """Pages, in another language where they are written in it. Those of one file name each stay."""
    known = {page.slug: (False, page) for page in reversed(pages)}
    first = {slug: page for slug, (_, page) in known.items()}
    for page in own:
        _translate(known, page, diagnostics)
    return [known[page.slug][1] if first[page.slug] is page else page for page in pages]


def in_language(own: WrittenPage, base: WrittenPage) -> WrittenPage:
    """A page in another language, at the place of the first, and called by that one's name as well."""
    said = own.meta
    meta = said.model_copy(
        update={
            "order": base.meta.order,
            "hidden": base.meta.hidden or said.hidden,
            "part": said.part or base.meta.part,
            "aliases": [*said.aliases, *base.meta.aliases, base.title],
            "facts": base.meta.facts,
            "source": said.source or base.meta.source,
        }
    )
    return replace(own, meta=meta, facts=base.facts, opening=own.opening or base.opening, first_title=base.title)


def _place(page: WrittenPage) -> tuple[int, str]:
    return page.meta.order, page.slug


def read_page(path: Path, root: Path, diagnostics: Diagnostics) -> WrittenPage | None:
    """One page; None, with a diagnostic, where it cannot be read."""
    try:
        file = read(path, root)
    except UnreadableError as error:
        diagnostics.error("unreadable-file", str(error), error.span, *error.hints)
        diagnostics.fail(path.stem, at=error.span.file.whole, unread=True)
        return None
    match = _FRONT_MATTER.match(file.text)
    meta, start = PageModel(), 0
    opening: tuple[str, Span] | None = None
    known = match is not None or _OPENED.match(file.text) is None
    if not known:
        hint = "write `---` on a line of its own below its settings"
        diagnostics.error("markdown", "this front matter is never closed", file.span(0, 3), hint)
    if not match and (late := _LATE_MATTER.match(file.text)):
        known, hint = False, "delete what stands above it"
        message = "settings of a page begin on its first line"
        diagnostics.error("markdown", message, file.span(late.start(1), late.start(1) + 3), hint)
    if match:
        start = match.end()
        document = parse(SourceFile(path, file.name, "\n" + (match[1] or "")), diagnostics)
        data = document.data if document else None
        before = len(diagnostics)
        meta = (model(PageModel, YamlPlace(document), data or {}, diagnostics) if document else None) or meta
        known = document is not None and len(diagnostics) == before
        if document and meta.picture:
            opening = meta.picture, YamlPlace(document).at("picture").span
        if document is None:
            diagnostics.fail(at=file.span(0, start), unread=True)
    for markup in plain_markup(f"{meta.title}\n{meta.summary}"):
        at = file.text.find(markup, 0, start)
        diagnostics.warning("markdown", *without_markup(markup, file.span(at, at + len(markup)) if at >= 0 else None))
    body = Fragment(file.text[start:], file, start)
    page_headings = headings(body)
    check_rolled_tables(body, diagnostics)
    if not report_near_misses(body, diagnostics) and known:
        _check_headings(file, meta, page_headings, diagnostics)
    return WrittenPage(
        slug(path.stem), file, meta, body, tuple(page_headings), tuple(_facts(body, page_headings, meta)), opening
    )


def public_pages(pages: Iterable[WrittenPage], memo: Memo) -> list[WrittenPage]:
    """The pages that players may see, without boxes for the game master and comments."""

    def public(page: WrittenPage) -> WrittenPage:
        file = replace(page.file, text=page.file.text[: page.body.start] + public_text(page.body.text))
        body = replace(page.body, text=file.text[page.body.start :], file=file)
        return replace(page, file=file, body=body, headings=tuple(headings(body)))

    def kept(page: WrittenPage) -> WrittenPage:
        made = ("public page", page.file.path)
        return memo.get(made, (page,), Diagnostics(), lambda mistakes: public(page))

    return [kept(page) for page in pages if not page.meta.hidden]


def _check_headings(file: SourceFile, meta: PageModel, page_headings: list[Heading], diagnostics: Diagnostics) -> None:
    """Report headings with the id of another, and a page that has no title of its own."""
    for heading in page_headings:
        if heading.taken:
            at = file.span(file.offset(heading.line), file.offset(heading.line) + len(file.line(heading.line)))
            name = heading.id.rpartition("-")[0]
            diagnostics.error("duplicate-address", f"another heading of this page has the id `{name}` already", at)
    if not meta.title and (not page_headings or page_headings[0].level > 1):
        named = (
            f"`{page_headings[0].title}`, after its first heading"
            if page_headings
            else f"`{file.path.stem}`, after its file"
        )
        hint = "write `title: …` between two lines `---` at its top"
        diagnostics.warning("markdown", f"this page has no title, so it is called {named}", file.span(), hint)


def _facts(body: Fragment, page_headings: list[Heading], meta: PageModel) -> Iterator[tuple[str, str]]:
    yield from ((fact, "") for fact in meta.facts)
    lines = [heading.line for heading in page_headings]
    for comment in _FACTS.finditer(body.text):
        above = bisect_right(lines, body.file.position(body.start + comment.start())[0])
        yield from ((fact, page_headings[above - 1].id if above else "") for fact in comment[1].split())

"""Written pages (rulebook chapters, the guide, a campaign's own pages) and the targets of links."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import Field

from sheetgen.markdown.fragment import Fragment
from sheetgen.markdown.near_misses import report_near_misses
from sheetgen.markdown.outline import Heading, headings
from sheetgen.markdown.plain import plain_markup, without_markup
from sheetgen.markdown.terms import TermNames, spelling
from sheetgen.media.images import TYPES, PictureError, PublishedFile
from sheetgen.model.players_edition import public_text
from sheetgen.model.ruleset.documents import YamlPlace, model
from sheetgen.model.ruleset.vocabulary import name_key
from sheetgen.model.unread_files import check_pages
from sheetgen.text.addresses import slug
from sheetgen.text.cache import digest
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.memo import Memo
from sheetgen.text.source import SourceFile, Span, UnreadableError, content, files, read
from sheetgen.yaml.load import parse
from sheetgen.yaml.models import Model, Text

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
    return sorted(pages, key=lambda page: (page.meta.order, page.slug))


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
        if document is None:
            diagnostics.fail(at=file.span(0, start), unread=True)
    for markup in plain_markup(f"{meta.title}\n{meta.summary}"):
        at = file.text.find(markup, 0, start)
        diagnostics.warning("markdown", *without_markup(markup, file.span(at, at + len(markup)) if at >= 0 else None))
    body = Fragment(file.text[start:], file, start)
    page_headings = headings(body)
    if not report_near_misses(body, diagnostics) and known:
        _check_headings(file, meta, page_headings, diagnostics)
    return WrittenPage(
        slug(path.stem), file, meta, body, tuple(page_headings), tuple(_facts(body, page_headings, meta))
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


@dataclass(frozen=True)
class Target:
    """A target of links."""

    sort: Literal["page", "heading", "entry", "rule", "ruling", "list"]
    key: str
    """`page`, `page#heading`, `kind:id`, `rule:name`, `ruling:name`, `list:kind`: unique in an index."""
    title: str
    href: str
    """Relative to the site root."""
    summary: str = ""
    where: str = ""
    names: tuple[str, ...] = ()
    """Its other names."""
    term: bool = False
    """Whether its names are linked in prose of themselves."""


@dataclass(frozen=True)
class LinkIndex:
    """The index of everything that can be linked to from the pages of one game."""

    targets: tuple[Target, ...]
    hidden: frozenset[str] = frozenset()
    """The names of what players must not know of, folded, in a player's edition."""

    @cached_property
    def digest(self) -> str:
        """A digest of all that texts with links depend on: of summaries only whether there is one to preview."""
        targets = ((t.sort, t.key, t.title, t.href, bool(t.summary), t.names, t.term) for t in self.targets)
        return digest(repr((sorted(self.hidden), *targets)))

    def hides(self, name: str) -> bool:
        """Whether a name that leads nowhere is that of something hidden."""
        return any(name_key(part) in self.hidden for part in (name.strip(), *parts_of(name)))

    @cached_property
    def by_key(self) -> Mapping[str, Target]:
        """Targets by their unique key."""
        return {target.key: target for target in self.targets}

    @cached_property
    def _by_name(self) -> Mapping[str, Target]:
        order = {"entry": 0, "page": 1, "heading": 2, "rule": 3, "ruling": 4, "list": 5}
        by_name: dict[str, Target] = {}
        for target in sorted(self.targets, key=lambda target: order[target.sort]):
            for name in (target.key.rpartition(":")[2].rpartition("#")[2], target.title, *target.names):
                by_name.setdefault(name_key(name), target)
        return by_name

    def find(self, name: str, page: str = "") -> Target | None:
        """The target that a link names: by key, by `#heading` of the same page, or by any of its names."""
        name = name.strip().removesuffix(".md")
        if name.startswith("#"):
            return self.by_key.get(f"{page}{name}")
        exact = self.by_key.get(name)
        if exact or "#" in name:
            return exact
        sort, colon, identity = name.partition(":")
        return self._of_sort.get((sort, name_key(identity))) if colon else self._by_name.get(name_key(name))

    @cached_property
    def _of_sort(self) -> Mapping[tuple[str, str], Target]:
        """The first target of a sort, such as a kind of entry, that goes by a name."""
        targets: dict[tuple[str, str], Target] = {}
        for target in self.targets:
            for name in (target.title, *target.names):
                targets.setdefault((target.key.partition(":")[0], name_key(name)), target)
        return targets

    def headings(self, page: str) -> Mapping[str, Target]:
        """The headings of a page by id, and the page itself under no id."""
        return self._by_page.get(page, {})

    @cached_property
    def _by_page(self) -> Mapping[str, Mapping[str, Target]]:
        by_page: dict[str, dict[str, Target]] = {}
        for target in self.targets:
            page, _, heading = target.key.partition("#")
            by_page.setdefault(page, {})[heading] = target
        return by_page

    def nearest(self, name: str) -> str:
        """A hint for a name that leads nowhere."""
        if "/" in name and (meant := self.find(name.rpartition("/")[2].removesuffix(".html"))):
            return f"did you mean `{meant.key.rpartition(':')[2]}`?"
        known = [target.key.rpartition(":")[2] for target in self.targets] + [target.title for target in self.targets]
        known += [name for target in self.targets for name in target.names]
        known += [target.key for target in self.targets if target.sort in ("heading", "rule") or ":" in name]
        hint = did_you_mean(name, dict.fromkeys(known))
        return hint if hint.startswith("did") else ""

    @cached_property
    def terms(self) -> tuple[TermNames, Mapping[str, Target]]:
        """All names that are linked of themselves, and the target of each name."""
        targets: dict[str, Target] = {}
        for target in self.targets:
            if target.term:
                for name in (target.title, *target.names):
                    targets.setdefault(spelling(name), target)
        return TermNames(frozenset(name for name in targets if len(name) > 2)), targets

    def term(self, word: str) -> Target | None:
        """The target of a name found in prose."""
        name = spelling(word)
        return self.terms[1].get(name) or self.terms[1].get(name.lower())


def page_targets(pages: Iterable[WrittenPage], folder: str, where: str) -> Iterator[Target]:
    """The pages of a folder and their headings, at `FOLDER/SLUG.html#ID`."""
    for page in pages:
        href = f"{folder}{page.slug}.html"
        yield Target("page", page.slug, page.title, href, page.meta.summary, where, tuple(page.meta.aliases))
        for number, heading in enumerate(page.headings):
            place = f"{href}#{heading.id}" if number or not page.titled else href
            yield Target(
                "heading", f"{page.slug}#{heading.id}", heading.title, place,
                opening(page, heading), f"{where} / {page.title}", heading.aliases, heading.term,
            )  # fmt: skip


MOST_LINES = 60
"""Lines below a heading in which its first words are looked for."""


def opening(page: WrittenPage, heading: Heading, longest: int = 240) -> str:
    """The first words under a heading as plain text, for previews."""
    words: list[str] = []
    inside, room = False, 4 * longest
    for number in range(heading.line + 1, heading.line + MOST_LINES):
        line = page.file.line(number)[: max(room, 0)]
        room -= len(line)
        inside = inside != line.startswith(":::")  # every directive opens and closes with such a line
        if inside or line.startswith(("#", ":::", "|", "<!--", "```")) or (not line.strip() and words):
            if words:
                break
            continue
        if line.strip():
            words.append(re.sub(r"^\s*(?:[-*]|\d+\.)\s+", "", line).strip())
    text = plain_text(" ".join(words))
    return text if len(text) <= longest else re.sub(r"\{[^{}]*$", "", text[:longest]).rsplit(" ", 1)[0] + " …"


def plain_text(markdown: str) -> str:
    """Markdown without its marks, roughly, for previews; figures stay as they are written, see `with_figures`."""
    text = re.sub(r"<!--.*?(?:-->|\Z)", "", markdown, flags=re.DOTALL)
    text = re.sub(r"\[\[(?:[^\[\]|]*\|)?([^\[\]]*)\]\]", lambda m: m[1].rpartition(":")[2].rpartition("#")[2], text)
    text = re.sub(r"\[([^\[\]]*)\]\([^()]*\)", r"\1", text)
    return re.sub(r"(\{[^{}]*\})|[*_`\\]|^[-#>\s]+", lambda m: m[1] or "", text).strip()


_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
"""How addresses of other places than this site begin (RFC 3986, 4.2)."""


_TORN_WEB = re.compile(r"(?!https?://)(?:ht{0,2}ps?s?|https?)\s*[:;]/{0,2}|(?=www\.)", re.IGNORECASE)
"""How addresses of the web begin that are misspelt."""


def is_elsewhere(address: str, span: Span, diagnostics: Diagnostics) -> bool:
    """Whether an ordinary link leads away from the site; one that does not say by which protocol is an error."""
    if address.startswith("//"):
        diagnostics.error("dead-link", f"`{address}` leads nowhere", span, f"did you mean `https:{address}`?")
    elif torn := _TORN_WEB.match(address):
        meant = f"https://{address[torn.end() :]}"
        diagnostics.error("dead-link", f"`{address}` leads nowhere", span, f"did you mean `{meant}`?")
        return True
    return bool(_SCHEME.match(address))


def picture_file(
    address: str, folder: str, span: Span, diagnostics: Diagnostics, beside: FindFile | None = None
) -> LinkedFile | None:
    """A picture beside a page, as `page_file` says; a site loads none from anywhere else."""
    if not _SCHEME.match(address):
        return page_file(address, folder, span, diagnostics, beside or file_beside)
    hint = "save it there, and write the name of its file"
    diagnostics.error("dead-link", "a picture must lie beside the page that shows it", span, hint)
    return None


FILES = (*TYPES, ".pdf")
"""The files that a page may show or offer from its own folder."""
FindFile: TypeAlias = Callable[[Path, str], "FileBeside"]
"""Gives the file that an address names from a folder."""


@dataclass(frozen=True)
class FileBeside:
    """What there is beside a page under an address: a file, or why none can be shown and what helps."""

    path: Path | None
    size: tuple[int, int] | None = None
    """Of a picture, in pixels."""
    fault: str = ""
    hint: str = ""


@dataclass(frozen=True)
class LinkedFile:
    """A picture or PDF that a text shows: its address on the site, the file, and the size of a picture in pixels."""

    address: str
    file: PublishedFile
    size: tuple[int, int] | None

    @property
    def dimensions(self) -> dict[str, str]:
        """Width and height of a picture as attributes, so that its place is kept before it is there."""
        return dict(zip(("width", "height"), map(str, self.size), strict=True)) if self.size else {}


def file_beside(home: Path, address: str) -> FileBeside:
    """The picture or PDF in a folder or below that an address names."""
    path = Path(os.path.realpath(home / address))
    if path.is_file() and path.is_relative_to(home) and path.suffix.lower() in FILES:
        try:
            return FileBeside(path, PublishedFile(path).size())
        except PictureError as error:
            return FileBeside(path, fault=error.message, hint=error.hint)
    known = (other.relative_to(home).as_posix() for other in home.rglob("*") if other.suffix.lower() in FILES)
    return FileBeside(None, hint=did_you_mean(address, list(known)))


def page_file(
    address: str, folder: str, span: Span, diagnostics: Diagnostics, beside: FindFile = file_beside
) -> LinkedFile | None:
    """A picture or PDF beside a page.

    None, with a diagnostic, where there is none, it cannot be read, or it lies outside of the page's folder.
    """
    home = span.file.path.parent.resolve()
    file = beside(home, address)
    if file.path is None:
        diagnostics.error("dead-link", f"there is no file `{address}` beside this page", span, file.hint)
    elif file.fault:
        diagnostics.error("unreadable-file", f"`{address}` {file.fault}", span, file.hint)
    else:
        address = f"{folder}files/{file.path.relative_to(home).as_posix()}"
        return LinkedFile(address, PublishedFile(file.path), file.size)
    return None


def check_target(
    link_index: LinkIndex, name: str, page: str, span: Span, diagnostics: Diagnostics, hints: Iterator[object]
) -> Target | None:
    """The target of a link, or a diagnostic at its place, with a hint for as long as there are any of these left."""
    target = link_index.find(name, page)
    if target is None and link_index.hides(name):
        hint = "put this into a box `::: gm`, or do without the link"
        diagnostics.error("dead-link", f"`{name}` is hidden from players", span, hint)
    elif target is None:
        wanted = next(hints, None) is not None
        hint = link_index.nearest(f"{page}{name}" if name.startswith("#") else name) if wanted else ""
        diagnostics.error("dead-link", f"`{name}` leads nowhere", span, hint, missed=parts_of(name))
    return target


def parts_of(link: str) -> tuple[str, ...]:
    """The names in a link any of which may be what it misses: `kind:id`, `page#heading`."""
    return tuple(filter(None, re.split(r"[:#]", link.strip().removesuffix(".md"))))

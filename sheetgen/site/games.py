"""One game of the site: its addresses, its atlas, and the book that its pages are drawn from."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from markupsafe import Markup

from sheetgen.blocks import EntryView
from sheetgen.book import Book, Drawn
from sheetgen.derive import ComputedEntry
from sheetgen.diagnostics import Diagnostics
from sheetgen.directives import draw
from sheetgen.game import LoadedGame
from sheetgen.layout import Addresses, Drawer, Prose
from sheetgen.project import Project, display_root
from sheetgen.reference import Atlas, Target, WrittenPage, page_targets, plain_text, read_pages
from sheetgen.render import Renderer
from sheetgen.ruleset.kinds import Kind
from sheetgen.ruleset.load import Ruleset
from sheetgen.source import Span


@dataclass(eq=False)
class SiteGame:
    """A game with everything that its pages are made from."""

    loaded: LoadedGame
    chapters: list[WrittenPage]
    pages: list[WrittenPage]
    """The campaign's own pages."""
    book: Book
    drawer: Drawer | None
    views: dict[tuple[str, str], EntryView] = field(default_factory=dict)
    drawn: dict[tuple[str, str], Drawn] = field(default_factory=dict)
    """What the Markdown inside of each entry links to and previews."""
    pages_drawn: dict[str, Drawn] = field(default_factory=dict)

    @property
    def ruleset(self) -> Ruleset:
        """The game itself."""
        return self.loaded.ruleset

    @property
    def folder(self) -> str:
        """Where its pages are, relative to the site root, with a slash at the end."""
        return self.book.folder

    @property
    def title(self) -> str:
        """What the game is called in menus."""
        return self.ruleset.title

    @cached_property
    def referring(self) -> dict[tuple[str, str], set[tuple[str, str]]]:
        """For each entry those that refer to it."""
        found: dict[tuple[str, str], set[tuple[str, str]]] = {}
        for entry in self.loaded.library:
            for _, kind, target in entry.references:
                found.setdefault((kind, target), set()).add((entry.kind.id, entry.id))
        return found

    @cached_property
    def linking(self) -> dict[str, set[tuple[str, str]]]:
        """For each target of a link the entries in whose texts it stands. Ask only when all views are drawn."""
        found: dict[str, set[tuple[str, str]]] = {}
        for key, drawn in self.drawn.items():
            for target in drawn.links:
                found.setdefault(target, set()).add(key)
        return found

    def entries(self, kind: str) -> list[ComputedEntry]:
        """The entries of a kind that belong in this build."""
        found = self.loaded.table.of(kind) if self.loaded.table else []
        return [one for one in found if self.book.visible(one)]

    def kinds(self) -> Iterator[Kind]:
        """The kinds that have entries, in order."""
        for kind in self.ruleset.kinds.values():
            if self.entries(kind.id):
                yield kind

    def page(self, page: WrittenPage) -> Drawn:
        """A chapter or a page of the campaign, drawn once."""
        if page.file.name not in self.pages_drawn:
            self.pages_drawn[page.file.name] = self.book.page(page)
        return self.pages_drawn[page.file.name]

    def view(self, computed: ComputedEntry) -> EntryView | None:
        """An entry as templates see it, drawn once."""
        key = (computed.entry.kind.id, computed.id)
        if key not in self.views and self.drawer is not None:
            drawn = self.drawn.setdefault(key, Drawn())
            drawer = replace(self.drawer, prose=_prose(self.book, drawn))
            self.views[key] = drawer.view(computed)
        return self.views.get(key)


def _prose(book: Book, drawn: Drawn) -> Prose:
    def prose(text: str, span: Span) -> Markup:
        return book.prose(text, span, drawn)

    return prose


def open_game(
    loaded: LoadedGame, project: Project, renderer: Renderer, diagnostics: Diagnostics, secrets: bool
) -> SiteGame:
    """Read the game's pages, list everything that can be linked to, and make its book."""
    ruleset, game = loaded.ruleset, loaded.game
    folder = f"{ruleset.id}/"
    chapters = read_pages(game.folder / "reference", display_root(game.folder, project), diagnostics)
    own = read_pages(game.campaign / "pages", project.root, diagnostics) if game.campaign else []
    _no_twins(chapters, own, diagnostics)
    addresses = Addresses(
        lambda kind, identity: f"{folder}{ruleset.kinds[kind].folder}/{identity}.html",
        lambda rule: f"{folder}rules/{rule.replace('_', '-')}.html",
    )
    atlas = Atlas(tuple(_targets(loaded, chapters, own, folder, addresses, secrets)))
    book = Book(ruleset, loaded.table, loaded.house, atlas, addresses, renderer, diagnostics, draw, folder, secrets)
    drawer = None
    if loaded.table is not None:
        portrait = _portrait(game.campaign)
        drawer = Drawer(ruleset, loaded.table, addresses, _prose(book, Drawn()), diagnostics, secrets, portrait)
    _check_references(loaded, atlas, diagnostics)
    return SiteGame(loaded, chapters, own, book, drawer)


def _no_twins(chapters: list[WrittenPage], own: list[WrittenPage], diagnostics: Diagnostics) -> None:
    taken = {page.slug for page in chapters} | {"rulings", "rules", "calculators", "print"}
    for page in own:
        if page.slug in taken and page.slug != "index":
            message = f"a page called `{page.slug}` would have the address of one of the rulebook's"
            diagnostics.error("duplicate-address", message, page.file.span())


def _targets(
    loaded: LoadedGame,
    chapters: list[WrittenPage],
    own: list[WrittenPage],
    folder: str,
    addresses: Addresses,
    secrets: bool,
) -> Iterator[Target]:
    ruleset = loaded.ruleset
    yield from page_targets(chapters, folder, ruleset.title)
    yield from page_targets([page for page in own if page.slug != "index"], folder, ruleset.title)
    for entry in loaded.library:
        if entry.fields["hidden"] and not secrets:
            continue
        kind = entry.kind
        href = addresses.entry(kind.id, entry.id)
        where = f"{ruleset.title} / {kind.model.plural}"
        summary = plain_text(entry.fields["summary"] or _first_text(entry.fields, kind))
        yield Target(
            "entry", f"{kind.id}:{entry.id}", entry.name, href, summary, where,
            tuple(entry.fields["aliases"]), kind.model.terms,
        )  # fmt: skip
    for kind in ruleset.kinds.values():
        href = f"{folder}{kind.folder}/index.html"
        yield Target("list", f"list:{kind.id}", kind.model.plural, href, kind.model.doc, ruleset.title)
    for rule in ruleset.rules.values():
        summary = rule.model.doc or rule.model.title
        yield Target("rule", f"rule:{rule.name}", rule.model.title, addresses.rule(rule.name), summary, ruleset.title)
    for name in ruleset.broken:
        yield Target("rule", f"rule:{name}", name, addresses.rule(name))
    for ruling in ruleset.rulings.by_name.values():
        href = f"{folder}rulings.html#{ruling.name.replace('_', '-')}"
        yield Target(
            "ruling", f"ruling:{ruling.name}", ruling.model.title, href, plain_text(ruling.model.source), "Rulings"
        )


def _first_text(fields: object, kind: Kind) -> str:
    values = fields if isinstance(fields, dict) else {}
    for one in kind.fields:
        if str(one.shape) == "markdown" and not one.secret and values.get(one.name):
            return str(values[one.name])
    return ""


def _check_references(loaded: LoadedGame, atlas: Atlas, diagnostics: Diagnostics) -> None:
    """Every rule and ruling has a place in the reference, and it exists."""
    if not any(target.sort == "page" for target in atlas.targets):
        return
    for rule in loaded.ruleset.rules.values():
        if not rule.model.reference:
            diagnostics.error("no-reference", f"the rule `{rule.name}` has no `reference`", rule.place.key_span)
        elif atlas.find(rule.model.reference) is None:
            hint = atlas.nearest(rule.model.reference)
            at = rule.place.at("reference").span
            diagnostics.error("dead-link", f"`{rule.model.reference}` leads nowhere", at, hint)
    for ruling in loaded.ruleset.rulings.by_name.values():
        if ruling.model.reference and atlas.find(ruling.model.reference) is None:
            at = ruling.place.at("reference").span
            hint = atlas.nearest(ruling.model.reference)
            diagnostics.error("dead-link", f"`{ruling.model.reference}` leads nowhere", at, hint)


def _portrait(campaign: Path | None) -> Callable[[ComputedEntry], str]:
    def portrait(computed: ComputedEntry) -> str:
        return portrait_uri(campaign, str(computed.entry.fields["portrait"])) if campaign else ""

    return portrait


_TYPES = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
}


def portrait_uri(campaign: Path, name: str) -> str:
    """A picture of the campaign folder as a data URI; empty where there is none, or it lies outside."""
    path = (campaign / name).resolve()
    inside = path.is_relative_to(campaign.resolve()) and path.suffix.lower() in _TYPES
    if not name or not inside or not path.is_file():
        return ""
    return f"data:{_TYPES[path.suffix.lower()]};base64,{b64encode(path.read_bytes()).decode()}"

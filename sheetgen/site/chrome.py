"""The chrome of each page: menus, breadcrumbs, sources, previews."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from markupsafe import Markup, escape

from sheetgen.languages.program_words import Words, name_of
from sheetgen.model.project import Project
from sheetgen.model.ruleset.themes import Theme
from sheetgen.reference.context import RenderContext
from sheetgen.reference.links import Target
from sheetgen.reference.listings import names_listed
from sheetgen.site.games import SiteGame
from sheetgen.views.pages import Edition, Link, PreviewCard, Shell, Source

ENGLISH = Words()
IN_BAR = 4
"""Lists in the bar; the menu has them all."""


@dataclass(frozen=True, eq=False)
class ShellMaker:
    """Makes the shells of one site."""

    project: Project
    games: tuple[SiteGame, ...]
    player: bool = False
    live: bool = False
    guide: tuple[Link, ...] = ()
    extra_styles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For a game's id the addresses of its own stylesheets."""
    words: Words = ENGLISH
    """What the program says on pages that belong to no game."""

    def words_of(self, game: SiteGame | None) -> Words:
        """What the program says on a page of a game, or of none."""
        return game.words if game else self.words

    @property
    def house_theme(self) -> Theme | None:
        """The theme of pages that belong to no game."""
        return self.games[0].ruleset.theme if self.games else None

    def shell(
        self,
        path: str,
        title: str,
        game: SiteGame | None = None,
        *,
        description: str = "",
        crumbs: Iterable[Link] = (),
        previews: Iterable[str] = (),
        previous: Link | None = None,
        following: Link | None = None,
        source: str = "",
        replaces: str = "",
    ) -> Shell:
        """The shell of one page."""
        project = self.project
        model = game.ruleset.model if game else None
        return Shell(
            site_title=project.title,
            title=title,
            path=path,
            root="../" * path.count("/"),
            description=description,
            language=self.words_of(game).language,
            canonical=f"{project.url.rstrip('/')}/{path}" if project.url else "",
            theme=game.ruleset.theme if game else None,
            house_theme=self.house_theme,
            themes=() if game else tuple(g.ruleset.theme for g in self.games),
            nav=self._nav(game, path),
            menu=self._more(game, path),
            rulesets=tuple(Link(g.title, g.front, current=g is game) for g in self._titles(game)),
            editions=tuple(self._editions(game, path)),
            breadcrumbs=tuple(crumbs),
            previous=previous,
            next=following,
            edit=f"{project.edit.rstrip('/')}/{source}" if project.edit and source and not self.player else "",
            sources=tuple(
                Source(title=s.title, licence=s.licence, href=s.url, attribution=s.attribution) for s in model.sources
            )
            if model
            else (),
            licence=Source(title=model.title, licence=model.licence.text, href=model.licence.url)
            if model and model.licence
            else None,
            edition=game.ruleset.edition if game and game.ruleset.model.version else "",
            footer=self._footer(self.words_of(game)),
            player=self.player,
            offline=not self.live,
            live=self.live,
            rolls=project.rolls,
            previews=tuple(preview_cards(game.context, previews)) if game else (),
            styles=self.extra_styles.get(game.ruleset.id, ()) if game else (),
            replaces=replaces,
        )

    def _titles(self, game: SiteGame | None) -> list[SiteGame]:
        """Each game once: in the language of the page where it has that, else in its first."""
        language = self.words_of(game).language
        titles: dict[Path, SiteGame] = {}
        for other in self.games:
            if other.loaded.game.folder not in titles or other.words.language == language:
                titles[other.loaded.game.folder] = other
        return list(titles.values())

    def _editions(self, game: SiteGame | None, path: str) -> Iterator[Edition]:
        """The page in each of its languages, its own among them; none where it has one only."""
        editions = [other for other in self.games if game and other.loaded.game.folder == game.loaded.game.folder]
        for other in editions if len(editions) > 1 else ():
            assert game is not None
            inside = path.removeprefix(game.folder)
            href = other.front if path == game.front else f"{other.folder}{inside}"
            language, url = other.words.language, self.project.url
            whole = f"{url.rstrip('/')}/{href}" if url else ""
            yield Edition(language, name_of(language), href, url=whole, current=other is game)

    def _nav(self, game: SiteGame | None, path: str) -> tuple[Link, ...]:
        if game is None:
            return (*(Link(g.title, g.front) for g in self._titles(None)), *self.guide[:1])
        chapters = {f"{game.folder}{page.slug}.html" for page in game.chapters}
        start = f"{game.front}#rules" if chapters else f"{game.folder}rules/index.html"
        rules = Link(game.words("Rules"), start, current=path in chapters or path.startswith(f"{game.folder}rules/"))
        return (rules, *self._lists(game, path)[:IN_BAR], *self._tools(game, path)[:1])

    def _more(self, game: SiteGame | None, path: str) -> tuple[Link, ...]:
        """The links of the menu besides those of the bar."""
        if game is None:
            return ()
        return (*self._lists(game, path)[IN_BAR:], *self._tools(game, path)[1:], *self.guide[:1])

    def _lists(self, game: SiteGame, path: str) -> list[Link]:
        kinds = sorted(game.entries.kinds(), key=lambda kind: kind.model.order)
        return [
            Link(kind.model.plural, href, current=path.startswith(href.removesuffix("index.html")))
            for kind in kinds
            if (href := game.context.list_address(kind.id))
        ]

    def _tools(self, game: SiteGame, path: str) -> list[Link]:
        words = game.words
        tools = [(words("Print"), "print"), (words("Calculators"), "calculators"), (words("Rulings"), "rulings")]
        known = [tool for tool in tools if tool[1] != "rulings" or game.ruleset.rulings.by_name]
        return [Link(title, href := f"{game.folder}{name}.html", current=path == href) for title, name in known]

    def _footer(self, words: Words) -> tuple[Link, ...]:
        return (
            *(Link(title, url) for title, url in self.project.links),
            *self.guide[:1],
            Link(words("Search"), "search.html"),
            Link(words("Print tray"), "tray.html"),
        )


def preview_cards(context: RenderContext, keys: Iterable[str]) -> Iterable[PreviewCard]:
    """The previews of the targets that a page links to."""
    for key in sorted(set(keys)):
        place, _, name = key.partition("=")
        target = context.link_index.by_key.get(place)
        if target is None:
            continue
        text = context.with_figures(dict(target.definitions).get(name, target.summary)) or _names(context, target)
        if text:
            yield PreviewCard(
                key=key,
                title=name or target.title,
                text=Markup(escape(text)),
                where=target.where,
                href=target.href,
            )


def _names(context: RenderContext, target: Target) -> str:
    """The names in the table that a section has in place of text."""
    known = context.names_listed
    if target.listing and target.key not in known:
        known[target.key] = names_listed(context, target.listing)
    return known.get(target.key, "")

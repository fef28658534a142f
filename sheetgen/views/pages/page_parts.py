"""Small parts that pages share: links, headings, downloads, and the shell around every page."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from markupsafe import Markup

from sheetgen.model.ruleset.themes import Theme


@dataclass(frozen=True)
class Link:
    """A title that leads somewhere, with a line about what is there."""

    title: str
    href: str
    _: KW_ONLY
    summary: str = ""
    note: str = ""
    """A few words beside the title, such as a count."""
    current: bool = False
    preview: str = ""
    """Key of a `PreviewCard` of the same page."""
    hidden: bool = False
    """Whether players' editions leave out what it leads to."""


@dataclass(frozen=True)
class LinkGroup:
    """Links under one heading; the heading may be empty."""

    title: str
    links: tuple[Link, ...]


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where facts come from, and under which licence."""

    title: str
    licence: str
    href: str = ""
    attribution: str = ""


@dataclass(frozen=True)
class Edition:
    """A page in a language: the language by its tag and by its own name, and where the page stands."""

    language: str
    name: str
    href: str
    _: KW_ONLY
    url: str = ""
    """Its whole address, where that of the site is known."""
    current: bool = False


@dataclass(frozen=True)
class Download:
    """A PDF to open or keep."""

    title: str
    href: str
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class PreviewCard:
    """The preview of a link's target. Links name it: `<a data-preview="KEY" href=…>`."""

    key: str
    title: str
    text: Markup
    where: str = ""
    href: str = ""


@dataclass(frozen=True, kw_only=True)
class Shell:
    """The chrome of a page: it carries its own neighbourhood only, never the whole navigation."""

    site_title: str
    title: str
    """Of this page, without the site's title."""
    path: str
    """Of this page, relative to the site root."""
    root: str
    """From this page to the site root: "", "../", "../../"."""
    description: str = ""
    language: str = "en"
    canonical: str = ""
    theme: Theme | None = None
    """Of the game that this page belongs to; None on pages of the site itself."""
    house_theme: Theme | None = None
    """Worn by pages that belong to no game; usually the first game's."""
    themes: tuple[Theme, ...] = ()
    """Of every game, on pages of the site itself."""
    nav: tuple[Link, ...] = ()
    menu: tuple[Link, ...] = ()
    """The links of the menu besides `nav`."""
    rulesets: tuple[Link, ...] = ()
    breadcrumbs: tuple[Link, ...] = ()
    replaces: str = ""
    """What the content of the page replaces of another ruleset, in a sentence."""
    previous: Link | None = None
    next: Link | None = None
    edit: str = ""
    sources: tuple[Source, ...] = ()
    licence: Source | None = None
    edition: str = ""
    """The game with its version, where it says one."""
    footer: tuple[Link, ...] = ()
    editions: tuple[Edition, ...] = ()
    """The page in each of its languages; none where it has one only."""
    player: bool = False
    """True where secrets were dropped when building."""
    offline: bool = False
    """True where the build wrote `manifest.webmanifest` and `service-worker.js`."""
    live: bool = False
    """True under `serve`: the page listens for changes."""
    rolls: bool = True
    """Whether readers roll on tables."""
    previews: tuple[PreviewCard, ...] = ()
    styles: tuple[str, ...] = ()
    """Further stylesheets, such as a campaign's `theme.css`."""

    @property
    def page_theme(self) -> Theme | None:
        """The theme that colours the page."""
        return self.theme or self.house_theme


@dataclass(frozen=True)
class Page:
    """Any page of the site."""

    shell: Shell

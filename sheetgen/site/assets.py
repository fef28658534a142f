"""Files of the site that are not pages: styles, scripts, fonts, icons, what makes it work offline."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from sheetgen.languages.program_words import Words
from sheetgen.media.fonts import OwnFont
from sheetgen.media.images import PictureError
from sheetgen.media.marks import plain_marks
from sheetgen.media.style_files import local_file, style_file
from sheetgen.model.project import Game, Project
from sheetgen.model.ruleset.themes import Theme
from sheetgen.templating.bundles import WEB_FONTS, script_words, scripts, stylesheets
from sheetgen.templating.filters import icon
from sheetgen.templating.renderer import Renderer
from sheetgen.templating.theme_styles import (
    cover_address,
    has_own_font,
    heading_font,
    text_font,
    without_comments,
)
from sheetgen.templating.web_app import service_worker, web_manifest
from sheetgen.text.shipped import shipped
from sheetgen.text.source import content, files, leads_out

_URL = re.compile(rb"""url\(\s*(["']?)([^"')]+)\1\s*\)""")
_CORE = re.compile(
    r"assets/(?!js/search-(?:index|parts|places|text)|rules/|printed/|fonts/web/[^/]*[-.](?:latin|more)\.)"
    r"|(?:index|404|search|tray)\.html$"
)
"""What is kept for use without a network before anything was asked for: what all pages need, and where they begin.

Fonts of further letters are not: they are kept with the pages that were made of them.
"""


def templates_folder() -> Path:
    """The shared templates."""
    return shipped("templates")


def asset_files(
    renderer: Renderer, themes: Sequence[Theme], languages: Iterable[Words] = ()
) -> Iterator[tuple[str, bytes]]:
    """Styles, scripts, fonts and icons by address, and the texts of scripts in the languages of the site."""
    shared = renderer.folders.shared
    for path, text in {**stylesheets(shared), **scripts(shared)}.items():
        yield path, text.encode()
    for words in (words for words in languages if words.script):
        yield f"assets/js/{words.script}.js", script_words(shared, words).encode()
    folder = templates_folder()
    for font in WEB_FONTS:
        yield font, (folder / font).read_bytes()
    yield "assets/fonts/web/marks.woff2", plain_marks().web_font()
    for theme in themes:
        yield f"assets/icon-{theme.ruleset}.svg", icon(theme).encode()
        if has_own_font(theme):
            yield f"assets/fonts/web/marks-{theme.ruleset}.woff2", theme.marks.web_font()
        if theme.cover:
            yield cover_address(theme), theme.cover.read()
        if theme.font:
            yield from _web_fonts(heading_font(theme), theme.font)
            yield from _licences(theme, theme.font)
        for own, cut in theme.text.cuts if theme.text else ():
            yield from _web_fonts(text_font(theme, cut), own)
            yield from _licences(theme, own)


def _web_fonts(name: str, font: OwnFont) -> Iterator[tuple[str, bytes]]:
    """The files of a font for browsers."""
    for part, data in zip(font.parts, font.web_fonts(), strict=True):
        yield f"assets/fonts/web/{name}{part.ending}.woff2", data


def _licences(theme: Theme, font: OwnFont) -> Iterator[tuple[str, bytes]]:
    """The texts that stand beside a font, which its licence asks to go with it."""
    for path in files(Path(font.file).parent, ".txt"):
        if not leads_out(path, path.parent) and (text := content(path)):
            yield f"assets/fonts/{theme.ruleset}-{path.name}", text


def live_script() -> bytes:
    """The script that a page of the live preview carries."""
    return (templates_folder() / "assets" / "js" / "live.js").read_bytes()


def own_styles(games: Iterable[Game], ids: Mapping[Game, str]) -> Iterator[tuple[str, str, bytes]]:
    """Stylesheets of rulesets and campaigns, after the files that they name: the game's id, the address, the bytes."""
    for game in games:
        own = game.campaign / "theme.css" if game.campaign else None
        for path, name in ((game.own("theme.css"), "ruleset"), (own, "campaign")):
            if path is not None and path.is_file() and not leads_out(path, path.parent):
                files = dict[str, bytes]()
                text = _with_files(without_comments(path.read_bytes()), path.parent, f"{ids[game]}-{name}", files)
                yield from ((ids[game], f"assets/{address}", data) for address, data in files.items())
                yield ids[game], f"assets/{ids[game]}-{name}.css", text


def _with_files(text: bytes, folder: Path, name: str, files: dict[str, bytes]) -> bytes:
    """A style sheet whose addresses lead to the files of its folder where they are published, which are added."""

    def address(match: re.Match[bytes]) -> bytes:
        written = match[2].decode("utf-8", "replace").strip()
        path = local_file(folder, written)
        if path is None:
            return match[0]
        place = f"{name}/{path.relative_to(folder).as_posix()}"
        try:
            files[place] = style_file(path, folder)
        except PictureError:  # reported where the style sheet is checked
            return match[0]
        return f'url("{place}{written.removeprefix(path.relative_to(folder).as_posix())}")'.encode()

    return _URL.sub(address, text)


def offline_files(
    project: Project, renderer: Renderer, files: Mapping[str, tuple[int, str]], theme: Theme | None
) -> Iterator[tuple[str, bytes]]:
    """The manifest and the service worker that keep the site for use without a network, of the sizes and digests of its
    `files`."""
    yield "manifest.webmanifest", web_manifest(project.title, project.tagline, theme, renderer.words.language).encode()
    kept = sorted(path for path in files if not path.endswith(".json"))
    total, size = hashlib.sha256(), 0
    for path in kept:
        bytes_of_file, digest = files[path]
        total.update(f"{path}\0{digest}\0".encode())
        size += bytes_of_file
    core = [path for path in kept if _CORE.match(path)]
    version, shared = total.hexdigest()[:16], renderer.folders.shared
    yield "service-worker.js", service_worker(shared, renderer.words, version, core, kept, size).encode()


def web_files(project: Project, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Files for search engines; a sitemap only where the site's own address is known."""
    robots = "User-agent: *\nAllow: /\n"
    if project.url:
        url = project.url.rstrip("/")
        places = "".join(f"<url><loc>{url}/{path}</loc></url>\n" for path in sorted(paths) if path != "404.html")
        space = "http://www.sitemaps.org/schemas/sitemap/0.9"
        yield (
            "sitemap.xml",
            f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{space}">\n{places}</urlset>\n'.encode(),
        )
        robots += f"Sitemap: {url}/sitemap.xml\n"
    yield "robots.txt", robots.encode()

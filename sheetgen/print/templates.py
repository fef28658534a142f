"""From views to print HTML: the Jinja environment of paper, and what its templates may ask."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path
from urllib.parse import quote

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from sheetgen.blocks import Mark
from sheetgen.print import resources
from sheetgen.print.block_print import printed
from sheetgen.print.measure.marks import letters
from sheetgen.print.measure.rich_text import _DROPPED, _SCREEN_ONLY, _VOID, _bound, headed, rich, run_in
from sheetgen.print.measure.tables import cell, number_pad
from sheetgen.print.text_metrics.drawing import PageSource, PlacedText
from sheetgen.print.untrusted_templates import UntrustedPrintTemplates
from sheetgen.templating.compiled_templates import CompiledTemplates
from sheetgen.templating.untrusted import FolderLoader, sandbox_digest, with_filters
from sheetgen.text.cache import Cache
from sheetgen.text.source import own_files

_BEHAVIOUR = re.compile(
    r"\s(?:style|on\w+|tabindex|data-[\w-]+|aria-[\w-]+|role)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s>]+)", re.I
)


_MARKS = re.compile(r"<i(?: class=[^>]*)?>([\ue000-\uf8ff]+)</i>")


def cleaned(text: str) -> Markup:
    """Safe HTML of the site without scripts, pictures, fields and styles, but with its ids, links and classes.

    Its marks are set in the marks font; what only a screen needs, such as links to a heading itself, is left out.
    """
    drawn = _bound(_SCREEN_ONLY.sub("", _MARKS.sub(_signs, str(escape(text)))))
    return Markup(_BEHAVIOUR.sub("", _VOID.sub("", _DROPPED.sub("", drawn))))


def _signs(match: re.Match[str]) -> str:
    """The marks of a run as the site writes it, each by itself."""
    signs = "".join(f"<i class=m>{glyph}</i>" for glyph in match[1])
    return signs if len(match[1]) == 1 else f"<span>{signs}</span>"


def sign(mark: Mark | None, size: str = "") -> Markup:
    """A mark as a glyph of the marks font, or its letters where it has no picture."""
    if mark is None:
        return Markup("")
    kind = f"m {size}".strip()
    return Markup(f"<i class='{kind}'>{mark.glyph}</i>") if mark.glyph else Markup("<b class=code>%s</b>") % mark.code


def stars(cost: int) -> Markup:
    """The cost of an action: so many stars."""
    return Markup(f"<i class='m st'>{resources.glyph('star') * min(cost, 9)}</i>") if cost > 0 else Markup("")


def picture(svg: str) -> str:
    """An SVG as a data URI for a style sheet."""
    return "data:image/svg+xml," + quote(svg, safe=" =/:,.;!*-")


def portrait(source: str) -> str:
    """A portrait's data URI, or nothing where it is no picture."""
    return source if re.match(r"data:image/(?:png|jpeg|webp|gif|svg\+xml)[;,]", source) else ""


def environment(folders: tuple[Path, ...] = ()) -> Environment:
    """The environment of print templates; `folders` are searched before the program's own, and need a sandbox."""
    return _environment(folders, tuple(_states(folders)))


def _states(folders: tuple[Path, ...]) -> Iterator[tuple[Path, int, int]]:
    """The templates of the folders as they are now: a preview outlives their changes."""
    for path in (path for folder in folders for path in own_files(folder) if path.is_file()):
        state = path.stat()
        yield path, state.st_mtime_ns, state.st_size


@lru_cache(maxsize=8)
def _environment(folders: tuple[Path, ...], states: tuple[tuple[Path, int, int], ...]) -> Environment:
    sort = partial(UntrustedPrintTemplates, folders) if folders else Environment
    kind = UntrustedPrintTemplates.__name__ if folders else Environment.__name__
    shared = FileSystemLoader(resources.folder())
    jinja = sort(
        loader=ChoiceLoader([*map(FolderLoader, folders), shared, PrefixLoader({"shared": shared})]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=CompiledTemplates(Cache.of_user(), kind, resources.digest(), sandbox_digest()),
    )
    jinja.globals.update(
        glyph=resources.glyph,
        sign=sign,
        stars=stars,
        pad=number_pad,
        cell=cell,
        letters=letters,
        shape=lambda block, frame: printed(block.type).shape(block, frame),
        portrait=portrait,
    )
    return with_filters(jinja, {"rich": rich, "run_in": run_in, "headed": headed})


def page_source(page: Template, key: str, values: Mapping[str, object]) -> PageSource:
    """A page by its template, which gets `values`, its `key`, and `place`, to put a drawing where it stands."""
    drawings: dict[str, PlacedText] = {}

    def place(drawing: PlacedText) -> str:
        """The address of a drawing."""
        address = f"drawn:{key}-{len(drawings)}"
        drawings[address] = drawing
        return address

    return PageSource(page.render({**values, "key": key, "place": place}), drawings)


def template(name: str, folders: tuple[Path, ...] = ()) -> Template:
    """One print template by name."""
    return environment(folders).get_template(name)

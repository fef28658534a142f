"""From views to print HTML: the Jinja environment of paper, and what its templates may ask."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, Template
from jinja2.environment import TemplateModule
from jinja2.runtime import Context
from markupsafe import Markup, escape

from sheetgen.blocks import inner_blocks
from sheetgen.blocks.strip.paper import letters
from sheetgen.blocks.table.table_parts import cell
from sheetgen.languages.program_words import Words
from sheetgen.print import resources
from sheetgen.print.block_print import beside_width, drawn, fields_of, printed, secret_frame, shape_of
from sheetgen.print.measure.rich_text import bound, on_paper, rich, sign, stars, unparted
from sheetgen.print.measure.texts import SetText, body_style, secret_style, set_text
from sheetgen.print.style import PrintStyle
from sheetgen.print.text_metrics.drawing import PageSource, PlacedText
from sheetgen.print.untrusted_templates import UntrustedPrintTemplates
from sheetgen.templating.compiled_templates import CompiledTemplates
from sheetgen.templating.untrusted import FolderLoader, sandbox_digest, with_filters
from sheetgen.text.cache import Cache
from sheetgen.text.source import own_files

_BEHAVIOUR = re.compile(
    r"\s(?:style|on\w+|tabindex|data-[\w-]+|aria-[\w-]+|role)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s>]+)", re.I
)


ENGLISH = Words()
_DRAWING = Markup('<embed class="drawing" src="{}"></embed>')
_MARKS = re.compile(r"<i(?: class=[^>]*)?>([\ue000-\uf8ff]+)</i>")


def cleaned(text: str) -> Markup:
    """Safe HTML of the site without scripts, pictures, fields and styles, but with its ids, links and classes.

    Its marks are set in the marks font; what only a screen needs, such as links to a heading itself, is left out.
    """
    return Markup(_BEHAVIOUR.sub("", bound(on_paper(_MARKS.sub(_signs, str(escape(text)))))))


def _signs(match: re.Match[str]) -> str:
    """The marks of a run as the site writes it, each by itself."""
    signs = "".join(f"<i class=m>{glyph}</i>" for glyph in match[1])
    return signs if len(match[1]) == 1 else f"<span>{signs}</span>"


def portrait(source: str) -> str:
    """A portrait's data URI, or nothing where it is no picture."""
    return source if re.match(r"data:image/(?:png|jpeg|webp|gif|svg\+xml)[;,]", source) else ""


class PrintTemplate(Template):
    """A template of the program: it knows nothing that others do not, so what it imports is drawn once."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        return super()._get_default_module()


def environment(folders: tuple[Path, ...] = (), words: Words = ENGLISH) -> Environment:
    """The environment of print templates; `folders` are searched before the program's own, and need a sandbox."""
    return _environment(folders, words, tuple(_states(folders)))


def _states(folders: tuple[Path, ...]) -> Iterator[tuple[Path, int, int]]:
    """The templates of the folders as they are now: a preview outlives their changes."""
    for path in (path for folder in folders for path in own_files(folder) if path.is_file()):
        state = path.stat()
        yield path, state.st_mtime_ns, state.st_size


@lru_cache(maxsize=8)
def _environment(folders: tuple[Path, ...], words: Words, states: tuple[tuple[Path, int, int], ...]) -> Environment:
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
    if not folders:
        jinja.template_class = PrintTemplate
    jinja.globals["_"] = words
    jinja.globals.update(
        glyph=resources.glyph,
        sign=sign,
        stars=stars,
        cell=cell,
        letters=letters,
        shape=shape_of,
        printed=printed,
        drawn=drawn,
        fields_of=fields_of,
        set_text=set_text,
        body_style=body_style,
        secret_style=secret_style,
        secret_frame=secret_frame,
        inner_blocks=inner_blocks,
        beside_width=beside_width,
        portrait=portrait,
    )
    return with_filters(jinja, {"rich": rich, "unparted": unparted})


def page_source(page: Template, key: str, values: Mapping[str, object]) -> PageSource:
    """A page by its template.

    It gets `values`, its `key`, `place`, to put a drawing where it stands, and `put`, to put a text there.
    """
    drawings: dict[str, PlacedText] = {}

    def place(drawing: PlacedText) -> str:
        """The address of a drawing."""
        address = f"drawn:{key}-{len(drawings)}"
        drawings[address] = drawing
        return address

    def put(text: SetText) -> Markup:
        """A text, drawn or as HTML."""
        parts = (_DRAWING.format(place(drawing)) for drawing in text.drawings)
        return Markup("").join(parts) or text.html

    return PageSource(page.render({**values, "key": key, "place": place, "put": put}), drawings)


def template(name: str, style: PrintStyle) -> Template:
    """A print template by its name, as a game has it."""
    return environment(style.folders, style.words).get_template(name)

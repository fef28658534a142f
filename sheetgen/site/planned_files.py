"""How the files of a plan are made: its pages by the templates of their games, its data, and the search index."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from sheetgen.reference.context import ROOT
from sheetgen.site.entry_files import PlannedEntry, block_parts, data_addresses
from sheetgen.site.kept_files import KeptFile, KeptFiles
from sheetgen.site.lazy_files import FileBlock, JoinedFiles, Maker
from sheetgen.site.plan import Plan, PlannedPage
from sheetgen.site.planned_records import PlannedRecord, block_makers
from sheetgen.site.search import index_scripts
from sheetgen.templating.renderer import Renderer, RenderError
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.views.pages import Page, Shell

SEARCH = "assets/js/search-"
"""How the addresses of all scripts of the search index begin."""


def rooted(html: str, shell: Shell) -> str:
    """The HTML of a page with its links as they lead from it: through the site root, no further up than needed.

    A page has a hundred links, most to the pages of its own game.
    """
    html = html.replace(f'"{ROOT}', f'"{shell.root}')
    folders = shell.path.split("/")[:-1]
    for depth in range(len(folders), 0, -1):
        near = "/".join(folders[:depth])
        html = html.replace(f'"{shell.root}{near}/', f'"{"../" * (len(folders) - depth)}')
    return html


@dataclass(frozen=True, eq=False)
class FileMakers(Mapping[str, Maker]):
    """How every page and data file of a plan is made, by address; each game's pages by its own templates."""

    planned: Plan
    others: Mapping[str, Maker]
    """Of files that are no part of the plan."""
    renderers: Mapping[str, Renderer]
    shared: Renderer
    kept: KeptFiles

    def __getitem__(self, path: str) -> Maker:
        if path in self.planned.pages:
            return partial(_page, self.planned.pages[path], self.renderers, self.shared, self.kept)
        if path in self.planned.data:
            return partial(self.planned.data[path], self.kept)
        return self.planned.files[path].read if path in self.planned.files else self.others[path]

    def __contains__(self, path: object) -> bool:
        return any(path in files for files in self._files)

    def __iter__(self) -> Iterator[str]:
        return chain(*self._files)

    def __len__(self) -> int:
        return sum(map(len, self._files))

    @property
    def _files(self) -> tuple[Mapping[str, object], ...]:
        return self.planned.pages, self.planned.data, self.planned.files, self.others


def draw_untrusted(
    planned: Plan, renderers: Mapping[str, Renderer], shared: Renderer, diagnostics: Diagnostics
) -> None:
    """Draw the pages that templates of a campaign or ruleset take part in; of no others are drawings ever refused.

    What is wrong is reported once for each type of page of a game. Raises RenderError where a page takes too long.
    """
    if not any(draw.folders.overrides for draw in renderers.values()):
        return
    failed: set[object] = set()
    for page in (make() for make in planned.pages.values()):
        draw = _renderer(page.shell, renderers, shared)
        if draw.folders.overrides and (type(page), draw) not in failed:
            try:
                draw.render_page(page)
            except RenderError as error:
                if error.is_endless:
                    raise
                error.report(draw.folders.root, diagnostics)
                failed.add((type(page), draw))


def _page(
    make: Callable[[], Page], renderers: Mapping[str, Renderer], shared: Renderer, kept: KeptFiles
) -> bytes | KeptFile:
    if isinstance(make, PlannedEntry):
        entry = make.parts()
        return _drawn(entry, entry.around, lambda: make.page(entry), renderers, shared, kept)
    if isinstance(make, PlannedPage):
        parts = make.parts()
        return _drawn(parts, parts.around, lambda: make.page(parts), renderers, shared, kept)
    page = make()
    return _drawn(page, page.shell, lambda: page, renderers, shared, kept)


def _drawn(
    made_from: object,
    shell: Shell,
    page: Callable[[], Page],
    renderers: Mapping[str, Renderer],
    shared: Renderer,
    kept: KeptFiles,
) -> bytes | KeptFile:
    draw = _renderer(shell, renderers, shared)
    return kept.file((made_from, draw), lambda: rooted(draw.render_page(page()), shell).encode())


def _renderer(shell: Shell, renderers: Mapping[str, Renderer], shared: Renderer) -> Renderer:
    theme = shell.theme
    return renderers[theme.ruleset] if theme else shared


def search_scripts(planned: Plan, kept: KeptFiles) -> JoinedFiles:
    """The scripts of the search index, by address."""

    def join(blocks: Sequence[bytes]) -> Iterator[tuple[str, bytes]]:
        words = planned.synonyms, planned.questions, planned.little
        scripts = index_scripts(blocks, planned.facets, planned.spellings, *words)
        return ((f"assets/js/{name}", script) for name, script in scripts)

    return JoinedFiles(block_makers(planned.blocks, kept), join)


def entry_blocks(planned: Plan) -> Iterator[FileBlock]:
    """All that is made of the entries of each block of the search index: pages, data, and the block itself."""
    for block in planned.blocks:
        entries = [page for record in block if isinstance(page := planned.pages.get(record.href), PlannedEntry)]
        if len(entries) == len(block):
            yield FileBlock(partial(_paths, planned, block), partial(block_parts, entries))


def _paths(planned: Plan, block: Sequence[PlannedRecord]) -> tuple[str, ...]:
    """The addresses of all that is made of the entries of a block."""
    pages = [record.href for record in block]
    data = (address for page in pages for address in data_addresses(page) if address in planned.data)
    return f"{SEARCH}{pages[0]}", *pages, *data

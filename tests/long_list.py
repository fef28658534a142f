"""Lists of any length: the rows of a short one, many times, with other names and in other company."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from sheetgen.site.entry_outlines import row_size
from sheetgen.site.list_order import cell_key, sort_key
from sheetgen.site.list_rows import rows_script
from sheetgen.site.long_lists import Listing, list_page
from sheetgen.site.planned_files import rooted
from sheetgen.templating.bundles import scripts, stylesheets
from sheetgen.templating.renderer import Renderer
from sheetgen.views.pages import ListFilter, ListPage, ListRow


def listing(page: ListPage, count: int) -> Listing[ListRow]:
    """A list of so many rows like those of a page."""
    rows = sorted((_varied(page, number) for number in range(count)), key=lambda row: row.name.casefold())
    column = next((place for place, column in enumerate(page.columns) if column.key == page.sort), None)

    def empty(path: str, title: str) -> ListPage:
        shell = replace(page.shell, path=path, title=title, root="../" * path.count("/"))
        return replace(page, shell=shell, title=title, rows=(), filters=(), total=count)

    return Listing(
        path=page.shell.path,
        title=page.title,
        items=rows,
        row=lambda row: row,
        page=empty,
        filters=lambda: tuple(_counted(listed, rows) for listed in page.filters),
        order=lambda row: (*(() if column is None else (cell_key(row.cells[column]),)), sort_key(row.name)),
        size=row_size,
        made_from=lambda row: row,
    )


def _varied(page: ListPage, number: int) -> ListRow:
    models = page.rows
    model = models[number % len(models)]
    identity = f"{model.id}-{number}"
    return replace(
        model,
        id=identity,
        name=f"{model.name}, {number}",
        href=f"{model.href.rpartition('/')[0]}/{identity}.html",
        cells=tuple(models[(number * 5 + place) % len(models)].cells[place] for place in range(len(page.columns))),
        facets={key: models[(number * 7 + len(key)) % len(models)].facets.get(key, ()) for key in model.facets},
    )


def _counted(listed: ListFilter, rows: list[ListRow]) -> ListFilter:
    counts = Counter(str(value) for row in rows for value in row.facets.get(listed.key, ()))
    return replace(listed, choices=tuple(replace(choice, count=counts[choice.value]) for choice in listed.choices))


def write(folder: Path, model: ListPage, count: int, draw: Renderer) -> Listing[ListRow]:
    """A list of so many rows, with what its pages load, in a folder."""
    made = listing(model, count)
    files = {
        path: rooted(draw.render_page(part), part.shell) for path, make in made.pages() for part in [list_page(make())]
    }
    shared = draw.folders.shared
    files |= {**stylesheets(shared), **scripts(shared)}
    files[made.data] = rows_script(made.whole(), made.rows(), draw).decode()
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return made

"""Long lists: in which order rows stand, which pages they stand on, and what their script is given."""

from __future__ import annotations

import json
import pickle
import random
import re
import weakref
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import long_list
import pytest
import site_gallery
from in_node import in_node, needs_node
from small_game import GAME

from sheetgen.build import Options, build
from sheetgen.site.list_order import ranks, sort_key
from sheetgen.site.long_lists import LONG, Listing, list_page, shortened
from sheetgen.views.pages import FilterChoice, ListFilter, ListPage, ListRow

SCRIPTS = Path(__file__).parents[1] / "templates" / "assets" / "js"
ENGINE = [str(SCRIPTS / f"{part}.js") for part in ("query", "fold", "list-filter")]
PIECES = (
    "Éclair", "eclair", "Zoë", "zoo", "Ångström", "angst", "Ørsted", "order", "Straße", "strasse", "2", "10", "007",
    "7", "O'Neil", "oak", "a b", "a-b", "ab", "(a)", "“b”", "+5", "★", "ß", "ł", "-", " ", "…",
)  # fmt: skip


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> ListPage:
    page = site_gallery.views(tmp_path_factory.mktemp("gallery"))["list"]
    assert isinstance(page, ListPage)
    return page


@pytest.fixture(scope="module")
def long(short: ListPage) -> Listing[ListRow]:
    return long_list.listing(short, 1000)


@needs_node
def test_texts_are_ordered_as_browsers_order_them() -> None:
    rng = random.Random(4)
    texts = ["".join(rng.choices(PIECES, k=rng.randint(1, 3))).strip() for _ in range(600)]
    texts = [text for text in texts if text]
    script = """const c = new Intl.Collator("en", {numeric: true, sensitivity: "base"}).compare;
        runScripts(...data.engine);
        return self.SheetgenList.ranked(data.texts.map(t => t !== "" && !Number.isNaN(+t) ? +t : t), c)"""
    theirs = in_node(script, {"engine": ENGINE, "texts": texts})
    ours = ranks(map(sort_key, texts))
    order = [sorted(range(len(texts)), key=lambda place, given=given: given[place]) for given in (theirs, ours)]
    wrong = [(texts[a], texts[b]) for a, b in zip(*order, strict=True) if theirs[a] != theirs[b]]
    assert not wrong


def test_numbers_stand_first_and_what_is_empty_last() -> None:
    assert ranks(map(sort_key, [10, "9", "abc", "", "Abc", "1/2", 2.5, "  "])) == [2, 1, 4, -1, 4, 3, 0, -1]


def test_the_pages_of_a_long_list_hold_every_row_once(long: Listing[ListRow]) -> None:
    pages = {path: list_page(make()) for path, make in long.pages()}
    first = pages["rose/shadows/index.html"]
    assert [row.id for page in pages.values() for row in page.rows] == [
        row.id for row in sorted(long.items, key=long.order)
    ]
    assert list(pages)[1:] == [f"rose/shadows/list/{number}.html" for number in range(2, len(pages) + 1)]
    assert first.data == "rose/shadows/list/rows.js" and first.filters and first.total == 1000
    second = pages["rose/shadows/list/2.html"]
    assert not (second.data or second.filters or second.downloads) and second.first == len(first.rows) + 1
    assert second.title == f"Shadows, {second.first} to {second.last}"
    leads = {path: {link.href for link in page.parts} for path, page in pages.items()}
    assert all(href in pages for links in leads.values() for href in links)
    near = list(pages)
    assert all(after in leads[before] and before in leads[after] for before, after in pairwise(near))


def test_a_page_of_ten_thousand_rows_is_small(short: ListPage) -> None:
    choices = tuple(FilterChoice(value=f"v{n}", title=f"Value {n}", count=n) for n in range(5000))
    wide = replace(short, filters=(*short.filters, ListFilter(key="many", label="Many", choices=choices)))
    notes = tuple(replace(row, note=row.note + " At length." * 40) for row in short.rows)
    for page in (short, wide, replace(wide, rows=notes)):
        listing = long_list.listing(page, 10_000)
        (_, first), *_ = listing.pages()
        assert len(site_gallery.draw().render_page(list_page(first())).encode()) < 150_000


def test_filters_with_many_choices_keep_the_most_frequent() -> None:
    def filters(*sizes: int) -> tuple[ListFilter, ...]:
        return tuple(
            ListFilter(
                key=str(size),
                label="",
                choices=tuple(FilterChoice(value=f"{n}", title="", count=n % 100) for n in range(size)),
            )
            for size in sizes
        )

    assert shortened(filters(100, 140)) == filters(100, 140)
    few, many, more = shortened(filters(10, 3000, 200))
    assert len(few.choices) == 10 and len(many.choices) == len(more.choices) == 115
    assert {choice.count for choice in more.choices} <= set(range(42, 100))
    assert [int(choice.value) for choice in many.choices] == sorted(int(choice.value) for choice in many.choices)


def test_a_row_is_forgotten_before_the_next_is_made(long: Listing[ListRow]) -> None:
    """A script with many rows takes little memory while it is made, and has all of them."""

    made: list[weakref.ref[ListRow]] = []

    def rows() -> Iterator[ListRow]:
        for row in long.rows():
            own = pickle.loads(pickle.dumps(row))
            made.append(weakref.ref(own))
            yield own
            del own
            assert not any(earlier() for earlier in made[-2:-1])

    draw = site_gallery.draw()
    assert long_list.rows_script(long.whole(), rows(), draw) == long_list.rows_script(long.whole(), long.rows(), draw)


@needs_node
def test_the_rows_of_a_script_say_what_a_page_says(long: Listing[ListRow], tmp_path: Path) -> None:
    text = long_list.rows_script(long.whole(), long.rows(), site_gallery.draw()).decode()
    rows = json.loads(text.removeprefix("self.sheetgenRows=").removesuffix(";\n"))
    assert rows["names"] == [row.name for row in long.items] and rows["base"] == "rose/shadows/"
    assert "hrefs" not in rows
    (_, first), *_ = long.pages()
    html = site_gallery.draw().render_page(list_page(first()))
    drawn = {
        match[1]: match[2] for match in re.finditer(r'<tr data-id="([^"]*)">.*?(<td.*?)(?=<tr|</table>)', html, re.S)
    }
    assert len(drawn) == len(list_page(first()).rows)
    for identity, cells in drawn.items():
        place = rows["ids"].index(identity)
        assert "".join(column["cells"][column["rows"][place]] for column in rows["columns"]) == cells.rstrip("\n")
        assert all(len(column["cells"]) == max(column["rows"]) + 1 for column in rows["columns"])
    row = list_page(first()).rows[0]
    place = rows["ids"].index(row.id)
    tier = rows["facets"]["tier"]
    assert tier["values"] == sorted(tier["values"], key=float) and "titles" not in tier
    assert tier["values"][tier["rows"][place]] == str(row.facets["tier"][0])


def test_lists_of_a_project_grow_long(project: Callable[[Mapping[str, str]], Path]) -> None:
    """With the templates of the project itself, a list keeps all of its rows."""
    beasts = {f"beasts/b{n}.yaml": f"name: Beast {n}\ntier: {n % 10 + 1}\ntoughness: 20\n" for n in range(LONG + 10)}
    own = {"templates/site/list.html": "<ul>{% for r in page.rows %}<li>{{ r.name }}{% endfor %}</ul>\n"}
    for files, rows in ((GAME | beasts, 100), (GAME | beasts | own, 0)):
        folder = project(files)
        assert build(Options(folder, folder / "out", pdf=False)).published
        html = (folder / "out" / "small/beasts/index.html").read_text("utf-8")
        assert html.count("<tr data-id") == rows
        assert html.count("<li>Beast") == (0 if rows else LONG + 10)
        assert (folder / "out" / "small/beasts/list/rows.js").is_file() == bool(rows)
    assert "list/3.html" not in html

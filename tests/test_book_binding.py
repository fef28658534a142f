"""How a book is made: joined from documents, set again only where it changed, by workers that stay small."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from threading import Event
from time import sleep

import pikepdf
import pytest
from made_book import book, chapter, folios, link, links, single
from page_fill import half_empty
from pdf_structure import faults, tree
from printed_words import missing, pdf_text, words
from samples import LARGEST, opened
from test_book_texts import DRAWN, POSSESSED
from test_printing_entries import ROSE
from test_printing_ua import sound_book

from sheetgen.build import engine_missing
from sheetgen.print.books import book_parts
from sheetgen.print.books.binding import Binder, BookPart, BookText
from sheetgen.print.books.running_heads import PageFrame
from sheetgen.print.engine import pool as workers
from sheetgen.print.engine.copyfit import Candidate
from sheetgen.print.engine.job import Job, JobResult
from sheetgen.print.engine.pool import Worker, Workers
from sheetgen.print.engine.session import NoCache
from sheetgen.print.jobs import Chapter, IndexTerm, PrintResult, PrintSession, PrintStyle, print_book
from sheetgen.print.paper import Paper, paper
from sheetgen.print.pdf.merging import append, places_of
from sheetgen.print.plan.print_job import style_of
from sheetgen.print.plan.rulebook import Rulebook
from sheetgen.print.templates import cleaned
from sheetgen.print.text_metrics.metrics import advance
from sheetgen.print.text_metrics.page_numbers import FACE, write_numbers
from sheetgen.text.cache import Cache

pytestmark = pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")


MEMORY = 200
"""What a worker may hold, in MB."""


def test_documents_are_joined_with_all_that_belongs_to_them(session: PrintSession) -> None:
    rows = '<tr><th>A</th></tr><tr><td><a href="#x-start">up</a></td></tr>'
    html = f'<h1 id="top">One</h1><table><tbody>{rows}</tbody></table>'
    files = [session.workers.fit(single(html.replace("One", name))).pdf for name in ("One", "Two", "Three")]
    with pikepdf.open(io.BytesIO(files[0])) as pdf:
        for data in files[1:]:
            append(pdf, pikepdf.open(io.BytesIO(data)))
        assert len(pdf.pages) == 3 and sorted(places_of(pdf)) == ["top", "x-end", "x-start"]
        pdf.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
        with pdf.open_metadata() as meta:
            meta["dc:title"] = "x"
        kept = {page.objgen for page in pdf.pages}
        out = io.BytesIO()
        pdf.save(out)
        assert all(obj.objgen in kept for obj in pdf.objects if isinstance(obj, pikepdf.Dictionary) and is_page(obj))
    assert faults(out.getvalue()) == []
    assert [element.type for element in tree(out.getvalue()).inside("H1", "Table", "Link")] == [
        "H1",
        "Table",
        "Link",
    ] * 3


def is_page(obj: pikepdf.Object) -> bool:
    return bool(obj.get("/Type") == pikepdf.Name.Page)


class Kept(dict[str, bytes]):
    """A cache in memory."""

    def put(self, key: str, data: bytes, /) -> None:
        self[key] = data


def test_a_book_is_the_same_twice_and_only_what_changed_is_set_again(
    session: PrintSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book_parts, "PAGES", 6)
    progress: list[tuple[int, int]] = []
    keeping = PrintSession(session.workers, Kept(), lambda done, total: progress.append((done, total)))
    few = (1, 1, 6)
    first = book(PrintSession(session.workers, Kept()), few)
    assert book(keeping, few).pdf == first.pdf
    assert progress[0][0] == 0
    count = sum(total for done, total in progress if done == total)
    assert count > 5, "front, chapters, index, and the longest chapter is parted"
    progress.clear()
    assert book(keeping, few).pdf == first.pdf
    assert all(done == total for done, total in progress), "everything is kept"
    assert sum(total for _, total in progress) == count
    progress.clear()
    chapters = [chapter(number, sections) for number, sections in enumerate(few)]
    other = print_book(keeping, "Night School", chapters, PrintStyle(ROSE, paper("a5")))
    assert progress[0][0] >= 3, "the chapters are kept, the front has no index to tell of"
    assert other.pages < first.pages


def test_a_part_is_set_once_and_alone_where_it_changed() -> None:
    """A changed chapter is set again, and what lists the numbers of its pages; the rest is bound as it was."""
    asked: list[str] = []

    class Counting(Workers):
        def fit(self, job: Job, timeout: float | None = None, beside: int = 0) -> JobResult:
            asked.append(job.units[0].source(Candidate()).html)
            return super().fit(job, timeout, beside)

    with PrintSession(Counting(), Kept()) as own:
        chapters = [chapter(n, 2) for n in range(4)]
        terms = [IndexTerm("Lamp", ("c0.html#s1", "c3.html#s1"))]
        style = PrintStyle(ROSE, paper("a5"))
        whole = print_book(own, "Night School", chapters, style, terms=terms).pdf
        loose = [html for html in asked if '"bound"' in html]
        assert [sum(f"Chapter {n}</h1>" in html for html in loose) for n in range(4)] == [1] * 4
        asked.clear()
        chapters[2] = replace(chapters[2], html=chapters[2].html.replace("lamp", "oven"))
        again = print_book(own, "Night School", chapters, style, terms=terms).pdf
        assert asked and all("oven" in html for html in asked) and again != whole
    with PrintSession() as other:
        assert print_book(other, "Night School", chapters, style, terms=terms).pdf == again


def test_a_part_is_set_once_where_its_numbers_have_about_as_many_figures_as_was_guessed() -> None:
    """What refers to the last page of one figure, or to those after it, the contents, and the index."""
    asked: list[str] = []

    class Counting(Workers):
        def fit(self, job: Job, timeout: float | None = None, beside: int = 0) -> JobResult:
            asked.append(job.units[0].source(Candidate()).html)
            return super().fit(job, timeout, beside)

    with PrintSession(Counting()) as own:
        result = book(own, (2, 2, 1, 2, 2))
    printed = [link for link in links(result.pdf) if link.printed]
    assert {9, 11} <= {link.target for link in printed} and all(link.printed == link.target for link in printed)
    parts = [html for html in asked if '"bound"' in html]
    for head in ("Contents</h1>", *(f"Chapter {n}</h1>" for n in range(5)), "Index</h1>"):
        assert sum(head in html for html in parts) == 1, head


def test_chapters_are_bound_while_the_contents_are_set() -> None:
    """What runs along with their pages is asked for first, and the contents still come before them."""
    begun = Event()

    class Waiting(Workers):
        def fit(self, job: Job, timeout: float | None = None, beside: int = 0) -> JobResult:
            html = job.units[0].source(Candidate()).html
            if 'class="running' in html:
                begun.set()
            assert "Contents</h2>" not in html or begun.wait(60)
            return super().fit(job, timeout, beside)

    with PrintSession(Waiting()) as own:
        result = book(own, (2, 1))
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf, pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
        assert "Contents" in titles[:2] and "Chapter 1" in titles[-2:]
        elements = [element for element in pdf.Root.StructTreeRoot.K[0].K if "/Pg" in element]
        numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages)}
        places = [numbers[element.Pg.objgen] for element in elements]
        assert places == sorted(places) and places[0] == 0


def test_a_job_has_the_same_digest_in_every_process() -> None:
    """The names of what a blank sheet keeps are a set."""
    code = (
        "from sheetgen.print.engine.job import Job, StaticPage, Unit\n"
        "from sheetgen.print.engine.run_jobs import keyed\n"
        "names = frozenset(f'name {n}' for n in range(20));"
        "print(keyed([Job((Unit('a', 'b', StaticPage('', 1, {'x': names})),), '', '')])[0].digest)"
    )
    digests = {
        subprocess.check_output([sys.executable, "-c", code], env=os.environ | {"PYTHONHASHSEED": seed})
        for seed in ("1", "2", "3")
    }
    assert len(digests) == 1


def test_white_around_a_number_with_fewer_figures_than_there_is_room_for_is_spread() -> None:
    room = b"[<00010002@0 3@0003>] TJ"
    full, short = (write_numbers(room, [number]) for number in (104, 99))
    moved = b"%d" % -round(1000 * advance("0", FACE) / 3)
    assert -250 < int(moved) < -100
    assert short.startswith(b"[%s<00010002>%s<" % (moved, moved)) and full.startswith(b"[<00010002>")
    assert len(full) - len(short.replace(moved, b"")) == 4, "a glyph has four digits"


def test_numbers_that_move_each_other_settle(session: PrintSession) -> None:
    """References as long as lines: a guess that is wrong moves everything, until all numbers are true."""
    lines = "".join(f"<p id=l{n}>{link(f'l{n + 40}' if n < 60 else 'l0')} {'word ' * 12}</p>" for n in range(100))
    css = "@page { size: 60mm 40mm; margin: 5mm } p { margin: 0 }"
    css += " .running { break-before: page; padding-top: 24mm }"
    job = Job((), css, "x", tagged=True)
    frame = PageFrame("x", job, Paper("small", 60, 40), 5, 5)
    parts = [BookPart(lines), BookPart(f"<p id=last>{link('l99')}</p>", right=True)]
    bound = set()
    for guess in (40.0, 4000.0):
        binder = Binder(session=session, job=job, frame=frame, characters=guess)
        with binder.bind(BookText(lambda numbers: BookPart("<p>Lamps</p>"), parts)) as pdf:
            pages = len(pdf.pages)
            out = io.BytesIO()
            pdf.save(out, deterministic_id=True)
        bound.add(out.getvalue())
        numbered = [link for link in links(out.getvalue()) if link.printed]
        assert pages % 2 and len(numbered) >= 100
        assert all(link.printed == link.target for link in numbered)
        assert len({len(str(link.target)) for link in numbered}) == 3, "numbers of different lengths"
    assert len(bound) == 1, "the guess makes no difference"


class Filled(NoCache):
    """A cache that is filled and not asked: a site of the same games need not set its parts again."""

    def put(self, digest: str, data: bytes, /) -> None:
        Cache.of_user().put(digest, data)


def test_what_is_bound_in_is_begun_before_the_chapters_are_drawn() -> None:
    """The workers wait for nothing while chapters are drawn, and mistakes in these end the book."""
    project, games = opened()
    game = next(game for game in games if game.ruleset.id == LARGEST)
    begun = Event()

    class Watched(Workers):
        def fit(self, job: Job, timeout: float | None = None, beside: int = 0) -> JobResult:
            begun.set()
            return super().fit(job, timeout, beside)

    class MistakeError(Exception):
        pass

    def drawn() -> None:
        assert begun.wait(60)
        raise MistakeError

    with PrintSession(Watched(1)) as own, pytest.raises(MistakeError):
        Rulebook(game).printed(own, style_of(game, project), drawn)


@pytest.mark.parametrize("fails", [False, True])
def test_chapters_are_drawn_when_engines_have_what_is_bound_in(fails: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn side by side in one process, both would be late, and the engines idle; one that fails is not waited for."""
    project, games = opened()
    game = next(game for game in games if game.ruleset.id == LARGEST)
    order: list[str] = []

    class MistakeError(Exception):
        pass

    def made(session: PrintSession, style: PrintStyle) -> PrintResult:
        sleep(0.2)
        order.append("paper")
        if fails:
            raise MistakeError
        session.progress(0, 1)
        return PrintResult(b"", 0)

    def chapters(book: Rulebook) -> Sequence[Chapter]:
        order.append("chapters")
        raise MistakeError

    monkeypatch.setattr(Rulebook, "_papers", lambda book: iter([("Paper", made), ("Another", made)]))
    monkeypatch.setattr(Rulebook, "chapters", property(chapters))
    with PrintSession(Workers(1)) as own, pytest.raises(MistakeError):
        Rulebook(game).printed(own, style_of(game, project))
    assert order == ["paper", "paper", "chapters"]


def test_the_largest_book_is_made_by_workers_that_stay_small(monkeypatch: pytest.MonkeyPatch) -> None:
    peaks: list[float] = []

    class Watched(Worker):
        def ask(self, job: Job, timeout: float | None = None) -> JobResult:
            answer = super().ask(job, timeout)
            peaks.append(self.peak)
            return answer

    monkeypatch.setattr(workers, "Worker", Watched)
    project, games = opened()
    game = next(game for game in games if game.ruleset.id == LARGEST)
    whole = Rulebook(game)
    with PrintSession(Workers(2), Filled()) as own:
        result = whole.printed(own, style_of(game, project))
    assert result.warnings == () and 60 < result.pages <= 110
    sound_book(result.pdf)
    assert half_empty(result.pdf) == []
    texts = (POSSESSED.sub("'", DRAWN.sub("", cleaned(chapter.html))) for chapter in whole.chapters)
    expected = Counter(word for html in texts for word in words(html))
    printed = pdf_text(result.pdf).replace("’", "'")
    assert [word for word in missing(expected, printed) if len(word) > 1] == []
    assert 20 < max(peaks) < MEMORY
    all_links = links(result.pdf)
    assert all(link.printed in (None, link.target) for link in all_links)
    assert sum(link.printed is not None for link in all_links) > 1000
    assert all(number in (None, n) for n, number in enumerate(folios(result.pdf), 1))

"""What the engine is spared: the same pages come of it, byte by byte."""

from __future__ import annotations

import io
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace

import pikepdf
import pytest
from test_printing_entries import ROSE, auditor

from sheetgen.build import engine_missing
from sheetgen.print import resources
from sheetgen.print.cards import impose
from sheetgen.print.engine.job import Job, JobResult, StaticPage, Unit
from sheetgen.print.engine.pool import Workers
from sheetgen.print.engine.run_jobs import KeyedJob, set_in_turn
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.jobs import PrintStyle, print_cards
from sheetgen.print.measure.draw import svg
from sheetgen.print.paper import card_format
from sheetgen.print.pdf import structure

pytestmark = pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")

CSS = "@page { size: 60mm 90mm; margin: 9mm } body { font: 9pt 'Source Sans 3' }"
ITS_OWN_WAY = """
import pickle, sys
from sheetgen.print.engine import box_values
box_values.keep_values = lambda: None
from sheetgen.print.engine.engine import Engine
job = pickle.loads(sys.stdin.buffer.read())
sys.stdout.buffer.write(Engine().fit(job).pdf)
"""
RULES = """
@page wide { size: 90mm 60mm } .wide { page: wide } @page odd { margin: 4mm 9mm }
.a { border: 1px solid red } .b { border: 2px dotted rgb(0 128 0 / .5); border-radius: 2mm 50% }
.c { outline: 1px dashed navy; outline-offset: 1mm } .d { box-shadow: 1mm 1mm 0 #ccc; background: #eee8 }
.e { column-count: 2; column-rule: 1px solid teal } .f { float: right; width: 40%; margin: -1mm 0 3mm 2mm }
.g { position: absolute; top: 1mm; right: -2mm; border-top: 3px double; background: hsl(200 50% 80%) }
.h { background: linear-gradient(90deg, red, blue); color: hwb(200 10% 10%) }
.i { margin: 4mm 0 -2mm; overflow: hidden; border-radius: 1mm } .j { display: flow-root; margin: -3mm 0 5mm }
.k { visibility: hidden; border: 1px solid } .k + div { color: lab(50% 40 20) }
.l { transform: rotate(3deg); opacity: .5 } .m { border-bottom: 1px solid currentcolor; background: currentcolor }
.n { border-left: 4px ridge gold }
table { border-collapse: collapse } td { border: 1px solid gray; padding: 2px } i { border: 1px inset red }
"""
INNER = "<p>Lamp <b>oil</b>, <i>rope</i></p><div><p>(a ten foot \\ pole)</p></div>"


class Memory(dict[str, bytes]):
    """A cache in memory."""

    def put(self, digest: str, data: bytes, /) -> None:
        """Keep a value."""
        self[digest] = data


def own_way(job: Job) -> bytes:
    """The document as the engine makes it by itself, as a worker would."""
    fonts = str(resources.fonts() / "fonts.conf")
    variables = os.environ | {"SOURCE_DATE_EPOCH": "0", "PYTHONHASHSEED": "0", "FONTCONFIG_FILE": fonts}
    command = [sys.executable, "-c", ITS_OWN_WAY]
    return subprocess.run(command, input=pickle.dumps(job), capture_output=True, check=True, env=variables).stdout


@pytest.mark.parametrize("compressed", [False, True])
def test_pages_are_the_same_bytes_as_the_engine_makes_by_itself(session: PrintSession, compressed: bool) -> None:
    """Of boxes with and without borders, grounds and corners, that float or are placed, on pages of several names."""
    parts = "".join(f'<div class="{name}">{INNER}</div>' for name in "abcdefghijklmn")
    html = f"{parts}<table><tr><td class=a>1<td>2<tr><td>3<td class=d>4</table><section class=wide>{parts}</section>"
    page = StaticPage(f"<h1 id=x-start>Lamp</h1>{html}<p id=x-end></p>", 99)
    job = Job((Unit("x", "x", page),), CSS + RULES, "x", tagged=True, compressed=compressed)
    fitted = session.workers.fit(job)
    assert fitted.pages[0] > 4 and fitted.pdf == own_way(job)


def test_a_picture_behind_boxes_at_one_place_is_drawn_once_for_all_pages(session: PrintSession) -> None:
    bar = svg("<path fill='#c00' d='M0 0H20V5L0 4Z'/>", 20, 5)
    ground = f'.bar {{ height: 8mm; background: url("{bar}") no-repeat }}'
    rules = f"{ground} .lower {{ margin-top: 5mm }} section {{ break-after: page }}"
    upper, lower = "<section><div class=bar>a</div></section>", '<section><div class="bar lower">b</div></section>'
    page = StaticPage(f"<p id=x-start></p>{upper * 3}{lower * 3}<p id=x-end></p>", 9)
    fitted = session.workers.fit(Job((Unit("x", "x", page),), CSS + rules, "x", tagged=True))
    with pikepdf.open(io.BytesIO(fitted.pdf)) as pdf:
        drawn = [[str(part.operands[0]) for part in pikepdf.parse_content_stream(page, "Do")] for page in pdf.pages]
        forms = {name: bytes(form.read_bytes()) for name, form in pdf.pages[0].Resources.XObject.items()}
    # The first page begins with an empty paragraph, so its bar stands where that of the others does.
    names = [name for page_names in drawn for name in page_names]
    assert len(names) == 6 and len(set(names[1:3])) == 1 and len(set(names[3:])) == 1 and names[2] != names[3]
    assert forms.keys() == set(names) and all(b"0.8 0 0 rg" in text for text in forms.values())


def test_results_come_in_the_order_of_their_jobs_while_others_are_set() -> None:
    """Those that are kept already as well, once the workers have begun."""
    begun: list[str] = []
    received: list[str] = []

    class Backwards(Workers):
        def fit_all(self, jobs: Sequence[Job], done: Callable[[int, JobResult], None]) -> list[JobResult]:
            assert received == []
            answers = [JobResult(job.title.encode(), (), (1,), (), {}) for job in jobs]
            for number in range(len(jobs))[::-1]:
                begun.append(jobs[number].title)
                done(number, answers[number])
            return answers

    jobs = [KeyedJob(Job((), "", title), title, "") for title in "abcde"]
    session = PrintSession(Backwards(1), Memory())
    set_in_turn(session, [jobs[1], jobs[3]], lambda _: None)
    results = set_in_turn(session, jobs, lambda result: received.append(result.pdf.decode()))
    assert begun == [*"dbeca"] and received == [result.pdf.decode() for result in results] == [*"abcde"]


def test_of_a_deck_only_the_card_that_is_printed_is_read(
    session: PrintSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both its faces, once each, however many cards were set together with it."""
    read: list[int] = []

    class Counted(structure.PdfContents):
        def _content(self, page: pikepdf.Object) -> structure.PageContent:
            content = super()._content(page)
            read.append(len(content.elements))
            return content

    monkeypatch.setattr(impose, "PdfContents", Counted)
    deck = [replace(auditor(), id=f"auditor-{n}", name=f"Auditor of Room {n}") for n in range(4)]
    style = PrintStyle(ROSE)
    nothing_kept = PrintSession(session.workers, Memory())
    result = print_cards(nothing_kept, [(deck[2], 1)], style, card_format("poker"), decks=[deck])
    assert result.pages == 2 and len(read) == 2 and min(read) > 3
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf:
        assert len(pdf.Root.StructTreeRoot.K[0].K) == 2

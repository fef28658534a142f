"""Handouts as documents: their frame, title and foot, set by the engine."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

import pikepdf

from sheetgen.blocks import EntryView, Lines
from sheetgen.blocks.tracks.paper import track_lines
from sheetgen.print import resources
from sheetgen.print.css import resolve, tokens
from sheetgen.print.engine.job import Job, JobResult, StaticPage, Unit
from sheetgen.print.engine.run_jobs import set_jobs
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.measure.colours import PrintColours
from sheetgen.print.measure.sheet_frame import LINE_PITCH, SheetFrame
from sheetgen.print.pdf.font_merge import share
from sheetgen.print.pdf.merging import append
from sheetgen.print.pdf.postprocess import saved
from sheetgen.print.sheets import drawings
from sheetgen.print.sheets.sheet_css import LATER_GAP, LATER_INSET, SIDE, sheet_rules, sheet_values
from sheetgen.print.sizes import SHEET, Sizes
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.print.templates import page_source, template
from sheetgen.print.text_metrics.directions import MARK, on_a_line, turns
from sheetgen.print.text_metrics.metrics import width

MOST_PAGES = 60
LEAST_TENT = 52.0
"""Width of a tent at least, in mm, so that a name on it is read across a table."""
TENT, MARGINS = 62.4, 22.0
"""Height of a tent at least, and of what a page leaves above and below tents, in mm."""
TWO_COLUMNS = 150.0
"""From this width on, in mm, rules stand in two columns."""
RULE_TYPE, CLOSE_TYPE = 8.6, 8.0
"""Points of the rules in use, and where they are set closer."""
NEARLY_EMPTY = 0.3
"""Part of its last page that a packet should fill at least, if closer type saves that page."""
HALF_EMPTY, NOTES_HEAD = 0.65, 32.0
"""Part of its last page below which a paper has lines for notes, and mm that their heading and the page's foot take."""
OWNER, WIDEST_OWNER = 9.0, 30.0
"""Points of the name before tracks; as in `print-flow.css`; and the widest that stands beside them, in mm."""


@dataclass(frozen=True)
class HandoutTitle:
    """A title on its bar: as much of it as there is room for, its size, what stands beside it."""

    text: str
    size: float
    beside: str


def headed_title(encounter: EntryView, style: PrintStyle, frame: SheetFrame) -> HandoutTitle:
    """The name of an encounter on one line; what stands beside it makes room, and a very long one ends in dots."""
    face, name = style.theme.face, encounter.name
    for beside in (" / ".join(encounter.subtitle), ""):
        room = frame.width - 2 * LATER_INSET - LATER_GAP - width(beside.upper(), "bold", 10, 0.06)
        for size in (22.0, 19.0, 16.0, 13.0):
            if width(name.upper(), face, size) <= room:
                return HandoutTitle(name, size, beside)
    while name and width(f"{name}…".upper(), face, 13.0) > room:
        name = name[:-1].rstrip()
    return HandoutTitle(f"{name}…", 13.0, "")


def _foot(style: PrintStyle, frame: SheetFrame) -> str:
    """What stands at the foot of every page: game and source, as many words as there is room for."""
    return _beginning(on_a_line(style.theme.title, style.credits), 7.5, 0.6 * frame.width - 6)


def _beginning(text: str, size: float, room: float) -> str:
    """A text on one line of `room` mm, ended after a word where it is longer."""
    if width(text, "bold", size, 0.05) <= room:
        return text
    words = text.split(" ")
    ends = (" ".join(words[:count]).rstrip(" ,/–") + "…" for count in range(len(words) - 1, 0, -1))
    return next((end for end in ends if width(end, "bold", size, 0.05) <= room), "")


def frame_of(style: PrintStyle) -> SheetFrame:
    """The frame of a handout: the width of its paper, its sizes and colours."""
    colours = PrintColours.of(tokens(style.theme, style.ink))
    return SheetFrame(
        style.paper.width - 2 * SIDE,
        _sizes(style),
        faces=style.own_fonts.faces,
        words=style.words,
        colours=colours,
    )


def _sizes(style: PrintStyle) -> Sizes:
    return SHEET["normal"].scaled(1.3 if style.large else 1.0)


def in_rows(frame: SheetFrame) -> SheetFrame:
    """Sizes for a row of a list; tracks share its lines."""
    sizes = replace(frame.sizes, box_mm=4.4, gap_mm=0.5, track_mm=5.8, figure=17.0)
    return replace(frame, sizes=sizes, sheet=False)


def tents_across(frame: SheetFrame) -> int:
    """How many tents stand abreast."""
    return max(1, int(frame.width // LEAST_TENT))


def tents_down(style: PrintStyle) -> int:
    """How many rows of tents stand on a page."""
    return max(1, int((style.paper.height - MARGINS) // TENT))


def set_handout(
    session: PrintSession,
    name: str,
    values: Mapping[str, object],
    style: PrintStyle,
    title: str,
    whole: bool = True,
    rule_type: float = RULE_TYPE,
) -> JobResult:
    """A handout by its template; where it is not the whole of its file, its pages do not say how many there are."""
    colours = tokens(style.theme, style.ink)
    frame = frame_of(style)
    page = template(f"print/{name}.html", style)
    source = page_source(
        page,
        "doc",
        {
            **values,
            "track_lines": track_lines, "density": "papers", "ink": style.ink, "f": frame, "game": style.game,
            "foot": _foot(style, frame),
            "bar": drawings.later_bar(frame.width, colours, style.ink),
        },
    )  # fmt: skip
    css = sheet_values(style) | {
        "--tent-width": f"{frame.width / tents_across(frame) - 0.05:.2f}mm",
        "--rule-type": f"{rule_type}pt",
        "--mark": f'"{MARK if turns(title) else ""}"',
        "--of": f'" {style.words("of")} " counter(pages)' if whole else "",
        "--rule-columns": "2" if frame.width >= TWO_COLUMNS else "1",
    }  # fmt: skip
    rules = resolve(resources.stylesheet("base"), css) + sheet_rules("papers", frame.sizes, css)
    text = (
        rules
        + sheet_rules("papers .in", in_rows(frame).sizes, css)
        + resolve(resources.stylesheet("rich") + resources.stylesheet("flow") + style.css, css)
    )
    unit = Unit(title, "doc", StaticPage(source.html, MOST_PAGES, source.drawings))
    job = Job(
        (unit,),
        text,
        title,
        language=style.language,
        author=style.author,
        tagged=True,
        safe=3.0,
        own_fonts=style.own_fonts,
    )
    return set_jobs(session, [job], style.folders)[0]


def merged_results(results: Sequence[PrintResult]) -> PrintResult:
    """Several documents one after the other, with the structure and the bookmarks of all."""
    with ExitStack() as opened:
        first, *others = (opened.enter_context(pikepdf.open(io.BytesIO(result.pdf))) for result in results)
        for other in others:
            append(first, other)
        share(first)
        pdf = saved(first)
    choice = "; ".join(result.choice for result in results)
    return PrintResult(pdf, sum(r.pages for r in results), (), choice)


def without_empty_page(set_paper: Callable[[bool, Lines | None], JobResult], style: PrintStyle) -> JobResult:
    """A paper, set closer where that saves a last page that is nearly empty; half an empty page has lines for notes."""
    result, close = set_paper(False, None), False
    if sum(result.pages) > 1 and _end(result) <= NEARLY_EMPTY * style.paper.height:
        closer = set_paper(True, None)
        if close := sum(closer.pages) < sum(result.pages):
            result = closer
    if _end(result) > HALF_EMPTY * style.paper.height:
        return result
    free = style.paper.height - _end(result) - NOTES_HEAD
    lined = set_paper(close, Lines(id="notes", title=style.words("Your notes"), count=int(free / LINE_PITCH)))
    return lined if sum(lined.pages) == sum(result.pages) else result


def _end(paper: JobResult) -> float:
    """Where a paper ends on its last page, in mm from the top."""
    return paper.anchors["doc-end"][2]


def owner_width(name: str) -> float:
    """Width of the name before tracks that are not a fighter's own, in mm; 0 where it stands above them."""
    wide = width(name, "bold", OWNER) + 2.5 if name else 0.0
    return wide if wide <= WIDEST_OWNER else 0.0

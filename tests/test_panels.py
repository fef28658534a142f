"""The game master's screen and the quick reference: what they show, how they are set, mistakes in what is asked."""

from __future__ import annotations

import io
import re
from collections import Counter
from dataclasses import replace

import pytest
from markupsafe import Markup
from page_fill import ends
from printed_game import PRINTED
from projects import Write, open_project
from pypdf import PdfReader
from samples import RULESETS, opened, printed, sample
from test_printing_entries import ROSE

from sheetgen.build import check
from sheetgen.markdown.tree import parsed
from sheetgen.print.books.panel_pages import NARROW, PanelPage, _drawn
from sheetgen.print.engine.job import Job, JobResult
from sheetgen.print.engine.pool import Workers
from sheetgen.print.jobs import PanelText, PrintSession, PrintStyle, print_quick_reference, print_screen
from sheetgen.print.paper import paper
from sheetgen.print.plan.panels import panels_of
from sheetgen.print.plan.print_job import style_of
from sheetgen.site.screen_panels import asked_panels
from sheetgen.text.diagnostics import Diagnostics

LOOK = PrintStyle(ROSE)

EDGES = {
    "game/kinds/edge.yaml": """
        id: edge
        title: Edge
        plural: Edges
        folder: edges
        fields: {worth: text, to: 'text, default attacks'}
        layout: {blocks: {to: {type: prose, text: to}}, page: [to]}
        list: {columns: [{label: Worth, value: worth}, {label: Applies to, value: to}]}
        """,
    "game/rules/boats.yaml": """
        hulls: {title: Hulls, reference: rules#wounds, heads: [Roll, It is of],
                table: {..3: {hull: wood}, 4..6: {hull: iron}, 7..: {hull: stone}}}
        sails: {title: Sails, reference: rules#wounds, heads: [How many, Speed], table: {..3: slow, 4+: fast}}
        """,
    "game/entries/edge.yaml": "".join(
        f"- {{name: Edge {n}, summary: Said., worth: '{worth}'}}\n" for n, worth in enumerate(("+10", "−10", "+20"))
    ),
}


def letters(pdf: bytes) -> Counter[float]:
    """How many letters a file has of each size of type, in points."""
    sizes: Counter[float] = Counter()

    def note(text: str, cm: list[float], tm: list[float], _: object, size: float) -> None:
        sizes[round(abs(size * tm[3] * cm[3]), 1)] += len(text.strip())

    for page in PdfReader(io.BytesIO(pdf)).pages:
        page.extract_text(visitor_text=note)
    return +sizes


def panels(project: Write, panel: str, setting: str = "screen") -> list[PanelText]:
    """What a screen of the small game shows that has this panel only."""
    ruleset = re.sub("screen: .*", f"{setting}: [{panel}]", PRINTED["game/ruleset.yaml"])
    opened = open_project(project(PRINTED | EDGES | {"game/ruleset.yaml": ruleset}), Diagnostics())
    assert opened is not None
    return panels_of(opened[1][0], asked_panels(opened[1][0], setting, Diagnostics()))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("panel", "title", "rows"),
    [
        ("edge", "Edges", ["Edge Worth Applies to", "Edge 0 +10 attacks", "Edge 1 −10 attacks", "Edge 2 +20 attacks"]),
        ("{show: edge, title: Odds, columns: {Worth: worth}, where: worth != '−10'}", "Odds",
         ["Edge Worth", "Edge 0 +10", "Edge 2 +20"]),
        ("{show: edge, columns: {Edge: name, At: to}, sort: worth}", "Edges",
         ["Edge At", "Edge 0 attacks", "Edge 2 attacks", "Edge 1 attacks"]),
        ("hulls", "Hulls", ["Roll It is of", "≤ 3 wood", "4–6 iron", "7+ stone"]),
        ("sails", "Sails", ["How many Speed", "≤ 3 slow", "4+ fast"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("setting", ["screen", "quick_reference"])
def test_a_panel_lists_a_kind_in_the_columns_of_its_list_or_in_those_that_are_asked_for(
    project: Write, setting: str, panel: str, title: str, rows: list[str]
) -> None:
    [drawn] = panels(project, panel, setting)
    assert drawn.title == title
    texts = [[" ".join(cell.text_content().split()) for cell in row] for row in parsed(drawn.html).iter("tr")]
    assert [" ".join(filter(None, row)) for row in texts] == rows


@pytest.mark.parametrize(
    ("panel", "code", "line", "column"),
    [
        ("{show: edge, columns: {Worth: worthh}}", "formula-name", 13, 40),
        ("{show: egde}", "unknown-reference", 13, 10),
        ("{show: edge, heads: [A, B]}", "markdown", 13, 23),
        ("{title: Edges}", "missing-field", 13, 10),
    ],
)  # fmt: skip
def test_a_panel_that_cannot_be_is_told_at_its_place(
    project: Write, panel: str, code: str, line: int, column: int
) -> None:
    ruleset = re.sub("screen: .*", f"screen: [{panel}]", PRINTED["game/ruleset.yaml"])
    mistakes = check(project(PRINTED | EDGES | {"game/ruleset.yaml": ruleset}))[0]
    places = [(mistake.code, mistake.span.line, mistake.span.column) for mistake in mistakes if mistake.span]
    assert places == [(code, line, column)]


def test_a_quick_reference_is_one_page_in_type_as_large_as_fits(session: PrintSession) -> None:
    rows = "".join(f"<tr><th>Word {n}</th><td>What it means, said in a line or two.</td></tr>" for n in range(90))
    table = PanelText("Words", Markup(f"<table><tbody>{rows}</tbody></table>"))
    few, many, most = (print_quick_reference(session, "All", [table] * n, LOOK) for n in (1, 2, 9))
    assert (few.pages, many.pages) == (1, 1) and few.choice.endswith("10.5 points") and not many.warnings
    assert float(many.choice.split()[-2]) < 10.5
    assert most.pages > 1 and "name less under `quick_reference`" in most.warnings[0]


def _lengthy(rows: int, words: str) -> PanelText:
    """A panel whose table has a long text and a short one in each row."""
    row = f"<tr><th>Name</th><td>{words}</td><td>until it ends, or is treated</td></tr>"
    return PanelText("States", Markup(f"<table><tbody>{row * rows}</tbody></table>"))


def test_on_small_paper_a_table_of_texts_goes_across_the_page_where_that_takes_less_room() -> None:
    texts, figures = _lengthy(4, "What it does to somebody, told at some length"), _lengthy(4, "+10")
    across = {
        (name, which): {element.tag for element in parsed(_drawn(page, [panel])).find_class("wide")}
        for name in ("A5", "A4")
        for which, panel in (("texts", texts), ("figures", figures))
        for page in [PanelPage(replace(LOOK, paper=paper(name)), 9.0, NARROW)]
    }
    assert {key: tags for key, tags in across.items() if tags} == {("A5", "texts"): {"h2", "table"}}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_type_of_a_quick_reference_is_found_in_few_sizes(session: PrintSession, ruleset: str) -> None:
    """The one that fits, the next larger one, and one more where the first guess is wrong."""
    sizes: list[str] = []

    class Watched(Workers):
        def fit(self, job: Job, timeout: float | None = None, beside: int = 0) -> JobResult:
            sizes.append(job.css)
            return session.workers.fit(job, timeout, beside)

    game = sample(ruleset)
    panels = panels_of(game, asked_panels(game, "quick_reference", Diagnostics()))
    print_quick_reference(PrintSession(Watched(1)), game.title, panels, style_of(game, opened()[0]))
    assert 2 <= len(sizes) == len(set(sizes)) <= 3


@pytest.mark.parametrize("paper", ["A4", "Letter", "A5"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_quick_reference_of_each_game_stands_on_one_page_or_leaf(
    session: PrintSession, ruleset: str, paper: str
) -> None:
    if paper == "A4":
        pages = len(PdfReader(io.BytesIO(printed(session, f"{ruleset}/print/quick-reference.pdf"))).pages)
    else:
        game = sample(ruleset)
        panels = panels_of(game, asked_panels(game, "quick_reference", Diagnostics()))
        result = print_quick_reference(session, game.title, panels, style_of(game, opened()[0], paper))
        assert result.warnings == ()
        assert float(result.choice.split()[-2]) >= 8.5, "smaller type is set closer first"
        pages = result.pages
    assert pages <= (2 if paper == "A5" else 1)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_small_screen_has_no_panel_of_a_few_rows(session: PrintSession, ruleset: str) -> None:
    game = sample(ruleset)
    panels = panels_of(game, asked_panels(game, "screen", Diagnostics()))
    result = print_screen(session, game.title, panels, style_of(game, opened()[0], "A5"))
    sizes = letters(result.pdf)
    assert [*ends(result.pdf)][-1] > 0.25
    assert sum(count for size, count in sizes.items() if size >= 12) > 0.7 * sizes.total()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_screen_is_in_type_that_is_read_at_arms_length(session: PrintSession, ruleset: str) -> None:
    pdf = printed(session, f"{ruleset}/print/screen.pdf")
    sizes, feet = letters(pdf), [*ends(pdf)]
    assert len(feet) <= 4 and feet[-1] > 0.5, "the last panel is worth its paper"
    assert sum(count for size, count in sizes.items() if size >= 12) > 0.8 * sizes.total() and min(sizes) >= 9


@pytest.mark.parametrize("setting", ["screen", "quick_reference"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_row_of_a_screen_says_more_than_its_name(ruleset: str, setting: str) -> None:
    game = sample(ruleset)
    for panel in panels_of(game, asked_panels(game, setting, Diagnostics())):  # type: ignore[arg-type]
        rows = [[cell.text_content().strip() for cell in row] for row in parsed(panel.html).iterfind(".//tbody/tr")]
        assert [row[0] for row in rows if not any(row[1:])] == [], panel.title


@pytest.mark.parametrize(
    ("said", "text"), [("text: Half of it.", "Half of it."), ("doc: how much is left", "How much is left.")]
)
def test_a_rule_on_a_screen_does_not_repeat_the_title_of_its_panel(project: Write, said: str, text: str) -> None:
    rule = f"""
        left:
          title: What is left
          reference: rules#wounds
          {said}
          inputs: {{{", ".join(f"a{n}: integer" for n in range(9))}}}
          outputs: {{half: "a0 // 2 + sum([a1, a2, a3, a4, a5, a6, a7, a8])"}}
        """
    ruleset = re.sub("screen: .*", "screen: [left]", PRINTED["game/ruleset.yaml"])
    texts = PRINTED | {"game/ruleset.yaml": ruleset, "game/rules/left.yaml": rule}
    opened = open_project(project(texts), Diagnostics())
    assert opened is not None
    [panel] = panels_of(opened[1][0], asked_panels(opened[1][0], "screen", Diagnostics()))
    assert (panel.title, " ".join(panel.html.striptags().split())) == ("What is left", text)

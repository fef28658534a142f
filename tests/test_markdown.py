"""Markdown: what becomes HTML, what does not, and where mistakes are placed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from time import process_time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markupsafe import Markup
from small_game import GAME

from sheetgen.build import check as run_check
from sheetgen.languages.program_words import ENGLISH, Words
from sheetgen.markdown.drawn_text import END, DrawnText, Section, SectionHead
from sheetgen.markdown.fragment import Fragment
from sheetgen.markdown.near_misses import report_near_misses
from sheetgen.markdown.outline import headings
from sheetgen.markdown.render import render, render_run_in
from sheetgen.markdown.terms import TermNames
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import SourceFile, Span

Source = Callable[[str], SourceFile]


@dataclass
class Recorder:
    """Answers every hook with a mark of its own and remembers what was asked, at which place."""

    asked: list[tuple[str, str, str]] = field(default_factory=list)
    words: tuple[str, ...] = ("frozen", "poison")
    program: Words = ENGLISH

    def _note(self, what: str, given: str, span: Span) -> None:
        self.asked.append((what, given, f"{span.line}:{span.column}:{span.text}"))

    def link(self, target: str, text: str, span: Span) -> DrawnText:
        self._note("link", f"{target}|{text}", span)
        return DrawnText(Markup(f"<a>{escape(text or target)}</a>"), (text or target,))

    def href(self, address: str, span: Span) -> str:
        self._note("href", address, span)
        return address

    def picture(self, address: str, span: Span) -> dict[str, str]:
        self._note("picture", address, span)
        return {} if "nowhere" in address else {"src": address}

    def figure(self, formula: str, span: Span) -> str:
        self._note("figure", formula, span)
        return f"<{formula}>"

    def directive(self, name: str, argument: str, body: Fragment) -> DrawnText:
        self._note(name, argument, body.span(0, 0, len(body.text.split("\n")[0])))
        words = ("Rule", SectionHead(f"rule-{name}", name.title(), 3), f"of {argument}{END}")
        return DrawnText(Markup(f"<div>{name}</div>"), words, frozenset((name,)))

    def loose_brace(self, message: str, hint: str, span: Span) -> None:
        self.problem(message, span)

    def problem(self, message: str, span: Span) -> None:
        self._note("problem", message, span)

    def terms(self) -> TermNames:
        return TermNames(frozenset(self.words))

    def term(self, word: str) -> tuple[str, Markup]:
        return word.lower(), Markup(f"<t>{word}</t>")


def drawn(source: Source, text: str, auto: bool = False) -> tuple[str, Recorder]:
    surroundings = Recorder()
    return render(Fragment(text, source(text), 0), surroundings, auto).html.strip(), surroundings


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ("a <b onclick=x>b</b>", "<p>a &lt;b onclick=x&gt;b&lt;/b&gt;</p>"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
        ("<https://example.org>", "<p>&lt;https://example.org&gt;</p>"),
        ("a <!-- hidden --> b", "<p>a  b</p>"),
        ("<!-- hidden\nfor lines -->\n\nb", "<p>b</p>"),
        ("<!-- hidden --> b", "<p> b</p>"),
        ("<!-- hidden\n\nfor lines --> **b**\nc", "<p><strong>b</strong>\nc</p>"),
        ("<!-- one --> <!-- after the other -->\n\nb", "<p>b</p>"),
        ("- <!-- hidden\n\n- in an item\n\n--> b\n- c", "<ul>\n<li>\n<p>b</p>\n</li>\n<li>\n<p>c</p>\n</li>\n</ul>"),
        ("<!-- never closed", ""),
        ("**b** ~~s~~ -- \"q\"", "<p><strong>b</strong> <s>s</s> – “q”</p>"),
        ("![a](b.png)", '<p><img src="b.png" alt="a" /></p>'),
        ("![a *b* <i>](nowhere.png)", "<p>a b &lt;i&gt;</p>"),
        ("`[[x]] {y}`", "<p><code>[[x]] {y}</code></p>"),
        ("`a --b <c-d>`", "<p><code>a <span>--b</span> <span>&lt;c-d&gt;</span></code></p>"),
        ("`-arcana:judgement`", "<p><code><span>-arcana</span>:judgement</code></p>"),
        ("A *wall* 8 m wide, 2 min away", "<p>A <em>wall</em> 8\u00a0m wide, 2\u00a0min away</p>"),
        ("Reach {x} m, or x m; 8 more", "<p>Reach &lt;x&gt;\u00a0m, or x m; 8 more</p>"),
        ("`8 m`", "<p><code>8 m</code></p>"),
        (r"\{y} \[\[x]]", "<p>{y} [[x]]</p>"),
        ("{open", "<p>{open</p>"),
        ("[[open", "<p>[[open</p>"),
    ],
)  # fmt: skip
def test_html(source: Source, text: str, html: str) -> None:
    assert drawn(source, text)[0] == html


@given(st.text("ab1 _.,:;?!%/=+−–—★×·°’“”…-*#>'\"()", max_size=9).map(str.strip))
@example("_Quietly_ walks")
@example("a_b")
@example("1. a")
@example("12.")
@example("+ a")
@example("+10")
@example("Now,, run!!!!")
@example("a %% b")
@example(":::")
@example("4 + SB 3. ★★")
@example("Reach 2 m")
def test_what_is_drawn_as_it_is_written_is_what_markdown_leaves_alone(text: str) -> None:
    plain = DrawnText.unmarked(text)
    fragment = Fragment(text, SourceFile(Path(), "", text), 0)
    surroundings = Recorder()
    made = render_run_in(fragment, surroundings)
    if plain is not None:
        assert (plain.html, plain.plain, plain.needs) == (made.html.strip(), made.plain, made.needs)
        assert not surroundings.asked and not report_near_misses(fragment, Diagnostics())


@pytest.mark.parametrize("text", ["Walks through walls, and back.", "4 + SB 3. Reach 2 m", "+10", "−10", "★★", "a_b"])
def test_most_texts_are_drawn_as_they_are_written(text: str) -> None:
    assert DrawnText.unmarked(text) == DrawnText(Markup(text.replace("2 m", "2\u00a0m")), (text,))


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("see [[frozen]] now", ("link", "frozen|", "1:5:[[frozen]]")),
        (
            "a\nb [[ailment:frozen|frozen *solid*]]",
            ("link", "ailment:frozen|frozen *solid*", "2:3:[[ailment:frozen|frozen *solid*]]"),
        ),
        ("- x\n  - y [[z]]", ("link", "z|", "2:7:[[z]]")),
        ("a [[z|two\n words]] b", ("link", "z|two words", "1:3:[[z|two\n words]]")),
        ("> quote\n> [[z]]", ("link", "z|", "2:3:[[z]]")),
        ("is {1 + 2} here", ("figure", "1 + 2", "1:5:1 + 2")),
        ('{"}" if a else {"b": 1}}', ("figure", '"}" if a else {"b": 1}', '1:2:"}" if a else {"b": 1}')),
        ("![a](b.png)", ("picture", "b.png", "1:6:b.png")),
        ("[a](b.md)", ("href", "b.md", "1:5:b.md")),
        ("::: rule track\nhouse: 1\n:::", ("rule", "track", "2:1:house: 1")),
    ],
)
def test_surroundings_are_asked_at_the_place(source: Source, text: str, asked: tuple[str, str, str]) -> None:
    assert drawn(source, text)[1].asked == [asked]


def test_figures_are_escaped(source: Source) -> None:
    assert drawn(source, "{x}")[0] == "<p>&lt;x&gt;</p>"


def test_terms_are_linked_once_a_section_outside_of_headings_links_and_code(source: Source) -> None:
    html, _ = drawn(source, "# Frozen\nFrozen frozen `poison` [poison](x.md) poison\n\n## Next\nfrozen", auto=True)
    assert re.findall(r"<t>(\w+)</t>", html) == ["Frozen", "poison", "frozen"]
    assert "<h2" in html and "<t>" not in html.split("</h2>")[0]
    assert "<t>" not in drawn(source, "frozen")[0]


def test_headings_have_ids_once_each(source: Source) -> None:
    text = '# Ä *b* [[c|d]]\n## Same\n## Same\n## Named {#n .term aliases="x, y"}\n## {not attributes}\n## 影'
    sections = headings(Fragment(text, source(text), 0))
    assert [section.id for section in sections] == ["a-b-d", "same", "same-2", "n", "not-attributes", "影"]
    assert (sections[3].title, sections[3].term, sections[3].aliases, sections[3].line) == (
        "Named",
        True,
        ("x", "y"),
        4,
    )
    html, _ = drawn(source, text)
    assert re.findall(r'<h\d id="([^"]+)"', html) == [section.id for section in sections]
    assert "aliases" not in html


def test_a_table_can_be_scrolled_by_keyboard(source: Source) -> None:
    table = '<div class="scroll" role="group" aria-label="Table" tabindex="0" data-narrow><table>'
    assert table in drawn(source, "|a|\n|-|\n|b|")[0]


def test_a_text_at_one_span_places_everything_there(source: Source) -> None:
    file = source("text: |\n  see [[x]]\n")
    span = file.span(0, 4)
    surroundings = Recorder()
    render(Fragment("see [[x]]", file, 0, span), surroundings)
    assert surroundings.asked == [("link", "x|", "1:1:text")]


def test_a_text_in_a_block_of_yaml_is_placed_within_it(source: Source) -> None:
    file = source("text: |\n  see [[x]]\n\n  - and {y}\n  - [z](z.md) [[x]]\nnext: 1\n")
    surroundings = Recorder()
    render(Fragment("see [[x]]\n\n- and {y}\n- [z](z.md) [[x]]\n", file, 0, file.span(6, 54)), surroundings)
    assert [offset for _, _, offset in surroundings.asked] == ["2:7:[[x]]", "4:10:y", "5:9:z.md", "5:15:[[x]]"]


@pytest.mark.parametrize(
    "text", ["[" * 3000, "{" * 3000, "[[" * 2000 + "]]" * 2000, "> " * 500 + "a", "*a " * 3000, "<!--" * 3000]
)
def test_hostile_text_ends_soon(source: Source, text: str) -> None:
    begun = process_time()
    html, _ = drawn(source, text)
    assert process_time() - begun < 5, "a fraction of a second on any machine, but for hours where it grows too fast"
    assert re.sub("<[^>]*>", "", html).strip() in (text.strip(), ""), (
        "as it stands, or nothing of what is hidden so deep"
    )


def test_a_text_behind_a_comment_is_placed_where_it_stands(source: Source) -> None:
    text = "<!-- a\n\nb --> see [[x]]\n\n<!-- c --> [[y]]\n"
    surroundings = Recorder()
    render(Fragment(text, source(text), 0), surroundings)
    assert [offset for _, _, offset in surroundings.asked] == ["3:11:[[x]]", "5:12:[[y]]"]


def test_lists_nest_deeper_than_anybody_writes(source: Source) -> None:
    html, _ = drawn(source, "".join(f"{'  ' * depth}- item {depth}\n" for depth in range(19)))
    assert re.findall(r"item (\d+)", html) == [str(depth) for depth in range(19)]


def test_directives_nest_to_a_bound(source: Source) -> None:
    @dataclass
    class Nesting(Recorder):
        def directive(self, name: str, argument: str, body: Fragment) -> Markup:
            return render(body, self)

    surroundings, text = Nesting(), "".join(f"{':' * n} note\n" for n in range(30, 2, -1))
    render(Fragment(text, source(text), 0), surroundings)
    assert [call[::2] for call in surroundings.asked] == [("problem", "9:1:::::::::::::::::::::::")]


def test_an_address_that_is_used_often_has_a_bound(source: Source) -> None:
    text = f"[a]: {'x' * 3000}\n\n[a] and [b](c)\n"
    html, surroundings = drawn(source, text)
    assert len(html) < 100 and [call[0] for call in surroundings.asked] == ["problem", "href"]


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("A {#b .term}", ("b", "A", True)),
        ("A {b} {#c}", ("c", "A {b}", False)),
        ("A {b}", ("a-b", "A {b}", False)),
        ("A {#b} c", ("a-b-c", "A {#b} c", False)),
        ("A {{#b}}", ("a-b", "A {{#b}}", False)),
        ("A {}", ("a", "A {}", False)),
    ],
)
def test_attributes_of_a_heading(source: Source, heading: str, expected: tuple[str, str, bool]) -> None:
    [sections] = headings(Fragment(f"# {heading}\n", source(f"# {heading}\n"), 0))
    assert (sections.id, sections.title, sections.term) == expected


def test_a_text_gives_its_sections_words_and_needs_as_it_is_drawn(source: Source) -> None:
    text = (
        "Out & [[about]].\n\n## Lamps *lit* {#a .term}\n- one\n- two `[[x]]`\n  more\n\n```\na > b\n```\n"
        "::: rule oil\n:::\n### Poison\nfrozen {2 + 2}![a](b.png) <i>\n\n#### Low\n\n|A|B|\n|-|-|\n|c \\| d|e|\n\n"
        "## Last\n"
    )
    made = render(Fragment(text, source(text), 0), Recorder(), True)
    assert made.sections == (
        Section("", "", 0, "Out & about."),
        Section("a", "Lamps lit", 2, "one · two [[x]] more · a > b Rule"),
        Section("rule-rule", "Rule", 3, "of oil"),
        Section("poison", "Poison", 3, "frozen <2 + 2> <i> Low · A · B · c | d · e"),
        Section("last", "Last", 2, ""),
    )
    assert made.needs == {"text", "rule"}
    assert made.plain.startswith("Out & about. Lamps lit · one · two")


@pytest.mark.parametrize(
    ("text", "plain", "needs"),
    [
        ("Oil *&* lamps", "Oil & lamps", set()),
        ("a\n\nb", "a b", set()),
        ("a  \nb\nc", "a b c", set()),
        ("### Effects\nc", "Effects · c", set()),
        ("\ue001d", "d", set()),
        ("", "", set()),
        ("> said", "said", {"text"}),
        ("1. one", "one", {"text"}),
        ("|a|\n|-|\n|b|", "a · b", {"text"}),
    ],
)
def test_drawn_text_as_plain_text(source: Source, text: str, plain: str, needs: set[str]) -> None:
    made = render(Fragment(text, source(text), 0), Recorder())
    assert (made.plain, made.needs) == (plain, needs)


def test_listings_can_be_scrolled_by_the_keyboard(source: Source) -> None:
    for text in ("```\n<pre>\n```", "    <pre>"):
        assert drawn(source, text)[0] == '<pre tabindex="0"><code>&lt;pre&gt;\n</code></pre>'


def test_markdown_in_a_text_that_is_shown_plain_is_told_at_its_line(
    project: Callable[[Mapping[str, str]], Path],
) -> None:
    otter = """
        name: Otter
        tier: 2
        toughness: 45
        attacks: [{name: A **big** Pebble, element: ice, damage: 3}]
        secret: This may be *leant*.
        """
    page = "---\ntitle: Town\nsummary: On the *Second Thoughts*, 2 * 3 * 4 [here](x.md)\n---\n\nA *word*.\n"
    folder = project({**GAME, "beasts/otter.yaml": otter, "pages/town.md": page})
    places = [(d.message.split("`")[1], d.span and d.span.line) for d in run_check(folder)[0]]
    assert places == [("**big**", 4), ("*Second Thoughts*", 3), ("[here](x.md)", 3)]

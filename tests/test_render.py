"""Templates, marks, styles and scripts of the site, without a browser."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import site_gallery
import tinycss2
from fontTools.ttLib import TTFont
from gallery_game import NAMES
from game_marks import MARKS
from jinja2 import Environment, UndefinedError
from markupsafe import Markup, escape

from sheetgen import blocks as b
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.media.fonts import FontPart
from sheetgen.media.marks import glyph_number, plain_marks
from sheetgen.model.ruleset.themes import Theme
from sheetgen.processes import uncollected
from sheetgen.templating import bundles
from sheetgen.templating.bundles import (
    FACES,
    FURTHER_LETTERS,
    IN_PAGE,
    LATIN_LETTERS,
    SCRIPTS,
    STYLES,
    WEB_FONTS,
    bundle,
    scripts,
    stylesheets,
)  # fmt: skip
from sheetgen.templating.compiled_templates import SiteEnvironment, escaped
from sheetgen.templating.filters import address, calculator_config, icon, plain_sign, wordmark
from sheetgen.templating.renderer import PAGES, Renderer, RenderError, TemplateFolders, renderer
from sheetgen.templating.theme_styles import theme_css, token_css
from sheetgen.templating.web_app import service_worker, web_manifest
from sheetgen.views import pages as p

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "path", "use", "wbr"}
LEFT_OUT = {"dd", "dt", "li", "tbody", "td", "th", "thead", "tr"}
"""Elements whose end tag pages leave out, as HTML allows: the next of their sort, or their parent, ends them."""


class Outline(HTMLParser):
    """What a reader's program finds in a page: ids, headings, labels, links; and whether elements nest."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: list[str] = []
        self.headings: list[int] = []
        self.links: list[str] = []
        self.sources: list[str] = []
        self.labelled: set[str] = set()
        self.controls: list[dict[str, str | None]] = []
        self.wrong: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if len(attributes) != len(attrs):
            self.wrong.append(f"an attribute twice on {tag}")
        if "template" not in self.open:
            self.note(tag, attributes)
        if tag in LEFT_OUT and self.open and self.open[-1] in LEFT_OUT:
            self.end_of(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(tag, dict(attrs))

    def note(self, tag: str, attributes: dict[str, str | None]) -> None:
        if identity := attributes.get("id"):
            self.ids.append(identity)
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag in {"a", "link"} and (href := attributes.get("href")) is not None:
            self.links.append(href)
        if tag in {"script", "img", "iframe"} and (source := attributes.get("src")):
            self.sources.append(source)
        if tag == "label" and (target := attributes.get("for")):
            self.labelled.add(target)
        if tag in {"input", "select", "textarea"}:
            inside = "label" in self.open
            self.controls.append(attributes | {"inside": "yes" if inside else None})

    def end_of(self, tag: str) -> None:
        """A cell, item or term ends where the next begins, a row where the next row does."""
        cells = {"td", "th"}
        rows = {"tr", *cells}
        groups = {"thead", "tbody", *rows}
        ends = {"td": cells, "th": cells, "tr": rows, "tbody": groups, "li": {"li"}}
        ended = ends.get(tag, {"dt", "dd"})
        while self.open and self.open[-1] in ended:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open[-1] in LEFT_OUT - {tag}:
            self.open.pop()
        if not self.open or self.open[-1] != tag:
            self.wrong.append(f"</{tag}> closes {self.open[-1:]}")
        if tag in self.open:
            while self.open.pop() != tag:
                pass


@pytest.fixture(scope="module")
def draw() -> Renderer:
    return site_gallery.draw()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, p.Page]:
    return site_gallery.views(tmp_path_factory.mktemp("gallery"))


@pytest.fixture(scope="module")
def entry(site: dict[str, p.Page]) -> p.EntryPage:
    page = site["entry"]
    assert isinstance(page, p.EntryPage)
    return page


@pytest.fixture(scope="module")
def theme(entry: p.EntryPage) -> Theme:
    assert entry.shell.theme is not None
    return entry.shell.theme


def box_of(site: dict[str, p.Page], name: str) -> p.RuleBox:
    page = site[name]
    assert isinstance(page, p.RulePage)
    return page.box


def test_every_page_type_is_drawn_somewhere(site: dict[str, p.Page]) -> None:
    assert {type(page) for page in site.values()} == set(PAGES)


@pytest.mark.parametrize("name", site_gallery.ADDRESSES)
def test_a_page_is_well_formed(draw: Renderer, site: dict[str, p.Page], name: str) -> None:
    outline = Outline(draw.render_page(site[name]))
    assert outline.wrong == [] and outline.open == []
    assert sorted(outline.ids) == sorted(set(outline.ids))
    assert outline.headings.count(1) == 1 and outline.headings[0] == 1
    steps = zip(outline.headings, outline.headings[1:], strict=False)
    assert all(after <= before + 1 for before, after in steps), outline.headings
    for control in outline.controls:
        assert control["inside"] or control.get("aria-label") or control.get("id") in outline.labelled, control


@pytest.mark.parametrize("name", site_gallery.ADDRESSES)
def test_a_page_loads_nothing_from_elsewhere(draw: Renderer, site: dict[str, p.Page], name: str) -> None:
    html = draw.render_page(site[name])
    outline = Outline(html)
    root = site[name].shell.root
    assert all(source.startswith(f"{root}assets/") for source in outline.sources)
    loaded = re.findall(r'<link rel="(?:stylesheet|icon|manifest)"[^>]* href="([^"]+)"', html)
    assert loaded and not any(re.match(r"[a-z]+:|/", link) for link in loaded)
    assert not re.search(r"\bon[a-z]+=", html), "handlers stand in scripts"


def test_every_mark_is_in_the_font_at_its_place() -> None:
    font = TTFont(BytesIO(MARKS.web_font()))
    drawn = {chr(code): name for code, name in font.getBestCmap().items() if code >= 0xE000}
    assert {glyph: name for name, glyph in MARKS.glyphs.items()} == drawn
    assert all(glyph_number(glyph) == font.getGlyphID(name) for name, glyph in MARKS.glyphs.items())
    assert all(font["hmtx"][name][0] == 1000 for name in MARKS.glyphs)
    assert all(MARKS.glyphs[name] == glyph for name, glyph in plain_marks().glyphs.items())


def test_drawing_twice_gives_the_same_bytes(draw: Renderer, site: dict[str, p.Page], tmp_path: Path) -> None:
    again = site_gallery.draw()
    for name, page in site_gallery.views(tmp_path).items():
        assert again.render_page(page) == draw.render_page(site[name]), name


def test_names_are_escaped_wherever_they_stand(draw: Renderer, site: dict[str, p.Page], entry: p.EntryPage) -> None:
    nasty = '<b onload="x">&\'"'
    view = replace(entry.entry, name=nasty, subtitle=(nasty,), summary=nasty, tags=("a b",))
    html = draw.render_page(replace(entry, entry=view, shell=replace(entry.shell, title=nasty, description=nasty)))
    assert "<b onload" not in html
    assert html.count("&lt;b onload=&#34;x&#34;&gt;&amp;&#39;&#34;") >= 4
    asked = p.RuleInput(name="a", title='it\'s </script> & "x"', type="text")
    box = replace(box_of(site, "rule-track"), title="</form><script>", inputs=(asked,))
    fragment = str(draw.render_fragment(box))
    assert "<script>" not in fragment
    assert "it&#39;s &lt;/script&gt; &amp; &#34;x&#34;" in fragment


def test_links_lead_from_the_root_of_the_page(draw: Renderer, entry: p.EntryPage) -> None:
    assert entry.shell.root == "../../"
    html = draw.render_page(entry)
    assert 'href="../../rose/rules/track.html"' in html
    assert "data-rule=defend" in html and "data-rule=track" in html
    assert 'href="../../assets/site.css"' in html
    assert address("https://a.example/b", "../") == "https://a.example/b"
    assert address("#here", "../") == "#here"
    assert address("mailto:a@b.example", "../") == "mailto:a@b.example"
    assert address("a/b.html#c", "../") == "../a/b.html#c"


def test_what_is_typed_on_any_page_of_a_site_of_one_game_is_read_as_in_that_game(
    draw: Renderer, site: dict[str, p.Page], theme: Theme
) -> None:
    """With its synonyms; a page of no game on a site of several is of none."""
    search = site["search"]
    assert len(search.shell.rulesets) > 1 and "data-game" not in draw.render_page(search)
    alone = replace(search.shell, rulesets=search.shell.rulesets[:1], house_theme=theme)
    assert f'data-game="{theme.ruleset}"' in draw.render_page(replace(search, shell=alone))  # type: ignore[type-var]
    other = replace(search.shell, house_theme=theme)
    assert "data-game" not in draw.render_page(replace(search, shell=other))  # type: ignore[type-var]


def test_blank_lines_of_a_listing_stay(draw: Renderer, site: dict[str, p.Page]) -> None:
    page = replace(site["chapter"], html=Markup("<pre>a: 1\n\nb: 2\n</pre>"))  # type: ignore[type-var]
    assert "<pre>a: 1\n\nb: 2\n</pre>" in draw.render_page(page)


def test_a_page_carries_only_what_it_needs(draw: Renderer, site: dict[str, p.Page]) -> None:
    entry, chapter, many, home = (draw.render_page(site[name]) for name in ("entry", "chapter", "list", "home"))
    assert ".filters{" in many and ".filters{" not in entry and "calculator.js" not in entry
    assert ".g-rose{--accent:light-dark(#d6004c," in entry and ".g-small{" not in entry
    assert ".g-rose{" in home and ".g-small{" in home
    assert "assets/js/calculator.js" in chapter and "assets/rules/rose.js" not in chapter
    assert "assets/js/list.js" in many


def test_an_entry_page_leaves_nothing_that_only_a_search_for_garbage_finds(
    draw: Renderer, site: dict[str, p.Page]
) -> None:
    entries = [page for page in site.values() if isinstance(page, p.EntryPage)]
    for page in entries:  # what is imported and kept at first is none of it
        draw.render_page(page)
    gc.collect()
    with uncollected():
        for page in entries:
            draw.render_page(page)
        assert gc.collect() == 0, "a macro of a template's own holds on to all that the page shows"


def test_an_entry_page_stays_light(draw: Renderer, site: dict[str, p.Page]) -> None:
    sheets, programs = stylesheets(site_gallery.TEMPLATES), scripts(site_gallery.TEMPLATES)
    html = draw.render_page(site["entry"])
    loaded = [sheets[link] for link in sheets if f'"../../{link}"' in html]
    loaded += [programs[link] for link in programs if f'"../../{link}"' in html]
    assert len(loaded) == 2
    assert sum(len(text.encode()) for text in (html, *loaded)) <= 60_000


def test_what_is_secret_is_marked_and_hidden_builds_say_so(draw: Renderer, site: dict[str, p.Page]) -> None:
    html = draw.render_page(site["entry"])
    assert re.search(r'class="gm" role="note">.*?memory of the lighthouse', html, re.S)
    assert "Game master’s edition" in html
    player = replace(site["entry"], shell=replace(site["entry"].shell, player=True))  # type: ignore[type-var]
    assert "Player edition" in draw.render_page(player)


def test_a_list_is_complete_without_scripts(draw: Renderer, site: dict[str, p.Page]) -> None:
    html = draw.render_page(site["list"])
    for name in NAMES:
        assert str(Markup.escape(name)) in html
    facets = re.findall(r"data-f='([^']*)'", html)
    assert sorted(json.loads(text)["tier"] for text in facets) == [[1 + n // 2] for n in range(12)]
    assert 'class="filters js-only"' in html
    assert "<select data-order></select></label></form>" in html, "its room is there before the script fills it"


def test_an_empty_list_says_so(draw: Renderer, site: dict[str, p.Page]) -> None:
    html = draw.render_page(replace(site["list"], rows=(), filters=()))  # type: ignore[type-var]
    assert "There are no shadows yet." in html and "<table" not in html


def test_a_rule_box_reads_and_sets_up_its_calculator(draw: Renderer, site: dict[str, p.Page]) -> None:
    box = box_of(site, "rule")
    html = str(draw.render_fragment(box, "../"))
    assert 'id="rule-hit"' in html and "<dt>Standard wounds</dt>" in html
    assert 'href="../rose/rulings.html#instant-kill"' in html
    config = calculator_config(box)
    assert [asked["type"] for asked in config["inputs"]][:5] == ["integer", "integer", "choice", "choice", "truth"]
    assert config["inputs"][7]["of"]["fields"][1] == {"name": "sb", "title": "sb", "type": "integer", "default": 3}
    assert [output["name"] for output in config["outputs"]] == ["standard", "savage"], "steps are no outputs"
    assert config["house"][0]["value"] == 25, "the campaign's"
    quiet = str(draw.render_fragment(replace(box_of(site, "rule-track"), calculator=False)))
    assert "data-calculator" not in quiet


def test_no_label_is_torn_before_a_comma(draw: Renderer, site: dict[str, p.Page]) -> None:
    """Parts of a label stand apart: the mark before a word, but no comma after it."""
    labels = {
        name: re.findall(r'<(?:p|span) class="?lab"?>(.*?)</(?:p|span)>', draw.render_page(page))
        for name, page in site.items()
    }
    assert any("On this page" in label for label in labels["chapter"])
    torn = {name: [label for label in page if re.search(r">\s*[,.;:]", label)] for name, page in labels.items()}
    assert not any(torn.values()), torn


def test_boxes_say_what_the_search_reads_of_them_and_what_their_page_needs(site: dict[str, p.Page]) -> None:
    page = site["chapter"]
    assert isinstance(page, p.ChapterPage)
    texts = {section.id: section.text for section in page.sections}
    assert texts["rule-track-t"].startswith("Toughness Bonus TB · light · TB · heavy · the greater of 1 and TB ÷ 2")
    assert "Instant-kill margin The chapter on attacks prints thirty" in texts["losing-a-wound"]
    assert texts["stress"].startswith("Worked example: Toma’s boxes · TB 4: four light, two heavy. · Toughness Bonus 4")
    assert "total 7 · Worked out by Wound tracks · At the table · Say where it hits" in texts["stress"]
    assert texts["ailments"].startswith("Name · Category · Lasts · Burning · physical · one round")
    assert page.needs == {"notebox", "rulebox", "calculator", "text", "stacked"}


def test_filters_of_a_template_of_the_project_take_drawn_texts_as_html(tmp_path: Path) -> None:
    note = '{{ view.text|replace("ye", "us") }}{{ view.text|upper }}{{ view.text|striptags }}{{ view.text ~ "!" }}'
    own = renderer(folders(tmp_path, {"campaign/fragments/note.html": note}))
    html = own.render_fragment(p.NoteBox("Hear", DrawnText(Markup("<p>ye</p>"))))
    assert html == "<p>us</p><P>YE</P>ye<p>ye</p>!"


def test_a_rule_box_in_a_text_has_a_link_to_itself(draw: Renderer, site: dict[str, p.Page]) -> None:
    anchor = '<a class="anchor" href="#rule-hit-t" aria-label="Link to Wounds from one hit">#</a>'
    box = replace(box_of(site, "rule"), href="rose/rules/hit.html", level=3)
    line, folded = draw.render_fragment(box).split("</summary>", 1)
    assert anchor in folded and "<a" not in line  # a line that is a button holds no other one


def test_tracks_are_boxes_in_groups_of_five(draw: Renderer, entry: p.EntryPage) -> None:
    html = draw.render_page(entry)
    light = re.search(r"<dt>Light<dd><span class=count>.*?</span><span class=boxes aria-hidden=true>(.*?)</div>", html)
    assert light is not None
    box = MARKS.glyph("square")
    assert light[1] == f"<i>{box * 5}</i><i class=row-1>{box}</i></span>"


# ---- overrides -----------------------------------------------------------------------------------


def folders(tmp_path: Path, files: dict[str, str]) -> TemplateFolders:
    for name, text in files.items():
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return TemplateFolders(site_gallery.TEMPLATES, tmp_path / "ruleset", tmp_path / "campaign")


def test_the_campaign_beats_the_ruleset_beats_the_shared(tmp_path: Path) -> None:
    card = p.PreviewCard(key="tb", title="Toughness Bonus", text=Markup("The tens."), where="Scores", href="x.html")
    own = folders(
        tmp_path,
        {
            "ruleset/fragments/note.html": "ruleset {{ view.title }}",
            "ruleset/fragments/preview.html": "ruleset preview",
            "campaign/fragments/note.html": '<i>{% include "shared/fragments/note.html" %}</i>',
        },
    )
    drawn = renderer(own)
    note = drawn.render_fragment(p.NoteBox("Hear", DrawnText(Markup("<p>ye</p>"))))
    assert note.startswith('<i><aside class="notebox"') and "<p>ye</p>" in note
    assert drawn.render_fragment(card) == "ruleset preview"


def test_a_page_drawn_by_a_template_of_the_project_may_have_lists_and_tables(
    draw: Renderer, site: dict[str, p.Page], tmp_path: Path
) -> None:
    own = folders(tmp_path, {"campaign/site/list.html": "<ul><li>one</ul>"})
    listed = "blockquote{font-size:inherit"
    assert listed in renderer(own).render_page(site["list"])
    assert listed not in draw.render_page(site["list"])


@pytest.mark.parametrize(
    "template",
    [
        "{{ view.__class__.__mro__ }}",
        "{{ ''.__class__ }}",
        "{{ self._TemplateReference__context }}",
        "{{ range(10000000)|list }}",
        "{{ view.title.format.__globals__ }}",
    ],
)
def test_templates_of_projects_stay_in_the_sandbox(tmp_path: Path, template: str) -> None:
    drawn = renderer(folders(tmp_path, {"campaign/fragments/note.html": template}))
    with pytest.raises(RenderError):
        drawn.render_fragment(p.NoteBox("a", DrawnText.of("b")))


def test_a_template_cannot_be_a_link_to_elsewhere(tmp_path: Path) -> None:
    own = folders(tmp_path, {"secret.txt": "the key", "campaign/x.txt": ""})
    (tmp_path / "campaign" / "fragments").mkdir()
    (tmp_path / "campaign" / "fragments" / "note.html").symlink_to(tmp_path / "secret.txt")
    note = renderer(own).render_fragment(p.NoteBox("a", DrawnText.of("b")))
    assert "the key" not in note and "notebox" in note


@pytest.mark.parametrize(
    ("template", "line", "message"),
    [
        ("one\n{{ view.titel }}", 2, "titel"),
        ("one\n\n{% if %}", 3, "Expected an expression"),
        ('{% include "fragments/none.html" %}', 1, "none.html"),
    ],
)
def test_a_wrong_template_is_named_with_its_line(tmp_path: Path, template: str, line: int, message: str) -> None:
    drawn = renderer(folders(tmp_path, {"campaign/fragments/note.html": template}))
    with pytest.raises(RenderError) as caught:
        drawn.render_fragment(p.NoteBox("a", DrawnText.of("b")))
    assert (caught.value.template, caught.value.line) == ("fragments/note.html", line)
    assert message in caught.value.message


# ---- assets --------------------------------------------------------------------------------------


def test_styles_mean_the_same_without_their_white_space() -> None:
    for parts in (*STYLES.values(), *IN_PAGE.values()):
        written, squeezed = (_in_layers(text) for text in (_source(parts), bundle(site_gallery.TEMPLATES, parts)))
        assert written == squeezed, f"{parts}: a blank before a colon is lost inside of a layer: write ` *:is(...)`"


def _source(parts: tuple[str, ...]) -> str:
    files = (f"{p}/site.css" if p.startswith("blocks/") else f"assets/css/{p}.css" for p in parts)
    return "".join((site_gallery.TEMPLATES / file).read_text("utf-8") for file in files)


def _in_layers(css: str) -> dict[str, list[str]]:
    """The selectors of each layer, and of what stands in none, in their order."""
    selectors: dict[str, list[str]] = {}
    for rule in tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True):
        is_layer = rule.type == "at-rule" and rule.at_keyword == "layer" and rule.content
        layer, text = (rule.prelude, rule.content) if is_layer else ([], [rule])
        name = tinycss2.serialize(layer).strip()
        selectors.setdefault(name, []).extend(_selectors(tinycss2.serialize(text)))
    return selectors


def test_a_layer_is_named_once_for_all_parts_of_it_that_follow_each_other() -> None:
    text = stylesheets(site_gallery.TEMPLATES)["assets/site.css"]
    assert text.count("@layer blocks{") == 1 and ".b-tracks" in text and ".b-table" in text


def _selectors(css: str) -> list[str]:
    """What stands before each block in braces, as one writes it; what has no name before a colon means anything."""
    heads = [
        " ".join(tinycss2.serialize(head).split()) for head in _heads(tinycss2.parse_component_value_list(css, True))
    ]
    spaced = (
        re.sub(r" ?([,>]) ?", r"\1", re.sub(r"([(\[]) | ([)\]])", r"\1\2", head.replace(": ", ":"))) for head in heads
    )
    return [head.replace("*:", ":") for head in spaced if head]


def _heads(nodes: list[Any]) -> Iterator[list[Any]]:
    head: list[Any] = []
    for node in nodes:
        if node.type == "{} block":
            yield head
            yield from _heads(node.content)
            head = []
        else:
            head = [] if node == ";" else [*head, node]


def test_what_every_page_links_stands_in_no_page_again() -> None:
    """What all pages share and what some of them need are files of different names: neither takes the other's place."""
    everywhere = set(STYLES["site"])
    assert [name for name, parts in IN_PAGE.items() if everywhere & {*parts}] == []
    shared = bundle(site_gallery.TEMPLATES, STYLES["site"])
    assert all(f".{name}" in shared for name in ("crumb", "btn", "boxes", "gm", "links", "sign", "number"))


def test_styles_hold_no_game_and_load_nothing() -> None:
    sheets = stylesheets(site_gallery.TEMPLATES)
    assert set(sheets) == {f"assets/{name}.css" for name in STYLES}
    in_pages = (bundle(site_gallery.TEMPLATES, parts) for parts in IN_PAGE.values())
    assert not any("url(" in text for text in in_pages), "these stand in pages at any depth"
    for name, text in sheets.items():
        assert text.count("{") == text.count("}"), name
        for url in re.findall(r"url\(([^)]*)\)", text):
            assert f"assets/{url}" in (*WEB_FONTS, "assets/fonts/web/marks.woff2")
        assert "/*" not in text
    assert ".persona" not in sheets["assets/site.css"]
    sizes = {font: (site_gallery.TEMPLATES / font).stat().st_size for font in WEB_FONTS}
    assert all(size < 10_500 for font, size in sizes.items() if "-more" not in font), "what a first page waits for"


@pytest.mark.parametrize("face", FACES)
def test_every_letter_of_a_font_stands_in_one_of_its_files(face: str) -> None:
    """What a style sheet gives as the range of the further files is what they hold beyond the first."""
    own, latin, more = (
        set(TTFont(site_gallery.TEMPLATES / f"assets/fonts/web/{face}{part}.woff2").getBestCmap()) - {0xD, 0xFEFF}
        for part in ("", "-latin", "-more")
    )
    assert not own & (latin | more)
    assert {code for code in own | latin | more if FURTHER_LETTERS.match(chr(code))} == latin | more
    assert {*map(chr, latin)} >= {letter for letter in "ÄÖÜßéèçñåø" if LATIN_LETTERS.match(letter)} and len(latin) > 60
    sheet = stylesheets(site_gallery.TEMPLATES)["assets/letters.css"]
    for part, codes in (("-latin", latin), ("-more", more)):
        given = sheet.partition(f"{face}{part}.woff2")[2].partition("unicode-range:")[2].partition("}")[0]
        assert FontPart("", given.replace(" ", "").rstrip(";")).of(own | latin | more) == codes


def test_only_a_page_with_further_letters_loads_them(draw: Renderer, entry: p.EntryPage) -> None:
    page = replace(entry, shell=replace(entry.shell, previews=()))
    assert "letters.css" not in draw.render_page(page)
    for name in ("Łucja", "Zoë"):
        named = draw.render_page(replace(page, entry=replace(page.entry, name=name)))
        assert '<link rel="stylesheet" href="../../assets/letters.css">' in named
        assert ('data-fonts="text-400-latin text-600-latin' in named) == (name == "Zoë")
    sheets = stylesheets(site_gallery.TEMPLATES)
    assert all("unicode-range" in sheets[f"assets/{name}.css"] for name in ("letters", "board"))
    assert all("unicode-range" not in sheets[f"assets/{name}.css"] for name in ("site", "search"))


def test_the_dark_comes_by_choice_and_by_system_but_not_on_paper(theme: Theme) -> None:
    css = token_css(':root{--a:#111;--t-body:1px}\n/* x */.game{--a:3}\n:root[data-theme="dark"]{--a:#222}')
    assert css == (
        ":root{color-scheme:light;--t-body:1px;--a:light-dark(#111,#222)}"
        '@media screen{:root[data-theme="dark"]{color-scheme:dark}}'
        '@media screen and (prefers-color-scheme:dark){:root:not([data-theme="light"]){color-scheme:dark}}'
    )
    rose = theme_css(replace(theme, mark_colours={"fire": "#c00"}, dark_mark_colours={"ice": "#0cf"}))
    assert rose.startswith(".g-rose{--accent:light-dark(#d6004c,#ff4d86);") and "--cut:italic 900" in rose
    assert "--m-fire:#c00" in rose and "--m-ice:light-dark(currentcolor,#0cf)" in rose


def test_a_theme_cannot_smuggle_rules(theme: Theme) -> None:
    with pytest.raises(ValueError, match="accent"):
        theme_css(replace(theme, light={"accent": "red} body{display:none"}))
    with pytest.raises(ValueError, match="accent"):
        theme_css(replace(theme, light={"accent": "url(x)"}))


def test_scripts_are_classic() -> None:
    programs = scripts(site_gallery.TEMPLATES)
    assert set(programs) == {f"assets/js/{name}.js" for name in SCRIPTS}
    for text in programs.values():
        assert not re.search(r"\b(import|export) |fetch\(|XMLHttpRequest", text)


def test_a_site_is_kept_for_offline_use(draw: Renderer, theme: Theme) -> None:
    text = service_worker(site_gallery.TEMPLATES, draw.words, "abc", ["b.html"], ["b.html", "a/é.html"], 700)
    assert text.startswith(
        'var SITE={"version":"abc","paths":["b.html","a/é.html"],"core":1,"bytes":700,"language":"en","words":{}};\n'
    )
    manifest = json.loads(web_manifest("The Long Night", "A book.", theme))
    assert manifest["start_url"] == "index.html" and manifest["icons"][0]["src"] == "assets/icon-rose.svg"


def test_marks_are_drawn_small_and_known_by_name(theme: Theme) -> None:
    flame = plain_marks().glyph("flame")
    assert plain_sign("flame") == f"<i class=mark aria-hidden=true>{flame}</i>"
    assert plain_sign("no such mark") == ""
    assert plain_sign("flame", "seal") == f'<i class="mark seal" aria-hidden=true>{flame}</i>'
    assert icon(theme).startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert wordmark("sheetgen") == "sheet<b>gen</b>" and wordmark("The Long <Night>") == "The Long <b>&lt;Night&gt;</b>"


def test_a_column_to_write_in_is_left_to_paper(draw: Renderer, entry: p.EntryPage) -> None:
    cells = (b.Cell(b.Number("12"), "Max"), b.Cell(b.Number(""), "Now"))
    table = b.Table(
        id="health",
        title="Health",
        heading="Health",
        columns=(b.Column("Max"), b.Column("Now")),
        rows=(b.Row(name="Health", cells=cells),),
    )
    html = draw.render_page(replace(entry, entry=replace(entry.entry, areas={"page": (table,)})))
    block = html[html.index('<table class="b-table"') :].partition("</table>")[0]
    assert "Max" in block and "Now" not in block and block.count("<td") == 1


def test_styles_in_pages_are_read_when_the_first_page_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[tuple[str, ...]] = []

    def counting(shared: Path, parts: tuple[str, ...]) -> str:
        read.append(parts)
        return bundle(shared, parts)

    monkeypatch.setattr(bundles, "bundle", counting)
    styled: Any = renderer(TemplateFolders(site_gallery.TEMPLATES)).env.globals["styled"]
    assert read == []
    assert styled["list"] == styled["list"] != "" and read == [IN_PAGE["list"]]
    with pytest.raises(KeyError):
        styled["nothing"]


@pytest.mark.parametrize("value", ["", "plain", "&", "<b>", "a'b", 'a"b', "a>b", "é&", Markup("<b>&"), 3, None])
def test_values_are_escaped_as_markupsafe_escapes_them(value: object) -> None:
    assert str(escaped(value)) == str(escape(value))


@pytest.mark.parametrize("call", ["'<', b=1", "*['<'], b=1", "**{'a': '<'}", "'<', **{'class': 2}", "'<', class=2"])
def test_functions_and_macros_are_called_as_by_jinja(call: str) -> None:
    env, plain = SiteEnvironment(autoescape=True), Environment(autoescape=True)
    source = "{% macro m(a, b=0) %}{{ a }}{{ b }}{{ kwargs }}{% endmacro %}"
    source += f"{{% for n in range(2) %}}{{{{ m({call}) }}}} {{{{ f({call}) }}}}{{% endfor %}}"
    for each in (env, plain):
        each.globals.update(f=lambda *given, **named: f"{given}{named}")
    assert env.from_string(source).render() == plain.from_string(source).render()
    assert ("context.call(" in str(env.compile(source, raw=True))) == ("*" in call or "class=" in call)
    with pytest.raises(UndefinedError, match="'unknown' is undefined"):
        env.from_string("{{ unknown(1) }}").render()


def test_what_templates_put_out_is_escaped_once() -> None:
    env = SiteEnvironment(autoescape=True)
    env.globals.update(text="a<b", safe=Markup("<i>"), plain="words")
    source = """
        {%- macro all(more) %}{{ text }}{{ safe }}{{ plain }}{{ more }}{% endmacro -%}
        {%- macro around() %}{{ text }}{{ caller() }}{% endmacro -%}
        {%- set kept %}{{ text }}{% endset -%}
        {{ all("<") }} {{ kept }} {{ [plain, text]|join("<") }} {{ text ~ safe }} {{ text|e }} {{ text|safe }}
        {%- autoescape false %} {{ text }}{% endautoescape %}
        {%- call around() %}{{ text }}{% endcall %}
        {%- autoescape false %}{{ all("<") }}{% endautoescape %}"""
    plain = Environment(autoescape=True)
    plain.globals.update(env.globals)
    assert env.from_string(source).render() == plain.from_string(source).render()
    assert env.from_string(source).render().startswith("a&lt;b<i>words&lt; a&lt;b words")

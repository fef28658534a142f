"""Which PDFs a build makes, where it links to them, and what stands in them."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import dedent
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
import pytest
from pdf_structure import faults
from printed_game import PRINTED
from projects import Write, open_project
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DictionaryObject

from sheetgen.build import BuildResult, Options, build, check
from sheetgen.print.engine.job import Job
from sheetgen.print.engine.pool import Workers
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.paper import POINT
from sheetgen.print.plan.fights import fight
from sheetgen.print.plan.print_job import PrintPlan, style_of
from sheetgen.print.plan.print_plan import plan_prints
from sheetgen.print.plan.print_site import print_all
from sheetgen.site import entry_pages
from sheetgen.site.chrome import ShellMaker
from sheetgen.text.cache import Cache
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.memo import Memo


def written(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return folder


@dataclass(frozen=True)
class Site:
    """A built campaign."""

    folder: Path
    result: BuildResult
    player: bool

    def pdf(self, path: str) -> PdfReader:
        return PdfReader(io.BytesIO((self.folder / path).read_bytes()))

    def text(self, path: str) -> str:
        return " ".join(" ".join(page.extract_text().split()) for page in self.pdf(path).pages)

    def page(self, path: str) -> str:
        return (self.folder / path).read_text("utf-8")

    @property
    def pdfs(self) -> set[str]:
        return {path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*.pdf")}


def built(folder: Path, session: PrintSession, player: bool) -> Site:
    result = build(Options(written(folder, PRINTED), player=player), session)
    assert not len(result.diagnostics), [diagnostic.message for diagnostic in result.diagnostics]
    return Site(folder / "site", result, player)


@pytest.fixture(scope="module")
def gm(tmp_path_factory: pytest.TempPathFactory, session: PrintSession) -> Site:
    return built(tmp_path_factory.mktemp("gm"), session, False)


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory, session: PrintSession) -> Site:
    return built(tmp_path_factory.mktemp("player"), session, True)


@pytest.fixture(params=["gm", "player"])
def site(request: pytest.FixtureRequest) -> Site:
    built: Site = request.getfixturevalue(request.param)
    return built


ALL = {
    *(f"small/beasts/{name}-{sort}.pdf" for name in ("otter", "gull") for sort in ("sheet", "card")),
    *(f"small/print/beasts-{name}.pdf" for name in ("sheets", "fillable", "blank", "cards")),
    *(f"small/print/{name}.pdf" for name in ("rulebook", "party", "calibration")),
}
ONLY_GM = {"small/print/screen.pdf", "small/encounters/pier-packet.pdf", "small/encounters/pier-tents.pdf"}


def test_a_build_prints_everything_once(site: Site) -> None:
    assert site.pdfs == (ALL if site.player else ALL | ONLY_GM)
    assert site.result.pdfs == len(site.pdfs)


def test_every_pdf_is_on_the_print_page_and_every_link_leads_to_one(site: Site) -> None:
    linked = re.findall(r'href="([^":]+\.pdf)"', site.page("small/print.html"))
    assert {(site.folder / "small" / href).resolve() for href in linked} == {
        (site.folder / path).resolve() for path in site.pdfs
    }
    for page in site.folder.rglob("*.html"):
        for href in re.findall(r'href="([^":]+\.pdf)"', page.read_text("utf-8")):
            assert (page.parent / href).resolve().is_file(), (page, href)


def test_pages_offer_their_own_papers(site: Site) -> None:
    otter, beasts = site.page("small/beasts/otter.html"), site.page("small/beasts/index.html")
    assert all(f'otter{end}"' in otter for end in ("-sheet.pdf", "-card.pdf", ".json"))
    assert "gull-card.pdf" not in otter
    assert all(f"beasts-{name}.pdf" in beasts for name in ("sheets", "fillable", "blank", "cards"))
    assert "party.pdf" in beasts
    pier = site.page("small/encounters/pier.html")
    assert ("pier-packet.pdf" in pier, "pier-tents.pdf" in pier) == (not site.player, not site.player)
    assert ("sheetgen packet pier" in pier) is not site.player, "players have no folder to run it in"


def test_a_packet_has_order_trackers_conditions_rules_and_cards(gm: Site) -> None:
    text = gm.text("small/encounters/pier-packet.pdf")
    trackers = text.index("TRACKERS")
    assert "Otter of Ill Repute" in text[trackers:] and "Gull of Record" in text[trackers:]
    assert text.count("☐ Soaked") == 2 and text.count("☐ Becalmed") == 2
    rules = text[text.index("RULES IN USE") :]
    assert "SOAKED" in rules and "Heavier by a bucket" in rules
    assert "Nothing moves." not in text, "nobody becalms anybody here"
    assert "The pier is insured." in text
    titles = [
        str(item["/Title"]) for item in gm.pdf("small/encounters/pier-packet.pdf").outline if isinstance(item, dict)
    ]
    assert titles[0] == "The Long Pier" and titles[-2:] == ["Otter of Ill Repute", "Gull of Record"]


@pytest.mark.parametrize("path", ["small/encounters/pier-tents.pdf", "small/print/party.pdf"])
def test_tents_and_party_name_everyone(gm: Site, path: str) -> None:
    text = gm.text(path).upper()
    assert "OTTER OF ILL REPUTE" in text and "GULL OF RECORD" in text


def test_a_screen_shows_what_the_ruleset_names_in_order(gm: Site) -> None:
    text = gm.text("small/print/screen.pdf")
    order = [text.index(part) for part in ("HOW DAMP", "CONDITIONS", "WOUND TRACKS", "WOUNDS")]
    assert order == sorted(order)
    assert "4–6 soaked" in text and "Becalmed" in text
    assert "heavy = TB ÷ 2 rounded down, at least 1" in text
    assert "A blow kills at 10 above Defense." in text and "Five light" not in text
    assert text.count("WOUND TRACKS") == 1 and "Toughness Bonus" not in text, "rule boxes of chapters stay there"
    assert all(page.mediabox.width > page.mediabox.height for page in gm.pdf("small/print/screen.pdf").pages)


def test_the_rulebook_has_chapters_boxes_entries_rulings_and_an_index(site: Site) -> None:
    reader = site.pdf("small/print/rulebook.pdf")
    pages = [" ".join(page.extract_text().split()) for page in reader.pages]
    titles = [str(item["/Title"]) for item in reader.outline if isinstance(item, dict)]
    assert titles == ["Contents", "Rules", "Conditions", "Appendix: Rulings", "Blank beast sheet", "Index"]
    assert "The old pamphlet" in pages[1] and "CC BY-SA 4.0" in pages[1] and "Kill margin: 10" in pages[1]
    assert "CC BY-SA" not in pages[0]
    assert re.search(rf"Blank beast sheet[ .]+{len(pages) - 1}\b", pages[2])
    rules = next(page for page in pages if "Five light, two heavy." in page)
    assert "WOUND TRACKS" in rules and "#" not in rules
    entries = next(page for page in pages if "Heavier by a bucket" in page)
    assert re.search(rf"easier to wound\s*\(p\.\s*{pages.index(rules) + 1}\)", entries)
    assert any("10 (read here)" in page for page in pages)
    assert re.search(rf"Soaked {pages.index(entries) + 1}\b", pages[-1])
    assert reader.metadata is not None and "CC BY-SA 4.0" in str(reader.metadata.subject)


def test_every_paper_is_tagged(site: Site) -> None:
    for path in site.pdfs:
        assert faults((site.folder / path).read_bytes()) == [], path


def test_every_pdf_has_a_title_bookmarks_a_language_and_its_fonts(site: Site) -> None:
    for path in site.pdfs:
        reader = site.pdf(path)
        assert reader.metadata is not None and reader.metadata.title, path
        assert reader.outline and str(reader.root_object["/Lang"]) == "en", path
        for name, embedded in fonts(reader):
            assert embedded and re.match(r"/[A-Z]{6}\+", name), (path, name)


def fonts(reader: PdfReader) -> Iterator[tuple[str, bool]]:
    """The fonts that a file's pages and what is laid on them use, each with whether it is embedded."""
    for resources in (resources for page in reader.pages for resources in resources_in(page)):
        for font in resources.get("/Font", {}).values():
            composite = font.get_object()
            inner = composite["/DescendantFonts"][0].get_object() if "/DescendantFonts" in composite else composite
            about = inner.get("/FontDescriptor", {}).get_object()
            yield str(composite["/BaseFont"]), bool({"/FontFile", "/FontFile2", "/FontFile3"} & set(about))


def resources_in(holder: DictionaryObject) -> Iterator[DictionaryObject]:
    """The resources of a page and of all that is drawn inside of it."""
    resources = holder.get("/Resources", DictionaryObject()).get_object()
    yield resources
    for inner in resources.get("/XObject", {}).values():
        yield from resources_in(inner.get_object())


PAGES = {
    "beasts/otter-sheet": 1, "beasts/gull-sheet": 1, "beasts/otter-card": 2, "beasts/gull-card": 1,
    "print/beasts-sheets": 2, "print/beasts-fillable": 2, "print/beasts-blank": 1, "print/beasts-cards": 2,
    "print/party": 1, "print/calibration": 2, "print/screen": 1, "print/rulebook": 7,
    "encounters/pier-packet": 2, "encounters/pier-tents": 1,
}  # fmt: skip


def test_every_paper_takes_the_pages_it_should(gm: Site) -> None:
    assert {path: len(gm.pdf(f"small/{path}.pdf").pages) for path in PAGES} == PAGES


def test_no_letter_leaves_its_page(site: Site) -> None:
    for path in site.pdfs:
        document = pypdfium2.PdfDocument((site.folder / path).read_bytes())
        for number, page in enumerate(document):
            text, (width, height) = page.get_textpage(), page.get_size()
            for left, bottom, right, top in map(text.get_charbox, range(text.count_chars())):
                assert left >= 0 and bottom >= 0 and right <= width and top <= height, (path, number)
        document.close()


def test_papers_have_a_box_for_every_wound(gm: Site, project: Write) -> None:
    opened = open_project(project(PRINTED), Diagnostics())
    assert opened is not None
    beasts = {entry.id: entry.values["wounds"] for entry in opened[1][0].entries.of("beast")}
    wounds = {name: boxes["light"] + boxes["heavy"] for name, boxes in beasts.items()}
    assert wounds == {"otter": 6, "gull": 3}
    together = sum(wounds.values())
    conditions = 2 * 3  # Soaked, Becalmed and out, for each of two
    first, *cards = (page.extract_text().count("☐") for page in gm.pdf("small/encounters/pier-packet.pdf").pages)
    assert (first, sum(cards)) == (together + conditions, together)
    for path in ("encounters/pier-tents", "print/party", "print/beasts-sheets", "print/beasts-cards"):
        assert gm.text(f"small/{path}.pdf").count("☐") == together, path
    for name, boxes in wounds.items():
        assert gm.text(f"small/beasts/{name}-card.pdf").count("☐") == boxes
        assert gm.text(f"small/beasts/{name}-sheet.pdf").count("☐") == boxes


def test_fields_of_the_built_sheets_can_be_filled_in(gm: Site) -> None:
    writer = PdfWriter(clone_from=gm.pdf("small/print/beasts-fillable.pdf"))
    fields = writer.get_fields() or {}
    ticks = sorted(name for name, field in fields.items() if field["/FT"] == "/Btn")
    texts = sorted(name for name, field in fields.items() if field["/FT"] == "/Tx")
    assert [name for name in ticks if name.startswith("gull")] == ["gull Heavy 1", "gull Light 1", "gull Light 2"]
    assert {fields[name].get("/V") for name in ticks} == {"/Off"}
    assert fields["otter Name"]["/V"] == "Otter of Ill Repute" and len(texts) == len(set(texts)) > 4
    state = next(field for field in fields["gull Light 1"]["/_States_"] if field != "/Off")
    for page in writer.pages:
        writer.update_page_form_field_values(page, {"gull Light 1": state, "otter Name": "Otto"}, auto_regenerate=False)
    saved = io.BytesIO()
    writer.write(saved)
    again = PdfReader(saved).get_fields() or {}
    assert (again["gull Light 1"]["/V"], again["otter Name"]["/V"]) == (state, "Otto")


def test_backs_of_the_built_deck_lie_behind_their_fronts(gm: Site) -> None:
    document = pypdfium2.PdfDocument((gm.folder / "small/print/beasts-cards.pdf").read_bytes())
    width = document[0].get_width()
    front, back = (where(page, "Otter of Ill Repute") for page in document)
    assert front[1] == pytest.approx(back[1], abs=0.5)
    card = 63 / POINT
    column = round((front[0] - 6.5 / POINT) / (67 / POINT))
    assert 6.5 / POINT + column * 67 / POINT <= front[0] <= 6.5 / POINT + column * 67 / POINT + card
    mirrored = width - 6.5 / POINT - column * 67 / POINT - card
    assert mirrored <= back[0] <= mirrored + card
    document.close()


def where(page: pypdfium2.PdfPage, words: str) -> tuple[float, float]:
    """Left and bottom of some words on a page, in points."""
    text = page.get_textpage()
    index, _ = text.search(words).get_next()
    left, bottom, *_ = text.get_charbox(index)
    return left, bottom


def test_the_same_input_is_the_same_bytes_in_another_process(gm: Site, project: Write) -> None:
    folder = project(PRINTED)
    code = f"import sys; sys.argv = ['sheetgen', 'build', {str(folder)!r}, '-q']; from sheetgen.cli import main; main()"
    elsewhere = {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C", "XDG_CACHE_HOME": str(folder / "cache")}
    subprocess.run([sys.executable, "-c", code], check=True, env=dict(os.environ) | elsewhere)
    differing = [path for path in gm.pdfs if (folder / "site" / path).read_bytes() != (gm.folder / path).read_bytes()]
    assert differing == []


def links(reader: PdfReader) -> set[str]:
    """Addresses outside of a PDF that it links to."""
    notes = (note.get_object() for page in reader.pages for note in page.get("/Annots") or ())
    return {note["/A"]["/URI"] for note in notes if "/URI" in note.get("/A", {})}


def planned(folder: Path, diagnostics: Diagnostics) -> PrintPlan:
    opened = open_project(folder, diagnostics)
    assert opened is not None
    return plan_prints(opened[1], opened[0])


def one_print(folder: Path, session: PrintSession, name: str) -> PdfReader:
    diagnostics = Diagnostics()
    jobs = [job for job in planned(folder, diagnostics).jobs if name in job.path]
    ((_, pdf),) = print_all(jobs, session, diagnostics)
    assert not len(diagnostics)
    return PdfReader(io.BytesIO(pdf))


def test_links_to_the_site_are_live_where_it_has_an_address(gm: Site, project: Write, session: PrintSession) -> None:
    assert "https://example.org/small/small/conditions/soaked.html" in links(gm.pdf("small/encounters/pier-packet.pdf"))
    nowhere = PRINTED["campaign.yaml"].partition("url:")[0]
    packet = one_print(project(PRINTED | {"campaign.yaml": nowhere}), session, "pier-packet")
    assert links(packet) == set()
    assert "one is Soaked." in packet.pages[0].extract_text()


def test_no_secret_is_in_what_players_get(gm: Site, player: Site) -> None:
    assert "It owes everybody money." in gm.text("small/beasts/otter-card.pdf")
    for path in player.pdfs:
        reader = player.pdf(path)
        xmp = reader.xmp_metadata.rdf_root.toxml() if reader.xmp_metadata else ""
        text = f"{player.text(path)} {reader.metadata} {xmp} {reader.outline}"
        assert "owes everybody" not in text and "insured" not in text, path


def test_a_name_that_means_nothing_on_a_screen_is_told_at_its_place(project: Write) -> None:
    wrong = PRINTED["game/ruleset.yaml"].replace("condition, track", "conditoin, track")
    (mistake,) = check(project(PRINTED | {"game/ruleset.yaml": wrong}))[0]
    assert mistake.code == "unknown-reference" and mistake.span is not None
    assert (mistake.span.line, mistake.hints) == (13, ("did you mean `condition`?",))


@pytest.mark.parametrize("alone", [False, True])
def test_decks_that_a_ruleset_asks_for_hold_what_the_rulebook_holds(project: Write, alone: bool) -> None:
    kind = PRINTED["game/kinds/condition.yaml"].replace("page: [e", "card: {front: [effect]}\n          page: [e")
    ruleset = PRINTED["game/ruleset.yaml"] + "decks: [condition]\n"
    files = PRINTED | {"game/kinds/condition.yaml": kind, "game/ruleset.yaml": ruleset}
    if alone:
        files = {name: text for name, text in files.items() if name.startswith("game/")}
        files["site.yaml"] = "title: One\nrulesets: [game]\n"
    opened = open_project(project(files), Diagnostics())
    assert opened is not None
    planned = plan_prints(opened[1], opened[0])
    cards = {job.path for job in planned.jobs if job.path.endswith(("-card.pdf", "-cards.pdf"))}
    beasts = {"print/beasts-cards.pdf", "beasts/otter-card.pdf", "beasts/gull-card.pdf"}
    asked = {"print/conditions-cards.pdf"} | (set() if alone else beasts)
    assert cards == {f"small/{name}" for name in asked}
    titles = [group.title for group in planned.groups["small"]]
    assert "Decks of the rulebook" in titles


def test_without_a_word_on_it_a_screen_shows_tables_and_lists_of_the_rulebook(
    project: Write, session: PrintSession
) -> None:
    ruleset = re.sub(r"\n *screen: .*", "", PRINTED["game/ruleset.yaml"])
    text = one_print(project(PRINTED | {"game/ruleset.yaml": ruleset}), session, "screen").pages[0].extract_text()
    assert "HOW DAMP" in text and "CONDITIONS" in text and "BEASTS" not in text


def test_single_cards_are_cut_from_the_deck(
    project: Write, session: PrintSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, titles, fit = project(PRINTED), list[str](), Workers.fit

    def noted(self: Workers, job: Job, *how: Any) -> object:
        titles.append(job.title)
        return fit(self, job, *how)

    monkeypatch.setattr(Workers, "fit", noted)
    fresh = replace(session, cache=Cache(folder / "cache"))
    jobs = [job for job in planned(folder, Diagnostics()).jobs if "card" in job.path]
    assert len(dict(print_all(jobs, fresh, Diagnostics()))) == 3
    assert titles.count("Small game: cards") == 1
    titles.clear()
    assert len(dict(print_all(jobs, fresh, Diagnostics()))) == 3
    assert titles == [], "all of it was kept"


def test_a_card_that_does_not_fit_leaves_the_others_alone(project: Write, session: PrintSession) -> None:
    long = PRINTED["beasts/gull.yaml"].replace("tier: 1", f"tier: 1\n        secret: {'endless ' * 9000}")
    folder, diagnostics = project(PRINTED | {"beasts/gull.yaml": long}), Diagnostics()
    jobs = [job for job in planned(folder, diagnostics).jobs if job.path.endswith(("otter-card.pdf", "gull-card.pdf"))]
    assert [path for path, _ in print_all(jobs, session, diagnostics)] == ["small/beasts/otter-card.pdf"]
    assert [diagnostic.code for diagnostic in diagnostics] == ["does-not-fit"]


def test_a_plan_asks_for_each_printed_entry_once(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = open_project(project(PRINTED), Diagnostics())
    assert opened is not None
    asked: Counter[object] = Counter()
    get = Memo.get

    def counted(memo: Memo, name: Hashable, *args: Any, **kwargs: Any) -> object:
        asked[name] += isinstance(name, tuple) and name[0] == "printable"
        return get(memo, name, *args, **kwargs)

    monkeypatch.setattr(Memo, "get", counted)
    plan_prints(opened[1], opened[0])
    assert asked[("printable", "small/", "beast", "otter")] == max(asked.values()) == 1


def test_an_encounter_without_fighters_has_no_handouts(project: Write) -> None:
    empty = PRINTED["encounters/pier.yaml"].replace("[otter, gull]", "[]")
    diagnostics = Diagnostics()
    opened = open_project(project(PRINTED | {"encounters/pier.yaml": empty}), diagnostics)
    assert opened is not None
    game = opened[1][0]
    assert fight(game, game.entries.of("encounter")[0]) is None
    assert not any("pier" in job.path for job in plan_prints([game], opened[0]).jobs)


def rules_of(folder: Path) -> dict[str, str]:
    """What the packet of the pier says of each rule."""
    diagnostics = Diagnostics()
    opened = open_project(folder, diagnostics)
    assert opened is not None and not len(diagnostics)
    pier_fight = fight(opened[1][0], opened[1][0].entries.of("encounter")[0])
    assert pier_fight is not None
    return {rule.title: re.sub(r"<[^>]+>", "", rule.text) for rule in pier_fight.rules}


@pytest.mark.parametrize(
    ("section", "opening"),
    [
        ("A blow kills at {house.margin} above Defense.", "A blow kills at 10 above Defense."),
        ("{1 + 1} ways to die. They are these:\n\n- one\n", "2 ways to die."),
        ("- The first half.\n- The other.\n", "The first half. The other."),
        ("It is short. " + "It is long " * 30 + ".", "It is short."),
        ("It is long " * 30, "It is long " * 21 + "It is …"),
    ],
)
def test_a_packet_tells_the_opening_of_a_section_in_whole_sentences(project: Write, section: str, opening: str) -> None:
    chapter = PRINTED["game/reference/rules.md"].replace(
        "A blow kills at {house.margin} above Defense.", section.replace("\n", "\n        ")
    )
    feathers = PRINTED["beasts/gull.yaml"].rstrip() + "\n        secret: Feeds on [[rules#wounds]].\n"
    folder = project(PRINTED | {"game/reference/rules.md": chapter, "beasts/gull.yaml": feathers})
    assert rules_of(folder)["Wounds"] == opening


GEAR = {
    "game/kinds/gear.yaml": """
        id: gear
        title: Gear
        plural: Gear
        folder: gear
        fields: {text: markdown}
        layout:
          blocks: {text: {type: prose, title: Effect, text: text}}
          page: [text]
        """,
    "game/entries/gear.yaml": "".join(
        f"""
        - name: Thing {n:02}
          text: |
            {"Told at some length. " * 90}

            | {" | ".join(f"Heading {m}" for m in range(14))} |
            |{"---|" * 14}
            | {" | ".join(f"Extraordinarily{m}" for m in range(14))} |
        """
        for n in range(1, 31)
    ),
    "beasts/gull.yaml": """
        name: Gull of Record
        tier: 1
        toughness: 21
        attacks: [{name: Soaked feathers, element: ice, damage: 1}]
        secret: Feeds on [[rules#wounds]].
        gear: [thing-01, thing-02]
        """.replace("thing-01, thing-02", ", ".join(f"thing-{n:02}" for n in range(1, 31))),
    "game/kinds/beast.yaml": PRINTED["game/kinds/beast.yaml"].replace(
        "friend: ref beast, optional", "friend: ref beast, optional\n          gear: 'list of ref gear, default []'"
    ),
}
"""Thirty pieces of gear with a text and a table that is too wide for any column, all carried by one gull."""


def test_rules_in_use_begin_with_what_is_inflicted_and_name_what_they_leave_out(
    project: Write, session: PrintSession
) -> None:
    folder = project(PRINTED | GEAR)
    rules = rules_of(folder)
    names = list(rules)
    assert names[:3] == ["Soaked", "Wounds", "Thing 01"] and len(names) == 2 + 24 + 1
    assert "6 more" in rules["Also in use"] and "Thing 30" in rules["Also in use"]
    assert rules["Thing 01"].endswith("The rest stands in the rulebook.")
    opened = open_project(folder, Diagnostics())
    assert opened is not None
    pier_fight = fight(opened[1][0], opened[1][0].entries.of("encounter")[0])
    assert pier_fight is not None
    packet = pier_fight.packet(session, style_of(opened[1][0], opened[0]), None)
    assert packet.pages >= 2


def test_a_wide_table_stops_no_packet(project: Write, session: PrintSession) -> None:
    short = GEAR["game/entries/gear.yaml"].replace("Told at some length. " * 90, "Told.")
    opened = open_project(project(PRINTED | GEAR | {"game/entries/gear.yaml": short}), Diagnostics())
    assert opened is not None
    pier_fight = fight(opened[1][0], opened[1][0].entries.of("encounter")[0])
    assert pier_fight is not None
    text = "".join(
        page.extract_text()
        for page in PdfReader(io.BytesIO(pier_fight.packet(session, style_of(opened[1][0], opened[0]), None).pdf)).pages
    )
    assert text.count("Extraordinarily13") == 24


def test_a_packet_leaves_tables_of_very_many_rows_to_the_rulebook(project: Write) -> None:
    rows = "\n".join(f"            | {n} | a {n} |" for n in range(1, 21))
    long = f"""
        - name: Thing 01
          text: |
            What it does.

            | Level | Gains |
            |---|---|
{rows}
        """
    short = GEAR["beasts/gull.yaml"].replace(", ".join(f"thing-{n:02}" for n in range(1, 31)), "thing-01")
    rules = rules_of(project(PRINTED | GEAR | {"game/entries/gear.yaml": long, "beasts/gull.yaml": short}))
    assert rules["Thing 01"].split() == "What it does. A table of 20 rows stands in the rulebook.".split()


def test_rules_in_use_are_those_of_cards_and_not_of_workings(project: Write) -> None:
    kind = PRINTED["game/kinds/beast.yaml"]
    working = "{type: prose, title: Where the numbers come from, text: '\"Becalmed first, then Soaked.\"'}"
    with_working = kind.replace("secret: {type: prose", f"working: {working}\n            secret: {{type: prose", 1)
    with_working = with_working.replace("aside: [secret]", "aside: [working, secret]")
    assert with_working.count("working") == 2
    assert [*rules_of(project(PRINTED | {"game/kinds/beast.yaml": with_working}))][:1] == ["Soaked"]
    on_back = with_working.replace("back: [secret]", "back: [working, secret]")
    assert [*rules_of(project(PRINTED | {"game/kinds/beast.yaml": on_back}))][:2] == ["Becalmed", "Soaked"]


def test_board_and_packet_take_the_entry_that_the_encounter_refers_to(project: Write) -> None:
    aide = """
        id: aide
        title: Aide
        plural: Aides
        folder: aides
        fields: {text: markdown}
        layout: {blocks: {text: {type: prose, text: text}}, page: [text]}
        """
    files = {"game/kinds/aide.yaml": aide, "aides/gull.yaml": "name: Gull\ntext: Carries things.\n"}
    opened = open_project(project(PRINTED | files), Diagnostics())
    assert opened is not None
    site = opened[1][0]
    pier = site.entries.of("encounter")[0]
    pier_fight, view = fight(site, pier), site.contents.view(pier)
    assert pier_fight is not None and view is not None and site.entries.by_id["gull"].entry.kind.id == "aide"
    shell = entry_pages.shell_of_kind(site, ShellMaker(*opened), pier.entry.kind)
    board = entry_pages._board(site, entry_pages.entry_page_parts(site, shell, pier, {}))
    assert board is not None
    gulls = [row for row in board.combatants if row.id == "gull"]
    assert [row.href for row in gulls] == [c.entry.href for c in pier_fight.combatants if c.entry.id == "gull"]
    assert all(row.tracks and "beasts/" in row.href for row in gulls) and gulls

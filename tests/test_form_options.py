"""Options that are bought: boxes on a form beside their texts, read back into the list that says what is bought."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pypdfium2  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner
from markupsafe import Markup
from projects import Write, loaded, open_project

from sheetgen.blocks import EntryView, NamedList, Panel
from sheetgen.blocks.named import Named
from sheetgen.cli import cli
from sheetgen.model.form_options import all_targets
from sheetgen.print.jobs import PrintSession, PrintStyle, print_sheets
from sheetgen.print.pdf.fields import ORIGIN
from sheetgen.print.sheets.blank_form import common
from sheetgen.text.diagnostics import Diagnostics

GAME = {
    "campaign.yaml": "{title: Shore, ruleset: ./game}\n",
    "game/ruleset.yaml": """
        id: shore
        title: Shore
        records:
          owned: {asset: ref asset, bought: "options of asset, default []"}
          talent: {name: text, taken: "truth, default false"}
        """,
    "game/kinds/asset.yaml": """
        id: asset
        title: Asset
        plural: Assets
        folder: assets
        fields: {options: "list of option, default []"}
        derive: {power: 'sum([1 for o in options if o.ticked])'}
        layout:
          blocks:
            abilities: {type: named, rows: options, name: name, text: text, ticked: ticked}
          page: [abilities]
          sheet: {play: [abilities]}
        """,
    "game/kinds/hero.yaml": """
        id: hero
        title: Hero
        plural: Heroes
        folder: heroes
        fields:
          assets: list of owned, default []
          ship: {type: ref asset, optional: true}
          rigging: options of ship, default []
          talents: list of talent, default []
        derive:
          every: '[{"said": o.text, "has": o.ticked} for a in assets for o in a.bought]'
          told: '[o.text for a in assets for o in a.asset.options if o.ticked]'
        layout:
          blocks:
            bought: {type: named, rows: '[o for a in assets for o in a.bought]', name: name, text: text, ticked: ticked}
            again: {type: named, rows: every, name: '""', text: said, ticked: has}
            only: {type: named, rows: '[o for a in assets for o in a.bought if o.ticked]', name: name, ticked: ticked}
            rigged: {type: named, rows: rigging, name: name, ticked: ticked}
            talents: {type: named, rows: talents, name: name, ticked: taken}
            kit: {type: panel, entries: '[a.asset for a in assets]', blocks: [abilities]}
          page: [bought, kit]
          sheet: {play: [bought, again, only, rigged], reference: [talents, kit]}
        """,
    "assets/iron.yaml": """
        name: Ironclad
        options:
          - {name: Light, ticked: true, text: You may run.}
          - {name: Heavy, text: "You may not run, nor swim, nor climb, nor hide from anybody who has ears."}
        """,
    "assets/bird.yaml": """
        name: Raven
        options:
          - {id: sly, text: It steals.}
          - {text: It speaks.}
          - {text: It returns.}
        """,
    "heroes/bea.yaml": """
        name: Bea
        assets:
          - {asset: iron}
          - {asset: bird, bought: [sly, 3]}
        ship: bird
        rigging: ["2"]
        talents:
          - name: Sail
          - {name: Row, taken: true}
        """,
}


def bea(folder: Path) -> tuple[EntryView, PrintStyle]:
    """The hero, and how the game prints."""
    opened = open_project(folder, Diagnostics())
    assert opened is not None
    [site] = opened[1]
    view = site.contents.view(site.entries.of("hero")[0])
    assert view is not None
    return view, PrintStyle(site.ruleset.theme)


def named(view: EntryView, area: str, name: str) -> list[Named]:
    """The paragraphs of a block."""
    [block] = [block for block in view.area(area) if block.id == name]
    assert isinstance(block, NamedList)
    return list(block.items)


def ticks(pdf: pikepdf.Pdf, entry: str = "hero:bea") -> dict[str, bool]:
    """The boxes of an entry's form by their names, and whether they are ticked."""
    fields = [field for field in pdf.Root.AcroForm.Fields if field.FT == "/Btn"]
    own = {str(field[ORIGIN]).removeprefix(f"{entry}/"): field for field in fields}
    return {name: field.V == "/Yes" for name, field in own.items()}


PRINTED = {
    "bought 1": True, "bought 2": False, "bought 3": True, "bought 4": False, "bought 5": True,
    "again 1": True, "again 2": False, "again 3": True, "again 4": False, "again 5": True,
    "only 1": True, "only 2": True, "only 3": True, "rigged 1": False, "rigged 2": True, "rigged 3": False,
    "talents 1": False, "talents 2": True, "kit1 abilities 1": True, "kit1 abilities 2": False,
    "kit2 abilities 1": True, "kit2 abilities 2": False, "kit2 abilities 3": True,
}  # fmt: skip


def test_what_one_owns_shows_what_one_has_bought_of_it(project: Write) -> None:
    folder = project(GAME)
    game, diagnostics = loaded(folder)
    assert not list(diagnostics) and game.table is not None
    hero, bird = game.table.entries["hero", "bea"], game.table.entries["asset", "bird"]
    assert hero.value("told") == ["You may run.", "It steals.", "It returns."]
    assert bird.value("power") == 0, "the asset itself has nothing ticked"
    view, _ = bea(folder)
    [panel] = [block for block in view.area("page") if isinstance(block, Panel)]
    assert [[item.ticked for item in named(entry, "page", "abilities")] for entry in panel.entries] == [
        [True, False], [True, False, True],
    ]  # fmt: skip


def test_options_are_boxes_of_a_form_beside_their_texts(project: Write, session: PrintSession) -> None:
    view, style = bea(project(GAME))
    data = print_sheets(session, [view], style, fillable=True).pdf
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert ticks(pdf) == PRINTED
        areas = [str(field[ORIGIN]) for field in pdf.Root.AcroForm.Fields if field.FT == "/Tx"]
    assert not [name for name in areas if "bought" in name or "abilities" in name], "no text to write over"
    text = " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data))
    assert "nor hide from anybody who has ears." in " ".join(text.split()) and text.count("It speaks.") == 3


def test_a_box_stands_before_its_text(project: Write, session: PrintSession) -> None:
    view, style = bea(project(GAME))
    data = print_sheets(session, [view], style, fillable=True).pdf
    page = pypdfium2.PdfDocument(data)[0].get_textpage()
    at = page.search("You may run.").get_next()
    assert at is not None
    _, bottom, _, top = page.get_charbox(at[0])
    with pikepdf.open(io.BytesIO(data)) as pdf:
        [box] = [field for field in pdf.Root.AcroForm.Fields if str(field.get(ORIGIN)).endswith("/bought 1")]
        left, low, right, high = map(float, box.Rect)
    assert low < bottom < high and low < top < high + 2 and right < page.get_charbox(at[0])[0]
    assert right - left == pytest.approx(high - low, abs=0.1)


def test_ticks_are_read_back_into_what_is_bought(
    project: Write, session: PrintSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = project(GAME)
    monkeypatch.chdir(folder)
    view, style = bea(folder)
    with pikepdf.open(io.BytesIO(print_sheets(session, [view], style, fillable=True).pdf)) as pdf:
        for field in pdf.Root.AcroForm.Fields:
            turned = str(field[ORIGIN]).removeprefix("hero:bea/")
            if turned in ("bought 2", "kit2 abilities 2", "again 5", "rigged 1", "talents 1", "bought 1", "only 1"):
                field.V = pikepdf.Name.Off if field.V == "/Yes" else pikepdf.Name.Yes
        pdf.save("form.pdf")
    answer = CliRunner().invoke(cli, ["read", "form.pdf", "--write"])
    assert answer.exit_code == 0, answer.output
    for name in ("bought 1", "only 1"):
        assert f"not written: {name}: Yes → Off" in answer.output, "it is ticked for all; some alone are not told apart"
    text = Path("heroes/bea.yaml").read_text()
    assert "  - {asset: iron, bought: [Heavy]}" in text and '  - {asset: bird, bought: [sly, "2"]}' in text
    assert 'rigging: [sly, "2"]' in text and "  - name: Sail\n    taken: true" in text
    game, diagnostics = loaded(folder)
    assert not list(diagnostics) and game.table is not None
    texts = game.table.entries["hero", "bea"].value("told")
    assert isinstance(texts, list) and len(texts) == 4 and texts[2:] == ["It steals.", "It speaks."]


def test_an_assets_own_form_says_what_is_ticked_by_itself(project: Write) -> None:
    game, _ = loaded(project(GAME))
    entry = game.library.get("asset", "iron")
    assert entry is not None
    targets = all_targets(entry, game.library.get)
    assert [targets[f"abilities {n}"].path for n in (1, 2)] == [("options", 0, "ticked"), ("options", 1, "ticked")]
    assert "abilities 3" not in targets


def test_options_that_all_have_are_open_on_a_blank_sheet() -> None:
    def hero(name: str, ticked: bool) -> EntryView:
        items = tuple(Named(name=f"Gift {n}", text=Markup(), option=n, ticked=ticked) for n in (1, 2))
        return EntryView(
            id=name, kind="hero", kind_title="Hero", name=name,
            areas={"play": (NamedList(id="gifts", title="Gifts", items=items),)},
        )  # fmt: skip

    shared = common([hero("a", True), hero("b", False)])["gifts"]
    assert isinstance(shared, NamedList)
    assert [(item.name, item.ticked) for item in shared.items] == [("Gift 1", False), ("Gift 2", False)]

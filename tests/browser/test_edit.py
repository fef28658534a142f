"""An entry edited on its page, from file://: the form, what follows, the lines that change, what is not saved."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent
from urllib.parse import quote

import pytest
from chromium_pipe import Chromium
from rule_calls import RUNTIME
from samples import ROOT, RULESETS
from samples import opened as opened_games
from small_game import GAME
from test_conditional_fields import GAME as TOWER
from test_creation import FILES as CREATION
from test_form_options import GAME as SHORE
from test_rolls import ROLL, rolling

from sheetgen.build import Options, build
from sheetgen.site.entry_forms import forms_script, values_script
from sheetgen.site.entry_sources import EntrySources

pytestmark = pytest.mark.browser
ASSETS, EDITOR = ROOT / "templates/assets/js", ("yaml-edit.js", "edit-options.js", "edit-form.js")
HERON = "name: Heron\ntier: 2\ntoughness: 38  # TB 3\nattacks:\n  - {name: Beak, element: ice, damage: 3}\n"
KIND = GAME["game/kinds/beast.yaml"].replace(
    "tier: integer 1..10", 'tier: integer 1..10\n          hits: {type: "dice, default 1d6", title: Hits}'
)
PAGE, OTHER = "small/beasts/heron.html", "small/beasts/index.html"
LINES = "[...document.querySelectorAll('.edit .lines > :not(span)')].map(e => e.lastChild.textContent.trimEnd())"
FIELD = """(title => [...document.querySelectorAll('.edit .field')].find(
  field => field.querySelector('label')?.textContent.trim() === title).querySelector('input, select, textarea'))"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("edited")
    for name, text in {**GAME, "game/kinds/beast.yaml": KIND, "beasts/heron.yaml": HERON}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    assert build(Options(folder, pdf=False)).published
    return folder / "site"


def put(page: Chromium, title: str, value: str) -> None:
    page.run(
        f"(input => {{ input.value = '{value}'; for (const type of ['input', 'change'])"
        f" input.dispatchEvent(new Event(type, {{bubbles: true}})) }})({FIELD}('{title}'))"
    )


def opened(page: Chromium, site: Path, path: str = PAGE, **style: int) -> None:
    page.visit(site, path, **style)
    page.run("sheetgen.save('drafts', null)")
    page.click("[data-edit]")
    page.until("document.querySelector('.edit .follows')?.textContent.startsWith('Change a value')")


def test_a_changed_value_shows_what_follows_and_the_line_that_changes(page: Chromium, site: Path) -> None:
    opened(page, site, width=1366)
    put(page, "Toughness", "71")
    page.until("document.querySelectorAll('.edit .why > div').length > 3")
    follows = page.texts(".edit .why > div")
    assert "Toughness Bonus 3 → 7toughness 71 ÷ 10 rounded down" in follows
    assert any(text.startswith("Wounds, heavy 1 → 3") for text in follows)
    assert page.run(LINES) == ["- toughness: 38  # TB 3", "+ toughness: 71  # TB 3"]
    assert page.text(".edit .state") == "Not saved: Toughness."
    tracks = (
        "[...document.querySelectorAll('.b-tracks > div')].map(d => [...d.querySelector('.boxes').textContent].length)"
    )
    assert page.texts(".stat-block .changed") == ["17", "7", "3"] and page.run(tracks) == [7, 3]
    assert page.run("document.querySelector('.b-tracks .number').title") == "TB 7"
    put(page, "Toughness", "38")
    page.until("!document.querySelector('.stat-block .changed')")
    assert page.run(tracks) == [3, 1] and page.texts(".b-figures .number") == ["13"]


def test_what_is_not_legal_is_said_and_goes_no_further(page: Chromium, site: Path) -> None:
    opened(page, site)
    put(page, "Tier", "11")
    assert page.run(f"{FIELD}('Tier').parentNode.querySelector('.wrong').textContent") == "Tier: at most 10"
    assert page.run(f"{FIELD}('Tier').getAttribute('aria-invalid')") == "true"
    assert "Tier" not in page.text(".edit .state")
    put(page, "Hits", "2d")
    assert page.run(f"{FIELD}('Hits').parentNode.querySelector('.wrong').textContent") == "Hits: dice, such as 2d6+1"
    assert page.text(".edit .state") == "Nothing is changed."
    put(page, "Hits", "4dF + 1")
    assert page.text(".edit .state") == "Not saved: Hits."
    put(page, "Name", " ")
    assert "Name" not in page.text(".edit .state")


def test_rows_come_and_go(page: Chromium, site: Path) -> None:
    opened(page, site)
    page.run("document.querySelectorAll('.edit details').forEach(d => { d.open = true })")
    page.run("[...document.querySelectorAll('.edit .add')].find(b => b.textContent === 'Add to Attacks').click()")
    lines = page.run(LINES)
    assert lines[-1] == "+   - {name: New, element: fire}"
    page.run("document.querySelector('.edit .item > .flat').click()")
    assert page.run(LINES)[-2:] == ["-   - {name: Beak, element: ice, damage: 3}", "+   - {name: New, element: fire}"]


def test_what_holds_or_does_not_is_switched_on_and_off(page: Chromium, tmp_path: Path) -> None:
    field = "wards: list of one of element, default []\n          attacks: list of"
    kind = GAME["game/kinds/beast.yaml"].replace("attacks: list of", field)
    for name, text in {**GAME, "game/kinds/beast.yaml": kind, "beasts/heron.yaml": HERON}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    assert build(Options(tmp_path, pdf=False)).published
    opened(page, tmp_path / "site")
    ward = "(title => [...document.querySelectorAll('.edit .tick')].find(l => l.textContent === title)"
    ward += ".querySelector('input').click())"
    page.run("document.querySelectorAll('.edit details').forEach(d => { d.open = true })")
    page.run(f"{ward}('Ice'); {ward}('Fire')")
    assert page.run(LINES) == ["+ wards: [ice, fire]"]
    page.run(f"{ward}('Ice')")
    assert page.run(LINES) == ["+ wards: [fire]"]
    page.run(f"{ward}('Fire')")
    assert page.text(".edit .state") == "Nothing is changed."


def test_fields_that_exist_only_at_times_come_and_go(page: Chromium, tmp_path: Path) -> None:
    for name, text in TOWER.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    assert build(Options(tmp_path, pdf=False)).published
    opened(page, tmp_path / "site", "tower/heroes/ann.html")
    hidden = (
        "[...document.querySelectorAll('.edit .inputs > [hidden]')].map(e => e.textContent.match(/[A-Z][a-z]+/)[0])"
    )
    assert page.run(hidden) == ["Staff", "Oath"]
    put(page, "Calling", "fighter")
    page.until(f"{hidden}.length === 3")
    assert page.run(hidden) == ["Spells", "Mana", "Staff"]
    lines = "{name: Ann, calling: wizard, spells: [Spark], level: 2}", "{name: Ann, calling: fighter, level: 2}"
    assert page.run(LINES) == ["- " + lines[0], "+ " + lines[1]]
    page.until("document.querySelector('.edit .why')?.textContent.includes('Power 6 → 0')")
    put(page, "Calling", "wizard")
    assert page.text(".edit .state") == "Nothing is changed.", "what it was is not forgotten"
    put(page, "Mana", "4")
    page.until("document.querySelector('.edit .state').textContent === 'Not saved: Mana. Still missing: Staff.'")


@pytest.fixture(scope="module")
def shore(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of heroes who choose options of what they have."""
    folder = tmp_path_factory.mktemp("options")
    heavy = 'nor hide from anybody who has ears."'
    hero = SHORE["game/kinds/hero.yaml"]
    files = {
        **SHORE,
        "assets/iron.yaml": SHORE["assets/iron.yaml"].replace(heavy, f"{heavy}, effects: [{{target: weight, add: 4}}]"),
        "game/kinds/hero.yaml": hero.replace(
            "derive:", "derive:\n          base: len(told)\n          weight: {title: Weight, formula: base + 1}"
        )
        .replace("blocks:", "blocks:\n            top: {type: figures, items: [{label: Weight, value: weight}]}", 1)
        .replace("page: [bought, kit]", "page: [top, bought, again, only, rigged, kit]"),
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    assert build(Options(folder, pdf=False)).published
    return folder / "site"


BOXES = """(scope => [...document.querySelectorAll(scope + ' .options .tick')].map(label => {
  const box = label.querySelector('input');
  return (box.disabled ? '!' : '') + (box.checked ? 'x ' : '- ') + label.textContent.slice(0, 12);
}))"""
"""The options that a form offers: ticked or not, and fixed or not."""
TICK = "(words => [...document.querySelectorAll('.edit .options .tick')].find(label => label.textContent.startsWith("
TICK += "words)).querySelector('input').click())"
BEA, FIRST = "shore/heroes/bea.html", ".edit .item:first-child"
IRON = ["!x Light: You m", "- Heavy: You m"]


def test_options_are_ticked_and_all_that_follows_from_them_follows(page: Chromium, shore: Path) -> None:
    opened(page, shore, BEA, width=1366)
    page.run("document.querySelectorAll('.edit details').forEach(d => { d.open = true })")
    assert page.run(f"{BOXES}('{FIRST}')") == IRON
    assert page.run(f"{BOXES}('.edit .inputs > details:not(:has(.item))')") == [
        "- It steals.",
        "x It speaks.",
        "- It returns.",
    ]
    page.run(f"{TICK}('Heavy')")
    page.until("!!document.querySelector('.stat-block .changed')")
    assert page.run(LINES) == ["-   - {asset: iron}", "+   - {asset: iron, bought: [Heavy]}"]
    assert page.text(".b-figures .number") == "9"
    assert any(text.startswith("Weight 4 → 9") and "Heavy 4" in text for text in page.texts(".edit .why > div"))
    assert not [text for text in page.texts(".edit .why > div") if text.startswith(("Every", "boxes"))], "on the page"
    page.run(f"{TICK}('Heavy')")
    page.until("!document.querySelector('.stat-block .changed')")
    assert page.text(".edit .state") == "Nothing is changed."
    page.run(f"{TICK}('Light')")
    assert page.text(".edit .state") == "Nothing is changed.", "what everybody has stays"


def test_options_are_those_of_the_entry_beside_them(page: Chromium, shore: Path) -> None:
    opened(page, shore, BEA)
    page.run("document.querySelectorAll('.edit details').forEach(d => { d.open = true })")
    refer = "(([scope, id]) => { const select = document.querySelector(scope + ' select'); select.value = id;"
    refer += " select.dispatchEvent(new Event('change', {bubbles: true})) })"
    second = ".edit .item:nth-child(2)"
    assert page.run(f"{BOXES}('{second}')") == ["x It steals.", "- It speaks.", "x It returns."]
    page.run(f"{refer}(['{second}', 'iron'])")
    assert page.run(f"{BOXES}('{second}')") == IRON
    assert page.run(LINES) == ["-   - {asset: bird, bought: [sly, 3]}", "+   - {asset: iron}"]
    page.run(f"{refer}(['{second}', 'bird'])")
    assert page.run(f"{BOXES}('{second}')") == ["x It steals.", "- It speaks.", "x It returns."]
    assert page.text(".edit .state") == "Nothing is changed.", "what was chosen of it is there again"
    page.run(f"{TICK}('It steals')")
    assert page.run(LINES) == ["-   - {asset: bird, bought: [sly, 3]}", "+   - {asset: bird, bought: [3]}"]
    page.run(f"{TICK}('It steals')")
    put(page, "Ship", "iron")
    assert page.run(f"{BOXES}('.edit .inputs > details:not(:has(.item))')") == IRON
    assert page.run(LINES) == ["- ship: bird", "+ ship: iron", '- rigging: ["2"]']
    put(page, "Ship", "")
    assert page.run(f"{BOXES}('.edit .inputs > details:not(:has(.item))')") == []


PAGE_BOXES = """[...document.querySelectorAll('[data-boxes]')].map(list => list.dataset.boxes + ': '
  + [...list.children].map(row => {
    const words = row.textContent.replace(/(not )?chosen|[\\ue000-\\uf8ff]/g, '').replace(/\\s+/g, ' ').trim(),
      tick = row.querySelector('.sr-only').textContent === 'chosen' ? 'x' : '-';
    return tick + (row.querySelector('.sign.changed') ? '!' : '') + words.slice(0, 10).trim();
  }).join(', '))"""
"""The lists of the page with boxes: how each stands, and whether that is new."""


def test_boxes_of_the_page_are_ticked_with_those_of_the_form(page: Chromium, shore: Path) -> None:
    opened(page, shore, BEA, width=1366)
    page.run("document.querySelectorAll('.edit details').forEach(d => { d.open = true })")
    built = page.run(PAGE_BOXES)
    assert built == [
        "bought: xLight You, -Heavy You, xIt steals., -It speaks., xIt returns",
        "again: xYou may ru, -You may no, xIt steals., -It speaks., xIt returns",
        "only: xLight, x, x",
        "rigged: -, x, -",
    ]
    turn = f"{TICK}('Heavy'); [...document.querySelectorAll('.edit .options input')].at(-3).click()"
    page.run(turn)
    page.until("!!document.querySelector('.stat-block .sign.changed')")
    assert page.run(PAGE_BOXES) == [
        "bought: xLight You, x!Heavy You, xIt steals., -It speaks., xIt returns",
        "again: xYou may ru, x!You may no, xIt steals., -It speaks., xIt returns",
        "only: xLight, x!Heavy, x, x",
        "rigged: x!, x, -",
    ]
    page.run(turn)
    page.until("!document.querySelector('.stat-block .sign.changed')")
    assert page.run(PAGE_BOXES) == built
    page.run("document.querySelector('.edit .item:nth-child(2) > .flat').click()")
    page.run("[...document.querySelectorAll('.edit .add')].find(b => b.textContent === 'Add to Assets').click()")
    put(page, "Ship", "iron")
    page.until("document.querySelectorAll('[data-boxes=rigged] .item').length === 2")
    assert page.run(PAGE_BOXES) == [
        "bought: xLight You, -Heavy You, -!It steals., -It speaks., -!It returns",
        "again: xYou may ru, -You may no, -!It steals., -It speaks., -!It returns",
        "only: xLight",
        "rigged: x!Light, -!Heavy",
    ]


def test_options_of_an_address_are_taken_as_far_as_they_are_legal(page: Chromium, shore: Path) -> None:
    page.style()
    for values, state in (
        ({"ship": "iron", "rigging": ["HEAVY"]}, "Not saved: Ship, Rigging."),
        ({"ship": "iron", "rigging": ["sly"]}, "Left out, since they are not legal: Rigging."),
        ({"assets": [{"asset": "bird", "bought": ["4"]}]}, "Left out, since they are not legal: Assets."),
    ):
        page.open("about:blank")
        page.open((shore / BEA).as_uri() + "#edit=" + quote(json.dumps(values)))
        page.until(f"document.querySelector('.edit .state')?.textContent.includes('{state}')")


def test_rows_of_the_page_come_and_go_with_those_of_the_file(page: Chromium, site: Path) -> None:
    opened(page, site)
    rows = "[...document.querySelectorAll('.stat-block .b-table tbody tr')].filter(r => !r.hidden).map("
    rows += "r => [...r.cells].map(c => (c.querySelector('bdi') || c).textContent.trim()))"
    built = page.run(rows)
    assert [row[0] for row in built] == ["Beak"]
    page.run("document.querySelectorAll('.edit details').forEach(d => { d.open = true })")
    add = "[...document.querySelectorAll('.edit .add')].find(b => b.textContent === 'Add to Attacks').click()"
    page.run(add)
    page.until(f"{rows}.length === 2")
    page.run(
        "(i => { i.value = 'Wing'; i.dispatchEvent(new Event('input', {bubbles: true})) })"
        "([...document.querySelectorAll('.edit .item input')].find(i => i.value === 'New'))"
    )
    page.until(f"{rows}[1][0] === 'Wing'")
    page.run("document.querySelector('.edit .item > .flat').click()")
    page.until(f"{rows}.length === 1")
    assert page.run(rows)[0][0] == "Wing", "who is left stands where it stood"
    page.run("[...document.querySelectorAll('.edit .acts button')].find(b => b.textContent === 'Discard').click()")
    page.until(f"{rows}[0][0] === 'Beak'")
    assert page.run(rows) == built and page.run("document.querySelectorAll('.stat-block .changed').length") == 0


def test_changes_are_named_on_every_page_until_they_are_discarded(page: Chromium, site: Path) -> None:
    opened(page, site)
    put(page, "Toughness", "55")
    page.until("sheetgen.load('drafts').then(drafts => drafts && Object.keys(drafts).length)")
    page.visit(site, OTHER)
    page.until("!!document.querySelector('.drafts a')")
    assert page.text(".drafts") == "Not saved: Heron"
    page.leave("document.querySelector('.drafts a').click()")
    page.until("document.querySelector('.edit .state')?.textContent === 'Not saved: Toughness.'")
    assert page.run(f"{FIELD}('Toughness').value") == "55"
    page.run("[...document.querySelectorAll('.edit .acts button')].find(b => b.textContent === 'Discard').click()")
    page.until("document.querySelector('.edit .state').textContent === 'Nothing is changed.'")
    page.until("sheetgen.load('drafts').then(drafts => !drafts)")
    page.visit(site, OTHER)
    page.wait(200)
    assert page.run("document.querySelector('.drafts')") is None


def test_values_of_an_address_are_taken_as_far_as_they_are_legal(page: Chromium, site: Path) -> None:
    page.style()
    page.open("about:blank")
    values = '{"toughness":60,"tier":99,"secret":null,"constructor":{"x":1}}'
    page.open((site / PAGE).as_uri() + "#edit=" + values.replace('"', "%22"))
    page.until("document.querySelector('.edit .state')?.textContent.startsWith('Not saved: Toughness.')")
    assert page.text(".edit .state") == "Not saved: Toughness. Left out, since they are not legal: Tier."


@pytest.mark.parametrize("width", [320, 390, 820, 1366])
def test_the_form_stays_in_the_window(page: Chromium, site: Path, width: int) -> None:
    page.visit(site, PAGE, width=width)
    page.click("[data-edit]")
    page.until("!!document.querySelector('.edit .field')")
    page.run("document.querySelectorAll('.edit details').forEach(d => { d.open = true })")
    assert page.run("document.documentElement.scrollWidth <= innerWidth")
    small = "[...document.querySelectorAll('.edit :is(button, summary, select, .field input)')].filter(e => "
    assert page.run(small + "e.getClientRects().length && e.getBoundingClientRect().height < 24).length") == 0


TOUCH = """(() => {
  const [game, forms] = Object.entries(sheetgenKinds)[0], form = sheetgenForm(forms), wrong = [];
  let fields = 0;
  for (const [key, source] of Object.entries(sheetgenSources)) {
    const now = structuredClone(source.fields);
    for (const field of forms.kinds[key.slice(game.length + 1).split(':')[0]].fields) {
      const box = form.control(field, structuredClone(now[field.name]), value => {
        if (value === undefined) delete now[field.name]; else now[field.name] = value;
      });
      for (const input of box.querySelectorAll('input, select, textarea'))
        for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, {bubbles: true}));
      fields++;
      if (!SheetgenYaml.same(source.fields[field.name], now[field.name]))
        wrong.push([key, field.name, source.fields[field.name] ?? null, now[field.name] ?? null]);
    }
    if (!wrong.length && SheetgenYaml.edited(source.text, source.node, source.fields, now) !== source.text)
      wrong.push([key]);
  }
  return [Object.keys(sheetgenSources).length, fields, wrong.slice(0, 5)];
})()"""
"""Every control of every entry says its own value again: how many there are, and what is another one by that."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_controls_that_say_their_own_value_change_no_byte(page: Chromium, tmp_path: Path, ruleset: str) -> None:
    game = next(game for game in opened_games()[1] if game.ruleset.id == ruleset)
    every = [computed.entry for computed in game.entries.by_key.values()]
    sources = EntrySources(game.ruleset)
    scripts = [
        RUNTIME,
        forms_script(game.ruleset, every),
        values_script(game.ruleset, game.loaded.house, every),
        *map(sources.script, every),
    ]
    scripts += [(ASSETS / name).read_text("utf-8") for name in EDITOR]
    (tmp_path / "all.js").write_text("\n".join(scripts), "utf-8")
    site = "<!doctype html><html data-root=''><body><b class=word>x</b><script src=site.js></script>"
    site += "<script>sheetgen.words = text => text</script><script src=all.js></script>"
    (tmp_path / "site.js").write_text((ASSETS / "site.js").read_text("utf-8"), "utf-8")
    (tmp_path / "all.html").write_text(site, "utf-8")
    page.visit(tmp_path, "all.html")
    entries, fields, wrong = page.run(TOUCH)
    assert (entries, wrong) == (len(every), []) and fields > 5 * entries


@pytest.fixture(scope="module")
def creation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site on which heroes are made in steps."""
    folder = tmp_path_factory.mktemp("created")
    for name, text in CREATION.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    assert build(Options(folder, pdf=False)).published
    return folder / "site"


PUSHED = """new Promise(done => new PerformanceObserver(list => done(list.getEntries().flatMap(shift =>
  shift.sources.filter(({node}) => node?.parentElement?.closest('.part') || node?.matches?.('.part'))
).length)).observe({type: 'layout-shift', buffered: true}) || setTimeout(() => done(0), 400))"""
"""How much of what stands below the form has moved in sight."""


@pytest.mark.parametrize("width", [390, 1366])
def test_the_form_of_a_new_entry_comes_where_its_steps_stand(page: Chromium, creation: Path, width: int) -> None:
    written = (creation / "small/heroes/new-hero.html").read_text("utf-8")
    steps = written.partition('<div id="edit" data-steps>')[2].partition("</div>")[0]
    assert "<h2>Step by step</h2>" in steps and steps.count("<h3>") > 1 and "<p class=soft>" in steps
    page.visit(creation, "small/heroes/new-hero.html", width=width)
    page.until("!!document.querySelector('.edit .field')")
    assert not page.run("document.querySelector('[data-steps]')") and page.run(PUSHED) == 0


def test_the_page_of_a_new_entry_stays_where_its_reader_is(page: Chromium, creation: Path) -> None:
    """Its links lead to the form; who opens it otherwise begins above, and goes there by a press."""
    focus = "document.activeElement.id"
    page.visit(creation, "small/heroes/new-hero.html", width=390)
    page.until("!!document.querySelector('.edit .field')")
    assert page.run("[scrollY, location.hash]") == [0, ""] and page.run(focus) != "edit-title"
    page.click("[data-edit]")
    page.until("location.hash === '#edit'")
    top = "document.getElementById('edit').getBoundingClientRect().top"
    assert 0 <= page.run(top) < 120
    page.visit(creation, "index.html", width=390)
    page.click("a[href$='new-hero.html#edit']")
    page.until("!!document.querySelector('.edit .field')")
    assert 0 <= page.run(top) < 120 and page.run(focus) == "edit-title"


@pytest.mark.parametrize("width", [390, 1366])
def test_a_new_entry_is_made_step_by_step(page: Chromium, creation: Path, width: int) -> None:
    page.visit(creation, "small/heroes/new-hero.html", width=width)
    page.run("sheetgen.save('drafts', null)")
    page.visit(creation, "index.html", width=width)
    page.click("a[href$='new-hero.html#edit']")
    page.until("document.querySelectorAll('.edit .inputs > h3').length === 3")
    assert page.texts(".edit .inputs > h3") == ["Who you are", "What you can", "What you have"]
    assert page.text(".edit .state") == "Nothing is changed. Open: Calling, Stats, Pet."
    page.until("document.querySelectorAll('.edit .inputs > p.soft')[2].textContent === 'Left to spend: 6.'")
    put(page, "Name", "Ann of Åre")
    put(page, "Calling", "ice")
    put(page, "Fire", "5")
    page.until("document.querySelector('.edit .why')?.textContent.includes('Sum 0 → 5')")
    assert page.texts(".edit .inputs > p.soft")[2] == "Left to spend: 1."
    put(page, "Ice", "4")
    page.until("document.querySelector('.edit .inputs .unsaved')?.textContent.includes('too much')")
    put(page, "Ice", "1")
    page.until("!document.querySelector('.edit .inputs .unsaved')")
    assert page.text(".edit .state").endswith("Open: Pet.")
    changes = {line.split("  ")[0] for line in page.run(LINES)}
    assert {"+ name: Ann of Åre", "+ open: [pet]", "+ calling: ice"} <= changes
    download = "HTMLAnchorElement.prototype.click = function () { window.saved = this.download }"
    page.run(f"{download}; [...document.querySelectorAll('.edit .acts button')][1].click()")
    assert page.run("window.saved") == "ann-of-are.yaml"
    assert page.run("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [390, 1366])
def test_a_new_entry_is_rolled_on_its_page(page: Chromium, tmp_path: Path, width: int) -> None:
    for name, text in rolling(ROLL).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    assert build(Options(tmp_path, pdf=False)).published
    page.visit(tmp_path / "site", "small/beasts/new-beast.html", width=width)
    page.until("!!document.querySelector('.edit .roll button')")
    page.run("(s => { s.value = 'tide'; s.dispatchEvent(new Event('change')) })"
             "(document.querySelector('.edit .roll input'))")  # fmt: skip
    page.run("document.querySelector('.edit .roll button').click()")
    page.until("!!document.querySelector('.edit .rolls li')")
    name = page.run(f"{FIELD}('Name').value")
    assert name in ("Ada Ash", "Ada Birch", "Bo Ash", "Bo Birch")
    tier = page.run(f"{FIELD}('Tier').value")
    assert f"Tier: d6 [{tier}]" in page.text(".edit .rolls li")
    written = " ".join(" ".join(page.run(LINES)).split())
    assert f"+ name: {name}" in written and f"+ tier: {tier} " in written
    assert page.text(".edit .state").startswith("Not saved: ") and "legal" not in page.text(".edit .state")
    attacks = "sheetgen.load('drafts').then(all => all?.['small/beasts/new-beast.html']?.fields.attacks?.length)"
    page.until(f"{attacks}.then(number => number === 2)")
    page.run("document.querySelector('.edit .roll button').click()")
    page.until("document.querySelectorAll('.edit .rolls li').length === 2")
    assert page.run(attacks) == 2, "the last roll counts"
    assert page.run("document.documentElement.scrollWidth <= innerWidth") and page.problems() == []
    page.run("sheetgen.save('drafts', null)")


def test_where_rolls_are_switched_off_a_new_entry_is_not_rolled(page: Chromium, tmp_path: Path) -> None:
    for name, text in rolling(ROLL).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    with (tmp_path / "campaign.yaml").open("a") as campaign:
        campaign.write("rolls: false\n")
    assert build(Options(tmp_path, pdf=False)).published
    page.visit(tmp_path / "site", "small/beasts/new-beast.html")
    page.until("!!document.querySelector('.edit .field')")
    assert not page.run("document.querySelector('.edit .roll')")

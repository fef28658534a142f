"""Projects as newcomers write them: a sixth game, a campaign elsewhere, hostile names and paths."""

from __future__ import annotations

import json
import os
import re
from html import unescape
from pathlib import Path

import pytest
from packed_scripts import text_of
from projects import Write
from small_game import GAME

from sheetgen.build import BuildResult, Options, build, check, engine_missing
from sheetgen.model.project import read_project
from sheetgen.model.project_file import ProjectError, find
from sheetgen.model.ruleset.ruleset_folders import known_rulesets, ruleset_folder
from sheetgen.model.ruleset.schema import ENTRY, kind_schema
from sheetgen.output.publish import PublishError
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import YAML, file_names, files, in_order

ROOT = Path(__file__).parent.parent
HERO = {
    "campaign.yaml": "title: First steps\nruleset: ./my-game\n",
    "heroes/vesna.yaml": "name: Vesna Oak\nvirtues: {courage: 4, patience: 3}\n",
}
needs_engine = pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")


def built(folder: Path, **options: object) -> BuildResult:
    result = build(Options(folder, **{"pdf": False, **options}))  # type: ignore[arg-type]
    assert result.published is not None, [
        f"{diagnostic.span}: {diagnostic.message}" for diagnostic in result.diagnostics
    ]
    return result


def guides_game() -> dict[str, str]:
    """The smallest game, as the guide prints it."""
    guide = (ROOT / "content" / "guide" / "rulesets.md").read_text("utf-8")
    smallest = guide.partition("{#smallest}")[2].partition("\n## ")[0]
    files = re.findall(r"```yaml\n# (\S+\.yaml)\n(.*?)```", smallest, re.DOTALL)
    return {f"my-game/{name}": text for name, text in files}


# ---- a sixth game


@needs_engine
def test_the_game_of_the_guide_gets_everything_that_the_others_have(project: Write) -> None:
    game = guides_game()
    assert sum(len(text.splitlines()) for text in game.values()) < 40
    folder = project({**game, **HERO})
    result = built(folder, pdf=True)
    assert not list(result.diagnostics)
    site = folder / "site"
    data = json.loads((site / "my-game/heroes/vesna.json").read_text("utf-8"))
    assert data["derived"]["resolve"]["value"] == 8
    page = (site / "my-game/heroes/vesna.html").read_text("utf-8")
    assert "Vesna Oak" in page and "vesna-card.pdf" in page and "vesna-sheet.pdf" in page
    for name in ("vesna-card.pdf", "vesna-sheet.pdf"):
        assert (site / "my-game/heroes" / name).read_bytes().startswith(b"%PDF-")
    scripts = "".join(map(text_of, (site / "assets/js").glob("search-*.js")))
    assert "Vesna Oak" in scripts
    assert "data-calculator" in (site / "my-game/rules/resolve.html").read_text("utf-8")
    assert "data-calculator" in (site / "my-game/calculators.html").read_text("utf-8")
    assert "resolve" in (site / "assets/rules/my-game.js").read_text("utf-8")


def test_the_game_of_the_guide_has_a_schema(project: Write) -> None:
    from projects import loaded

    game, diagnostics = loaded(project({**guides_game(), **HERO}))
    assert not list(diagnostics)
    schema = kind_schema(game.ruleset, game.ruleset.kinds["hero"])
    assert schema["definitions"][ENTRY]["properties"]["virtues"]["propertyNames"]["enum"][:2] == ["courage", "patience"]


# ---- a campaign outside of the repository


def test_a_campaign_elsewhere_plays_a_game_that_comes_along(tmp_path: Path) -> None:
    """Its house rule changes the number, its why and the text of the reference."""
    shadow = {"name": "Test Lamp", "arcana": "moon", "personality": "gloomy", "tier": 2, "size": 3}
    names = "melee ranged magic strength toughness agility intelligence perception willpower fellowship realisation"
    scores = dict.fromkeys(names.split(), 30)
    pages = {}
    for margin in (30, 25):
        folder = tmp_path / str(margin)
        (folder / "shadows").mkdir(parents=True)
        house = f"title: Mine\nruleset: persona\nhouse_rules: {{instant_kill: {margin}}}\n"
        (folder / "campaign.yaml").write_text(house, encoding="utf-8")
        (folder / "shadows" / "lamp.yaml").write_text(json.dumps({**shadow, "scores": scores}), encoding="utf-8")
        built(folder)
        data = json.loads((folder / "site/persona/shadows/lamp.json").read_text("utf-8"))
        kill = data["derived"]["thresholds"]["body"]["kill"]
        assert kill["value"] == 3 + margin and kill["why"].endswith(f" {margin}")
        pages[margin] = {path.name: path.read_text("utf-8") for path in (folder / "site/persona").glob("*.html")}
    chapters = [name for name in pages[30] if name not in ("rulings.html", "rules.html", "calculators.html")]
    assert [name for name in chapters if pages[30][name] != pages[25].get(name)]


# ---- finding projects and rulesets


def test_a_project_is_found_from_inside_of_it(project: Write) -> None:
    folder = project(GAME)
    assert find(folder / "beasts") == find(folder) == find(folder / "campaign.yaml") == folder / "campaign.yaml"


@pytest.mark.parametrize("name", ["", "nowhere"])
def test_no_project_says_how_one_begins(tmp_path: Path, name: str) -> None:
    with pytest.raises(ProjectError, match=r"sheetgen new|there is no folder"):
        find(tmp_path / name)


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ("title: T\nruleset: ./gmae\n", "project", ""),
        ("title: T\nrulest: ./game\n", "unknown-field", "did you mean `ruleset`?"),
        ("title: T\nruleset: ./game\npaper: A3\n", "wrong-type", "did you mean `A4`?"),
        ("title: T\nruleset: ./game\ncard: pokr\n", "out-of-range", ""),
        ("title: T\nruleset: ./game\nprinter: {offset: [1]}\n", "wrong-type", ""),
        ("title: T\nruleset: ./game\ncorners: 40\n", "out-of-range", ""),
        ("title: T\nruleset: ./game\nhouse_rules: {margn: 10}\n", "unknown-house-rule", "did you mean `margin`?"),
        ("title: T\nruleset: ./game\nhouse_rules: {margin: 11}\n", "unknown-house-rule", "its options are 10, 20"),
        ("- a\n", "wrong-type", ""),
        ("", "missing-field", "it needs `title` and `ruleset`"),
    ],
)
def test_mistakes_of_a_campaign(project: Write, text: str, code: str, hint: str) -> None:
    result = build(Options(project({**GAME, "campaign.yaml": text}), pdf=False))
    by_code = {diagnostic.code: diagnostic for diagnostic in result.diagnostics}
    assert result.published is None and code in by_code, list(result.diagnostics)
    assert not hint or by_code[code].hints == (hint,)
    assert by_code[code].span is not None and by_code[code].span.file.name == "campaign.yaml"


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("![q](http://example.org/z.png)", "a picture must lie beside the page that shows it"),
        ("![q](HTTPS://example.org/z.png)", "a picture must lie beside the page that shows it"),
        ("![q](//example.org/z.png)", "a picture must lie beside the page that shows it"),
        ("![q][one]\n\n[one]: //example.org/z.png", "a picture must lie beside the page that shows it"),
        ("![q](data:image/png;base64,AAAA)", "a picture must lie beside the page that shows it"),
        ("![q](rules)", "there is no file `rules` beside this page"),
        ("[q](//example.org/z)", "`//example.org/z` leads nowhere"),
    ],
)
@pytest.mark.parametrize("place", ["beasts/otter.yaml", "pages/index.md", "game/reference/more.md"])
def test_nothing_is_loaded_from_anywhere_else(project: Write, written: str, words: str, place: str) -> None:
    text = f"name: Otter\ntier: 1\ntoughness: 9\nsecret: {json.dumps(written)}\n"
    folder = project({**GAME, place: text if place.endswith(".yaml") else f"# Mine\n\n{written}\n"})
    [mistake] = build(Options(folder, pdf=False)).diagnostics
    assert (mistake.code, mistake.message) == ("dead-link", words)
    assert mistake.span is not None and (mistake.span.file.name, mistake.span.line) == (
        place,
        4 if "yaml" in place else 3,
    )


@pytest.mark.parametrize("style", ["|", ">-", "'"])
def test_mistakes_inside_of_a_text_stand_at_their_word(project: Write, style: str) -> None:
    lines = ["Never frosen.", "It is [[frosen]] all", "over {toughnes} [x](nowhere.md)."]
    head, end = ("secret: '", "'\n") if style == "'" else (f"secret: {style}\n    ", "\n")
    text = "name: Otter\ntier: 1\ntoughness: 9\n" + head + "\n    ".join(lines) + end
    folder = project({**GAME, "beasts/otter.yaml": text})
    first = 5 if style == "'" else 6
    spans = [diagnostic.span for diagnostic in build(Options(folder, pdf=False)).diagnostics if diagnostic.span]
    places = [f"{first}:11 [[frosen]]", f"{first + 1}:11 toughnes", f"{first + 1}:25 nowhere.md"]
    assert [f"{span.line}:{span.column} {span.text}" for span in spans] == places


def test_mistakes_in_a_row_stand_at_their_word(project: Write) -> None:
    changes = {
        "game/ruleset.yaml": ("damage: ", 'text: "markdown, optional", damage: '),
        "game/kinds/beast.yaml": ("name: name\n", "name: name\n              note: text\n"),
        "beasts/otter.yaml": ("name: Pebble", 'name: Pebble, text: "A [[frosen]] one"'),
    }
    files = {name: GAME[name].replace(*change) for name, change in changes.items()}
    mistakes = build(Options(project({**GAME, **files}), pdf=False)).diagnostics
    assert [(mistake.code, str(mistake.span)) for mistake in mistakes] == [("dead-link", "beasts/otter.yaml:5:35")]


def test_rulesets_beside_the_project_come_first(project: Write) -> None:
    folder = project(GAME)
    assert ruleset_folder("game", folder) == ruleset_folder("./game", folder) == folder / "game"
    assert known_rulesets(folder)[0] == "game"
    assert ruleset_folder("../game", folder) is None
    diagnostics = Diagnostics()
    assert read_project(project({"campaign.yaml": "title: [a\n"}) / "campaign.yaml", diagnostics) is None
    assert diagnostics.has_errors


# ---- hostile content, built end to end

NAMES = [
    '<script>alert("x")</script>',
    "</title><img src=x onerror=alert(1)>",
    'O\'Malley & "Daughters"',
    "影の女王",
    "ظل البحر القديم",
    "\u202egnp.live\u202c",
    "{{ 7 * 7 }}{% raw %}",
    "[[otter]] {TB} ](javascript:alert(1))",
    "x" * 400,
    "🦦" * 20,
    "con",
]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a campaign in which every name is an attack or a trial."""
    folder = tmp_path_factory.mktemp("hostile")
    for name, text in GAME.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            "\n".join(line.removeprefix("        ") for line in text.strip("\n").split("\n")), encoding="utf-8"
        )
    portraits = ["../../etc/passwd", "/etc/hostname", "campaign.yaml", *[""] * len(NAMES)]
    beasts = [_beast(number, name, portraits[number]) for number, name in enumerate(NAMES)]
    (folder / "beasts" / "hostile.yaml").write_text(json.dumps(beasts, ensure_ascii=False), encoding="utf-8")
    built(folder)
    return folder / "site"


def _beast(number: int, name: str, portrait: str) -> dict[str, object]:
    # In Markdown, braces and double brackets mean something; elsewhere they are letters like others.
    prose = name.translate({ord(bracket): "(" for bracket in "{[}"})
    return {
        "id": f"beast-{number}", "name": name, "tier": 1, "toughness": 10, "portrait": portrait,
        "summary": prose, "secret": prose, "tags": [name], "aliases": [name[::-1]],
        "attacks": [{"name": name, "element": "fire"}],
    }  # fmt: skip


def test_every_hostile_name_has_a_page_of_its_own(hostile: Path) -> None:
    pages = [path for path in hostile.glob("small/beasts/*.html") if path.stem not in ("index", "otter", "new-beast")]
    assert len(pages) == len(NAMES)
    titles = [unescape(re.search(r"<title>(.*?)</title>", path.read_text("utf-8"), re.DOTALL)[1]) for path in pages]  # type: ignore[index]
    for name in NAMES:
        assert any(name in title for title in titles), name


def test_no_name_becomes_markup_or_script(hostile: Path) -> None:
    for path in hostile.rglob("*.html"):
        text = path.read_text("utf-8")
        assert "<script>alert" not in text and "<img src=x" not in text and 'href="javascript:' not in text, path
        assert "49{%" not in text, path


def test_no_name_ends_a_script_early(hostile: Path) -> None:
    for path in hostile.rglob("*.html"):
        for kind, script in re.findall(r"<script\b([^>]*)>(.*?)</script>", path.read_text("utf-8"), re.DOTALL):
            assert "<" not in script if "ld+json" in kind else "alert(" not in script, path


def test_no_file_is_written_or_read_outside(hostile: Path) -> None:
    for path in hostile.rglob("*"):
        assert path.resolve().is_relative_to(hostile.resolve())
    secret = Path("/etc/hostname")
    pages = "".join(path.read_text("utf-8") for path in hostile.rglob("*.html"))
    assert "root:x:" not in pages and "data:text" not in pages
    assert not secret.is_file() or "data:application" not in pages


@pytest.mark.skipif(os.name == "nt", reason="links want rights there")
@pytest.mark.parametrize("place", ["pages/notes.md", "beasts/linked.yaml", "theme.css", "portraits/face.svg"])
def test_links_out_of_the_campaign_publish_nothing(
    project: Write, tmp_path_factory: pytest.TempPathFactory, place: str
) -> None:
    outside = tmp_path_factory.mktemp("outside") / f"target{Path(place).suffix}"
    outside.write_text("name: Zyxwvut\ntier: 1\ntoughness: 10\n", encoding="utf-8")
    otter = GAME["beasts/otter.yaml"].rstrip() + "\n        portrait: portraits/face.svg\n"
    folder = project({**GAME, "beasts/otter.yaml": otter, "portraits/readme.txt": "", "pages/index.md": "# Mine\n"})
    (folder / place).symlink_to(outside)
    build(Options(folder, pdf=False))
    assert not [path for path in (folder / "site").rglob("*") if path.is_file() and b"Zyxwvut" in path.read_bytes()]


@pytest.mark.parametrize("output", ["../elsewhere", "/elsewhere-of-sheetgen", ".", "beasts/.."])
def test_a_campaign_cannot_ask_for_an_output_outside_or_over_itself(project: Write, output: str) -> None:
    folder = project({**GAME, "campaign.yaml": f"title: T\nruleset: ./game\noutput: {output}\n"})
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    result = build(Options(folder, pdf=False))
    [mistake] = result.diagnostics
    assert mistake.span is not None and (mistake.code, mistake.span.line, result.published) == ("project", 3, None)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert not (folder.parent / "elsewhere").exists()


def test_an_output_that_holds_something_else_is_left_alone(project: Write) -> None:
    campaign = "title: T\nruleset: ./game\noutput: mine\n"
    folder = project({**GAME, "campaign.yaml": campaign, "mine/diary.txt": "Dear diary"})
    with pytest.raises(PublishError):
        build(Options(folder, pdf=False))
    assert [path.name for path in (folder / "mine").iterdir()] == ["diary.txt"]


def test_a_campaign_may_stand_in_the_folder_of_its_game(project: Write) -> None:
    moved = {f"game/campaign/{name}" if not name.startswith("game/") else name: text for name, text in GAME.items()}
    settings = moved["game/campaign/campaign.yaml"].replace("./game", "..")
    result = build(Options(project(moved | {"game/campaign/campaign.yaml": settings}) / "game/campaign", pdf=False))
    assert list(result.diagnostics) == [] and result.published is not None


def test_a_campaign_is_read_by_its_file_from_inside(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    newt = GAME["beasts/otter.yaml"].replace("name: Otter", "name: Newt")
    folder = project(GAME | {"stray/moth.yaml": "name: Moth\n", "beast-newt.yaml": newt})
    monkeypatch.chdir(folder)
    said = [[str(mistake.span) for mistake in check(Path(path))[0]] for path in (".", "campaign.yaml")]
    assert said[0] == said[1] == ["stray/moth.yaml:1:1"]


def test_names_of_files_are_their_paths_in_order(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = project(dict.fromkeys(("b.yaml", "a b/c.yaml", "a/z/y.YML", "a/b.yaml", ".c/d.yaml", "a/e.txt"), ""))
    monkeypatch.chdir(folder)
    expected = ["a/b.yaml", "a/z/y.YML", "a b/c.yaml", "b.yaml"]
    for top in (Path(), folder):
        names = file_names(top, *YAML, deep=True)
        assert in_order(names) == [str(top / name) for name in expected] == list(map(str, files(top, *YAML, deep=True)))

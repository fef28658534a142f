"""A player's edition holds nothing that is hidden or secret: every byte of it is searched for marked words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner
from packed_scripts import text_of
from projects import Write
from pypdf import PdfReader
from pypdf.generic import IndirectObject, StreamObject
from small_game import GAME

from sheetgen.build import Options, build, build_in_memory
from sheetgen.build import check as run_check
from sheetgen.cli import cli
from sheetgen.model.players_edition import public_text
from sheetgen.text.cache import FOLDER

BOX = "\n\n            ".join(
    [
        "Seen @.",
        "::: gm\n            @\n            :::",
        "> ::: gm\n            > @\n            > :::",
        "- item\n\n              ::: gm\n              @\n              :::",
        ":::: note Told\n            Seen @.\n\n            ::: gm\n            @\n            :::\n            ::::",
        "<!-- @ -->",
        "<!-- @\n\n            @ -->",
        "Words <!-- @\n            @ --> and `<!-- Seen @ -->` words.",
    ]
)
"""Markdown with secrets in it, marked, and seen words beside them."""

VALUES = {
    "words": ("text, optional", "@ words"),
    "long": ("markdown, optional", "@ long"),
    "things": ("list of text, default []", "[@ thing]"),
    "claws": ("list of attack, default []", "[{name: @ claw, element: fire}]"),
    "claw": ("attack, optional", "{name: @ claw, element: ice}"),
    "charms": ('map element -> text, default ""', "{fire: @ charm}"),
    "runes": ("map text -> text, default {}", "{@: @ rune}"),
    "whatever": ("any, optional", "[@, {@: @}]"),
    "guard": ("ref beast, optional", "shade"),
}
"""A field of each sort that can hold a word, with its value."""


KNOWN_IN_PART = """
        name: Seen crypt
        known: [name, things.Seen thing, claws.Seen claw, claw.element, charms.ice, runes.Seen rune, guard]
        tags: [@]
        aliases: [@]
        summary: @ summary.
        source: @ book.
        facts: [@]
        floor: 9
        room: |
            @ room
        words: @ words
        long: @ long
        things: [@ thing, Seen thing]
        claws: [{name: @ claw, element: fire}, {name: Seen claw, element: ice, trick: @ trick}]
        claw: {name: @ claw, element: ice, damage: 3}
        charms: {fire: @ charm, ice: Seen charm}
        runes: {@: @ rune, Seen rune: Seen sign}
        whatever: [@, {@: @}]
        guard: shade
        """
"""An entry that players know in part; it names a hidden one."""


def _kept_places() -> dict[str, str]:
    """The same kind and entry in each way to hide fields: by the ruleset, by the campaign, and with the whole kind."""
    fields = "".join(f"\n          {name}: {{type: '{sort}'SECRET}}" for name, (sort, _) in VALUES.items())
    written = "".join(f"\n        {name}: {value}" for name, (_, value) in VALUES.items())
    kind = (
        """
        id: KIND
        title: KIND
        plural: KINDs
        fields:
          floor: 'integer, default 1'
          room: 'markdown, optional'"""
        + fields
        + """
        derive:
          told: 'words if words != none else "little"'
          lot: '[{"name": c.name, "what": c.element} for c in claws]'
          sum: len(things) + floor
        checks:
          - {that: len(things) < 9, says: too many things}
        layout:
          badge: {label: Floor, value: floor}
          blocks:
            facts:
              type: facts
              items:
                - {label: Told, value: told}
                - {label: Words, value: words}
                - {label: Claw, value: 'claw.name if claw != none else ""'}
            things: {type: facts, items: [{label: Things, value: 'join(things, ", ")'}]}
            claws: {type: table, title: Claws, rows: claws, name: name, columns: [{label: Dmg, value: damage}]}
            lot: {type: named, title: Lot, rows: lot, name: name, text: what}
            long: {type: prose, title: Long, text: long}
            room: {type: prose, title: Room, text: room}
          page: [facts, things, claws, lot, long, room]
          card: {front: [facts, things, claws], back: [lot, long, room]}
          sheet: {play: [facts, things, claws, lot, long, room]}
        list: {columns: [{label: Words, value: words}, {label: Sum, value: sum}]}
        facets: {thing: things, word: words}
        """
    )
    entry = f"""
        name: Seen KIND
        tags: [TAG]
        aliases: [TAG]
        summary: TAG summary.
        source: TAG book.
        facts: [TAG]
        room: |
            {BOX}{written}
        """
    files = {}
    for name, secret, tag in (("vault", ", secret: true", "plain"), ("attic", "", "@"), ("cellar", "", "@")):
        files[f"game/kinds/{name}.yaml"] = kind.replace("KIND", name).replace("SECRET", secret)
        own = entry.replace("Seen KIND", "@ cellar" if name == "cellar" else f"Seen {name}").replace("TAG", tag)
        files[f"{name}/{'@' if name == 'cellar' else 'seen'}-{name}.yaml"] = own
    files["game/kinds/crypt.yaml"] = kind.replace("KIND", "crypt").replace("SECRET", "")
    files["crypt/seen-crypt.yaml"] = KNOWN_IN_PART
    files["crypt/seen-crypt-too.yaml"] = "name: Seen Crypt Too\nextends: seen-crypt\nlong: @ more\n"
    return files


FILES = {
    "campaign.yaml": """
        title: The small hours
        ruleset: ./game
        edit: https://example.org/edit/@
        hidden: [cellar, attic.room, attic.source, attic.facts, attic.tags, attic.summary, attic.aliases, @FIELDS]
        """.replace("@FIELDS", ", ".join(f"attic.{name}" for name in VALUES)),
    "game/kinds/fight.yaml": """
        id: fight
        title: Fight
        plural: Fights
        folder: fights
        fields:
          notes: markdown, optional
          fighters: list of fighter
          boss: ref beast, optional
          lair: {type: text, optional: true, secret: true}
        derive:
          roster:
            formula: '[{"name": f.name, "id": f.beast.id, "initiative": f.beast.tier, "side": "foe"} for f in fighters]'
          strength: sum(f.beast.tier * f.count for f in fighters)
          place: lair
        roster: roster
        layout:
          blocks:
            fighters:
              {type: table, title: Fighters, rows: fighters, name: name, columns: [{label: Tier, value: beast.tier}]}
            notes: {type: prose, title: Notes, text: notes}
            all: {type: facts, items: [{label: Strength, value: strength}, {label: Lair, value: place}]}
          page: [fighters, notes, all]
          card: {front: [fighters, notes, all]}
          sheet: {play: [fighters, notes, all]}
        facets: {strong: strength}
        """,
    "beasts/shade.yaml": """
        name: @ Shade
        aliases: [@ Alias]
        tags: [@tag]
        summary: A @ summary.
        source: The @ book.
        tier: 9
        toughness: 60
        hidden: true
        attacks: [{name: @ claw, element: fire, damage: 4, trick: @ trick}]
        """,
    "beasts/shadeling.yaml": "name: Shadeling @\nextends: shade\n",
    "beasts/open.yaml": "name: Seen Open\nextends: otter\nhidden: false\n",
    "beasts/@-file.yaml": """
        id: plain
        name: Seen Plain
        tier: 3
        toughness: 30
        friend: shade
        attacks: [{name: Seen bite, element: ice, damage: 1, trick: @ trick, remark: "Seen.\\n\\n::: gm\\n@\\n:::\\n"}]
        """,
    "fights/pier.yaml": f"""
        name: Seen Pier
        fighters:
          - {{name: Seen Otter, beast: otter, count: 2}}
          - {{name: @ Boss, beast: shade}}
          - {{name: @ Rider, beast: otter, mount: shade}}
          - {{name: @ Child, beast: shadeling}}
        boss: shade
        lair: The @ lair
        notes: |
            {BOX}
        """,
    "pages/plot.md": """
        ---
        title: The @ plot
        summary: About @.
        aliases: [@]
        hidden: true
        ---

        # @ {#at}

        @ [[shade]]
        """,
    "pages/open.md": f"""
        ---
        title: Seen Open Page
        ---

        ## Seen Heading

        {BOX.replace("            ", "        ")}

        ::: gm
        [[shade]] and [[plot]] @
        :::
        """,
    **_kept_places(),
    "theme.css": "/* @ */ .seen { color: red }\n",
    "game/theme.css": "/* Seen */ .seen { color: red }\n",
    "game/entries/beasts/old.yaml": "name: Old @\ntier: 1\ntoughness: 10\nhidden: true\n",
}
"""A campaign with marks where players must not see anything: `@`, and `Seen` before one that they may see."""


MARK = r"Zyx\d+q"
COMMENTS = re.compile(r"<!--.*?-->|/\*.*?\*/", re.DOTALL)


def campaign() -> dict[str, str]:
    """The files, every mark a word of its own."""
    numbers = iter(range(1000))

    def marked(text: str) -> str:
        return re.sub(r"(Seen [\w ]*)?@", lambda m: m[1] if m[1] else f"Zyx{next(numbers)}q", text)

    ruleset = GAME["game/ruleset.yaml"].replace(
        'damage: "integer, default 0"}',
        'damage: "integer, default 0", trick: {type: text, optional: true, secret: true},'
        ' remark: "markdown, optional"}\n'
        '          fighter: {name: text, beast: ref beast, count: "integer, default 1", mount: "ref beast, optional"}',
    )
    kind = GAME["game/kinds/beast.yaml"].replace(
        "columns: [{label: Dmg, value: damage}]}",
        "note: remark, columns: [{label: Dmg, value: damage}, {label: Trick, value: trick}]}",
    )
    files = {**GAME, "game/ruleset.yaml": ruleset, "game/kinds/beast.yaml": kind}
    files |= {marked(path): marked(text) for path, text in FILES.items()}
    return files


def words_of(path: Path) -> Iterator[bytes]:
    """The name of a file, what it holds, and of a PDF its text and all that is not text."""
    yield path.name.encode()
    yield path.read_bytes()
    if path.parent.name == "js":
        yield text_of(path).encode()
    if path.read_bytes().startswith(b"%PDF"):
        pdf = pypdfium2.PdfDocument(path)
        for page in pdf:
            yield page.get_textpage().get_text_range().encode()
        reader = PdfReader(path)
        yield repr(reader.metadata).encode()
        for number in range(1, int(str(reader.trailer["/Size"]))):
            part = IndirectObject(number, 0, reader).get_object()
            yield repr(part).encode()
            if isinstance(part, StreamObject):
                yield part.get_data()


def leaks(folder: Path) -> list[str]:
    """Every marked word in a folder, with its file."""
    return sorted(
        f"{path.relative_to(folder).as_posix()}: {mark.decode()}"
        for path in folder.rglob("*")
        if path.is_file()
        for words in words_of(path)
        for mark in {*re.findall(MARK.encode(), words)}
    )


def marks() -> set[str]:
    """All marked words."""
    return {mark for part in campaign().items() for text in part for mark in re.findall(MARK, text)}


def test_no_byte_of_a_players_edition_tells_a_secret(
    project: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Neither does what the game master's edition, made before it, has kept."""
    monkeypatch.setenv(FOLDER, str(tmp_path / "cache"))
    folder = project(campaign())
    for output, player in (("all", False), ("public", True)):
        result = build(Options(folder, output=folder / output, player=player, pdf=False))
        assert [f"{d.span}: {d.message}" for d in result.diagnostics] == []
    assert_everything_but_comments(folder / "all")
    assert leaks(folder / "public") == []
    seen = (folder / "public/small/fights/pier.html").read_text("utf-8")
    assert "Seen Otter" in seen and "<code>&lt;!-- Seen" in seen
    assert not (folder / "public/small/plot.html").exists()
    data = json.loads((folder / "public/small/fights/pier.json").read_text("utf-8"))
    assert [row["beast"] for row in data["fields"]["fighters"]] == ["otter"]
    assert data["derived"]["strength"]["value"] == 4
    assert "boss" not in data["fields"] and "lair" not in data["fields"]
    for name in ("seen-crypt", "seen-crypt-too"):
        assert known_of(json.loads((folder / f"public/small/crypt/{name}.json").read_text("utf-8"))) == {
            "things": ["Seen thing"],
            "claws": [{"name": "Seen claw", "element": "ice", "damage": 0, "trick": None, "remark": None}],
            "claw": {"element": "ice"},
            "charms": {"ice": "Seen charm"},
            "runes": {"Seen rune": "Seen sign"},
        }


def known_of(data: dict[str, Any]) -> dict[str, Any]:
    """The fields of an entry beside what it is called; of what follows, its data has the claw that is known."""
    assert [row["name"]["value"] for row in data["derived"].pop("lot")] == ["Seen claw"]
    assert data["derived"] == {}
    return {name: value for name, value in data["fields"].items() if name not in ("id", "name", "extends")}


def assert_everything_but_comments(folder: Path) -> None:
    """Assert that the edition in a folder has every secret."""
    secrets = {leak.rpartition(" ")[2] for leak in leaks(folder)}
    comments = {
        mark
        for text in campaign().values()
        for comment in COMMENTS.findall(text)
        for mark in re.findall(r"Zyx\d+q", comment)
    }
    assert len(marks()) > 40 and len(comments) > 8
    assert marks() - secrets <= comments


@pytest.mark.parametrize(
    "command",
    [
        ("cards",),
        ("cards", "--encounter", "pier"),
        ("sheet", "plain"),
        ("sheet", "seen-vault", "--fillable"),
        ("export", "kind:attic"),
        ("cards", "kind:crypt"),
        ("sheet", "kind:crypt", "--fillable"),
        ("export", "kind:crypt"),
    ],
)
def test_prints_for_players_tell_no_secret(project: Write, command: tuple[str, ...]) -> None:
    folder = project(campaign())
    for player in ("", "--player"):
        written = ["--project", str(folder), "-o", str(folder / f"out{player}.pdf")]
        done = CliRunner().invoke(cli, [*command, *written, *filter(None, [player])])
        assert done.exit_code == 0, done.output
    assert [leak for leak in leaks(folder) if leak.startswith("out--player")] == []
    assert [leak for leak in leaks(folder) if leak.startswith("out.pdf")] or command[0] == "sheet"


def test_a_link_to_something_hidden_is_told_for_players_only(project: Write) -> None:
    page = "---\ntitle: Open\n---\n\nSee [[shade]] and\n[the plot](plot.md), [[Zzz]].\n"
    hidden = "---\ntitle: Plot\nhidden: true\n---\n\nWords.\n"
    shade = "name: Shade\ntier: 1\ntoughness: 20\nhidden: true\n"
    folder = project({**GAME, "pages/open.md": page, "pages/plot.md": hidden, "beasts/shade.yaml": shade})
    assert [d.message for d in run_check(folder)[0]] == ["`Zzz` leads nowhere"]
    mistakes = {d.message: (d.span and d.span.line, d.hints) for d in run_check(folder, player=True)[0]}
    hints = ("put this into a box `::: gm`, or do without the link",)
    assert mistakes["`shade` is hidden from players"] == (5, hints)
    assert mistakes["`plot` is hidden from players"] == (6, hints)
    done = CliRunner().invoke(cli, ["check", str(folder), "--player"])
    assert done.exit_code == 1 and "is hidden from players" in done.output
    result = CliRunner().invoke(cli, ["show", "shade", "--player", "--project", str(folder)])
    assert result.exit_code == 1 and "it is hidden" in result.output


def test_an_entry_that_cannot_be_without_a_hidden_one_is_hidden(project: Write) -> None:
    kind = GAME["game/kinds/beast.yaml"].replace(
        "friend: ref beast, optional",
        "friend: {type: ref beast, optional: true}\n          rider: list of ref beast, default []"
        "\n          owes: {type: ref beast, optional: true, secret: true}",
    )
    files = {
        "game/kinds/pair.yaml": "id: pair\ntitle: Pair\nplural: Pairs\nfields: {first: ref beast, second: ref beast}\n",
        "beasts/shade.yaml": "name: Shade\ntier: 1\ntoughness: 20\nhidden: true\n",
        "pair/both.yaml": "name: Both\nfirst: otter\nsecond: shade\n",
        "pair/one.yaml": "name: One\nfirst: otter\nsecond: otter\n",
        "beasts/cat.yaml": "name: Cat\ntier: 1\ntoughness: 20\nfriend: shade\nrider: [shade, otter]\nowes: shade\n",
        "pages/plot.md": "---\ntitle: The Plot\nhidden: true\n---\n\nWords.\n",
    }
    folder = project({**GAME, **files, "game/kinds/beast.yaml": kind})
    result = build_in_memory(Options(folder, pdf=False, player=True, check=True))
    assert not list(result.diagnostics)
    answer = CliRunner().invoke(cli, ["check", str(folder), "--player"]).output.splitlines()
    assert answer[1:] == [
        "Players do not see 2 entries; 1 of them, because of what they name:",
        "pair/both.yaml:1: players do not see Both, which names Shade",
        "Players do not see 1 page:",
        "pages/plot.md:1: players do not see the page “The Plot”",
        "2 mentions of hidden entries in fields of visible ones, left out:",
        "beasts/cat.yaml:4: `friend` of Cat is without Shade",
        "beasts/cat.yaml:5: `rider` of Cat is without Shade",
    ]
    for form in ("json", "sarif", "github"):
        listed = CliRunner().invoke(cli, ["check", str(folder), "--player", "--format", form]).output
        assert [listed.count(code) for code in ("hidden-along", "left-out")] == ([2, 3] if form == "sarif" else [1, 2])
        assert ("::notice file=beasts/cat.yaml,line=4" in listed) == (form == "github")
    [game] = (opened.loaded for opened in result.games)
    assert set(game.library.entries) == {("beast", "otter"), ("beast", "cat"), ("pair", "one")}
    cat = game.library.entries["beast", "cat"].fields
    assert (cat["friend"], cat["rider"]) == (None, ["otter"])


def test_a_term_of_the_rules_cannot_be_hidden(project: Write) -> None:
    ruleset = GAME["game/ruleset.yaml"].replace("vocabularies:\n", "vocabularies:\n          monster: {from: beast}\n")
    entry = "name: Old\ntier: 1\ntoughness: 10\nhidden: true\n"
    folder = project({**GAME, "game/ruleset.yaml": ruleset, "game/entries/beasts/old.yaml": entry})
    [mistake] = run_check(folder)[0]
    assert mistake.message == "a term of monster is part of the rules, so it cannot be hidden"
    assert mistake.span and (mistake.span.line, mistake.span.column) == (4, 9)


@pytest.mark.parametrize(
    ("text", "public"),
    [
        ("a\n\n::: gm\nb\n:::\nc", "a\n\nc"),
        ("::: gm\nnever closed", ""),
        ("> ::: gm\n> b\n> :::\n\nc", "c"),
        ("1. ::: gm\n   b\n   :::\n2. c", "2. c"),
        ("```\n::: gm\n<!-- b -->\n```", "```\n::: gm\n<!-- b -->\n```"),
        ("a <!-- b\n\nb --> c `<!-- d -->`", "a <!-- --> c `<!-- d -->`"),
        ("a <!-- never closed\n\nb", "a <!--"),
        ("::: gmx\nb\n:::", "::: gmx\nb\n:::"),
    ],
)
def test_public_text(text: str, public: str) -> None:
    kept = public_text(text)
    assert len(kept) == len(text)
    assert kept.count("\n") == text.count("\n")
    assert kept.split() == public.split()


def test_a_second_build_for_players_tells_no_secret_reference(
    project: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What an entry refers to is kept between builds, with what players may not see of it."""
    monkeypatch.setenv(FOLDER, str(tmp_path / "cache"))
    kind = GAME["game/kinds/beast.yaml"].replace(
        "fields:", "fields:\n          owes: {type: ref beast, optional: true, secret: true}"
    )
    folder = project(
        {
            **GAME,
            "game/kinds/beast.yaml": kind,
            "beasts/debtor.yaml": "name: Debtor\ntier: 1\ntoughness: 10\nowes: lender\n",
            "beasts/lender.yaml": "name: Lender\ntier: 1\ntoughness: 10\n",
        }
    )
    page = "small/beasts/lender.html"
    assert b"Appears in" in build_in_memory(Options(folder, pdf=False)).files[page]
    for summary in ("First.", "Second."):
        (folder / "beasts/lender.yaml").write_text(f"name: Lender\ntier: 1\ntoughness: 10\nsummary: {summary}\n")
        assert b"Appears in" not in build_in_memory(Options(folder, pdf=False, player=True)).files[page]


CLUB = "id: club\ntitle: Club\nplural: Clubs\nfields: {leader: 'ref beast, optional', aim: text}\n"
PACK = "id: pack\ntitle: Pack\nplural: Packs\nfields: {leader: 'ref beast, optional', notes: 'markdown, optional'}\n"


def test_a_kind_is_hidden_as_a_whole_by_its_ruleset_or_by_the_campaign(project: Write) -> None:
    campaign = GAME["campaign.yaml"] + "hidden: [beast, pack.notes, pack.tags]\n"
    files = {
        "game/kinds/club.yaml": CLUB + "hidden: true\n",
        "game/kinds/pack.yaml": PACK,
        "club/moths.yaml": "name: Moths Zyx1q\naim: Zyx2q\n",
        "club/bees.yaml": "name: Bees\naim: Honey\nhidden: false\n",
        "pack/dogs.yaml": "name: Dogs\nleader: otter\nnotes: Zyx3q\ntags: [Zyx4q]\n",
        "beasts/known.yaml": "name: Known\ntier: 1\ntoughness: 10\nhidden: false\n",
        "beasts/known-too.yaml": "name: Known Too\nextends: known\n",
    }
    folder = project({**GAME, **files, "campaign.yaml": campaign})
    result = build(Options(folder, output=folder / "public", player=True, pdf=False))
    assert [f"{d.span}: {d.message}" for d in result.diagnostics] == []
    assert leaks(folder / "public") == []
    assert not re.search("Otter of Ill", "".join(f.read_text("utf-8") for f in (folder / "public").rglob("*.html")))
    small = folder / "public/small"
    assert sorted(f.name for f in small.glob("*/*.json") if f.stem != "index") == [
        "bees.json",
        "dogs.json",
        "known-too.json",
        "known.json",
    ]
    whole = build_in_memory(Options(folder, pdf=False)).files
    assert b"left out of player editions" in whole["small/club/moths.html"]
    assert b"left out of player editions" in whole["small/beasts/otter.html"]
    assert b"left out of player editions" not in whole["small/beasts/known.html"]
    assert b"Zyx3q" in whole["small/pack/dogs.json"]


@pytest.mark.parametrize(
    ("hidden", "message", "hint"),
    [
        ("Beasts", "there is no kind `Beasts`", "write `beast`"),
        ("baest", "there is no kind `baest`", "did you mean `beast`?"),
        ("beast.atacks", "beast has no field `atacks`", "did you mean `attacks`?"),
        ("beast.marks", "a beast that players see cannot be without `marks`", "hide it whole: `beast`"),
        ("beast.name", "a beast that players see cannot be without `name`", "hide it whole: `beast`"),
        ("place", "place entries are terms of the rules, so they cannot be hidden", "name fields of it instead"),
    ],
)
def test_what_cannot_be_hidden_is_told_at_its_line(project: Write, hidden: str, message: str, hint: str) -> None:
    ruleset = GAME["game/ruleset.yaml"].replace("vocabularies:\n", "vocabularies:\n          spot: {from: place}\n")
    place = "id: place\ntitle: Place\nplural: Places\nfields: {floor: 'text, optional'}\n"
    campaign = GAME["campaign.yaml"] + f"hidden:\n          - place.floor\n          - {hidden}\n"
    beast = GAME["game/kinds/beast.yaml"].replace("fields:", "fields:\n          marks: map element -> integer")
    otter = GAME["beasts/otter.yaml"] + "marks: {fire: 1, ice: 2}\n"
    terms = {
        "game/kinds/beast.yaml": beast,
        "beasts/otter.yaml": otter,
        "game/kinds/place.yaml": place,
        "game/entries/place/hill.yaml": "name: Hill\n",
    }
    folder = project({**GAME, **terms, "game/ruleset.yaml": ruleset, "campaign.yaml": campaign})
    [mistake] = run_check(folder)[0]
    assert (mistake.message, mistake.hints) == (message, (hint,))
    assert mistake.span and (mistake.span.file.name, mistake.span.line) == ("campaign.yaml", 6)


def test_a_secret_field_that_no_entry_can_be_without_is_a_mistake(project: Write) -> None:
    kind = GAME["game/kinds/beast.yaml"].replace("fields:", "fields:\n          owner: {type: ref beast, secret: true}")
    folder = project({**GAME, "game/kinds/beast.yaml": kind})
    [mistake] = [d for d in run_check(folder)[0] if d.code == "ruleset"]
    assert mistake.message == "`owner` is secret, but no entry can be without it"
    assert mistake.span and mistake.span.line == 6

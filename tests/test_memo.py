"""A build that keeps results equals one from nothing, whatever was edited in between."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from printed_game import PRINTED
from projects import Write

from sheetgen.build import Built, Options, build_in_memory
from sheetgen.model import memoised_steps
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.site import contents, entry_files, open_game, planned_records
from sheetgen.site.assets import templates_folder
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.games import SiteGame
from sheetgen.text.cache import FOLDER
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.memo import Memo, SupersededError, is_lasting
from sheetgen.text.report import render_text
from sheetgen.views.pages import Shell

GAME = PRINTED | {
    "pages/index.md": "# The pier\n\nAsk the [[otter]].\n",
    "pages/news.md": "# News\n\nThe [[gull]] was seen. It kills at {house.margin}.\n\n![A map](map.svg)\n",
    "pages/map.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "portraits/otter.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "beasts/pack.yaml": """
        - {name: Heron, tier: 3, toughness: 33, friend: otter}
        - {name: Coot, extends: heron, tier: 4}
        """,
}

EDITS = (
    # file, what stands there, what takes its place; the same edit once more brings it back
    ("beasts/otter.yaml", "toughness: 45", "toughness: 51"),
    ("beasts/otter.yaml", "Ill Repute", "Great Renown"),
    ("beasts/otter.yaml", "Pebble", "Becalmed stone"),
    ("beasts/otter.yaml", "tier: 2\n", "tier: 2\nportrait: portraits/otter.svg\n"),
    ("beasts/otter.yaml", "tier: 2\n", "tier: 2\nhidden: true\n"),
    ("beasts/otter.yaml", "everybody money", "the [[gull]] an apology"),
    ("beasts/otter.yaml", "tier: 2\n", "tier: 2\nstated: {TB: 9}\n"),
    ("beasts/gull.yaml", "name: Gull of Record\n", "name: Gull of Record\nsummary: It remembers.\n"),
    ("beasts/gull.yaml", "name: Gull of Record\n", "name: Gull of Record\nid: recorder\n"),
    ("beasts/pack.yaml", "toughness: 33", "toughness: 60"),
    ("beasts/pack.yaml", "friend: otter", "friend: coot"),
    ("beasts/pack.yaml", "name: Coot", "name: Coot of the [[soaked]]"),
    ("encounters/pier.yaml", "[otter, gull]", "[otter, gull, otter]"),
    ("encounters/pier.yaml", "[otter, gull]", "[]"),
    ("pages/news.md", "was seen", "was heard, becalmed"),
    ("pages/news.md", "# News", "# Old news"),
    ("pages/news.md", "{house.margin}", "{track(tb=5).heavy}"),
    ("pages/map.svg", "/>", "><g/></svg>"),
    ("game/reference/rules.md", "A blow kills", "A soaked blow kills"),
    ("game/reference/rules.md", "## Wounds {#wounds}", '## Wounds {#wounds .term aliases="cuts"}'),
    ("game/reference/rules.md", "Five light", "::: table beast\n:::\n\nFive light"),
    ("game/reference/rules.md", "Five light", "::: table condition\n:::\n\nFive light"),
    ("game/entries/condition.yaml", "Wet through.", "Wet to the bone."),
    ("game/entries/condition.yaml", "name: Becalmed", "name: Doldrums, aliases: [becalmed]"),
    ("game/rules/wounds.yaml", "max(1, tb // 2)", "max(2, tb // 3)"),
    ("game/rules/wounds.yaml", "title: Killed at", "title: Slain at"),
    ("game/kinds/beast.yaml", "label: Killed at", "label: Dies at"),
    ("game/rulings.yaml", "Ten above.", "Ten above, when [[soaked]]."),
    ("game/ruleset.yaml", "title: Small game", "title: Smaller game"),
    ("campaign.yaml", "margin: 10", "margin: 20"),
    ("campaign.yaml", "The small hours", "The smallest hours"),
)
MISTAKES = (
    ("beasts/otter.yaml", "tier: 2", "tier: high"),
    ("beasts/otter.yaml", "everybody money", "[[nobody]] money"),
    ("beasts/gull.yaml", "toughness: 21", "toughness: 121"),
    ("beasts/pack.yaml", "extends: heron", "extends: coot"),
    ("beasts/pack.yaml", "friend: otter", "friend: ottr"),
    ("encounters/pier.yaml", "name: The Long Pier", "name: [The Long Pier"),
    ("pages/news.md", "map.svg", "mpa.svg"),
    ("game/rules/wounds.yaml", "max(1, tb // 2)", "max(1, tb // "),
    ("game/rules/wounds.yaml", "heavy: max(1, tb // 2)", "heavy: tb // (tb - 5)"),
    ("game/rulings.yaml", "default: 20", "default: 30"),
    ("game/reference/rules.md", "heavy: 2", "heavy: 3"),
    ("game/kinds/beast.yaml", "value: kill_at}", "value: killed_at}"),
    ("campaign.yaml", "margin: 10", "margin: 15"),
)
FILES = ("beasts/gull.yaml", "encounters/pier.yaml", "pages/news.md", "beasts/pack.yaml", "game/rules/damp.yaml")
"""Files that come and go."""


class Author:
    """An author who edits a campaign at random: changes, adds, renames and deletes, breaks and mends."""

    def __init__(self, write: Write, seed: int) -> None:
        self.write = write
        self.rng = random.Random(seed)
        self.folder = write(GAME)

    def edit(self, sound: bool) -> str:
        """Make one edit, and return which; as often as not, take all back where the last ones left mistakes."""
        if not sound and self.rng.random() < 0.5:
            return self.take_back()
        sort = self.rng.random()
        if sort < 0.15:
            return self.come_or_go(self.rng.choice(FILES))
        if sort < 0.25:
            return self.rename()
        return self.replace(*self.rng.choice(MISTAKES if sort < 0.4 else EDITS))

    def take_back(self) -> str:
        for path in self.folder.rglob("*.*"):
            path.unlink()
        self.write(GAME)
        return "all is taken back"

    def replace(self, name: str, old: str, new: str) -> str:
        path = self.folder / name
        if not path.is_file():
            return self.come_or_go(name)
        text = path.read_text("utf-8")
        path.write_text(text.replace(new, old) if new in text else text.replace(old, new), "utf-8")
        return f"{name}: {old} / {new}"

    def come_or_go(self, name: str) -> str:
        if (self.folder / name).is_file():
            (self.folder / name).unlink()
            return f"{name} is gone"
        self.write({name: GAME[name]})
        return f"{name} is there"

    def rename(self) -> str:
        paths = sorted(self.folder.glob("beasts/*.yaml"))
        path = self.rng.choice(paths)
        path.rename(path.with_name(f"{self.rng.choice('abc')}-{path.name[-20:]}"))
        return f"{path.name} is renamed"


def seen(
    folder: Path, memo: Memo | None = None, player: bool = False
) -> tuple[str, dict[str, bytes], list[tuple[str, str, str]]]:
    """The diagnostics of a build, the bytes of all its files, and all that its PDFs follow from."""
    built = build_in_memory(Options(folder, live=True, player=player), memo=memo)
    jobs = () if built.diagnostics.has_errors else built.prints.jobs
    prints = [(job.path, job.title, job.inputs()) for job in jobs]
    return render_text(built.diagnostics), dict(built.files), prints


@pytest.mark.parametrize(("seed", "player", "edits"), [(0, False, 30), (1, False, 30), (2, False, 30), (3, True, 20)])
def test_a_build_that_keeps_results_equals_one_from_nothing(
    project: Write, seed: int, player: bool, edits: int
) -> None:
    """Whatever a partial build made before, of a page or list that was looked at."""
    author, memo, sound = Author(project, seed), Memo(), [True]
    options, files = Options(author.folder, live=True, player=player), seen(author.folder, memo, player)[1]
    pages, looks = [path for path in files if path.endswith(".html")], random.Random(seed)
    for _ in range(edits):
        edit, page = author.edit(sound[-1]), looks.choice(pages)
        build_in_memory(options, memo=memo, visible_pages=[page]).files.get(page)
        mistakes, files, prints = seen(author.folder, memo, player)
        cold_told, cold_files, cold_prints = seen(author.folder, None, player)
        assert mistakes == cold_told, edit
        assert files.keys() == cold_files.keys(), edit
        assert [path for path in files if files[path] != cold_files[path]] == [], edit
        assert prints == cold_prints, edit
        sound.append(bool(files))
    assert sum(sound) >= edits // 3, "most of these edits should leave a site"


CAMPAIGNS = (
    "house_rules: {margin: 10}",
    "house_rules: {margin: 20}",
    "hidden: [beast.attacks]\nhouse_rules: {margin: 20}",
    "hidden: [beast.attacks]\nhouse_rules: {margin: 10}",
    "house_rules: {margin: 10}\nhidden: [beast.attacks]",
    "house_rules: {margin: 10}\nhidden: [beast.atacks] # as before",
    "house_rules:\n  margin: 20\nhidden: [beast.atacks] # but for a word",
    "hidden:\n  - beast.atacks\n  - encounter",
    "hidden:\n  - beast.attacks\n  - encounter",
    "without: {rules: [damp_by_roll]}\nhidden: [encounter]",
    "house_rules: {margin: 10}\nwithout: {rules: [damp_by_rol]}",
    "house_rules: {margin: 20}\nwithout: {rules: [damp_by_rol]}",
    "",
)
"""What a campaign says, edit by edit: with each, another ruleset, or only another place of a mistake."""


@pytest.mark.parametrize("player", [False, True])
def test_what_a_campaign_hides_or_leaves_out_is_kept_apart_from_the_rest_that_it_says(
    project: Write, player: bool
) -> None:
    folder, memo, messages = project(GAME), Memo(), []
    for said in CAMPAIGNS:
        (folder / "campaign.yaml").write_text(f"title: The small hours\nruleset: ./game\n{said}\n", "utf-8")
        mistakes, files, prints = seen(folder, memo, player)
        assert (mistakes, files, prints) == seen(folder, None, player), said
        messages.append(mistakes)
    assert len(set(filter(None, messages))) >= 5, "most mistakes stand at another place"


@pytest.mark.parametrize(("seed", "player", "edits"), [(4, False, 16), (5, False, 16), (6, True, 10)])
def test_a_build_from_what_runs_before_kept_on_disk_equals_one_from_nothing(
    project: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, player: bool, edits: int
) -> None:
    """Though all that is needed once more waits in a file, as it does where entries are many."""
    monkeypatch.setenv(FOLDER, str(tmp_path / "cache"))
    monkeypatch.setattr(memoised_steps, "MANY_ENTRIES", 1)
    monkeypatch.setattr(contents, "MANY_ENTRIES", 1)
    monkeypatch.setattr(planned_records, "RECORDS_OF_A_BLOCK", 3)
    author, sound = Author(project, seed), [True]
    options = Options(author.folder, pdf=False, player=player)
    build_in_memory(options)
    for _ in range(edits):
        edit = author.edit(sound[-1])
        kept, cold = build_in_memory(options), build_in_memory(options, memo=Memo())
        assert render_text(kept.diagnostics) == render_text(cold.diagnostics), edit
        files, cold_files = dict(kept.files), dict(cold.files)
        assert files.keys() == cold_files.keys(), edit
        assert [path for path in files if files[path] != cold_files[path]] == [], edit
        sound.append(bool(files))
    assert sum(sound) >= edits // 3, "most of these edits should leave a site"


@dataclass(frozen=True)
class Letter:
    """A value that does not show what it holds."""

    text: str = field(repr=False)


@dataclass(frozen=True, eq=False)
class Part:
    """A value that is known by its identity only, until a memo makes it."""

    text: str


def test_a_value_is_made_again_when_its_inputs_change() -> None:
    memo, made = Memo(), []

    def take(text: str, house: Mapping[str, int]) -> int:
        def make(report: Diagnostics) -> int:
            made.append(text)
            report.warning("print", "again")
            return house["margin"]

        diagnostics = Diagnostics()
        value = memo.get("one", (text, house), diagnostics, make)
        assert [diagnostic.message for diagnostic in diagnostics] == ["again"]
        return value

    assert take("a", {"margin": 1}) == 1
    assert take("a", {"margin": 1}) == 1 and made == ["a"]
    assert take("a", {"margin": 2}) == 2 and made == ["a", "a"]
    assert take("b", {"margin": 2}) == 2 and made == ["a", "a", "b"]


def test_what_a_memo_made_is_known_by_what_it_was_made_from() -> None:
    memo, made = Memo(), []

    def part(text: str) -> list[Part]:
        return memo.get("part", (text,), Diagnostics(), lambda report: [Part(text), Part(text)])

    def whole(text: str, number: int = 0) -> None:
        memo.get("whole", (part(text)[number],), Diagnostics(), lambda report: made.append(text + str(number)))

    for text, number in (("a", 0), ("a", 0), ("b", 0), ("a", 0), ("a", 1)):
        whole(text, number)
    assert made == ["a0", "b0", "a0", "a1"], "a part made again from the same is the same"
    values = [part("a")[0], part("a")[1], Part("a"), Part("a")]
    assert len({memo.digest(value) for value in values}) == 4, "of what it did not make only the very same is known"
    assert memo.digest(values[3]) == memo.digest(values[3])
    assert [is_lasting(memo.digest(("a", [value]))) for value in values] == [True, True, False, False]


@pytest.mark.parametrize(
    ("value", "other"),
    [
        ("1", 1), (1, True), (None, "None"), (("a", "b"), ("ab",)), (("a", ("b",)), ("a", "b")),
        ({"a": "b"}, ("a", "b")), (b"a", "a"), (Path("a"), "a"), ({"a": 1}, {"a": 2}), ([], [[]]),
        (Fraction(1, 2), "1/2"), (Letter("a"), Letter("b")), (Letter("a"), (Letter("a"),)),
    ],
)  # fmt: skip
def test_inputs_that_differ_have_different_digests(value: object, other: object) -> None:
    assert Memo().digest(value) != Memo().digest(other)
    assert Memo().digest(value) == Memo().digest(value)


class Undigested(Memo):
    """A memo that is asked for no more digests after its first value."""

    def digest(self, value: object) -> str:
        assert not self._entries, f"a digest of {value!r} is worked out"
        return super().digest(value)


def test_no_digest_is_worked_out_of_inputs_that_are_the_very_same() -> None:
    part, memo = Part("a"), Undigested()

    def inputs(number: object = 1, key: str = "b") -> tuple[object, ...]:
        return part, "".join(["long ", "text"]), (bytes([1, 2]), {"a": part, key: number}), Path("folder") / "file"

    def take(memo: Memo, *changed: object) -> str:
        return memo.get("whole", inputs(*changed), Diagnostics(), lambda report: "made")

    assert [take(memo), take(memo)] == ["made", "made"]
    for changed in ((True,), (1.0,), (2,), ("1",), (1, "c")):
        with pytest.raises(AssertionError, match="is worked out"):
            take(memo, *changed)


def test_eviction_drops_what_was_not_used() -> None:
    memo, made = Memo(), []

    def take(name: str) -> None:
        memo.get(name, (), Diagnostics(), lambda report: made.append(name))

    take("a"), take("b"), memo.evict_unused(), take("a"), memo.evict_unused(), take("a"), take("b")
    assert made == ["a", "b", "b"]


def test_cases_of_a_ruleset_are_run_again_only_where_it_changed(
    project: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A partial build between two whole ones runs none, and drops nothing that it does not use."""
    folder, memo, runs = project(GAME), Memo(), list[str]()
    run = memoised_steps.run_cases
    monkeypatch.setattr(
        memoised_steps, "run_cases", lambda ruleset, *rest: (runs.append(ruleset.id), run(ruleset, *rest))[1]
    )
    options = Options(folder, live=True, pdf=False)
    build_in_memory(options, memo=memo)
    otter = folder / "beasts/otter.yaml"
    for tier in (3, 4):
        otter.write_text(otter.read_text("utf-8").replace(f"tier: {tier - 1}\n", f"tier: {tier}\n"), "utf-8")
        page = next(name for name in build_in_memory(options, memo=memo).files if name.endswith("beasts/otter.html"))
        build_in_memory(options, memo=memo, visible_pages=[page])
    assert len(runs) == 1
    rules = folder / "game/rules/wounds.yaml"
    rules.write_text(rules.read_text("utf-8").replace("max(1, tb // 2)", "max(2, tb // 3)"), "utf-8")
    build_in_memory(options, memo=memo)
    assert len(runs) == 2


def test_a_value_that_comes_out_the_same_stays_the_very_object() -> None:
    memo = Memo()

    def letter(text: str) -> Letter:
        return memo.get("letter", (text,), Diagnostics(), lambda report: Letter(text.casefold()), cut_off=True)

    first = letter("a")
    assert letter("A") is first and letter("b") is not first


def edited(project: Write) -> tuple[Options, Memo, Path, str]:
    """A campaign that was built, after a word of an entry's text was changed; that entry's file, and its page."""
    folder, memo = project(GAME), Memo()
    options = Options(folder, live=True)
    page = next(name for name in build_in_memory(options, memo=memo).files if name.endswith("beasts/otter.html"))
    otter = folder / "beasts/otter.yaml"
    otter.write_text(otter.read_text("utf-8").replace("everybody money", "everybody much money"), "utf-8")
    return options, memo, otter, page


def test_after_an_edit_only_the_file_that_stands_otherwise_is_read_and_folders_are_listed_once(
    project: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    options, memo, otter, page = edited(project)
    opened, examined, listed = Counter[str](), Counter[str](), Counter[str]()
    for name, counter in (("open", opened), ("stat", examined), ("scandir", listed)):
        monkeypatch.setattr(os, name, noting(counter, getattr(os, name)))
    monkeypatch.setattr(SiteGame, "_names", lambda game: pytest.fail("names are asked for that no table is rolled on"))
    build_in_memory(options, memo=memo, visible_pages=[page])
    assert opened[str(templates_folder() / "site/entry.html")] == 0
    others = [str(options.path / name) for name in ("beasts/gull.yaml", "beasts/pack.yaml")]
    assert [opened[path] for path in (*others, str(otter))] == [0, 0, 1]
    assert [examined[path] for path in others] == [1, 1]
    assert [listed[str(options.path / name)] for name in ("beasts", "encounters")] == [1, 1]


def test_digests_are_not_made_for_each_pair_of_entries(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of twice as many entries, whose names texts link of themselves, take no more than twice as much."""
    made, plain = Counter[int](), Memo._plain
    entries = 0

    def counted(memo: Memo, value: object) -> object:
        made[entries] += 1
        return plain(memo, value)

    monkeypatch.setattr(Memo, "_plain", counted)
    for entries in (40, 80):
        moods = {f"conditions/m{n}.yaml": f"name: Mood{n}\neffect: As Mood{n ^ 1}.\n" for n in range(entries)}
        dict(build_in_memory(Options(project({**GAME, **moods}), pdf=False), memo=Memo()).files)
    assert made[80] < 2 * made[40]


def fields_of(built: Built) -> Mapping[object, Mapping[str, object]]:
    """The fields of all entries of a build's games."""
    libraries = [game.loaded.library for game in built.games]
    return {key: {**entry.fields} for library in libraries for key, entry in library.entries.items()}


@pytest.mark.parametrize("seed", [4, 5])
def test_a_partial_build_has_the_library_of_a_whole_one(project: Write, seed: int) -> None:
    """Whatever was edited since the last whole build, once or several times."""
    author, memo = Author(project, seed), Memo()
    options = Options(author.folder, live=True, pdf=False)
    page = next(name for name in build_in_memory(options, memo=memo).files if name.endswith("beasts/otter.html"))
    for number in range(20):
        edit = author.edit(number % 4 > 0)
        partial_build = build_in_memory(options, memo=memo, visible_pages=[page])
        assert fields_of(partial_build) == fields_of(build_in_memory(options)), edit
        if number % 3 == 0:
            build_in_memory(options, memo=memo)


def test_a_partial_build_links_entries_only_where_more_follows_from_an_edit_than_what_an_entry_says(
    project: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    options, memo, otter, page = edited(project)
    pack, linked, link = otter.with_name("pack.yaml"), list[str](), memoised_steps.link
    monkeypatch.setattr(
        memoised_steps, "link", lambda ruleset, *rest: (linked.append(ruleset.id), link(ruleset, *rest))[1]
    )

    def links(path: Path, old: str, new: str) -> int:
        """How often all entries are linked after an edit."""
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
        linked.clear()
        built = build_in_memory(options, memo=memo, visible_pages=[page])
        assert fields_of(built) == fields_of(build_in_memory(options))
        return len(linked) - 1

    assert links(otter, "tier: 2\n", "tier: 3\n") == 0
    assert links(pack, "toughness: 33", "toughness: 34") == 0, "of one that another extends"
    assert links(pack, "friend: otter", "friend: gull") == 0
    build_in_memory(options, memo=memo)
    assert links(pack, "friend: gull", "friend: nobody") == 1
    assert links(pack, "friend: nobody", "friend: gull") == 0
    assert links(pack, "name: Coot, extends: heron", "name: Coot") == 1


def test_a_partial_build_takes_what_holds_for_all_entries_as_it_was_and_a_whole_one_makes_it_anew(
    project: Write,
) -> None:
    options, memo, otter, page = edited(project)
    gull = page.replace("otter", "gull")
    before = build_in_memory(options, memo=memo).files[gull]
    old = otter.read_text("utf-8")
    otter.write_text(old.replace("everybody", "the [[gull]] and everybody"), "utf-8")
    assert build_in_memory(options, memo=memo, visible_pages=[gull]).files[gull] == before
    after = build_in_memory(options, memo=memo).files[gull]
    assert after == build_in_memory(options, memo=Memo()).files[gull] and after != before


def test_a_partial_build_reads_computes_draws_and_plans_only_what_changed_or_is_visible_and_tells_of_the_rest(
    project: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    options, memo, otter, page = edited(project)
    gull = otter.with_name("gull.yaml")
    wrong = "name: Gull of Record\nstated: {TB: 9}\nsummary: It knows [[nobody]].\n"
    gull.write_text(gull.read_text("utf-8").replace("name: Gull of Record\n", wrong), "utf-8")
    mistakes = list(build_in_memory(options, memo=memo).diagnostics)
    assert [diagnostic.code for diagnostic in mistakes] == ["stated-differs", "markdown"]
    asked, get = set[object](), Memo.get

    def noted(memo: Memo, name: Any, *arguments: Any, **settings: Any) -> object:
        asked.update([name[:2]] if name[0] in ("computed", "shown") else [])
        asked.update([(name[0], name[-1])] if name[0] in ("file", "target") else [])
        return get(memo, name, *arguments, **settings)

    monkeypatch.setattr(Memo, "get", noted)
    otter.write_text(otter.read_text("utf-8").replace("much money", "no money"), "utf-8")
    built = build_in_memory(options, memo=memo, visible_pages=[page])
    assert list(built.diagnostics) == mistakes
    assert asked == {("file", str(otter)), ("target", "otter"), ("computed", page), ("shown", page)}
    assert [*built.games[0].contents.planned] == [("beast", "otter")]


def test_a_whole_build_is_given_up_at_the_next_value_once_a_newer_one_waits(project: Write) -> None:
    """Though all that it asks for is kept."""
    options, memo, _, _ = edited(project)
    build_in_memory(options, memo=memo)
    memo.superseded = lambda: True
    with pytest.raises(SupersededError):
        build_in_memory(options, memo=memo)


def noting(counter: Counter[str], call: Callable[..., Any]) -> Callable[..., Any]:
    """A function of files that counts the paths that it is called with."""

    def noted(path: object, *arguments: object, **settings: object) -> object:
        counter[str(path)] += 1
        return call(path, *arguments, **settings)

    return noted


def test_an_edit_of_a_text_makes_no_links_again(project: Write) -> None:
    options, memo, otter, _ = edited(project)
    before = build_in_memory(options, memo=memo).games[0].context.link_index
    otter.write_text(otter.read_text("utf-8").replace("much money", "little money"), "utf-8")
    assert build_in_memory(options, memo=memo).games[0].context.link_index is before
    otter.write_text(otter.read_text("utf-8").replace("name: ", "name: Old "), "utf-8")
    assert build_in_memory(options, memo=memo).games[0].context.link_index is not before


def test_a_partial_build_asks_what_visible_pages_show_and_makes_no_shells(
    project: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    options, memo, _, page = edited(project)
    asked, shells = list[object](), list[str]()
    answer_of, shell_of = open_game._answer, entry_files.shell_of_kind

    def noting_questions(*arguments: Any) -> Callable[..., Any]:
        answer = answer_of(*arguments)
        return lambda *question: (asked.append(question), answer(*question))[1]

    def noting_shells(game: SiteGame, around: ShellMaker, kind: Kind) -> Shell:
        shells.append(kind.id)
        return shell_of(game, around, kind)

    monkeypatch.setattr(open_game, "_answer", noting_questions)
    monkeypatch.setattr(entry_files, "shell_of_kind", noting_shells)
    built = build_in_memory(options, memo=memo, visible_pages=[page])
    partly = set(asked)
    assert shells == []
    assert page in built.files and built.files[page] and shells == ["beast"]
    asked.clear()
    build_in_memory(options, memo=memo)
    assert partly < set(asked)

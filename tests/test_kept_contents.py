"""Contents that are kept on disk in packs: the same as made anew, and never believed where they are damaged."""

from __future__ import annotations

import dataclasses
import gc
import json
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable, Container, Iterator, Sequence
from pathlib import Path
from typing import Any

import memory_left
import pytest
from fight_game import GAME as FIGHT_GAME
from printed_game import PRINTED
from projects import Write, loaded
from small_game import GAME
from state_game import STATE

from sheetgen import processes
from sheetgen.blocks import EntryView
from sheetgen.build import Options, build_in_memory
from sheetgen.model import derive, memoised_steps
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.derive import Known
from sheetgen.model.entries import Entry
from sheetgen.site import contents, entries_pages, entry_files, long_lists, plan, planned_records
from sheetgen.site.entry_pages import entry_page_parts
from sheetgen.site.kept_files import KeptFile, KeptFiles
from sheetgen.site.lazy_files import LazyFiles
from sheetgen.site.long_lists import list_page
from sheetgen.site.planned_files import SEARCH
from sheetgen.site.search import SearchRecord, written_block
from sheetgen.text import kept_contents
from sheetgen.text.cache import FOLDER, FRESH, Cache
from sheetgen.text.kept_contents import KeptContents, NewContent
from sheetgen.text.late_values import SpooledValues
from sheetgen.text.memo import Memo
from sheetgen.text.spool import Spool
from sheetgen.text.value_format import ValueFormat
from sheetgen.views.pages import ListRow
from sheetgen.views.present import Drawer
from sheetgen.yaml.load import YamlDocument

NAME = ("project", "1")
BEAST_IDS = [f"b{number}" for number in range(4)]
BEASTS = {f"beasts/{identity}.yaml": f"name: {identity}\ntier: 1\ntoughness: 20\n" for identity in BEAST_IDS}
"""Entries that nothing refers to."""
LITTLE = 7_900
"""Bytes that one of two processes that make a build may hold of an entry of a few lines."""
HEROES = "".join(f"- {{name: {name}}}\n" for name in ("Ada", "Bea", "Cid", "Dag", "Eve"))
PARTIES = {
    f"fights/fight-{number}.yaml": f"name: F{number}\ngroups: [{{who: {party.replace(' ', '}, {who: ')}}}]\n"
    for number, party in enumerate(("eve ada", "eve bea cid", "eve ada", "eve cid dag"), 1)
}
"""Those who fight, fight by fight: one of them in each, others with few."""


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


def run(cache: Cache, *contents: bytes, name: tuple[str, ...] = NAME) -> list[bytes]:
    """Use some contents, by their own words; returns those that were made and not taken from the cache."""
    kept = KeptContents(cache, name)
    used: dict[str, NewContent | None] = {}
    for content in contents:
        before = kept.get(content.decode())
        assert before in (None, content), "what was kept is what was made"
        used[content.decode()] = None if before else NewContent(content, len(content), "digest")
    kept.save(used, Spool())
    return [key.encode() for key, make in used.items() if make]


def packs(cache: Cache) -> list[Path]:
    index = cache._path(KeptContents(cache, NAME)._key)
    return [path for path in cache.folder.glob("??/*") if path != index]


def test_what_a_run_made_another_does_not_make(cache: Cache) -> None:
    assert run(cache, b"one", b"two") == [b"one", b"two"]
    assert run(cache, b"one", b"three", b"two") == [b"three"]
    assert run(cache, b"three") == []
    assert run(cache, b"one", b"three") == [b"one"], "what a run did not use is not kept"
    assert run(cache, b"three", name=("project", "2")) == [b"three"]
    assert run(dataclasses.replace(cache, fresh=True), b"three") == [b"three"]


def test_many_contents_stand_in_few_files(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_contents, "PACK", 10_000)
    many = [b"%d:" % number * 100 for number in range(300)]
    assert len(run(cache, *many)) == 300 and len(packs(cache)) == 11
    before = set(packs(cache))
    assert run(cache, *many) == [] and set(packs(cache)) == before


def test_a_pack_of_which_little_is_used_is_packed_again(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_contents, "PACK", 10_000)
    many = [b"%02d" % number * 1000 for number in range(20)]
    run(cache, *many)
    assert len(packs(cache)) == 4
    changed = b"changed" * 100
    assert run(cache, *many[:3], *many[5:15], changed) == [changed]
    (new,) = [path for path in packs(cache) if b"changed" in path.read_bytes()]
    assert many[3] not in new.read_bytes() and many[0] not in new.read_bytes(), "three of five are enough to stay"
    for path in packs(cache):
        if many[16] in path.read_bytes():
            path.unlink()
    assert run(cache, *many[:3], *many[5:15], changed) == []


def test_no_flipped_byte_is_believed(cache: Cache) -> None:
    run(cache, b"one", b"two")
    for path in sorted(cache.folder.glob("??/*")):
        whole = path.read_bytes()
        for place in range(len(whole)):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
            assert run(cache, b"one", b"two") == [b"one", b"two"]
            path.write_bytes(whole)


@pytest.mark.parametrize(
    "data",
    [
        [],
        {},
        12,
        {"packs": 3, "places": []},
        {"packs": [], "places": {"one": [0, 0, 3, 3, ""]}},
        {"packs": ["no digest"], "places": {"one": [0, 0, 3, 3, ""]}},
        {"packs": ["0" * 64], "places": {"one": ["0", 1]}},
        {"packs": ["0" * 64], "places": {"one": [0, 5, 3, 3, ""], "two": [0, -1, 2, 3, ""]}},
    ],
)
def test_an_index_of_another_form_is_not_believed(cache: Cache, data: object) -> None:
    for index in (zlib.compress(json.dumps(data).encode()), json.dumps(data).encode(), b""):
        cache.put(KeptContents(cache, NAME)._key, index)
        assert run(cache, b"one", b"two") == [b"one", b"two"]
        assert run(cache, b"one", b"two") == []


def test_pages_of_many_entries_are_kept_in_few_files(
    project: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = []
    for number in (1, 30):
        monkeypatch.setenv(FOLDER, str(tmp_path / f"cache-{number}"))
        beasts = {f"beasts/b{n}.yaml": f"name: B{n}\ntier: 1\ntoughness: 20\n" for n in range(number)}
        folder = project({**GAME, **beasts})
        files = build_in_memory(Options(folder, pdf=False)).files
        listed = json.loads(files["small/beasts/index.json"])
        assert listed == [json.loads(files[f"small/beasts/{entry['id']}.json"]) for entry in listed]
        assert len(listed) > number
        counts.append(Cache.of_user().size()[0])
    assert counts[0] == counts[1]


def test_views_are_read_for_pages_alone(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards, and scripts that add an entry to a board, have a part of their own; tracks and headlines are in it."""
    given: list[str] = []

    class Counted(SpooledValues[Any]):
        def put(self, value: Any) -> Callable[[], Any]:
            waiting = super().put(value)

            def again() -> Any:
                given.extend([value.name] if isinstance(value, EntryView) else [])
                return waiting()

            return again

    monkeypatch.setattr(contents, "MANY_ENTRIES", 1)
    monkeypatch.setattr(contents, "SpooledValues", Counted)
    monkeypatch.setattr(entries_pages, "MOST_TOGETHER", 0)
    built = build_in_memory(Options(project(STATE), pdf=False))
    entries = [entry.name for entry in built.games[0].loaded.library]
    assert sorted(given) == sorted([*entries, "A new hero"]) and len(entries) > 2
    assert any(b"data-board" in content for path, content in built.files.items() if path.startswith("iron/fights/"))


def test_what_all_entries_are_called_is_digested_once(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not once for each entry, whose time would grow with their square."""
    folder, asked, digest = project({**GAME, **BEASTS}), list[object](), Memo.digest

    def noted(memo: Memo, value: object) -> str:
        asked.append(value)
        return digest(memo, value)

    monkeypatch.setattr(Memo, "digest", noted)
    built = build_in_memory(Options(folder, pdf=False))
    [names] = [game.backlinks._names for game in built.games]
    assert len(built.games[0].entries.by_key) >= len(BEASTS)
    assert sum(value is names for value in asked) == 1


def test_asking_for_a_kind_or_an_entry_computes_no_other(project: Write) -> None:
    """A chapter that lists the entries of a kind, drawn before all others, leaves these to their own processes."""
    game, report = loaded(project(STATE))
    computed: list[str] = []

    def compute(entry: Entry, known: Known) -> tuple[ComputedEntry | None, int]:
        computed.append(entry.id)
        return derive.computed_entry(entry, known, game.house, game.ruleset, report)

    derivation = derive.Derivation(game.ruleset, game.library, game.house, report, compute)
    table = derive.ComputedEntries(game.house, derive.LateEntries(derivation), game.library.entries.keys())
    assert [entry.id for entry in table.of("hero")] == computed == ["bea", "otto"]
    assert table.find("bea") is table.of("hero")[0] and computed == ["bea", "otto"]
    assert table.find("quay") in table.of("fight") and computed == ["bea", "otto", "quay"]


def test_an_entry_is_drawn_right_after_it_is_computed(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that its values are there once more only where something else asks for them."""
    done: list[str] = []
    calculate, view = derive._calculated, Drawer.view

    def calculated(entry: Entry, *rest: Any) -> Any:
        done.append(entry.id)
        return calculate(entry, *rest)

    def drawn(drawer: Drawer, computed: ComputedEntry) -> EntryView:
        done.append(computed.id.upper())
        return view(drawer, computed)

    monkeypatch.setattr(derive, "_calculated", calculated)
    monkeypatch.setattr(Drawer, "view", drawn)
    monkeypatch.setattr(contents, "MANY_ENTRIES", 1)
    monkeypatch.setattr(memoised_steps, "MOST_RECENT", 1)
    build_in_memory(Options(project({**GAME, **BEASTS}), pdf=False))
    alone = [identity for identity in done if identity.casefold() in BEAST_IDS]
    assert alone == [part for identity in BEAST_IDS for part in (identity, identity.upper())]


@pytest.mark.parametrize("most", [1, 2, 200])
def test_values_of_so_many_entries_stand_at_a_time(project: Write, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Those that were calculated last; where all may stand, each is calculated once."""
    calculated: list[str] = []
    calculate = derive._calculated

    def counted(entry: Entry, *rest: Any) -> Any:
        calculated.append(entry.id)
        return calculate(entry, *rest)

    monkeypatch.setattr(derive, "_calculated", counted)
    monkeypatch.setattr(contents, "MANY_ENTRIES", 1)
    monkeypatch.setattr(memoised_steps, "MOST_RECENT", most)
    built = build_in_memory(Options(project(STATE), pdf=False))
    (game,) = built.games
    entries = game.entries.by_key.values()
    kept = {computed.id for computed in entries if computed._kept is not None}
    assert len(kept) == min(most, len(entries)) and len(entries) > 2
    each_once = sorted(["new-hero", *(computed.id for computed in entries)])
    assert (sorted(calculated) == each_once) == (most > 1)


def test_pages_of_fights_ask_for_no_values(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """What they show of a fight is kept with its view, since its values and those of all who fight are gone by then."""
    asked: list[str] = []
    calculate, whole = derive._calculated, LazyFiles.whole

    def counted(entry: Entry, *rest: Any) -> Any:
        asked.append(entry.id)
        return calculate(entry, *rest)

    def files(self: LazyFiles, *rest: Any) -> Any:
        asked.clear()
        return whole(self, *rest)

    monkeypatch.setattr(derive, "_calculated", counted)
    monkeypatch.setattr(LazyFiles, "whole", files)
    monkeypatch.setattr(contents, "MANY_ENTRIES", 1)
    monkeypatch.setattr(memoised_steps, "MOST_RECENT", 1)
    second = FIGHT_GAME["fights/quay.yaml"].replace("quay", "pier")
    built = build_in_memory(Options(project({**FIGHT_GAME, "fights/pier.yaml": second}), pdf=False))
    assert asked == []
    pages = [path for path in built.files if path.endswith(".attacks.js")]
    assert pages and all(b"data-board" in built.files[path.replace(".attacks.js", ".html")] for path in pages)


def test_entries_that_refer_to_the_same_stand_near_each_other(project: Write) -> None:
    """Behind those that they refer to; first beside those with which they share what few refer to."""
    others = {path: text for path, text in STATE.items() if not path.startswith(("people", "fights"))}
    game, report = loaded(project({**others, "people/all.yaml": HEROES, **PARTIES}))
    assert report.is_empty
    order = [identity for _, identity in game.library.near_targets()]
    fights = [identity for identity in order if identity.startswith("fight")]
    assert fights in (["fight-1", "fight-3", "fight-2", "fight-4"], ["fight-2", "fight-4", "fight-1", "fight-3"])
    assert sorted(order) == sorted(game.library.ids)
    for entry in game.library:
        assert all(order.index(target) < order.index(entry.id) for _, target in entry.targets)


@pytest.fixture
def only_new_values(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What other tests have left is not gone through where values are counted: millions, a second each time."""
    gc.freeze()
    with monkeypatch.context() as patch:
        patch.setattr(gc, "freeze", lambda: None)
        patch.setattr(gc, "unfreeze", lambda: None)
        yield


@pytest.mark.usefixtures("only_new_values")
def test_few_rows_and_records_stand_in_memory(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many entries; lists and the search read them from a file, and are the same as those of few entries."""
    files = {**GAME, **BEASTS}
    kept = build_in_memory(Options(project(files), pdf=False))
    assert count_of(ListRow) >= len(kept.games[0].loaded.library.entries) > 4
    pages = dict(kept.files)
    del kept
    monkeypatch.setattr(contents, "MANY_ENTRIES", 1)
    monkeypatch.setattr(contents, "MOST_READ", 2)
    for fresh in ("1", ""):
        monkeypatch.setenv(FRESH, fresh)
        before = count_of(ListRow)
        changed = {"beasts/b0.yaml": files["beasts/b0.yaml"] + "\n"}
        built = build_in_memory(Options(project({**files, **changed}), pdf=False))
        records = [value for value in gc.get_objects() if isinstance(value, SearchRecord)]
        assert count_of(ListRow) - before <= 3 and sum(record.title in BEAST_IDS for record in records) <= 3
        del records
        assert {path: content for path, content in built.files.items() if path.endswith(".html")} == {
            path: content for path, content in pages.items() if path.endswith(".html")
        }
        del built


def test_what_did_not_change_is_not_read(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of other entries than the changed one stand on pages of lists that are drawn again; of no others, nor
    search records, is more than the outline read."""
    read: list[object] = []

    def noted(self: ValueFormat, line: bytes) -> object:
        read.append(value := plain_read(self, line))
        return value

    plain_read = ValueFormat.read
    monkeypatch.setattr(ValueFormat, "read", noted)
    monkeypatch.setattr(planned_records, "RECORDS_OF_A_BLOCK", 1)
    files = {**GAME, **BEASTS}
    build_in_memory(Options(project(files), pdf=False))
    read.clear()
    changed = {**files, "beasts/b0.yaml": files["beasts/b0.yaml"] + "summary: Sings at dusk.\n"}
    build_in_memory(Options(project(changed), pdf=False))
    assert {value.id for value in read if isinstance(value, ListRow)} == {*BEAST_IDS[1:], "otter"}
    records = {value.title for value in read if isinstance(value, SearchRecord)}
    assert records & {*BEAST_IDS} == {"b1"}, "of which the page of the search makes a sample"


def test_one_block_of_the_search_is_made_where_one_entry_changed(
    project: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its scripts are those of a build with nothing kept; an entry that comes or goes changes one block, too."""
    made: list[list[str]] = []

    def noted(records: Sequence[SearchRecord]) -> bytes:
        made.append([record.title for record in records])
        return written_block(records)

    monkeypatch.setattr(planned_records, "written_block", noted)
    monkeypatch.setattr(planned_records, "RECORDS_OF_A_BLOCK", 4)
    beasts = {f"beasts/b{n}.yaml": f"name: Beast {n}\ntier: 1\ntoughness: 20\n" for n in range(40)}
    changed = {**beasts, "beasts/b7.yaml": "name: Beast 7\ntier: 1\ntoughness: 20\nsummary: Sings at dusk.\n"}
    more = {**changed, "beasts/b70.yaml": "name: Beast 70\ntier: 1\ntoughness: 20\n"}
    for files, title in ((beasts, ""), (changed, "Beast 7"), (more, "Beast 70")):
        made.clear()
        folder = project({**GAME, **files})
        scripts = {
            path: data for path, data in build_in_memory(Options(folder, pdf=False)).files.items() if SEARCH in path
        }
        blocks = [block for block in made if any("Beast" in name for name in block)]
        assert len(blocks) > 4 if not title else len(blocks) == 1 and title in blocks[0] and len(made) == 1
        whole = build_in_memory(Options(folder, pdf=False), memo=Memo()).files
        assert scripts == {path: data for path, data in whole.items() if SEARCH in path} and len(scripts) > 1


BLOCKS = {f"beasts/b{n}.yaml": f"name: Beast {n}\ntier: 1\ntoughness: 20\n" for n in range(40)}
"""Entries of several blocks."""
LINKING = "name: Beast 7\ntier: 1\ntoughness: 20\nsummary: Sings at dusk.\n"


def test_pages_of_a_block_that_did_not_change_are_not_asked_for(
    project: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of a block in which an entry changed are asked for one by one; all, where one is called otherwise."""
    asked: list[str] = []

    def noted(game: Any, around: Any, computed: ComputedEntry, *rest: Any) -> Any:
        asked.append(computed.id)
        return entry_page_parts(game, around, computed, *rest)

    monkeypatch.setattr(processes, "available", lambda: 1)  # what is noted is noted in this process
    monkeypatch.setattr(entry_files, "entry_page_parts", noted)
    monkeypatch.setattr(planned_records, "RECORDS_OF_A_BLOCK", 4)
    build_in_memory(Options(project({**GAME, **BLOCKS}), pdf=False))
    for text, few in ((LINKING, True), (LINKING.replace("Beast 7", "Aurochs"), False), (LINKING, False)):
        asked.clear()
        folder = project({**GAME, **BLOCKS, "beasts/b7.yaml": text})
        files = dict(build_in_memory(Options(folder, pdf=False)).files)
        assert "b7" in asked and (len(asked) < len(BLOCKS) // 2) is few
        assert files == dict(build_in_memory(Options(folder, pdf=False), memo=Memo()).files)


def test_a_block_that_names_no_kept_files_is_not_believed(
    project: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planned_records, "RECORDS_OF_A_BLOCK", 4)
    folder = project({**GAME, **BLOCKS})
    first = dict(build_in_memory(Options(folder, pdf=False)).files)
    plain_read = KeptFiles.read
    for spoiled in (
        b"",
        b"{",
        b"[1]",
        b"{}",
        b'{"small/beasts/b1.html": 5}',
        lambda text: text.replace(b'": "', b'": "0'),
    ):

        def read(self: KeptFiles, file: KeptFile, spoiled: Any = spoiled) -> bytes | None:
            content = plain_read(self, file)
            is_block = content is not None and content.startswith(b'{"assets/js/search-')
            return content if not is_block else spoiled(content) if callable(spoiled) else spoiled

        monkeypatch.setattr(KeptFiles, "read", read)
        assert dict(build_in_memory(Options(folder, pdf=False)).files) == first


def test_a_new_condition_is_on_the_pages_of_those_who_may_have_it(project: Write) -> None:
    folder = project({**PRINTED})
    build_in_memory(Options(folder, pdf=False))
    folder = project({**PRINTED, "conditions/sleepy.yaml": "name: Sleepy\neffect: Rest.\n"})
    files, cold = (
        build_in_memory(Options(folder, pdf=False)).files,
        build_in_memory(Options(folder, pdf=False), memo=Memo()).files,
    )
    assert [path for path in cold if cold[path] != files[path]] == []
    assert any(b"Sleepy" in data for path, data in files.items() if path.endswith(".play.js"))


def test_lists_are_made_again_only_where_a_row_is_another(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def noted(parts: Any) -> Any:
        made.append(parts.around.path)
        return list_page(parts)

    monkeypatch.setattr(processes, "available", lambda: 1)
    monkeypatch.setattr(long_lists, "list_page", noted)
    monkeypatch.setattr(plan, "list_page", noted)
    monkeypatch.setattr(long_lists, "LONG", 20)
    monkeypatch.setattr(long_lists, "ROWS", 20)
    build_in_memory(Options(project({**GAME, **BLOCKS}), pdf=False))
    lists = "small/beasts/list/"
    armed = BLOCKS["beasts/b39.yaml"] + "attacks: [{name: Bite, element: fire, damage: 5}]\n"
    for text, pages in ((armed, []), (armed.replace("Beast 39", "Yak"), [f"{lists}3.html", f"{lists}2.html"])):
        made.clear()
        folder = project({**GAME, **BLOCKS, "beasts/b39.yaml": text})
        files = dict(build_in_memory(Options(folder, pdf=False)).files)
        assert sorted({path for path in made if "beasts" in path}, reverse=True) == pages
        assert files == dict(build_in_memory(Options(folder, pdf=False), memo=Memo()).files)


@pytest.mark.usefixtures("only_new_values")
def test_few_files_stand_in_memory(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of those that many entries are written in, parsed; the fields of the entries come from a file, too."""
    monkeypatch.setattr(memoised_steps, "MANY_ENTRIES", 1)
    monkeypatch.setattr(memoised_steps, "MOST_IN_USE", 2)
    before = count_of(YamlDocument, BEASTS)
    built = build_in_memory(Options(project({**GAME, **BEASTS}), pdf=False))
    assert count_of(YamlDocument, BEASTS) - before <= 2 < len(BEASTS)
    (game,) = built.games
    fields = {entry.id: entry.fields for entry in game.loaded.library if entry.id in BEAST_IDS}
    assert not any(isinstance(of_entry, dict) for of_entry in fields.values())
    assert [(fields[identity]["name"], fields[identity]["tier"]) for identity in BEAST_IDS] == [
        (identity, 1) for identity in BEAST_IDS
    ]


def test_an_entry_leaves_little_in_memory(project: Write, tmp_path: Path) -> None:
    """Where entries are many: what is looked up by its name, and where the rest stands."""
    folders = []
    for count in (2, 30, 130):
        beasts = {f"beasts/b{n}.yaml": f"name: B{n}\ntier: 1\ntoughness: 20\n" for n in range(count)}
        folders.append(tmp_path.with_name(f"{tmp_path.name}-{count}"))
        shutil.copytree(project({**GAME, **beasts}), folders[-1])
    done = subprocess.run([sys.executable, memory_left.__file__, *folders], capture_output=True, text=True, check=True)
    few, many = map(int, done.stdout.split())
    assert (many - few) / 100 < LITTLE


def count_of(kind: type, names: Container[str] | None = None) -> int:
    """How many values of a type there are; of documents, those of files of such names."""
    gc.collect()
    values = [value for value in gc.get_objects() if isinstance(value, kind)]
    return sum(names is None or value.file.name in names for value in values)

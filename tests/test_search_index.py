"""The search index: words and packing as Python and JavaScript have them, what stands in which script, and its size."""

from __future__ import annotations

import gzip
import json
import random
import sys
import tracemalloc
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_node import needs_node
from packed_scripts import index_of, unpacked
from projects import Write
from search_records import RECORDS, ROOT, ask, loaded, node, titles
from small_game import GAME
from test_search import OURS
from test_search_meanings import SAID, SYNONYMS

from sheetgen.build import Options, build_in_memory
from sheetgen.site.search import SearchRecord, SearchSection, index, index_scripts, search_form, words, written_block
from sheetgen.site.search.packing import front_code, in_script_order, pack, pack_rising


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hollow Lantern", ["hollow", "lantern"]),
        ("Éclair façade Łódź Straße Ærø", ["eclair", "facade", "lodz", "strasse", "aero"]),
        ("the keeper's lamps' light", ["the", "keepers", "lamps", "light"]),
        ("don’t O‘Neill", ["dont", "oneill"]),
        ("left_arm, left-arm", ["left", "arm", "left", "arm"]),
        ("2d6+3", ["2d6", "d6", "3", "+3"]),
        ("+10 −5 50 %, 50%", ["10", "+10", "5", "-5", "50", "50", "50%"]),
        ("e-mail -word", ["e", "mail", "word"]),
        ("★★ Move", ["★★", "move"]),
        ("1½ m²", ["11", "2", "m2"]),
        ("火炎弾 x", ["火炎", "炎弾", "弾", "x"]),
        ("ガード", ["ガー", "ード", "ド"]),
        ("שָׁלוֹם", ["שלום"]),
        ("مُحَمَّد", ["محمد"]),
        ("soft\u00adhyphen zero\u200bwidth", ["softhyphen", "zerowidth"]),
        ("", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_folding_drops_case_accents_and_apostrophes() -> None:
    assert search_form("Crème Brûlée’s") == "creme brulees"
    assert search_form("ΣΊΣΥΦΟΣ") == search_form("σίσυφος")


@needs_node
def test_python_and_javascript_find_the_same_words_in_all_of_the_first_plane() -> None:
    texts = [
        f"ab{chr(code)}c 1{chr(code)}"
        for code in range(0x10000)
        if unicodedata.category(chr(code)) not in {"Cn", "Cs"}  # not given out, halves of pairs
    ]
    texts += [
        "🎲🎲 roll 🃏",
        "𠀀𠀁 𝔣𝔯𝔞𝔨𝔱𝔲𝔯",
        "+10% 2d6-1 -3..4 d100",
        "L'ÉTÉ İstanbul ﬁn",
        "HandsOn x_y",
        "漢字kana仮名",
    ]
    theirs = node("return data.map(api.words)", texts)
    assert [(text, words(text)) for text in texts] == list(zip(texts, theirs, strict=True))


@needs_node
@given(st.lists(st.text(max_size=40), min_size=30, max_size=60))
def test_python_and_javascript_fold_alike(texts: list[str]) -> None:
    kept = [t for t in texts if not any(unicodedata.category(c) in {"Cn", "Cs"} for c in t)]
    assert node("return data.map(api.words)", kept) == [words(text) for text in kept]


def test_packed_numbers_take_few_characters() -> None:
    assert [len(pack(n)) for n in (0, 45, 46, 2115, 2116, 97335)] == [1, 1, 2, 2, 3, 3]
    assert front_code(["arm", "arms", "art"]) == "!arm\n%s\n$t"


def test_words_are_in_the_order_of_javascript() -> None:
    assert in_script_order(["b", "a", "\uff21", "\U00020000"]) == ["a", "b", "\U00020000", "\uff21"]


@needs_node
def test_what_is_packed_can_be_read() -> None:
    rng = random.Random(4)
    lists: list[list[int]] = [[], [0], [1], [5], list(range(70)), [0, 100_000], [9_999_999]]
    for size in (2, 5, 40, 300):
        for top in (400, 30_000, 4_000_000):
            lists += [sorted(rng.sample(range(top), size)) for _ in range(12)]
    assert node("return data.map(api.rising)", [pack_rising(numbers) for numbers in lists]) == lists
    numbers = [0, 1, 45, 46, 47, 2115, 2116, 1_000_000]
    assert node("return api.numbers(data)", "".join(map(pack, numbers))) == numbers
    lines = in_script_order({"a" * rng.randint(0, 60) + chr(rng.randint(97, 122)) for _ in range(300)})
    assert node("return api.lines(data)", front_code(lines)) == lines


def test_a_search_may_be_made_in_steps_and_is_dropped_for_another() -> None:
    made = node(
        """
        const engine = () => {
          const made = new api.SearchEngine(data["search-index.js"]);
          for (const [name, part] of Object.entries(data))
            if (/places-[0-9]/.test(name)) made.addPlaces(+name.match(/[0-9]+/)[0], part);
          return made;
        };
        const plain = pieces => pieces.map(([text]) => text).join("");
        const titles = (engine, query) => engine.search(query).hits.map(hit => plain(hit.title));
        const inSteps = engine(), dropped = engine();
        let count = 0;
        for (const steps = inSteps.steps("lantern"); !steps.next().done; ) count++;
        const { searches } = inSteps, told = titles(inSteps, "lantern");
        const steps = dropped.steps("wounds");
        steps.next();
        steps.next();
        return { count, told, asked: inSteps.searches - searches, other: titles(dropped, "lantern"),
          counted: dropped.searches, after: titles(dropped, "wounds"), whole: titles(engine(), "wounds") };
        """,
        loaded(index_of(RECORDS, {"tier": "Tier", "weak": "Weak to"})),
    )
    assert made["count"] >= 4, "no step takes long"
    assert made["told"] and made["told"] == made["other"] == titles(ask("lantern"))
    assert made["asked"] == 0, "what the steps found is told at once"
    assert made["counted"] == 2, "who made steps sees that another search came between"
    assert made["after"] == made["whole"]


def test_the_order_of_records_does_not_matter() -> None:
    shuffled = RECORDS[:]
    random.Random(1).shuffle(shuffled)
    assert written_block(shuffled) == written_block(RECORDS)


def test_how_records_are_cut_into_blocks_does_not_matter() -> None:
    varied = [
        replace(record, href=f"{number % 7}/{record.href}", minor=number % 3, works=number % 2 == 0)
        for number, record in enumerate([*RECORDS, *SAID, *OURS] * 3)
    ]
    titles = {"tier": "Tier", "weak": "Weak to"}
    for records in (varied, RECORDS[:1]):
        whole = index_of(records, titles, len(records), synonyms=SYNONYMS)
        for count in (1, 2, 5):
            assert index_of(records, titles, count, synonyms=SYNONYMS) == whole


def test_of_an_entry_without_a_summary_results_tell_its_subtitle_once(project: Write) -> None:
    kind = "game/kinds/beast.yaml"
    game = {**GAME, kind: GAME[kind].replace("badge:", "subtitle: ['\"wild\"', '\"shy\"']\n          badge:")}
    built = build_in_memory(Options(project(game), pdf=False))
    [passage] = [text for text in unpacked(built.files["assets/js/search-text-0.js"]) if "wild" in str(text)]
    assert str(passage).count("wild") == 1 and "wild · shy" in str(passage)


@needs_node
def test_a_query_asks_for_the_places_of_its_own_words_only() -> None:
    assert sorted(index_of(RECORDS, {})) == [
        "search-index.js",
        "search-parts.js",
        "search-records.js",
        "search-text-0.js",
    ]
    texts = [(f"Name {n}", " ".join(f"word{n % p}of{p}" for p in range(3, 40))) for n in range(900)]
    records = [SearchRecord(title=title, href=f"{title[5:]}.html", kind="Item", summary=text) for title, text in texts]
    scripts = loaded(index_of(records, {}))
    assert len([name for name in scripts if "-places-" in name]) > 10
    assert "part" not in scripts["search-index.js"]["places"]
    asked = """
        const engine = new api.SearchEngine(data["search-index.js"]), rounds = [];
        const load = query => {
          for (;;) {
            const { places, total } = engine.search(query, { limit: 1 });
            if (!places.length) return total;
            rounds.push(places);
            for (const n of places) engine.addPlaces(n, data[`search-places-${n}.js`]);
          }
        };
        const { places, hits } = engine.search("Nam 1"); // not compared while places are coming
        if (!places.length || hits.length) throw new Error("a search without its places went on");
        const spelled = load("word5of7"), misspelt = load("wrod5of7");
        for (const n of engine.search("name").places) engine.addPlaces(n, null);
        return [spelled, misspelt, rounds, engine.search("name").places, engine.search("name").total];
    """
    spelled, misspelt, rounds, again, lost = node(asked, scripts)
    assert spelled == misspelt == sum("word5of7" in text.split() for _, text in texts)
    assert sum("all" in places for places in rounds) == 1 and "all" not in rounds[0]
    assert len(rounds[0]) < 6 and again == [] and lost == 0  # what cannot be had finds nothing


@needs_node
def test_the_passages_of_what_is_called_as_a_query_come_with_its_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer needs both, and of games that of the open one."""
    monkeypatch.setattr(index, "SMALL", 0)
    monkeypatch.setattr(index, "PLACES_SIZE", 20)
    monkeypatch.setattr(index, "PASSAGES_SIZE", 1)
    scripts = loaded(index_of(RECORDS, {}))
    asked = """
        const engine = new api.SearchEngine(data["search-index.js"]);
        return [["three tracks"], ["Wounds", "rose"], ["wounds", "cobalt"], ["wounds"], ["wound"]].map(
          ([query, ruleset]) => {
            const { places, missing } = engine.search(query, { ruleset });
            return places.length ? missing.map(n => engine.owner[engine.chunks[n]]).map(r => engine.href(r)) : null;
          });
    """
    rose, cobalt = "rose/wounds.html", "cobalt/wounds.html"
    assert node(asked, scripts) == [[rose], [rose], [cobalt], [cobalt, rose], []]


def test_where_the_parts_of_the_words_begin_is_a_small_script_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "SMALL", 0)
    monkeypatch.setattr(index, "PLACES_SIZE", 20)
    made = loaded(index_of(RECORDS, {}))
    known, index_script = made["search-parts.js"], made["search-index.js"]
    assert known["first"] == index_script["places"]["first"] and len(known["first"]) > 10
    assert "the" in known["little"].split()


@needs_node
def test_a_query_that_is_asked_again_as_passages_come_is_not_worked_out_again() -> None:
    asked = """
        const engine = new api.SearchEngine(data["search-index.js"]), order = engine.order.bind(engine), told = [];
        const passages = data["search-text-0.js"];
        let worked = 0;
        engine.order = (...asked) => { worked++; return order(...asked); };
        for (const [query, text] of [["lantern"], ["lantern", passages], ["moth"], ["lantern"]]) {
          if (text) engine.addText(0, text);
          const { hits, missing } = engine.search(query, { limit: 1 });
          told.push([worked, missing.length, hits.map(hit => hit.told)]);
        }
        return told;
    """
    first, again, other, back = node(asked, loaded(index_of(RECORDS, {})))
    assert first == [1, 1, [False]] and again == [1, 0, [True]]
    assert other[0] == 2 and back == [3, 0, [True]]


def test_passages_of_large_sites_stand_in_few_scripts() -> None:
    """Up to 120 of 6 kB; four times the text is twice the scripts, each twice as long."""

    def scripts(texts: int) -> list[int]:
        text = (SearchSection("", "", "a lamp " * 300),)
        records = [SearchRecord(title=f"T{n}", href=f"{n}.html", kind="K", sections=text) for n in range(texts)]
        made = index_of(records, {})
        return [sum(map(len, unpacked(made[name]))) for name in made if "-text-" in name]

    for texts, count in ((40, 14), (400, 100), (1600, 229), (6400, 493)):
        assert abs(len(scripts(texts)) - count) <= 6
    assert max(scripts(400)) < 11_000 and max(scripts(6400)) < 37_000


def test_an_index_takes_little_memory_for_each_record() -> None:
    """Less than its text: passages are read as they are written, and of words the places stay, in few bytes."""

    def most(count: int) -> int:
        rng = random.Random(count)
        texts = [" ".join(f"word{rng.randint(0, 3_000)}" for _ in range(500)) for _ in range(count)]
        blocks = [
            written_block([SearchRecord(title=f"T{n}", href=f"{n:04}.html", kind="K", summary=texts[n])])
            for n in range(count)
        ]
        tracemalloc.start()
        for _, script in index_scripts(blocks, {}, {}, {}, {}):
            assert script
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    assert (most(600) - most(200)) / 400 < 500 * len("word100 ")


@needs_node
def test_a_browser_reads_what_is_packed() -> None:
    script = index_of(RECORDS, {})["search-index.js"]
    assert len(script) < 0.7 * len(json.dumps(unpacked(script)))
    read = node("return api.unpack(data.packed).then(index => index.facets)", {"packed": script.decode().split('"')[1]})
    assert read == unpacked(script)["facets"]


def test_a_site_without_records_has_an_index() -> None:
    assert loaded(index_of([], {}))["search-index.js"]["facets"] == []


@needs_node
def test_an_empty_index_answers() -> None:
    assert ask("anything", records=[])["total"] == 0


def test_addresses_that_repeat_the_name_are_shortened() -> None:
    index = loaded(index_of(RECORDS, {}))["search-index.js"]
    assert "Hollow Lantern" in index["records"] and "hollow-lantern" not in index["records"]


@needs_node
def test_made_entries_are_found_and_the_index_stays_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tests" / "bench" / "search"))
    import corpus
    import run

    assert sys.modules["corpus"] is corpus
    figures = run.measure(run.Job(500, [777, 1, 2, 3, 4], tmp_path, tmp_path, "sheetgen"))
    row = figures["engines"]["sheetgen"]
    assert row["exact"] == 1 and row["prefix"] > 0.97 and row["typo"] > 0.97 and row["body"] > 0.95
    index = [gzip.compress((tmp_path / f"search-{name}.js").read_bytes()) for name in ("index", "records")]
    assert sum(map(len, index)) <= 70_000

"""The search: words, packing and index in Python, and the engine that answers from them in Node."""

from __future__ import annotations

import gzip
import json
import random
import sys
import tracemalloc
import unicodedata
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_node import in_node, needs_node
from packed_scripts import index_of, unpacked

from sheetgen.site.search import SearchRecord, SearchSection, index_scripts, search_form, words, written_block
from sheetgen.site.search.packing import front_code, in_script_order, pack, pack_rising
from sheetgen.site.search.synonyms import shared_synonyms

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ROOT / "templates" / "assets" / "js" / "search-engine.js"


def node(script: str, data: object = None) -> Any:
    """What a script answers: it has `api`, the engine, and `data`, and returns something for JSON."""
    return in_node(f"const api = require({json.dumps(str(ENGINE))}); {script}", data)


# ---- words


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


# ---- packing


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


# ---- index

LANTERN = SearchRecord(
    title="Hollow Lantern",
    href="rose/shadows/hollow-lantern.html",
    kind="Shadow",
    ruleset="Rose (d100)",
    ruleset_id="rose",
    aliases=("Lampless One",),
    summary="A ship's lamp with nothing in it.",
    sections=(SearchSection("", "", "A ship's lamp with nothing in it. Claw 2d6+3, costs ★★. Weak to blessings."),),
    facets={"tier": 2, "weak": ("Fire", "Bless"), "tag": ("harbour",)},
)
LANTERNS = SearchRecord(
    title="Lantern Moth",
    href="rose/shadows/lantern-moth.html",
    kind="Shadow",
    ruleset="Rose (d100)",
    ruleset_id="rose",
    summary="Drinks the light of a hollow lantern.",
    facets={"tier": 4, "weak": ("Ice",)},
)
WOUNDS = SearchRecord(
    title="Wounds",
    href="rose/wounds.html",
    kind="Chapter",
    ruleset="Rose (d100)",
    ruleset_id="rose",
    summary="What a hit costs.",
    sections=(
        SearchSection("", "", "Everybody has tracks."),
        SearchSection("Three tracks", "three-tracks", "Light, heavy and deadly wounds have a track each."),
        SearchSection("Getting better", "rest", "Sleep cures a light one. A medic cures +10 of them."),
    ),
)
OTHER = SearchRecord(
    title="Wounds",
    href="cobalt/wounds.html",
    kind="Chapter",
    ruleset="Cobalt (d20)",
    ruleset_id="cobalt",
    summary="Older wounds, kept as they were.",
    sections=(SearchSection("Extra wound", "extra", "A savage hit brings one wound extra."),),
)
FOREIGN = SearchRecord(
    title="火炎弾",
    href="cobalt/fire.html",
    kind="Power",
    ruleset="Cobalt (d20)",
    ruleset_id="cobalt",
    aliases=("Café Brûlé", "أسد"),
    summary="Burns. Costs half.",
    facets={"tier": Fraction(1, 2), "weak": ("Wind",)},
)
EXTRA = SearchRecord(
    title="Savage hits",
    href="rose/savage.html",
    kind="Rule",
    ruleset="Rose (d100)",
    ruleset_id="rose",
    summary="Brings an extra wound.",
)
RECORDS = [LANTERN, LANTERNS, WOUNDS, OTHER, FOREIGN, EXTRA]


def loaded(scripts: dict[str, bytes]) -> dict[str, Any]:
    """What each script puts into its one global."""
    return {name: unpacked(data) for name, data in scripts.items()}


def ask(query: str, *more: str, records: list[SearchRecord] = RECORDS, texts: bool = True, **options: object) -> Any:
    """The answer of the engine to one query, or to several."""
    scripts = loaded(index_of(records, {"tier": "Tier", "weak": "Weak to"}))
    answers = node(
        """
        const engine = new api.SearchEngine(data.scripts["search-index.js"]);
        const parts = sort => Object.keys(data.scripts).filter(name => name.includes(sort));
        for (const name of parts("-places-").filter(name => /[0-9]/.test(name)))
          engine.addPlaces(+name.match(/[0-9]+/)[0], data.scripts[name]);
        const chunks = parts("-text-");
        if (data.texts) for (const name of chunks) engine.addText(+name.match(/[0-9]+/)[0], data.scripts[name]);
        return data.queries.map(query => {
          const { parsed, ...answer } = engine.search(query, data.options);
          return { ...answer, words: parsed.words };
        });
        """,
        {"scripts": scripts, "queries": [query, *more], "options": options, "texts": texts},
    )
    return answers if more else answers[0]


def plain(pieces: list[list[Any]]) -> str:
    return "".join(text for text, _ in pieces)


def marked(pieces: list[list[Any]]) -> list[str]:
    return [text for text, on in pieces if on]


def titles(answer: Any) -> list[str]:
    return [plain(hit["title"]) for hit in answer["hits"]]


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


@needs_node
def test_a_query_asks_for_the_places_of_its_own_words_only() -> None:
    assert sorted(index_of(RECORDS, {})) == ["search-index.js", "search-text-0.js"]
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
    """Up to 120 of 8 kB; four times the text is twice the scripts, each twice as long."""

    def scripts(texts: int) -> list[int]:
        text = (SearchSection("", "", "a lamp " * 300),)
        records = [SearchRecord(title=f"T{n}", href=f"{n}.html", kind="K", sections=text) for n in range(texts)]
        made = index_of(records, {})
        return [sum(map(len, unpacked(made[name]))) for name in made if "-text-" in name]

    for texts, count in ((40, 10), (400, 100), (1600, 200), (6400, 427)):
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
        for _, script in index_scripts(blocks, {}, {}, {}):
            assert script
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    assert (most(600) - most(200)) / 400 < 500 * len("word100 ")


@needs_node
def test_a_browser_reads_what_is_packed() -> None:
    script = index_of(RECORDS, {})["search-index.js"]
    assert len(script) < 0.7 * len(json.dumps(unpacked(script)))
    read = in_node(
        "return require(data.packing).unpack(data.packed).then(index => index.records)",
        {"packing": str(ENGINE.with_name("search-packing.js")), "packed": script.decode().split('"')[1]},
    )
    assert read == unpacked(script)["records"]


def test_a_site_without_records_has_an_index() -> None:
    assert loaded(index_of([], {}))["search-index.js"]["facets"] == []


@needs_node
def test_an_empty_index_answers() -> None:
    assert ask("anything", records=[])["total"] == 0


def test_addresses_that_repeat_the_name_are_shortened() -> None:
    index = loaded(index_of(RECORDS, {}))["search-index.js"]
    assert "Hollow Lantern" in index["records"] and "hollow-lantern" not in index["records"]


# ---- what is found


@needs_node
@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("hollow lantern", "Hollow Lantern"),
        ("HOLLOW LANTERN", "Hollow Lantern"),
        ("hollow lan", "Hollow Lantern"),
        ("h", "Hollow Lantern"),
        ("hollwo lantern", "Hollow Lantern"),
        ("holow lanten", "Hollow Lantern"),
        ("hollowlantern", "Hollow Lantern"),
        ("lampless one", "Hollow Lantern"),
        ("lampl", "Hollow Lantern"),
        ("lantern", "Lantern Moth"),
        ("moth lantern", "Lantern Moth"),
        ("2d6", "Hollow Lantern"),
        ("d6", "Hollow Lantern"),
        ("2d6+3", "Hollow Lantern"),
        ("★★", "Hollow Lantern"),
        ("★", "Hollow Lantern"),
        ("+10", "Wounds"),
        ("ships lamp", "Hollow Lantern"),
        ("cafe brule", "火炎弾"),
        ("café", "火炎弾"),
        ("炎弾", "火炎弾"),
        ("火", "火炎弾"),
        ("أسد", "火炎弾"),
        ("lesings", "Hollow Lantern"),
    ],
)
def test_first_hit(query: str, first: str) -> None:
    assert titles(ask(query))[0] == first


@needs_node
def test_little_words_of_a_question_weigh_nothing() -> None:
    chatter = SearchRecord(
        title="Talk",
        href="rose/talk.html",
        kind="Chapter",
        ruleset="Rose (d100)",
        ruleset_id="rose",
        summary="How many do I have?",
    )
    first, alone = ask("how many wounds do I have", "how do i", records=[*RECORDS, chatter], ruleset="rose")
    assert titles(first)[0] == "Wounds" and "Talk" not in titles(first)
    assert first["words"] == ["wounds"]
    assert titles(alone) == ["Talk"], "where there is nothing else they are all there is"


def test_answers_of_the_open_game_stand_first() -> None:
    own, other, named = ask("savage wounds", "extra wound brings", "extra wound", ruleset="cobalt")
    assert [hit["rulesetId"] for hit in own["hits"]] == sorted(hit["rulesetId"] for hit in own["hits"])
    assert other["hits"][0]["rulesetId"] == "cobalt"
    assert titles(named)[0] == "Wounds", "a section that is called so counts as a name"


def test_what_has_a_word_of_the_query_in_its_name_is_never_cut_away() -> None:
    aiko = SearchRecord(
        title="Aiko Tanemura",
        href="rose/aiko.html",
        kind="Character",
        ruleset="Rose (d100)",
        ruleset_id="rose",
        summary="Rows.",
    )
    much = SearchRecord(
        title="Masks",
        href="rose/masks.html",
        kind="Chapter",
        ruleset="Rose (d100)",
        ruleset_id="rose",
        summary="Aiko and her persona, persona, persona.",
    )
    assert "Aiko Tanemura" in titles(ask("aiko persona", records=[*RECORDS, aiko, much]))


def test_a_word_that_most_entries_have_is_found_all_the_same() -> None:
    text = (SearchSection("", "", "Multiattack: two claws."),)
    crowd = [
        SearchRecord(
            title=f"Beast {n}",
            href=f"rose/b{n}.html",
            kind="Beast",
            ruleset="Rose (d100)",
            ruleset_id="rose",
            sections=text,
        )
        for n in range(90)
    ]
    assert ask("multiattack", records=crowd)["total"] == 90


def test_what_an_entry_is_finds_it_without_being_shown() -> None:
    fox = SearchRecord(
        title="Fox", href="rose/fox.html", kind="Beast", ruleset="Rose (d100)", ruleset_id="rose", summary="Runs.",
        names=("Pack Tactics",), values="weak Elec",
    )  # fmt: skip
    text = SearchRecord(
        title="Howl",
        href="rose/howl.html",
        kind="Chapter",
        ruleset="Rose (d100)",
        ruleset_id="rose",
        summary="Of pack tactics, once.",
    )
    weak, named = ask("elec weak", "pack tactics", records=[*RECORDS, fox, text])
    assert titles(weak) == ["Fox"] and plain(weak["hits"][0]["text"]) == "Runs."
    assert titles(named)[0] == "Fox"


def test_a_name_is_answered_with_how_its_page_begins() -> None:
    frozen = SearchRecord(
        title="Frozen", href="rose/frozen.html", kind="Ailment", ruleset="Rose (d100)", ruleset_id="rose",
        sections=(SearchSection("", "", "You cannot act. " + "Much more is told. " * 20 + "A remark on Frozen."),),
    )  # fmt: skip
    for query in ("frozen", "what is frozen"):
        [hit] = ask(query, records=[frozen])["hits"]
        assert plain(hit["text"]).startswith("You cannot act. Much more")


def test_a_filter_that_is_still_typed_chooses_nothing() -> None:
    kind = next(facet for facet in ask("kind:*")["facets"] if facet["id"] == "kind")
    assert [value["active"] for value in kind["values"]] == [False] * len(kind["values"])


def test_the_middle_of_a_word_is_found() -> None:
    assert titles(ask("essing")) == ["Hollow Lantern"]


@needs_node
def test_a_section_is_found_with_its_address_and_passage() -> None:
    hit = ask("medic cures")["hits"][0]
    assert plain(hit["title"]) == "Wounds" and hit["href"] == "rose/wounds.html"
    part = hit["sections"][0]
    assert part["anchor"] == "rest" and plain(part["title"]) == "Getting better"
    assert set(marked(part["text"])) == {"medic", "cures"}
    derived = ask("three tracks")["hits"][0]["sections"][0]
    assert derived["anchor"] == "three-tracks" and marked(derived["title"]) == ["Three", "tracks"]


@needs_node
def test_passages_are_asked_for_until_they_are_there() -> None:
    before, after = ask("medic", texts=False), ask("medic")
    assert before["missing"] == [0] and before["hits"][0]["sections"][0]["text"] == []
    assert after["missing"] == [] and "medic" in plain(after["hits"][0]["sections"][0]["text"])


@needs_node
def test_marks_show_what_was_found_not_what_was_typed() -> None:
    assert marked(ask("lantren")["hits"][0]["title"]) == ["Lantern"]
    assert marked(ask("brule")["hits"][0]["alias"]) == ["Brûlé"]


@needs_node
def test_the_readers_own_ruleset_comes_first() -> None:
    assert ask("wounds", ruleset="cobalt")["hits"][0]["rulesetId"] == "cobalt"
    assert ask("wounds", ruleset="rose")["hits"][0]["rulesetId"] == "rose"


@needs_node
def test_only_the_open_game_is_searched_where_it_answers() -> None:
    own, none = ask("wounds", "hollow", ruleset="cobalt", scoped=True)
    assert {hit["rulesetId"] for hit in own["hits"]} == {"cobalt"}
    assert (own["scope"]["title"], own["scope"]["within"]) == ("Cobalt (d20)", own["total"])
    assert own["scope"]["all"] == ask("wounds", ruleset="cobalt")["total"] > own["total"]
    games = {value["value"]: value["count"] for value in facet(own, "ruleset")["values"]}
    assert games["Rose (d100)"] == own["scope"]["all"] - own["total"]
    assert none["scope"] is None and titles(none)[0] == "Hollow Lantern", "what it has not is found in the others"
    assert ask("wounds game:rose", ruleset="cobalt", scoped=True)["scope"] is None


def page(title: str, *sections: SearchSection, **more: Any) -> SearchRecord:
    """A page of a game."""
    defaults = {"kind": "Chapter", "ruleset": "Rose", "ruleset_id": "rose", **more}
    return SearchRecord(title=title, href=f"rose/{title.lower()}.html", sections=sections, **defaults)


@needs_node
def test_a_question_is_answered_by_what_tells_more_than_one_thing() -> None:
    said = ("Other things stand here.", "You lose luck here.", "And more of them.", "And so on.")
    chapter = page("Odds", *(SearchSection(f"Part {n}", f"p{n}", text) for n, text in enumerate(said)))
    entry = page("Charm", SearchSection("", "", "You lose luck with it."), kind="Use")
    plainly, asked = ask("lose luck", "how do I lose my luck", records=[chapter, entry])
    assert titles(plainly) == ["Charm", "Odds"] and titles(asked) == ["Odds", "Charm"]
    entry = replace(entry, title="Luck of fools")
    assert titles(ask("how do I get the luck of fools", records=[chapter, entry]))[0] == "Luck of fools"


@needs_node
def test_an_abbreviation_in_capitals_is_no_beginning_of_a_word_and_no_initials_of_a_person() -> None:
    scores = page("Scores", SearchSection("", "", "AP is what acting costs. TB is a bonus."))
    others = page("Apples", SearchSection("", "", "Apply them.")), page("Tin Box", kind="Shadow", own=True)
    capitals, small, initials = ask("AP", "ap", "TB", records=[scores, *others])
    assert titles(capitals) == ["Scores"] and "Apples" in titles(small)
    assert titles(initials)[0] == "Scores"
    assert titles(ask("GL", records=[scores, page("Glass Lamp", kind="Shadow", own=True)])) == ["Glass Lamp"]


@needs_node
def test_a_preview_prefers_a_sentence_to_what_is_listed_and_its_name_to_nothing_else() -> None:
    listed = "Limp score · Limp roll · " + "A figure · " * 20
    gait = page("Gait", SearchSection("Legs", "legs", listed + "Whoever limps is slow. " + "More is said. " * 12))
    [hit] = ask("limp", records=[gait])["hits"]
    assert plain(hit["sections"][0]["text"]).startswith("Whoever limps is slow.")
    frozen = page("Frozen", SearchSection("", "", "You cannot act. " + "More. " * 40 + "A remark on Frozen."))
    stops = page("Stops", SearchSection("", "", "What stops."))
    hit = next(hit for hit in ask("does frozen stop it", records=[frozen, stops])["hits"] if hit["href"][5] == "f")
    assert plain(hit["text"]).startswith("You cannot act.")


@needs_node
def test_of_what_a_page_tells_prose_is_shown_before_the_boxes_of_rules() -> None:
    box, prose = (
        SearchSection(title, title, f"{text} of luck. " * 3) for title, text in (("Pool", "Box"), ("Luck", "Tale"))
    )
    rule = page("Pool", kind="Rule", minor=1)
    chapter, *_ = ask("pool luck", records=[page("Odds", box, prose), rule])["hits"]
    assert [plain(part["title"]) for part in chapter["sections"]] == ["Luck", "Pool"]


@needs_node
def test_a_preview_begins_with_the_sentence_that_has_the_words() -> None:
    text = "Many things are said before. " * 8 + "Whoever limps is slow on the stairs. " + "More is said. " * 12
    page = SearchRecord(
        title="Gait", href="rose/gait.html", kind="Chapter", ruleset="Rose (d100)", ruleset_id="rose",
        sections=(SearchSection("Legs", "legs", text),),
    )  # fmt: skip
    [hit] = ask("limps stairs", records=[page])["hits"]
    assert plain(hit["sections"][0]["text"]).startswith("Whoever limps is slow on the stairs.")


# ---- answers

TRACKS = "Wound tracks"
NUMBERED = replace(
    LANTERN,
    numbers=(
        ("Init.", "4", "AB 4", "Initiative"), ("Light", "4", "TB 4", TRACKS), ("Heavy", "2", "TB 4 ÷ 2", TRACKS),
        ("Deadly", "1", "", TRACKS), ("Claw, dmg", "7", "4 + SB 3", "Damage"),
    ),
)  # fmt: skip
GLOSSARY = SearchRecord(
    title="Glossary", href="rose/glossary.html", kind="Chapter", names=("AP", "Wound medic"),
    sections=(
        SearchSection("For a Persona", "for", "A point calls it back."),
        SearchSection("Mending", "mend", "Hours · Smaller of 1 and skill · Mending. Then it is whole."),
    ),
    terms=(("AP", "AP: Action Points, two a turn.", "spending"), ("Wound medic", "Wound medic: Who mends.", "harm")),
)  # fmt: skip
POOL = SearchRecord(
    title="Pool", href="rose/rules/pool.html", kind="Rule", summary="What a week brings.", values="Tokens", works=True,
    minor=1, terms=(("Tokens", "Tokens = the bonus of Wit", ""),),
)  # fmt: skip
HURT = SearchRecord(
    title="Harm", href="rose/harm.html", kind="Chapter",
    sections=(SearchSection("Damaging", "ing", "Sharp rock."), SearchSection("Damage", "d", "Damage is what is left.")),
)  # fmt: skip
WORKED = replace(EXTRA, title="Extra wounds", href="rose/rules/extra.html", works=True, minor=1)


@needs_node
@pytest.mark.parametrize(
    ("query", "sort", "title", "value", "why"),
    [
        ("hollow lantern heavy wounds", "number", "Hollow Lantern", "Heavy 2", "TB 4 ÷ 2"),
        ("how many heavy wounds has the hollow lantern", "number", "Hollow Lantern", "Heavy 2", "TB 4 ÷ 2"),
        ("hollow lantern wounds", "number", "Hollow Lantern", "Light 4 · Heavy 2 · Deadly 1", ""),
        ("lantern initiative", "number", "Hollow Lantern", "Init. 4", "AB 4"),
        ("lantern claw damage", "number", "Hollow Lantern", "Claw, dmg 7", "4 + SB 3"),
        ("what is getting better", "term", "Getting better", "Sleep cures a light one. A medic cures +10 of them.", ""),
        ("extra wounds", "rule", "Extra wounds", "Brings an extra wound.", ""),
        ("AP", "term", "AP", "AP: Action Points, two a turn.", ""),
        ("how many tokens", "term", "Tokens", "Tokens = the bonus of Wit", ""),
        ("damage", "term", "Damage", "Damage is what is left.", ""),
        ("what is a wound medic", "term", "Wound medic", "Wound medic: Who mends.", ""),
    ],
)
def test_what_can_be_answered_is(query: str, sort: str, title: str, value: str, why: str) -> None:
    answer = ask(query, records=[NUMBERED, LANTERNS, WOUNDS, WORKED, GLOSSARY, POOL, HURT])["answer"]
    assert (answer["sort"], answer["title"], answer["value"], answer["why"]) == (sort, title, value, why)


@needs_node
@pytest.mark.parametrize(
    "query", ["hollow lantern", "lantern secret", "hollow lantern tier:2", "medic", "what is a persona", "mending"]
)
def test_what_has_no_answer_has_none(query: str) -> None:
    assert ask(query, records=[NUMBERED, LANTERNS, WOUNDS, WORKED, GLOSSARY])["answer"] is None


LEAPS = [
    SearchRecord(title=f"{name} leap", href=f"{name}.html", kind="Mode", summary="How far one leaps, and how high.")
    for name in ("Long", "High", "Running")
]
LEAP = SearchRecord(title="Leap", href="leap.html", kind="Rule", summary="Half of a run.", works=True, minor=1)
LEAP_ON = replace(LEAP, title="Leap on a thing", href="on.html")


@needs_node
@pytest.mark.parametrize(
    ("query", "rules", "title"),
    [
        ("how far can I leap", [LEAP], "Leap"),
        ("how far can I leap", [LEAP_ON], None),  # says something else of it
        ("far leap high", [LEAP], None),  # not for an amount
    ],
)
def test_an_amount_is_worked_out_by_a_rule_among_further_results(
    query: str, rules: list[SearchRecord], title: str | None
) -> None:
    answer = ask(query, records=[*LEAPS, *rules])["answer"]
    assert (answer and answer["title"]) == title


@needs_node
def test_a_name_in_any_form_stands_before_another_name_and_a_name_within_the_query_before_its_text() -> None:
    weapons = SearchRecord(title="Weapons", href="rose/weapons.html", kind="List", ruleset="Rose")
    effects = replace(
        WOUNDS, title="Effects", href="rose/effects.html", aliases=("weapon",),
        sections=(SearchSection("", "", "A weapon, another weapon, night and rifle damage, damage to a weapon."),),
    )  # fmt: skip
    rifle = replace(weapons, title="Night Rifle", href="rose/night-rifle.html")
    assert titles(ask("weapon", records=[effects, weapons, rifle]))[0] == "Weapons"
    assert titles(ask("night rifle damage", records=[effects, weapons, rifle]))[0] == "Night Rifle"


@needs_node
def test_an_answer_asks_for_the_passage_that_has_it() -> None:
    before = ask("hollow lantern heavy wounds", records=[NUMBERED, WOUNDS], texts=False)
    assert before["answer"] is None and 0 in before["missing"]


# ---- in other words


AIKO = SearchRecord(
    title="Aiko Tanemura", href="rose/aiko.html", kind="Character", ruleset="Rose (d100)", ruleset_id="rose",
    summary="Her attacks and her mask.", facets={"tier": 4, "weak": ("Fire",)},
)  # fmt: skip
RISE = SearchRecord(
    title="Rising", href="rose/rising.html", kind="Chapter", ruleset="Rose (d100)", ruleset_id="rose",
    sections=(
        SearchSection("Charging", "charge", "Run and strike."),
        SearchSection("Attack of Opportunity", "aoo", "A blow at whoever walks off.", aliases=("free blow",)),
        SearchSection("Armour", "armour", "Takes off what a hit does."),
    ),
)  # fmt: skip
REMARK = SearchRecord(
    title="What charging is", href="rose/rulings.html#charging", kind="Ruling", ruleset="Rose (d100)",
    ruleset_id="rose", aliases=("charging",), summary="The source says two things of the charge.", minor=2,
)  # fmt: skip
SAID = [*RECORDS, AIKO, RISE, REMARK]


@needs_node
@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("charged", "Rising"),  # another form of the word, and the chapter before a remark on it
        ("armor", "Rising"),  # the other spelling
        ("qrmour", "Rising"),  # the keys of a French keyboard
        ("AoO", "Rising"),
        ("aoo", "Rising"),
        ("sav hi", "Savage hits"),
        ("aiko fire", "Aiko Tanemura"),
        ("aiko lantern", "Aiko Tanemura"),
        ("weak to ice", "Lantern Moth"),
        ("tier 4 weak to fire", "Aiko Tanemura"),
        ("what are light, heavy and deadly wounds", "Wounds"),
    ],
)
def test_people_are_understood(query: str, first: str) -> None:
    assert titles(ask(query, records=SAID, ruleset="rose"))[0] == first


@needs_node
def test_keys_of_a_german_keyboard_are_those_of_an_english_one() -> None:
    hazy = SearchRecord(title="Hazy", href="rose/hazy.html", kind="State", ruleset="Rose (d100)", ruleset_id="rose")
    assert titles(ask("hayz", records=[*RECORDS, hazy]))[0] == "Hazy"


SYNONYMS = {"": {"get up": ["rising"], "hp": ["wounds"]}, "rose": {"hp": ["lantern"], "lamp": ["nowhere"]}}


@needs_node
@pytest.mark.parametrize(
    ("query", "ruleset", "first"),
    [
        ("hp", "cobalt", "Wounds"),
        ("how many hp are left", "cobalt", "Wounds"),
        ("getting up from there", "rose", "Rising"),  # little words that mean something together
    ],
)
def test_synonyms_find_what_the_pages_call_otherwise(query: str, ruleset: str, first: str) -> None:
    scripts = loaded(index_of(SAID, {}, synonyms=SYNONYMS))
    answer = node(
        "const engine = new api.SearchEngine(data.index); return engine.search(data.query, { ruleset: data.ruleset });",
        {"index": scripts["search-index.js"], "query": query, "ruleset": ruleset},
    )
    assert titles(answer)[0] == first


def test_the_index_has_the_synonyms_that_its_words_can_answer() -> None:
    index = loaded(index_of(SAID, {}, synonyms=SYNONYMS))["search-index.js"]
    assert index["synonyms"] == [["", "get up\trising"]]  # of little words alone, which belong to no part
    assert index["places"]["part"]["synonyms"] == [["", "hp\twounds"], ["rose", "hp\tlantern"]]


@needs_node
@pytest.mark.parametrize(
    ("query", "expected", "further"),
    [
        ("zap", "Ruby", 0),  # the part of the word has what it means
        ("getting zapped over", "Opal", 1),  # words that mean something together, in any form
        ("headshot", "Jade", 0),  # written apart
        ("haedshot", "Jade", 1),  # misspelt: all are compared
    ],
)
def test_a_query_asks_for_the_synonyms_of_its_own_words_only(query: str, expected: str, further: int) -> None:
    texts = [(f"Name {n}", " ".join(f"word{n % p}of{p}" for p in range(3, 41))) for n in range(900)]
    texts += [(name, "A stone.") for name in ("Ruby", "Opal", "Jade")]
    records = [SearchRecord(title=title, href=f"{title}.html", kind="Item", summary=text) for title, text in texts]
    synonyms = {"": {"zapping": ["ruby"], "zap over": ["opal"], "head shot": ["jade"]}}
    scripts = loaded(index_of(records, {}, synonyms=synonyms))
    asked = """
        const { scripts, query } = data, part = n => scripts[`search-places-${n}.js`], rounds = [];
        const [few, all] = [0, 1].map(() => new api.SearchEngine(scripts["search-index.js"]));
        for (let n = 0; part(n); n++) all.addPlaces(n, part(n));
        for (let { places } = few.search(query); places.length; { places } = few.search(query)) {
          rounds.push(places);
          for (const n of places) few.addPlaces(n, part(n));
        }
        return [few, all].map(engine => engine.search(query).hits.map(hit => hit.href)).concat([rounds.flat()]);
    """
    few, every, parts = node(asked, {"scripts": scripts, "query": query})
    assert few == every and few[0] == f"{expected}.html"
    assert parts.count("all") == further and len(parts) < 12
    assert scripts["search-index.js"]["synonyms"] == [] and len(scripts) > 12


@needs_node
@pytest.mark.parametrize(("query", "value"), [("forty one hit points", "HP 15"), ("forty one hit weight", None)])
def test_words_that_mean_something_together_answer_a_number_together(query: str, value: str | None) -> None:
    numbers = (("HP", "15", "", ""),)
    forty = SearchRecord(title="Forty-One", href="a.html", kind="Foe", summary="Has HP.", numbers=numbers)
    scripts = loaded(index_of([forty], {}, synonyms={"": {"hit points": ["hp"]}}))
    answer = node(
        """
        const engine = new api.SearchEngine(data.scripts["search-index.js"]);
        engine.addText(0, data.scripts["search-text-0.js"]);
        return engine.search(data.query).answer;
        """,
        {"scripts": scripts, "query": query},
    )
    assert (answer and answer["value"]) == value


ROPED = [
    SearchRecord(title="Shoved", href="a.html", kind="State", ruleset="Rose", summary="Pushed off one's place."),
    SearchRecord(title="Held", href="b.html", kind="State", ruleset="Rose", summary="By a hand or a rope."),
    SearchRecord(title="Stone", href="c.html", kind="Item", ruleset="Rose", summary="Nothing moves it."),
]


@needs_node
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("knock back", ["Shoved"]),
        ("knockback", ["Shoved"]),
        ("head lock", ["Held"]),
        ("headlock", ["Held"]),
        ("knockbakc", ["Shoved"]),  # nothing of the index is like it
        ("imobilised", ["Held"]),
        ("stonee", ["Stone"]),  # what is like a word of the index means that, not what is typed for something else
        ("imobster", []),
        ("starvation", ["Held"]),  # a longer form
    ],
)
def test_synonyms_are_found_joined_parted_and_misspelt(query: str, expected: list[str]) -> None:
    caught = {word: ["held"] for word in ("headlock", "immobilized", "starving")}
    synonyms = {"": {"knock back": ["shoved"], "stoned": ["shoved"], **caught}}
    scripts = loaded(index_of(ROPED, {}, synonyms=synonyms))
    answer = node(
        "return new api.SearchEngine(data.index).search(data.query);",
        {"index": scripts["search-index.js"], "query": query},
    )
    assert titles(answer) == expected


@needs_node
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("hol", ["Hollow Lantern"]),  # which "hole" keeps as well, when its ending is left away
        ("hole", ["Fall"]),
        ("leg", ["Limbs", "Legwork"]),
        ("arm", ["Limbs", "Armour"]),  # a word that means something by itself
        ("hols", ["Fall"]),
    ],
)
def test_the_beginning_of_a_name_means_nothing_else_while_it_is_typed(query: str, expected: list[str]) -> None:
    records = [page(name) for name in ("Fall", "Hollow Lantern", "Limbs", "Legwork", "Armour")]
    synonyms = {"": {"hole": ["fall"], "legs": ["limbs"], "arm": ["limbs"]}}
    scripts = loaded(index_of(records, {}, synonyms=synonyms))
    answer = node(
        "return new api.SearchEngine(data.index).search(data.query);",
        {"index": scripts["search-index.js"], "query": query},
    )
    assert titles(answer) == expected


@needs_node
@pytest.mark.parametrize(
    "forms",
    [
        "miss misses missed missing",
        "pass passes passed passing",
        "weakness weaknesses",
        "bonus bonuses",
        "status statuses",
        "die dies died",
        "tie ties tied",
        "fly flies",
        "metre metres meter meters",
        "analyse analysed analyze analyzing",
        "paralysed paralyzed",
        "control controls controlled controlling",
        "level levels leveled levelled",
        "roll rolls rolled rolling",
        "stun stunned stunning",
    ],
)
def test_forms_of_a_word_have_one_stem(forms: str) -> None:
    words_js = json.dumps(str(ENGINE.with_name("search-words.js")))
    stems = in_node(f"const {{ stem }} = require({words_js}); return data.map(stem);", forms.split())
    assert len(set(stems)) == 1


@needs_node
def test_each_synonym_of_every_game_stands_once_and_says_something() -> None:
    """No two lines are forms of one word, and none means a form of what is typed."""
    script = """
        const { stem, words } = require(data.words);
        return data.lines.map(line => line.map(text => words(text).map(stem).join(" ")));
    """
    lines = [[typed, *meant] for typed, meant in shared_synonyms().items()]
    roots = in_node(script, {"words": str(ENGINE.with_name("search-words.js")), "lines": lines})
    typed = [own for own, *_ in roots]
    assert len(set(typed)) == len(typed)
    assert not [own for own, *meant in roots if own in meant or len(set(meant)) < len(meant)]


def test_synonyms_of_every_game_are_words_of_no_game() -> None:
    assert shared_synonyms()["hp"] == ["hit points", "health", "wounds"]
    assert all(typed == typed.lower() and meant for typed, meant in shared_synonyms().items())


PEOPLE_ASK = [
    SearchRecord(title="Ground", href="ground.html", kind="Altitude", summary="Where most people stand."),
    SearchRecord(title="Prone", href="prone.html", kind="State", aliases=("getting up from the ground",)),
    SearchRecord(
        title="Rising", href="rising.html", kind="Action", summary="It takes an action, and an enemy may strike."
    ),
    SearchRecord(title="Rising", href="by.html", kind="Modifier", summary="Ten."),
    SearchRecord(title="Foes", href="foes.html", kind="List", summary="All that stand on the other side."),
    SearchRecord(title="Gull", href="gull.html", kind="Foes", own=True, facets={"tag": ("flies", "large"), "tier": 4}),
    SearchRecord(title="Ghost", href="ghost.html", kind="Foes", own=True, facets={"tag": ("risen",), "speed": 4}),
    SearchRecord(
        title="Sea", href="sea.html", kind="Place", aliases=("tier",), summary="Four foes, of tier 4 and more."
    ),
    SearchRecord(title="Crab", href="crab.html", kind="Foes", own=True, summary="What to roll against venom: a ten."),
    SearchRecord(
        title="Tests", href="tests.html", kind="Rule", summary="A d20, and against venom the same. Roll it once."
    ),
]


@needs_node
@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("getting up from the ground", "prone.html"),  # not the ground: the little words mean something, too
        ("rising", "rising.html"),  # of two of one name that which tells more
        ("flying monsters", "gull.html"),  # a kind by what means it
        ("large flying", "gull.html"),  # two values that one entry has
        ("tier 4 foes", "gull.html"),  # not who has this number of something else
        ("large foes of tier 4", "gull.html"),
        ("risen", "ghost.html"),  # a value that nothing is called, before what it may mean
        ("if it is weak to venom", "tests.html"),  # not who is
        ("what do I roll against the venom", "tests.html"),  # a question that names no entry of the table asks for none
        ("what does the crab roll against the venom", "crab.html"),
        ("enemz", "foes.html"),  # the keys of another country, and what their word means
    ],
)
def test_questions_ask_for_rules_and_little_words_for_what_they_mean(query: str, first: str) -> None:
    synonyms = {"": {"get up": ["rising"], "monster": ["foes"], "enemy": ["foes"], "risen": ["prone"]}}
    labels = {"tag": "Tag", "weak": "Weak to", "tier": "Tier", "speed": "Speed"}
    scripts = loaded(index_of(PEOPLE_ASK, labels, synonyms=synonyms))
    asked = "return new api.SearchEngine(data.index).search(data.query).hits[0]?.href;"
    assert node(asked, {"index": scripts["search-index.js"], "query": query}) == first


NAMES_AND_MEANINGS = [
    SearchRecord(title="Hollow Lantern", href="hollow.html", kind="Foe", ruleset="Rose", ruleset_id="rose"),
    SearchRecord(title="Fall", href="fall.html", kind="Action", ruleset="Rose", ruleset_id="rose"),
    SearchRecord(title="Net Mender", href="mender.html", kind="Foe", ruleset="Rose", ruleset_id="rose"),
    SearchRecord(title="Held", href="held.html", kind="State", ruleset="Rose", ruleset_id="rose"),
    SearchRecord(title="Frail", href="frail.html", kind="State", ruleset="Rose", ruleset_id="rose"),
    SearchRecord(
        title="Bailiff Walker", href="bailiff.html", kind="Foe", ruleset="Rose", ruleset_id="rose",
        sections=(SearchSection("", "", "It walks. What frail things fear it."),),
    ),
    SearchRecord(title="Stun", href="stun.html", kind="Effect", ruleset="Rose", ruleset_id="rose"),
    SearchRecord(title="Stunned", href="stunned.html", kind="State", ruleset="Rose", ruleset_id="rose"),
    SearchRecord(title="Armour Points", href="points.html", kind="Score", ruleset="Rose", ruleset_id="rose"),
    SearchRecord(title="Any Parley", href="parley.html", kind="Action", ruleset="Rose", ruleset_id="rose"),
    SearchRecord(title="Soak", href="soak.html", kind="Rule", ruleset="Rose", ruleset_id="rose"),
    SearchRecord(title="Glass Choir", href="choir.html", kind="Foe", ruleset="Rose", ruleset_id="rose"),
    SearchRecord(title="Glass", href="glass.html", kind="Item", ruleset="Rose", ruleset_id="rose"),
    SearchRecord(
        title="Wear", href="wear.html", kind="Chapter", ruleset="Rose", ruleset_id="rose",
        sections=(
            SearchSection("", "", "What use does."),
            SearchSection("Rope", "rope", "A rope wears out in a week, and a rope in the rain wears out in a day."),
            SearchSection("Nets", "nets", "As ropes."),
            SearchSection("Knots", "knots", "Never."),
            SearchSection("Reef bights", "bights", "Seldom."),
        ),
    ),
    *(
        SearchRecord(title=title, href=f"{number}.html", kind="Rule", ruleset="Rose", ruleset_id="rose", minor=1)
        for number, title in enumerate(("Knots", "Reef bights"))
    ),
    SearchRecord(
        title="Does rope wear out?", href="rulings.html#rope", kind="Ruling", ruleset="Rose", ruleset_id="rose",
        summary="The source says two things.", minor=2,
    ),
]  # fmt: skip


@needs_node
@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("hol", "hollow.html"),  # the first letters of a name, not what means a hole,
        ("hole", "fall.html"),  # which is what it means once it is there in full
        ("stunn", "stunned.html"),  # nor a form of what may be meant
        ("stun", "stun.html"),
        ("net", "mender.html"),  # a word that a name begins with, before what it may mean
        ("what is the bailiff weak to", "bailiff.html"),  # what means something is not all that is asked
        ("AP", "soak.html"),  # what is known to mean something before chance initials
        ("glasschoir", "choir.html"),  # run together
        ("glasss", "glass.html"),  # and misspelt, which is no running together
        ("how does rope wear out", "wear.html"),  # a chapter before a remark that is called as the question is
        ("knots", "wear.html"),  # a section that is called so, before a rule that is,
        ("reef bi", "wear.html"),  # as before one that begins so
    ],
)
def test_names_stand_before_what_their_letters_may_mean(query: str, first: str) -> None:
    meant = {"hole": ["fall"], "net": ["held"], "weak to": ["frail"], "ap": ["soak"]}
    scripts = loaded(index_of(NAMES_AND_MEANINGS, {}, synonyms={"": meant}))
    asked = "return new api.SearchEngine(data.index).search(data.query, { ruleset: 'rose' }).hits[0]?.href;"
    assert node(asked, {"index": scripts["search-index.js"], "query": query}) == first


LEAPING = [
    SearchRecord(title="Rising", href="rising.html", kind="Action", facets={"cost": "Free"}),
    SearchRecord(title="Calling", href="calling.html", kind="Action", facets={"cost": "Free"}, summary="A limit."),
    SearchRecord(
        title="Actions", href="actions.html", kind="Chapter",
        sections=(
            SearchSection("", "", "What there is to do."),
            SearchSection("Limits", "limits", "There is no limit to free actions, within reason."),
            SearchSection("Free", "free", "Free actions need no time."),
            SearchSection("Full", "full", "One a turn."),
        ),
    ),
]  # fmt: skip


@needs_node
@pytest.mark.parametrize(
    ("query", "first"), [("free actions", "calling.html"), ("is there a limit to free actions", "actions.html")]
)
def test_what_has_a_property_answers_less_where_more_than_it_is_asked(query: str, first: str) -> None:
    scripts = loaded(index_of(LEAPING, {"cost": "Cost"}))
    asked = "return new api.SearchEngine(data.index).search(data.query).hits[0]?.href;"
    assert node(asked, {"index": scripts["search-index.js"], "query": query}) == first


# ---- whose it is

OURS = [
    SearchRecord(title="Holy", href="a/holy.html", kind="Damage", ruleset="Rose", ruleset_id="rose"),
    SearchRecord(title="Holding one's breath", href="a/breath.html", kind="Rule", ruleset="Rose", ruleset_id="rose"),
    SearchRecord(
        title="Hollow Lantern",
        href="rose/hollow-lantern.html",
        kind="Shadow",
        ruleset="Rose",
        ruleset_id="rose",
        own=True,
    ),
    SearchRecord(
        title="Hollow Bell", href="cobalt/hollow-bell.html", kind="Shadow", ruleset="Cobalt", ruleset_id="cobalt"
    ),
    SearchRecord(
        title="Shadows",
        href="rose/index.html",
        kind="List",
        ruleset="Rose",
        ruleset_id="rose",
        aliases=("All shadows",),
    ),
    SearchRecord(
        title="Shadow Walker", href="rose/walker.html", kind="Shadow", ruleset="Rose", ruleset_id="rose", own=True
    ),
]


@needs_node
@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("hol", "Hollow Lantern"),  # a table's own names at the first letters,
        ("holy", "Holy"),  # but not before a name that is there in full,
        ("shadow", "Shadows"),  # nor once more letters tell what is meant
        ("hollow b", "Hollow Bell"),
    ],
)
def test_a_tables_own_names_come_first_at_the_first_letters(query: str, first: str) -> None:
    assert titles(ask(query, records=OURS))[0] == first


# ---- query words


@needs_node
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("tier:2", {"Hollow Lantern"}),
        ("tier:2..4", {"Hollow Lantern", "Lantern Moth"}),
        ("tier:3..", {"Lantern Moth"}),
        ("tier:..1", {"火炎弾"}),
        ("tier:>=2", {"Hollow Lantern", "Lantern Moth"}),
        ("tier:<2", {"火炎弾"}),
        ("tier:1/2", {"火炎弾"}),
        ("tier:0.5", {"火炎弾"}),
        ("tier:2,4", {"Hollow Lantern", "Lantern Moth"}),
        ("-tier:2", {"Lantern Moth", "Wounds", "火炎弾", "Savage hits"}),
        ("weak:fire", {"Hollow Lantern"}),
        ("weak:FI", {"Hollow Lantern"}),
        ("weakto:ice", {"Lantern Moth"}),
        ("weak:fire,ice", {"Hollow Lantern", "Lantern Moth"}),
        ("weak:fire weak:ice", set()),
        ("weak:", {"Hollow Lantern", "Lantern Moth", "火炎弾"}),
        ("weak:*", {"Hollow Lantern", "Lantern Moth", "火炎弾"}),
        ("kind:shadow", {"Hollow Lantern", "Lantern Moth"}),
        ("kind:shadows -weak:ice", {"Hollow Lantern"}),
        ("kind:shadow !weak:ice", {"Hollow Lantern"}),
        ("ruleset:cobalt", {"Wounds", "火炎弾"}),
        ('game:"Cobalt (d20)" kind:power', {"火炎弾"}),
        ("lantern -moth", {"Hollow Lantern"}),
        ("wound -kind:chapter", {"Savage hits"}),
        ('"extra wound"', {"Wounds", "Savage hits"}),
        ('"wound extra"', {"Wounds"}),
        ("tier:9", set()),
    ],
)
def test_query_words(query: str, expected: set[str]) -> None:
    answer = ask(query)
    assert set(titles(answer)) == expected


@needs_node
def test_a_colon_that_names_no_facet_is_text() -> None:
    assert ask("note:lantern")["words"] == ["note", "lantern"]


@needs_node
def test_a_phrase_is_certain_once_the_passages_are_there() -> None:
    unsure, sure = ask('"brings one wound"', texts=False), ask('"brings one wound"')
    assert unsure["missing"] == [0] and [hit["href"] for hit in sure["hits"]] == ["cobalt/wounds.html"]


@needs_node
def test_values_that_differ_in_case_alone_are_one() -> None:
    kinds = [("Oak", "Damage Type"), ("Elm", "Damage Type"), ("Ash", "Damage type"), ("Yew", "Tree")]
    records = [replace(LANTERN, title=name, href=f"{name}.html", kind=kind, facets={}) for name, kind in kinds]
    spelled = {"kind": {"Damage type": ["damage-type", "Damage types"], "Damage Type": ["damage", "Damages"]}}
    kind = loaded(index_of(records, {}, spellings=spelled))["search-index.js"]["facets"][0]
    assert kind["values"] == ["Damage Type", "Tree"] and len(kind["lists"].split(" ")) == 2
    assert kind["names"] == ["damage-type\tDamage types\tdamage\tDamages", ""]
    values = facet(ask("kind:*", records=records), "kind")["values"]
    assert [(value["value"], value["count"]) for value in values] == [("Damage Type", 3), ("Tree", 1)]
    assert {hit["kind"] for hit in ask('kind:"damage type"', records=records)["hits"]} == {"Damage Type"}


@needs_node
def test_counts_of_a_facet_leave_its_own_filter_out() -> None:
    answer = ask("lantern weak:fire")
    counts = {value["value"]: (value["count"], value["active"]) for value in facet(answer, "weak")["values"]}
    assert answer["total"] == 1
    assert counts["Fire"] == (1, True) and counts["Ice"] == (1, False)
    assert [v["count"] for v in facet(answer, "kind")["values"] if v["value"] == "Shadow"] == [1]


def facet(answer: Any, name: str) -> Any:
    return next(facet for facet in answer["facets"] if facet["id"] == name)


@needs_node
def test_facets_say_what_they_are() -> None:
    facets = [(f["id"], f["title"], f["number"]) for f in ask("kind:*")["facets"]]
    assert facets == [
        ("kind", "Kind", False), ("ruleset", "Game", False), ("tag", "tag", False), ("tier", "Tier", True),
        ("weak", "Weak to", False),
    ]  # fmt: skip
    assert [v["value"] for v in facet(ask("kind:*"), "tier")["values"]] == ["1/2", "2", "4"]


@needs_node
def test_nothing_found_names_the_nearest() -> None:
    scripts = loaded(index_of(RECORDS, {"tier": "Tier", "weak": "Weak to"}))
    asked = """
        const engine = new api.SearchEngine(data.index), search = { engine };
        const help = require("fs").readFileSync(data.help, "utf8");
        new Function("window", "self", help)({ sheetgen: { search } }, { SheetgenSearch: api });
        const found = engine.search("holoughw luntornes");
        return [found.total, search.helps.near(found.parsed)];
    """
    data = {"index": scripts["search-index.js"], "help": str(ENGINE.with_name("search-help.js"))}
    total, nearest = node(asked, data)
    assert total == 0 and nearest[0] == "Hollow Lantern"


@needs_node
@pytest.mark.parametrize("query", ["", " ", '"', "-", "!", ":", "((", "\\", "constructor"])
def test_signs_alone_find_nothing(query: str) -> None:
    answer = ask(query)
    assert (answer["total"], answer["hits"], answer["answer"]) == (0, [], None)


@needs_node
@pytest.mark.parametrize("query", ["tier:", "weak:,", "tier:.."])
def test_a_filter_without_a_value_finds_what_has_one(query: str) -> None:
    assert titles(ask(query)) == ["Hollow Lantern", "Lantern Moth", "火炎弾"]
    assert sorted(titles(ask("-tier:"))) == ["Savage hits", "Wounds", "Wounds"]


# ---- quality and size, on made entries


@needs_node
def test_made_entries_are_found_and_the_index_stays_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tests" / "bench" / "search"))
    import corpus
    import run

    assert sys.modules["corpus"] is corpus
    figures = run.measure(run.Job(500, [777, 1, 2, 3, 4], tmp_path, tmp_path, "sheetgen"))
    row = figures["engines"]["sheetgen"]
    assert row["exact"] == 1 and row["prefix"] > 0.97 and row["typo"] > 0.97 and row["body"] > 0.95
    index = gzip.compress((tmp_path / "search-index.js").read_bytes())
    assert len(index) <= 70_000

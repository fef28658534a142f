"""What search finds and in which order, its previews, filters and facets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from bench.search.engine_scripts import SITE_SCRIPTS
from in_node import needs_node
from packed_scripts import index_of
from search_records import LANTERN, RECORDS, ask, loaded, marked, node, page, plain, titles

from sheetgen.site.search import SearchRecord, SearchSection


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


def test_letters_that_are_the_stem_of_a_word_are_still_the_first_of_a_name() -> None:
    flurry = SearchSection("Flurry", "f", "Two blows.")
    attacks = SearchRecord(title="Attacks", href="attacks.html", kind="Chapter", sections=(flurry,))
    swift = SearchRecord(title="Flurry: Swift Attack", href="swift.html", kind="Action")
    assert titles(ask("flur", records=[attacks, swift]))[0] == swift.title
    assert titles(ask("flurry", records=[attacks, swift]))[0] == attacks.title


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
        new Function("window", "self", help)({ sheetgen: { search } }, { SheetgenSearch: api, SheetgenWords: api });
        const found = engine.search("holoughw luntornes");
        return [found.total, search.helps.near(found.parsed)];
    """
    data = {"index": scripts["search-index.js"], "help": str(SITE_SCRIPTS / "search-help.js")}
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


@needs_node
def test_a_section_is_found_by_its_heading_for_all_one_slip_in_it() -> None:
    records = [
        page("Ailments", SearchSection("Immunity", "immunity", "What keeps one off.")),
        page("Block", kind="Affinity", aliases=("immunity to ailments",), summary="Immunity: ailments stay away."),
    ]
    assert titles(ask("imunity", records=records))[0] == "Ailments"


@needs_node
def test_an_entry_with_the_property_that_is_asked_stands_before_what_names_it() -> None:
    """ "frozen technical" is about Frozen, and also about the elements that are technical against it."""
    melee, wind = (page(name, kind="Element", facets={"technical": ("Frozen",)}) for name in ("Melee", "Wind"))
    frozen = page("Frozen", kind="Ailment", facets={"technical": ("Melee", "Wind")})
    for query in ("frozen technical", "technical frozen"):
        assert titles(ask(query, records=[melee, frozen, wind])) == ["Frozen", "Melee", "Wind"]

"""Search for what pages call otherwise: synonyms, questions, abbreviations, names that letters may mean."""

from __future__ import annotations

import string

import pytest
from in_node import needs_node
from packed_scripts import index_of
from search_records import RECORDS, ask, loaded, node, page, titles

from sheetgen.site.search import SearchRecord, SearchSection
from sheetgen.site.search.synonyms import shared_synonyms

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


def stub(title: str, game: str) -> SearchRecord:
    return SearchRecord(title=title, href=f"{game}/{title}.html", kind="Chapter", ruleset=game.title(), ruleset_id=game)


TWO_GAMES = [stub("Lethe Bell", "cobalt"), stub("Mould", "cobalt"), stub("Stair", "cobalt"), stub("Lethe Urn", "rose")]
OF_GAMES = {"cobalt": {"amnesia": ["mould"]}, "rose": {"amnesia": ["lethe"], "stair": ["urn"]}}


@needs_node
@pytest.mark.parametrize(
    ("query", "ruleset", "expected"),
    [
        ("amnesia", "", ["Mould", "Lethe Urn"]),  # in each game what it means there
        ("amnesai", "", ["Mould", "Lethe Urn"]),
        ("stair", "", ["Stair", "Lethe Urn"]),  # what is called so stands first
        ("amnesia", "rose", ["Lethe Urn", "Lethe Bell"]),
        ("amnesia game:cobalt", "rose", ["Mould"]),
    ],
)
def test_a_word_means_in_each_game_what_that_game_says(query: str, ruleset: str, expected: list[str]) -> None:
    index = loaded(index_of(TWO_GAMES, synonyms=OF_GAMES))["search-index.js"]
    answer = node(
        "return new api.SearchEngine(data.index).search(data.query, { ruleset: data.ruleset });",
        {"index": index, "query": query, "ruleset": ruleset},
    )
    assert titles(answer) == expected


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
    """And all of them are read with the words that begin as these forms do."""
    stems = node("return data.map(api.stem);", forms.split())
    assert len(set(stems)) == 1
    assert node("return data.every(form => form.startsWith(api.beginning(api.stem(form))));", forms.split())


@needs_node
def test_letters_by_themselves_are_read_with_the_words_that_begin_so() -> None:
    alone = [*string.ascii_lowercase, "er", "or", "ty"]
    assert node("return data.map(api.beginning);", alone) == alone


@needs_node
def test_each_synonym_of_every_game_stands_once_and_says_something() -> None:
    """No two lines are forms of one word, and none means a form of what is typed."""
    script = """
        const { stem, words } = api;
        return data.lines.map(line => line.map(text => words(text).map(stem).join(" ")));
    """
    lines = [[typed, *meant] for typed, meant in shared_synonyms().items()]
    roots = node(script, {"lines": lines})
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

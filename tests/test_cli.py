"""The command line: what it prints, how it ends, what it does not import."""

from __future__ import annotations

import atexit
import gc
import json
import os
import re
import signal
import subprocess
import sys
import weakref
from pathlib import Path
from threading import Timer

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result
from projects import Write
from small_game import GAME

from sheetgen.cli import cli, main
from sheetgen.model import derive, library, loaded

BROKEN = {**GAME, "beasts/bad.yaml": "name: Bad\ntier: high\ntoughness: 30\n"}
PROGRAM = "import sys; from sheetgen.cli import main; main()"


def run(*arguments: object, **settings: object) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments], **settings)  # type: ignore[arg-type]


def parameters() -> list[tuple[str, click.Parameter]]:
    return [(name, param) for name, command in cli.commands.items() for param in command.params]


def test_a_command_ends_without_a_search_for_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    at_end: list[object] = []
    monkeypatch.setattr(atexit, "register", at_end.append)
    monkeypatch.setattr(gc, "disable", lambda: at_end.append("disabled"))
    monkeypatch.setattr(sys, "argv", ["sheetgen", "--version"])
    with pytest.raises(SystemExit):
        main()
    assert at_end == ["disabled", gc.freeze]


# ---- help


@pytest.mark.parametrize(("name", "option"), parameters(), ids=lambda item: getattr(item, "name", item))
def test_every_option_has_help(name: str, option: click.Parameter) -> None:
    if isinstance(option, click.Option):
        assert option.help and option.help.endswith((".", ")", ")."))


@pytest.mark.parametrize("name", cli.commands)
def test_every_command_has_an_example(name: str) -> None:
    text = run(name, "--help").stdout
    assert f"\n  sheetgen {name}" in text and "None" not in text


def test_help_begins_with_what_a_newcomer_runs() -> None:
    assert "sheetgen new my-campaign" in run("--help").stdout


def test_help_lists_every_command_once_in_a_section_and_cuts_no_sentence_off() -> None:
    listed = re.findall(r"(?m)^  ([a-z-]+)  ", run("--help").stdout.partition("\nWrite:\n")[2])
    assert sorted(listed) == sorted(cli.commands)
    assert "..." not in run("--help").stdout.partition("\nWrite:\n")[2]


PRINTING = ("weasyprint", "pikepdf", "fontTools", "uharfbuzz", "lxml", "PIL", "rich", "watchfiles")


@pytest.mark.parametrize(
    ("arguments", "heavy"),
    [
        (["--help"], (*PRINTING, "jinja2", "markdown_it", "pydantic")),
        (["rule", "./game", "track", "--json", '{"tb": 4}'], (*PRINTING, "jinja2", "markdown_it")),
        (["show", "otter"], (*PRINTING, "jinja2")),
        (["check"], PRINTING),
    ],
    ids=lambda value: value[0],
)
def test_a_command_imports_only_what_it_needs(project: Write, arguments: list[str], heavy: tuple[str, ...]) -> None:
    assert imported(heavy, project(GAME), *arguments) == "[]"


def imported(among: tuple[str, ...], folder: Path, *arguments: str) -> str:
    """Which of some modules a command has imported at its end."""
    script = (
        f"import sys, atexit; heavy = {set(among)};"
        "atexit.register(lambda: print('HEAVY', sorted(heavy & set(sys.modules))));"
        "from sheetgen.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip().rpartition("HEAVY ")[2]


COMPILING = ("sheetgen.model.ruleset.load", "sheetgen.yaml.syntax_errors", "subprocess")


@pytest.mark.parametrize(
    ("before", "arguments", "heavy"),
    [
        (["rule", "./game"], ["rule", "./game", "track", "--json", '{"tb": 4}'], (*COMPILING, "yaml")),
        (["show", "otter"], ["show", "otter", "--all"], COMPILING),
    ],
    ids=["rule", "show"],
)
def test_what_compiles_a_ruleset_is_not_imported_for_a_kept_one(
    project: Write, before: list[str], arguments: list[str], heavy: tuple[str, ...]
) -> None:
    folder = project(GAME)
    assert heavy[0] in imported(heavy, folder, *before)
    assert imported(heavy, folder, *arguments) == "[]"


# ---- exit statuses


def test_fine_is_0(project: Write) -> None:
    assert run("check", project(GAME)).exit_code == 0


def test_mistakes_in_the_content_are_1(project: Write) -> None:
    result = run("check", project(BROKEN))
    assert result.exit_code == 1 and "beasts/bad.yaml:2:7" in result.stderr and result.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "nowhere"], "sheetgen new FOLDER"),
        (["build", "--nope"], "sheetgen build --help"),
        (["bild"], "sheetgen --help"),
        (["rule", "no-such-game", "track"], "choose one of"),
        (["rule", "./game", "trak"], "did you mean `track`"),
        (["rule", "./game", "track", "--json", "[4]"], "write it as --json"),
        (["rule", "./game", "track", "--json", '{"tb": 1e99}'], "no number that can be computed with"),
        (["rule", "./game", "track", "--batch", "-"], "each of its lines names its rule"),
        (["show", "oter"], "did you mean `otter`"),
        (["sheet", "--paper", "A3"], "sheetgen sheet --help"),
        (["cards", "teir:2"], "how a filter is written"),
        (["cards", "--offset", "1"], "--offset 0.5,-1"),
        (["cards", "--card", "huge"], "names the sizes"),
        (["cards", "otter", "--encounter", "x"], "leave out the filter"),
        (["new", "fresh"], "choose one with --ruleset"),
        (["new", "game", "--ruleset", "game"], "begins in a new folder"),
        (["serve", "--host", "256.1.1.1"], "--port"),
    ],
)
def test_a_wrong_use_is_2_and_says_what_to_do_next(
    project: Write, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(project(GAME))
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    error, *hints = result.stderr.strip().split("\n")
    assert error.startswith("error: ") and hints[-1].startswith("help: ")
    assert message in result.stderr


def test_a_bug_is_3_without_a_traceback_unless_asked_for(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> None:
        raise RuntimeError("the cat sat on it")

    monkeypatch.setattr("sheetgen.opened_games.load_game", broken)
    monkeypatch.delenv("SHEETGEN_TRACEBACK", raising=False)
    folder = project(GAME)
    result = run("check", folder)
    assert result.exit_code == 3 and "bug in sheetgen: RuntimeError: the cat" in result.stderr
    assert "Traceback" not in result.output
    assert "Traceback" in run("check", folder, env={"SHEETGEN_TRACEBACK": "1"}).stderr


# ---- colours and forms


def test_colours_are_for_terminals_that_want_them(project: Write) -> None:
    folder = project(GAME)
    arguments = ["show", "otter", "--project", str(folder)]
    assert "\x1b[" in CliRunner().invoke(cli, arguments, color=True, env={"NO_COLOR": ""}).stdout
    assert "\x1b[" not in CliRunner().invoke(cli, arguments, color=True, env={"NO_COLOR": "1"}).stdout
    assert "\x1b[" not in CliRunner().invoke(cli, arguments).stdout


@pytest.mark.parametrize("files", [GAME, BROKEN], ids=["fine", "broken"])
@pytest.mark.parametrize("command", [["check"], ["build", "--no-pdf", "--timings"]], ids=lambda item: item[0])
def test_json_is_all_that_stands_on_standard_output(project: Write, files: dict[str, str], command: list[str]) -> None:
    result = run(*command, project(files), "--format", "json")
    mistakes = json.loads(result.stdout)
    assert [mistake["code"] for mistake in mistakes] == (["wrong-type"] if files is BROKEN else [])


def test_github_and_sarif(project: Write) -> None:
    folder = project(BROKEN)
    assert run("check", folder, "--format", "github").stdout.startswith("::error file=")
    assert json.loads(run("check", folder, "--format", "sarif").stdout)["version"] == "2.1.0"


# ---- build


def test_a_build_tells_what_it_made(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project(GAME))
    result = run("build", "--no-pdf")
    assert "The small hours: " in result.stdout and "Open site/index.html" in result.stdout
    assert run("build", "--no-pdf", "--quiet").output == ""
    assert "publish" in run("build", "--no-pdf", "--timings", "-q", "--fresh").stderr


def test_strict_turns_warnings_into_failures(project: Write) -> None:
    folder = project(
        {**GAME, "beasts/otter.yaml": GAME["beasts/otter.yaml"].rstrip() + "\n        stated: {kill_at: 1}\n"}
    )
    assert run("check", folder).exit_code == 0
    assert "1 warning" in run("check", folder).stdout
    assert run("check", folder, "--strict").exit_code == 1


def test_check_counts_the_numbers_that_sources_state(project: Write) -> None:
    stated = "{kill_at: 1, TB: 4, wounds.heavy: {printed: 3, because: A slip.}}"
    folder = project(
        {**GAME, "beasts/otter.yaml": GAME["beasts/otter.yaml"].rstrip() + f"\n        stated: {stated}\n"}
    )
    counted = "Numbers that sources state: 1 of 3 agree with the rules, 1 accepted as misprints, 1 differ."
    assert run("check", folder).stdout.splitlines()[-1] == counted
    assert run("check", folder).stdout.splitlines()[-1] == counted, "the second answer is kept"


# ---- show


def test_show_aligns_numbers_by_group(project: Write) -> None:
    lines = run("show", "otter", "--project", project(GAME)).stdout.split("\n")
    assert lines[0] == "Otter of Ill Repute"
    assert lines[1] == "Beast of Small game, beasts/otter.yaml:1:1"
    assert "  kill at  14  = defense 4 + Kill margin 10" in lines
    start = lines.index("wounds")
    assert lines[start + 1 : start + 3] == ["  light  4  = TB 4", "  heavy  2  = the greater of 1 and TB 4 ÷ 2"]


def test_show_draws_maps_of_maps_as_a_table_unless_all_is_asked_for(project: Write) -> None:
    kind = GAME["game/kinds/beast.yaml"].replace(
        "derive:", 'derive:\n          grid: "{e: {f: 1 for f in element} for e in element}"'
    )
    folder = project({**GAME, "game/kinds/beast.yaml": kind})
    short = run("show", "otter", "--project", folder).stdout
    assert "        Fire  Ice\n  Fire     1    1\n" in short and "Fire, Ice" not in short
    assert "  Fire, Ice   1  = 1" in run("show", "otter", "--project", folder, "--all").stdout


def test_show_calls_values_by_their_labels_and_names_what_stated_takes(project: Write) -> None:
    kind = GAME["game/kinds/beast.yaml"].replace(
        "derive:",
        """derive:
          stress_text: {title: Stress, formula: 'f"Above {toughness}."'}
          heat_loss: "2"
          pace: {basic: {title: Basic move, formula: "4"}}
          by_element: {title: Guard, formula: "{e: [1, 2] for e in element}"}
          rows: {title: Attack lines, formula: '[{"name": a.name, "full_harm": a.damage, "kind": ""} for a in attacks]'}
          sizes: "[3, 4]\"""",
    )
    attacks = GAME["beasts/otter.yaml"].replace("damage: 3}", "damage: 3}, {name: Bite, element: fire}")
    folder = project({**GAME, "game/kinds/beast.yaml": kind, "beasts/otter.yaml": attacks})
    lines = run("show", "otter", "--project", folder).stdout.split("\n")
    assert "  Stress (stress_text)  Above 45." in lines and "  heat loss              2  = 2" in lines
    assert lines[lines.index("pace") + 1] == "  Basic move (basic)  4  = 4"
    start = lines.index("Attack lines (rows)")
    assert lines[start + 1 : start + 3] == ["  Pebble: full harm 3", "  Bite: full harm 0"]
    start = lines.index("Guard (by_element)")
    assert [line.split("=")[0].rstrip() for line in lines[start + 1 : start + 3]] == ["  Fire, 1  1", "  Fire, 2  2"]
    start = lines.index("sizes")
    assert lines[start + 1 : start + 3] == ["  3", "  4"]


def test_show_calls_an_entry_by_its_name(project: Write) -> None:
    """What a list holds of other entries is not all that these hold, and a list in a group has a line for each row."""
    kind = GAME["game/kinds/beast.yaml"].replace(
        "derive:",
        """derive:
          pack: {title: Pack, formula: '[{"name": "Both", "of": f, "all": [f, f]} for f in [friend] if f != none]'}
          log: {size: "1", days: '[{"name": "First", "who": f} for f in [friend] if f != none]'}""",
    )
    other = "name: Heron\ntier: 1\ntoughness: 20\n"
    otter = GAME["beasts/otter.yaml"].replace("tier: 2", "tier: 2\n        friend: heron")
    folder = project({**GAME, "game/kinds/beast.yaml": kind, "beasts/heron.yaml": other, "beasts/otter.yaml": otter})
    lines = run("show", "otter", "--project", folder).stdout.split("\n")
    assert lines[lines.index("Pack") + 1] == "  Both: of Heron, all Heron, Heron"
    start = lines.index("log")
    assert lines[start + 1 : start + 4] == ["  size  1  = 1", "  days", "    First: who Heron"]


def test_show_json_has_value_why_and_rule(project: Write) -> None:
    shown_entry = json.loads(run("show", "beast:otter", "--json", "--project", project(GAME)).stdout)
    assert list(shown_entry) == ["id", "kind", "ruleset", "fields", "derived"]
    assert shown_entry["derived"]["TB"] == {"value": 4, "why": "toughness 45 ÷ 10 rounded down", "rule": None}


def test_show_for_players_leaves_secrets_out(project: Write) -> None:
    folder = project({**GAME, "beasts/shade.yaml": "name: Shade\ntier: 1\ntoughness: 20\nhidden: true\n"})
    assert "secret" in json.loads(run("show", "otter", "--json", "--project", folder).stdout)["fields"]
    assert "secret" not in json.loads(run("show", "otter", "--json", "--player", "--project", folder).stdout)["fields"]
    assert run("show", "shade", "--player", "--project", folder).exit_code == 1


def test_an_entry_with_mistakes_shows_them(project: Write) -> None:
    result = run("show", "bad", "--project", project(BROKEN))
    assert result.exit_code == 1 and "wrong-type" in result.stderr and "mended" in result.stderr


def test_an_entry_is_shown_without_computing_those_that_it_does_not_refer_to(
    project: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("heron", "coot", "newt")
    beasts = {f"beasts/{name}.yaml": f"name: {name}\ntier: 1\ntoughness: 20\n" for name in names}
    beasts["beasts/newt.yaml"] += "friend: coot\nstated: {TB: 9}\n"
    beasts["beasts/heron.yaml"] += "friend: newt\n"
    folder, computed = project({**GAME, **beasts}), list[str]()
    calculated = derive._calculated
    monkeypatch.setattr(
        derive, "_calculated", lambda entry, *rest: (computed.append(entry.id), calculated(entry, *rest))[1]
    )
    assert run("show", "coot", "--project", folder).exit_code == 0 and computed == ["coot"]
    computed.clear()
    assert run("show", "heron", "--project", folder).exit_code == 0 and computed == ["coot", "newt", "heron"]


# ---- rule


@pytest.fixture
def game(project: Write, monkeypatch: pytest.MonkeyPatch) -> str:
    """The small game as a ruleset that a command can name."""
    monkeypatch.chdir(project(GAME))
    return "./game"


def test_rules_are_listed_with_their_inputs(game: str) -> None:
    assert run("rule", game).stdout == "track(tb)         Wound tracks\nkill_at(defense)  Killed at\n"


def test_a_rule_gives_its_outputs(game: str) -> None:
    assert json.loads(run("rule", game, "track", "--json", '{"tb": 5}').stdout) == {"light": 5, "heavy": 2}
    output = json.loads(run("rule", game, "track", "--json", '{"tb": 5}', "--why").stdout)
    assert output["heavy"] == {"value": 2, "why": "the greater of 1 and TB 5 ÷ 2 rounded down", "rule": "track"}


def test_a_house_rule_may_be_set(game: str) -> None:
    given = ["rule", game, "kill_at", "--json", '{"defense": 4}']
    assert json.loads(run(*given).stdout) == {"damage": 24}
    assert json.loads(run(*given, "--house", '{"margin": 10}').stdout) == {"damage": 14}
    assert run(*given, "--house", '{"margin": 11}').exit_code == 1


def test_wrong_inputs_are_told(game: str) -> None:
    result = run("rule", game, "track", "--json", '{"tb": "many", "bt": 1}')
    assert result.exit_code == 1 and "tb" in result.stderr and "bt" in result.stderr and result.stdout == ""


BATCH = [
    (b'{"rule": "track", "given": {"tb": 4}}', {"light": 4, "heavy": 2}),
    (b'{"rule": "kill_at", "given": {"defense": 4}, "house": {"margin": 10}}', {"damage": 14}),
    (b'{"rule": "track", "given": null, "house": null}', {"light": 0, "heavy": 1}),
    (b'{"rule": "nope"}', None),
    (b'{"given": {}}', None),
    (b"not json", None),
    (b"[]", None),
    (b"\xff\xfe\xfd", None),
    (b'{"rule": "track", "given": []}', {"light": 0, "heavy": 1}),
    (b'{"rule": "track", "given": [4]}', None),
    (b'{"rule": ["track"]}', None),
    (b'{"rule": "track", "given": {"tb": 1e999999999}}', None),
    (b'{"rule": "track", "given": {"tb": NaN}}', None),
    (b'{"rule": "track", "given": {"tb": -1}}', None),
    (b'{"rule": "track", "given": {"tb": ' + b"9" * 5000 + b"}}", None),
    (b"[" * 100_000, None),
    (b'{"rule": "track", "given": {"tb": 6}}', {"light": 6, "heavy": 3}),
]
"""Lines of a batch with their answers; none for an error."""


def test_a_batch_answers_every_line_and_outlives_bad_ones(game: str) -> None:
    result = run("rule", game, "--batch", "-", input=b"\n".join(line for line, _ in BATCH) + b"\n\n")
    assert result.exit_code == 0
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    for answer, (line, expected) in zip(answers, BATCH, strict=True):
        if expected is None:
            assert list(answer) == ["error"] and "bug" not in answer["error"], line[:80]
        else:
            assert answer == expected


def test_a_batch_answers_line_by_line(game: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "rule", game, "--batch", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin and process.stdout
        for tb in (2, 4):
            process.stdin.write(b'{"rule": "track", "given": {"tb": %d}}\n' % tb)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["light"] == tb
        process.stdin.close()
        assert process.wait(20) == 0


def test_a_reader_that_leaves_early_is_no_error(project: Write) -> None:
    many = "".join(f'{{"rule": "track", "given": {{"tb": {n}}}}}\n' for n in range(20_000))
    folder = project({**GAME, "many.jsonl": many})
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "rule", "./game", "--batch", "many.jsonl"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert (process.wait(30), process.stderr.read()) == (0, b"")


# ---- schema, new, completion, serve


def test_schemas_are_written_for_each_kind(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = project(GAME)
    monkeypatch.chdir(folder)
    assert run("schema").stdout.splitlines() == [
        f".sheetgen/{name}.schema.json"
        for name in ("small.beast", "campaign", "site", "ruleset", "kind", "rules", "rulings", "cases")
    ]
    assert (
        json.loads((folder / ".sheetgen/small.beast.schema.json").read_text("utf-8"))["title"] == "Beast (Small game)"
    )


def test_a_new_campaign_builds(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = project({name: text for name, text in GAME.items() if name.startswith("game/")})
    monkeypatch.chdir(folder)
    result = run("new", 'Tide: "the # one"', "--ruleset", "game")
    assert result.exit_code == 0, result.output
    assert "beasts/" in result.stdout
    for command in ("cards", "party"):
        assert "start an entry: `sheetgen add beast" in run(command, "--project", 'Tide: "the # one"').stderr
    built = run("build", 'Tide: "the # one"', "--no-pdf")
    assert built.exit_code == 0 and 'Tide: "the # one"' in built.stdout


def test_a_first_entry_is_written_and_checked(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = project({name: text for name, text in GAME.items() if not name.startswith("beasts/")})
    monkeypatch.chdir(folder)
    assert run("add", "Beast", "Gull o’ War").stdout.startswith("beasts/gull-o-war.yaml is ready")
    assert 'name: "Gull o’ War"' in (folder / "beasts" / "gull-o-war.yaml").read_text("utf-8")
    assert run("check").exit_code == 0
    assert run("show", "gull-o-war").exit_code == 0
    assert "the entry needs a name\nhelp: write `sheetgen add beast" in run("add", "beast").stderr
    again, strange = run("add", "beast", "Gull o’ War"), run("add", "beest", "Gull")
    assert (again.exit_code, strange.exit_code) == (2, 2)
    assert "is there already" in again.stderr and "did you mean `beast`?" in strange.stderr
    assert completed("add", "be") == ["beast"]


def completed(line: str, typed: str) -> list[str]:
    items = ShellComplete(cli, {}, "sheetgen", "_SHEETGEN_COMPLETE").get_completions(line.split(), typed)
    return [item.value for item in items]


def test_the_shell_completes_commands_games_rules_ids_and_filters(
    project: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project(GAME))
    assert completed("", "se") == ["serve"]
    assert "game" in completed("rule", "ga")
    assert completed("rule game", "tr") == ["track"]
    assert completed("show", "ot") == ["otter"]
    assert completed("sheet", "") == ["otter"]
    assert completed("cards", "t") == ["tier:", "tag:"]
    monkeypatch.chdir("/")
    assert completed("show", "ot") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_script_is_printed(shell: str) -> None:
    assert "_SHEETGEN_COMPLETE" in run("completion", shell).stdout


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send")
def test_the_preview_stops_when_told(project: Write, stop: signal.Signals) -> None:
    command = [sys.executable, "-c", PROGRAM, "serve", str(project(GAME)), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stderr
        assert process.stdout.readline().startswith("Serving on http://127.0.0.1:")
        assert process.stdout.readline().startswith("built in ")
        process.send_signal(stop)
        try:
            assert (process.wait(20), process.stdout.read(), process.stderr.read()) == (0, "Stopped.\n", "")
        finally:
            process.kill()


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send")
def test_the_preview_stops_where_the_interrupt_is_lost(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def build(self: object) -> None:
        kept = type("Kept", (), {})()
        weakref.finalize(kept, signal.raise_signal, signal.SIGTERM)  # Python drops what is raised there
        del kept

    monkeypatch.setattr("sheetgen.serve.Preview.rebuild", build)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    waited = Timer(10, os.kill, (os.getpid(), signal.SIGTERM))
    waited.start()
    try:
        result = run("serve", project(GAME), "--port", "0")
        assert waited.is_alive() and result.stdout.endswith("Stopped.\n") and not result.stderr
    finally:
        waited.cancel()
        for number, handler in handlers.items():
            signal.signal(number, handler)


# ---- what is kept between runs


def not_again(*arguments: object, **settings: object) -> None:
    raise AssertionError("made again")


def test_an_entry_is_shown_again_without_computing_until_a_file_changes(
    project: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = project(GAME)
    first, whole = run("show", "otter", "--project", campaign), run("show", "otter", "--all", "--project", campaign)
    with monkeypatch.context() as patched:
        patched.setattr("sheetgen.model.loaded.load_game", not_again)
        assert run("show", "otter", "--project", campaign).stdout == first.stdout
        assert run("show", "otter", "--all", "--project", campaign).stdout == whole.stdout
        assert run("show", "otter", "--json", "--project", campaign).exit_code == 3, "made anew"
    path = campaign / "beasts" / "otter.yaml"
    path.write_text(path.read_text("utf-8").replace("name: ", "name: Great "), "utf-8")
    assert run("show", "otter", "--project", campaign).stdout == first.stdout.replace("Otter", "Great Otter", 1)


def test_only_what_is_shown_is_validated_with_what_it_extends_and_refers_to(
    project: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    beasts = {
        "beasts/newt.yaml": "name: Newt\ntier: 1\ntoughness: 10\nfriend: toad\n",
        "beasts/toad.yaml": "extends: eft\nname: Great Toad\nhidden: false\n",
        "beasts/eft.yaml": "name: Eft\ntier: 1\ntoughness: 30\nhidden: true\n",
    }
    folder, valid, real = project({**GAME, **beasts}), [], loaded.validated_entry
    with monkeypatch.context() as patched:
        for module in (loaded, library):
            patched.setattr(
                module, "validated_entry",
                lambda ruleset, line, *rest: valid.append(line[0].id) or real(ruleset, line, *rest),
            )  # fmt: skip
        by_id = run("show", "newt", "--json", "--player", "--project", folder)
        assert sorted(valid) == ["eft", "newt", "toad"] and by_id.exit_code == 0
        valid.clear()
        by_name = run("show", "Newt", "--json", "--player", "--project", folder)
        assert sorted(valid) == ["eft", "newt", "otter", "toad"] and by_name.stdout == by_id.stdout
    fields = json.loads(run("show", "toad", "--json", "--player", "--project", folder).stdout)["fields"]
    assert fields["name"] == "Great Toad" and "extends" not in fields
    assert "players do not see" in run("show", "eft", "--player", "--project", folder).stderr
    assert "did you mean `newt`" in run("show", "nwt", "--project", folder).stderr


def test_a_rule_answers_again_without_being_read_until_a_file_changes(
    project: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = str(project(GAME) / "game")
    monkeypatch.chdir(Path(game).parent)
    asked = ("rule", "./game", "track", "--json", '{"tb": 4}')
    first, listed = run(*asked), run("rule", "./game")
    with monkeypatch.context() as patched:
        patched.setattr("sheetgen.model.ruleset.kept_rulesets.load_kept", not_again)
        assert run(*asked).stdout == first.stdout and run("rule", "./game").stdout == listed.stdout
        assert run(*asked, "--why").exit_code == 3, "made anew"
    for path in Path(game, "rules").glob("*.yaml"):
        path.write_text(path.read_text("utf-8").replace("title: ", "title: The "), "utf-8")
    assert run("rule", "./game").stdout != listed.stdout and run(*asked).stdout == first.stdout


def test_what_is_said_beside_an_answer_is_said_every_time(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project(GAME))
    results = [run("rule", "./game", "track") for _ in range(2)]
    assert results[0].stdout == results[1].stdout
    assert all("nothing is given" in result.stderr for result in results)


def test_a_file_of_the_same_name_in_another_folder_is_another_project(
    project: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project({f"a/{name}": text for name, text in GAME.items()} | {f"b/{name}": text for name, text in BROKEN.items()})
    for folder, status in (("a", 0), ("b", 1)):
        monkeypatch.chdir(tmp_path / folder)
        assert run("check", "campaign.yaml").exit_code == status, folder

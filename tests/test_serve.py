"""The live preview over the loopback address: pages, events, mistakes, PDFs, and nothing else."""

from __future__ import annotations

import gc
import gzip
import http.client
import json
import os
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from projects import Write
from small_game import GAME

from sheetgen.build import Options, build_in_memory, engine_missing
from sheetgen.print.engine.session import PrintSession
from sheetgen.serve import Preview, is_source, serving, watch_and_rebuild, watched
from sheetgen.serve.watching import _rebuild_when_saved

OTTER = "/small/beasts/otter.html"


class Visitor:
    """Asks the preview for paths as they are, with nothing tidied up on the way."""

    def __init__(self, address: str) -> None:
        self.port = int(address.rsplit(":", 1)[1].strip("/"))

    def get(self, path: str, method: str = "GET", host: str = "") -> tuple[int, str, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.putrequest(method, path, skip_host=bool(host))
            if host:
                connection.putheader("Host", host)
            connection.endheaders()
            answer = connection.getresponse()
            return answer.status, answer.headers.get("Content-Type", answer.headers.get("Location", "")), answer.read()
        finally:
            connection.close()

    def text(self, path: str) -> str:
        return self.get(path)[2].decode()

    @contextmanager
    def events(self, page: str = "/404.html") -> Iterator[Iterator[dict[str, object]]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", f"/__events?{page}")
        answer = connection.getresponse()
        assert answer.headers["Content-Type"] == "text/event-stream"
        try:
            yield (json.loads(line[6:]) for line in iter(answer.readline, b"") if line.startswith(b"data: "))
        finally:
            answer.close()
            connection.close()


@contextmanager
def previewed(folder: Path, **options: object) -> Iterator[tuple[Preview, Visitor]]:
    with PrintSession() as session:
        preview = Preview(Options(folder, live=True, **options), session)  # type: ignore[arg-type]
        with serving(preview, "127.0.0.1", 0) as address:
            preview.rebuild()
            yield preview, Visitor(address)


def test_pages_data_and_assets_are_served(project: Write) -> None:
    with previewed(project(GAME)) as (preview, visitor):
        status, kind, page = visitor.get(OTTER)
        assert (status, kind) == (200, "text/html; charset=utf-8")
        assert b"Otter of Ill Repute" in page
        assert re.search(
            rb'<script src="/__live.js" data-epoch="%d" data-token="[\w-]{40,}" data-board="[\w-]{40,}"></script>'
            rb"</body>" % preview.epoch,
            page,
        )
        assert visitor.get("/") == visitor.get("/index.html")
        assert json.loads(visitor.text("/small/beasts/otter.json"))["derived"]["kill_at"]["value"] == 14
        assert visitor.get("/__live.js")[:2] == (200, "text/javascript; charset=utf-8")
        assert visitor.get("/assets/js/site.js")[0] == 200


def test_what_is_not_there_is_404_with_the_sites_own_page(project: Write) -> None:
    with previewed(project(GAME)) as (_, visitor):
        status, kind, page = visitor.get("/small/beasts/oter.html")
        assert (status, kind) == (404, "text/html; charset=utf-8")
        assert b"data-epoch" in page and b"</html>" in page


def test_a_folder_leads_to_its_page(project: Write) -> None:
    with previewed(project(GAME)) as (_, visitor):
        assert visitor.get("/small/beasts")[:2] == (301, "/small/beasts/")
        assert visitor.get("/small/beasts/")[0] == 200


def test_text_is_packed_for_those_who_ask(project: Write) -> None:
    with previewed(project(GAME)) as (_, visitor):
        connection = http.client.HTTPConnection("127.0.0.1", visitor.port, timeout=30)
        connection.request("GET", "/index.html", headers={"Accept-Encoding": "gzip, br"})
        answer = connection.getresponse()
        packed = answer.read()
        assert answer.headers["Content-Encoding"] == "gzip" and gzip.decompress(packed).decode() == visitor.text("/")
        connection.close()


def test_what_a_browser_has_of_the_assets_is_not_sent_again(project: Write) -> None:
    """Pages are never kept: they hold what only one start of the preview knows."""
    with previewed(project(GAME)) as (_, visitor):
        connection = http.client.HTTPConnection("127.0.0.1", visitor.port, timeout=30)

        def asked(path: str, tag: str) -> tuple[int, str | None, str | None, int]:
            connection.request("GET", path, headers={"Accept-Encoding": "gzip", "If-None-Match": tag})
            answer = connection.getresponse()
            return answer.status, answer.headers["ETag"], answer.headers["Cache-Control"], len(answer.read())

        status, tag, keep, length = asked("/assets/site.css", 'W/"another"')
        assert (status, keep) == (200, "no-cache") and tag and length
        assert asked("/assets/site.css", tag) == (304, tag, "no-cache", 0)
        assert asked("/assets/js/site.js", tag)[0] == 200
        assert asked("/index.html", "*")[:3] == (200, None, "no-store")
        connection.close()


def test_head_has_no_content(project: Write) -> None:
    with previewed(project(GAME)) as (_, visitor):
        assert visitor.get("/", "HEAD")[::2] == (200, b"")
        assert visitor.get("/", "POST")[0] == 403


@pytest.mark.parametrize(
    "path",
    [
        "/../campaign.yaml", "/..%2fcampaign.yaml", "/%2e%2e/campaign.yaml", "/small/../../campaign.yaml",
        "//etc/passwd", "/etc/passwd", "/%2fetc%2fpasswd", "/..\\campaign.yaml", "/campaign.yaml", "/beasts/otter.yaml",
        "/assets/../../game/ruleset.yaml", "/%00", "/%c3%a9", "/.sheetgen/",
        "/?../campaign.yaml/",
    ],
)  # fmt: skip
def test_nothing_outside_the_site_is_served(project: Write, path: str) -> None:
    with previewed(project(GAME)) as (_, visitor):
        status, _, content = visitor.get(path)
        assert status == (200 if path.startswith("/?") else 404)
        assert b"house_rules" not in content and b"root:x:" not in content and b"toughness: 45" not in content


def test_only_this_machine_is_answered_unless_another_address_is_given(project: Write) -> None:
    with previewed(project(GAME)) as (_, visitor):
        assert visitor.get("/", host=f"localhost:{visitor.port}")[0] == 200
        assert visitor.get("/", host=f"[::1]:{visitor.port}")[0] == 200
        assert visitor.get("/", host="evil.example")[0] == 403


@pytest.mark.parametrize(
    ("site", "mode", "dest", "status"),
    [
        ("same-origin", "no-cors", "script", 200),
        ("none", "navigate", "document", 200),
        ("cross-site", "navigate", "document", 200),
        ("cross-site", "no-cors", "script", 403),
        ("cross-site", "navigate", "iframe", 403),
        ("same-site", "cors", "empty", 403),
    ],
)
def test_pages_of_other_sites_lead_here_but_take_nothing(
    project: Write, site: str, mode: str, dest: str, status: int
) -> None:
    """A script with the game master's texts would run in whatever page asks for it."""
    with previewed(project(GAME)) as (_, visitor):
        connection = http.client.HTTPConnection("127.0.0.1", visitor.port, timeout=30)
        given = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest}
        connection.request("GET", OTTER, headers=given)
        assert connection.getresponse().status == status
        connection.close()


def test_a_good_build_is_announced_and_shown(project: Write) -> None:
    folder = project(GAME)
    with previewed(folder) as (preview, visitor), visitor.events() as events:
        first = next(events)
        assert first == {"epoch": preview.epoch, "mistakes": ""}
        project({"beasts/otter.yaml": GAME["beasts/otter.yaml"].replace("Ill Repute", "Great Renown")})
        preview.rebuild()
        assert next(events)["epoch"] == preview.epoch > first["epoch"]  # type: ignore[operator]
        assert "Otter of Great Renown" in visitor.text(OTTER)


def test_a_changed_rule_is_shown_too(project: Write) -> None:
    with previewed(project(GAME)) as (preview, visitor):
        rules = GAME["game/rules/wounds.yaml"].replace("defense + house.margin", "defense + house.margin + 100")
        project({"game/rules/wounds.yaml": rules})
        preview.rebuild()
        assert json.loads(visitor.text("/small/beasts/otter.json"))["derived"]["kill_at"]["value"] == 114


def test_an_unchanged_ruleset_is_not_read_again(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    with previewed(project(GAME)) as (preview, _):
        monkeypatch.setattr("sheetgen.model.loaded.load_kept", None)
        project({"beasts/otter.yaml": GAME["beasts/otter.yaml"].replace("tier: 2", "tier: 3")})
        before = preview.epoch
        preview.rebuild()
        assert (preview.epoch, preview.mistakes) == (before + 1, "")


def test_a_house_rule_leaves_a_ruleset_with_hidden_fields_as_it_is(
    project: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = GAME["campaign.yaml"].rstrip() + "\n        hidden: [beast.attacks]\n"
    with previewed(project(GAME | {"campaign.yaml": campaign})) as (preview, visitor):
        monkeypatch.setattr("sheetgen.model.loaded.load_kept", None)
        project({"campaign.yaml": campaign.replace("margin: 10", "margin: 20")})
        preview.rebuild()
        assert preview.mistakes == ""
        assert json.loads(visitor.text("/small/beasts/otter.json"))["derived"]["kill_at"]["value"] == 24


def test_mistakes_are_told_and_the_last_good_pages_stay(project: Write) -> None:
    folder = project(GAME)
    with previewed(folder) as (preview, visitor), visitor.events() as events:
        good = visitor.text(OTTER)
        next(events)
        project({"beasts/otter.yaml": GAME["beasts/otter.yaml"].replace("tier: 2", "tier: high")})
        preview.rebuild()
        event = next(events)
        assert "beasts/otter.yaml:2:7" in str(event["mistakes"]) and "\x1b" not in str(event["mistakes"])
        assert visitor.text(OTTER) == good
        (folder / "campaign.yaml").unlink()
        preview.rebuild()
        assert "campaign.yaml" in str(next(events)["mistakes"])
        project(GAME)
        preview.rebuild()
        assert next(events)["mistakes"] == ""


def test_mistakes_of_the_first_build_are_on_the_page(project: Write) -> None:
    with previewed(project({**GAME, "beasts/bad.yaml": "name: <b>Bad\ntier: 1\n"})) as (_, visitor):
        status, _, page = visitor.get("/")
        assert status == 404 and b"missing-field" in page and b"&lt;b&gt;Bad" in page


def test_the_preview_outlives_a_bug(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object, **options: object) -> None:
        raise RuntimeError("the cat")

    with previewed(project(GAME)) as (preview, visitor):
        monkeypatch.setattr("sheetgen.serve.preview.build_in_memory", broken)
        preview.rebuild()
        assert preview.mistakes == "This is a bug in sheetgen: RuntimeError: the cat"
        assert visitor.get(OTTER)[0] == 200


def test_a_template_that_cannot_be_drawn_is_told_on_its_page(project: Write) -> None:
    folder = project({**GAME, "templates/site/entry.html": "<p>{{ page.nonsense }}</p>"})
    with previewed(folder) as (_, visitor):
        status, _, page = visitor.get(OTTER)
        assert status == 500 and b"templates/site/entry.html:1: " in page and b"nonsense" in page
        assert visitor.get("/")[0] == 200


@pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")
def test_a_pdf_is_printed_when_it_is_asked_for(project: Write) -> None:
    with previewed(project(GAME)) as (_, visitor):
        status, kind, content = visitor.get("/small/beasts/otter-card.pdf")
        assert (status, kind, content[:5]) == (200, "application/pdf", b"%PDF-")
        assert visitor.get("/small/beasts/oter-card.pdf")[0] == 404


def test_a_player_preview_holds_no_secret(project: Write) -> None:
    with previewed(project(GAME), player=True) as (preview, visitor):
        assert b"owes everybody" not in visitor.get(OTTER)[2]
        assert preview.built is not None
        assert not [path for path in preview.built.files if b"owes everybody" in preview.built.files[path]]


def test_it_stops_cleanly_with_a_stream_open(project: Write) -> None:
    before = threading.active_count()
    with previewed(project(GAME)) as (_, visitor):
        stream = visitor.events()
        events = stream.__enter__()
        next(events)
        port = visitor.port
    assert list(events)[1:] == []
    stream.__exit__(None, None, None)
    with pytest.raises(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        pass
    for _ in range(50):
        if threading.active_count() <= before:
            break
        time.sleep(0.1)
    assert threading.active_count() <= before


# ---- the page that is looked at comes first

KILLED = {
    **GAME,
    "beasts/gull.yaml": "name: Gull\ntier: 1\ntoughness: 30\n",
    "game/reference/killed.md": "# Killed\n\n::: table beast\ncolumns: {Beast: name, At: kill_at}\n:::\n",
}
MARGIN_20 = {"campaign.yaml": GAME["campaign.yaml"].replace("margin: 10", "margin: 20")}
CHAPTER = "/small/killed.html"


@contextmanager
def rebuilding(monkeypatch: pytest.MonkeyPatch, preview: Preview, meanwhile: Callable[[], None]) -> Iterator[None]:
    """Builds that do something else as well, after the visible page and before the whole build."""

    def build(*arguments: object, **options: object) -> object:
        if not options.get("visible_pages"):
            meanwhile()
        return build_in_memory(*arguments, **options)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr("sheetgen.serve.preview.build_in_memory", build)
        yield


def test_the_page_that_is_looked_at_is_shown_before_the_rest_is_built(
    project: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    with previewed(project(KILLED)) as (preview, visitor), visitor.events(OTTER) as events:
        first, seen = next(events), list[str]()
        project(MARGIN_20)
        with rebuilding(monkeypatch, preview, lambda: seen.append(visitor.text(OTTER))):
            preview.rebuild()
        assert "+ Kill margin 20" in seen[0] and seen[0] == visitor.text(OTTER)
        assert next(events)["epoch"] == preview.epoch == first["epoch"] + 1, "shown once"  # type: ignore[operator]


def test_what_the_whole_build_shows_otherwise_is_shown_again(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    with previewed(project(KILLED)) as (preview, visitor), visitor.events(CHAPTER) as events:
        first, seen = next(events), list[str]()
        project(MARGIN_20)
        with rebuilding(monkeypatch, preview, lambda: seen.append(visitor.text(CHAPTER))):
            preview.rebuild()
        assert seen[0] != visitor.text(CHAPTER)
        assert preview.epoch == first["epoch"] + 2  # type: ignore[operator]


def test_other_pages_wait_for_the_whole_build(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    with previewed(project(KILLED)) as (preview, visitor), visitor.events(OTTER) as events:
        next(events)
        seen: list[str] = []
        asking = threading.Thread(target=lambda: seen.append(visitor.text("/small/beasts/gull.html")))

        def ask() -> None:
            asking.start()
            time.sleep(0.2)
            assert seen == [] and visitor.get("/assets/site.css")[0] == 200

        project(MARGIN_20)
        with rebuilding(monkeypatch, preview, ask):
            preview.rebuild()
        asking.join(20)
        assert "+ Kill margin 20" in seen[0]


def test_a_mistake_that_only_the_whole_build_finds_brings_the_last_good_page_back(project: Write) -> None:
    breaking = GAME["game/rules/wounds.yaml"].replace("defense + house.margin", "defense // (house.margin - 20)")
    folder, page = project({**KILLED, "game/rules/wounds.yaml": breaking}), "/small/rules.html"
    with previewed(folder) as (preview, visitor), visitor.events(page) as events:
        first = next(events)
        project(MARGIN_20)
        preview.rebuild()
        assert "cannot be computed" in preview.mistakes
        assert preview.epoch == first["epoch"] + 2  # type: ignore[operator]
        assert "at 10 above Defense" in visitor.text(page)
        project(KILLED)
        preview.rebuild()
        assert preview.mistakes == ""


def test_a_build_is_given_up_for_a_newer_save(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    with previewed(project(KILLED)) as (preview, visitor):
        before = preview.epoch
        project(MARGIN_20)
        with rebuilding(monkeypatch, preview, preview.saved.set):
            preview.rebuild()
        assert (preview.epoch, preview.mistakes) == (before, "")
        preview.rebuild()
        assert preview.epoch == before + 1 and "Kill margin 20" in visitor.text(OTTER)


# ---- what is watched


def test_a_page_is_shown_though_something_was_saved_that_no_build_has_begun_with(project: Write) -> None:
    with previewed(project(GAME)) as (preview, visitor):
        preview.saved.set()
        assert "Otter of Ill Repute" in visitor.text(OTTER)


def test_no_garbage_is_searched_for_between_a_build_that_is_given_up_and_the_next(
    project: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    with previewed(project(GAME)) as (preview, _):
        ended, searched = threading.Event(), list[bool]()

        def rebuild(preview: Preview) -> None:
            searched.append(gc.isenabled())
            if len(searched) > 1:
                ended.set()

        monkeypatch.setattr(Preview, "rebuild", rebuild)
        preview.saved.set()
        _rebuild_when_saved(preview, ended)
        assert searched == [False, False] and gc.isenabled()


def test_a_save_is_noticed(project: Write) -> None:
    folder = project(GAME)
    with previewed(folder) as (preview, visitor), visitor.events() as events:
        stop = threading.Event()
        watching = threading.Thread(target=watch_and_rebuild, args=(preview, (folder,), stop))
        watching.start()
        try:
            next(events)
            time.sleep(0.3)
            project({"beasts/otter.yaml": GAME["beasts/otter.yaml"].replace("Ill Repute", "Great Renown")})
            assert next(events)["mistakes"] == ""
            assert "Great Renown" in visitor.text(OTTER)
        finally:
            stop.set()
            watching.join(20)
        assert not watching.is_alive()


def test_a_ruleset_elsewhere_is_watched_and_a_folder_inside_of_another_only_once(
    project: Write, tmp_path: Path
) -> None:
    folder = project(GAME)
    assert folder in watched(folder) and folder / "game" not in watched(folder)
    (folder / "game").rename(folder / "table")
    project({"mine/campaign.yaml": "title: Mine\nruleset: ../table\n"})
    assert {folder / "mine", folder / "table"} <= set(watched(folder / "mine"))


def test_the_site_itself_and_hidden_folders_are_not_watched() -> None:
    top = Path("/a/site")
    output = top / "site"
    assert is_source(top / "templates/site/entry.html", (top,), output)
    assert is_source(top / "beasts/otter.yaml", (top,), output)
    assert not is_source(output / "index.html", (top,), output)
    assert not is_source(top / ".git/index", (top,), output)
    assert not is_source(Path("/elsewhere"), (top,), output)


class Editor:
    """Sends changes of the otter's file as its page does."""

    def __init__(self, visitor: Visitor) -> None:
        page = visitor.text(OTTER)
        token = re.search(r'data-token="([^"]+)"', page)
        self.visitor, self.token = visitor, token[1] if token else ""
        said = visitor.text(OTTER.replace(".html", ".edit.js")) if token else ""
        self.source = json.loads(said.partition("] = ")[2].removesuffix(";\n")) if said else {}

    def save(self, text: str, headers: dict[str, str] | None = None, **other: object) -> tuple[int, str]:
        keys = ("file", "digest", "start", "end")
        change = {**{key: self.source.get(key) for key in keys}, "text": text, **other}
        sent = {"Content-Type": "application/json", "X-Sheetgen-Token": self.token, **(headers or {})}
        connection = http.client.HTTPConnection("127.0.0.1", self.visitor.port, timeout=30)
        connection.request("POST", "/__save", json.dumps(change), sent)
        answer = connection.getresponse()
        said = answer.status, answer.read().decode()
        connection.close()
        return said


def test_a_change_is_saved_as_its_file_is_written_and_never_over_a_newer_one(project: Write) -> None:
    folder = project(GAME)
    file = folder / "beasts" / "otter.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    before = file.read_bytes()
    with previewed(folder) as (_, visitor):
        editor = Editor(visitor)
        text = editor.source["text"]
        assert text == before.decode("utf-8-sig").replace("\r\n", "\n")
        new = text.replace("tier: 2", "tier: 3  # grown")
        assert editor.save(new) == (200, "saved")
        assert file.read_bytes() == before.replace(b"tier: 2", b"tier: 3  # grown")
        assert editor.save(text)[0] == 409, "what the page knows is older now"
        assert file.read_bytes() == before.replace(b"tier: 2", b"tier: 3  # grown")
    assert sorted(path.name for path in file.parent.iterdir()) == sorted(
        Path(name).name for name in GAME if "beasts/" in name
    )


def test_only_a_page_of_the_preview_saves_and_only_inside_of_its_project(
    project: Write, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = project(GAME)
    outside = tmp_path_factory.mktemp("elsewhere") / "outside.yaml"
    outside.write_text("name: Outside\n")
    kept = {path: path.read_bytes() for path in (folder / "beasts").iterdir()}
    with previewed(folder) as (_, visitor):
        editor = Editor(visitor)
        text = editor.source["text"] + "source: Book\n"
        (folder / "link.yaml").symlink_to(outside)
        for headers in (
            {"X-Sheetgen-Token": ""},
            {"X-Sheetgen-Token": "guessed"},
            {"X-Sheetgen-Token": "ü"},
            {"Origin": "http://elsewhere.example"},
            {"Origin": "null"},
            {"Host": "elsewhere.example"},
            {"Content-Type": "text/plain"},
        ):
            assert editor.save(text, headers)[0] == 403, headers
        for name in (
            os.path.relpath(outside, folder),
            str(outside),
            "beasts/link.yaml",
            "beasts",
            "beasts/none.yaml",
            "a\0.yaml",
            "x" * 5000,
        ):
            assert editor.save(text, file=name)[0] == 409, name
        assert editor.save("name: [", start=0)[1] == "that would be no YAML any more"
        assert editor.save(text, start=7, end=3)[0] == editor.save(text, end=10**9)[0] == 409
        for wrong in ({"start": "0"}, {"end": None}, {"more": 1}):
            assert editor.save(text, **wrong)[0] == 400, wrong
    (folder / "link.yaml").unlink()
    with previewed(folder, player=True) as (_, visitor):
        assert Editor(visitor).token == "" and Editor(visitor).save("", file="beasts/otter.yaml")[0] == 403
    assert {path: path.read_bytes() for path in (folder / "beasts").iterdir()} == kept
    assert outside.read_text() == "name: Outside\n"


def test_a_fight_is_shared_with_the_game_masters_devices_and_its_names_with_players(project: Write) -> None:
    lines: list[str] = []
    with PrintSession() as session:
        preview = Preview(Options(project(GAME), live=True), session, lines.append)
        with serving(preview, "0.0.0.0", 0) as address:
            preview.rebuild()
            visitor = Visitor(address)
            assert "data-token" not in visitor.text(OTTER) and "data-board" not in visitor.text(OTTER)
            token = re.search(r"/\?gm=([\w-]{40,})$", lines[0])
            assert token is not None
            status, led, _ = visitor.get(f"{OTTER}?gm={token[1]}")
            assert (status, led) == (303, OTTER)
            news = {"sender": "x", "state": {"wounds": 3}, "players": {"round": 2}}

            def ask(path: str, content: object, **headers: str) -> int:
                connection = http.client.HTTPConnection("127.0.0.1", visitor.port, timeout=30)
                connection.request("POST", path, json.dumps(content), {"Content-Type": "application/json"} | headers)
                status = connection.getresponse().status
                connection.close()
                return status

            known = {"X-Sheetgen-Token": token[1]}
            assert ask(f"/__board?{OTTER}", news) == ask(f"/__save?{OTTER}", news, **known) == 403
            assert ask(f"/__board?{OTTER}", news, Origin="http://elsewhere.example", **known) == 403
            assert ask(f"/__board?{OTTER}", {"sender": 1}, **known) == 400
            assert ask("/__board?/small/none.html", news, **known) == 404
            assert ask(f"/__board?{OTTER}", news, **known) == 200
            assert ask(f"/__board?{OTTER}", news | {"first": True, "sender": "y"}, **known) == 200, "is older"
            with visitor.events(OTTER) as events:
                assert next(it for it in events if "epoch" not in it) == {"sender": "x", "players": {"round": 2}}
            cookie = {"Cookie": f"a=b; sheetgen-gm={token[1]}"}
            connection = http.client.HTTPConnection("127.0.0.1", visitor.port, timeout=30)
            connection.request("GET", f"/__events?{OTTER}", headers=cookie)
            answer = connection.getresponse()
            answers = (json.loads(line[6:]) for line in iter(answer.readline, b"") if line.startswith(b'data: {"s'))
            assert next(answers) == news
            answer.close()
            connection.close()
    with previewed(project(GAME), player=True) as (_, visitor):
        assert b"data-board" not in visitor.get(OTTER)[2]

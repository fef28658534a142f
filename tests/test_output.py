from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen import processes
from sheetgen.output import publish as output
from sheetgen.output.file_states import FileStates
from sheetgen.output.paths import MANIFEST, UnsafePathError, check_path, check_paths
from sheetgen.output.publish import (
    Artifact,
    ForeignFolderError,
    Published,
    PublishError,
    publish,
    stands_as_published,
)
from sheetgen.text.cache import Cache

OLD = {"index.html": "old home", "a/one.html": "one", "a/two.html": "two", "gone.html": "gone"}
NEW = {"index.html": "new home", "a/one.html": "one", "b/three.html": "three"}


def put(files: dict[str, str], folder: Path) -> Published:
    return publish([Artifact(path, text.encode()) for path, text in files.items()], folder)


def tree(folder: Path) -> dict[str, str]:
    """Every file of a folder but the manifest."""
    texts = {p.relative_to(folder).as_posix(): p.read_text() for p in folder.rglob("*") if not p.is_dir()}
    texts.pop(MANIFEST, None)
    return texts


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    put(OLD, folder)
    return folder


def test_a_first_site(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "down" / "site"
    assert put(OLD, folder) == Published(tuple(sorted(OLD)), (), ())
    assert tree(folder) == OLD and os.listdir(folder.parent) == ["site"]


def test_a_second_site_says_what_it_changed_and_leaves_nothing_beside(site: Path) -> None:
    assert put(NEW, site) == Published(("b/three.html", "index.html"), ("a/one.html",), ("a/two.html", "gone.html"))
    assert tree(site) == NEW and os.listdir(site.parent) == ["site"]


def test_unchanged_files_keep_their_time(site: Path) -> None:
    os.utime(site / "a/one.html", ns=(5, 5))
    put(NEW, site)
    assert (site / "a/one.html").stat().st_mtime_ns == 5


def test_many_files_are_compared_by_several_processes(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "PORTION", 1)
    monkeypatch.setattr(processes, "available", lambda: 2)
    many = {f"{number}.html": str(number) for number in range(2 * processes.FEWEST_TASKS)}
    manifest = put(many, site).manifest
    assert stands_as_published(site, manifest)
    (site / "0.html").write_text("spoiled")
    (site / "7.html").unlink()
    assert not stands_as_published(site, manifest)
    assert put(many, site).written == ("0.html", "7.html") and tree(site) == many


def test_publishing_the_same_again_touches_nothing(site: Path) -> None:
    before = site.stat().st_ino
    assert put(OLD, site) == Published((), tuple(sorted(OLD)), ())
    assert site.stat().st_ino == before


def test_a_file_that_was_changed_is_written_again(site: Path) -> None:
    (site / "index.html").write_text("bad home")
    assert put(OLD, site).written == ("index.html",)
    (site / "index.html").unlink()
    assert put(OLD, site).written == ("index.html",)
    assert tree(site) == OLD


def test_the_manifest_lists_digests_in_order(site: Path) -> None:
    manifest = json.loads((site / MANIFEST).read_text())
    assert list(manifest["files"]) == sorted(OLD)
    assert manifest["files"]["gone.html"] == sha256(b"gone").hexdigest()
    first = (site / MANIFEST).read_bytes()
    put(dict(reversed(OLD.items())), site)
    assert (site / MANIFEST).read_bytes() == first


def test_other_files_in_a_site_are_kept(site: Path) -> None:
    (site / ".gitignore").write_text("*")
    (site / "a" / "mine.txt").write_text("mine")
    (site / "empty").mkdir()
    put(NEW, site)
    assert tree(site) == NEW | {".gitignore": "*", "a/mine.txt": "mine"} and (site / "empty").is_dir()


def test_a_folder_that_sheetgen_did_not_make_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("three years")
    with pytest.raises(ForeignFolderError, match=r"thesis\.txt.*did not make"):
        put(OLD, tmp_path)
    assert tree(tmp_path) == {"thesis.txt": "three years"}


@pytest.mark.parametrize("manifest", ["", "{", "[]", '{"files": 3}', "[" * 100_000, '{"files": ' + '{"a":' * 100_000])
def test_a_broken_manifest_makes_a_folder_foreign(site: Path, manifest: str) -> None:
    (site / MANIFEST).write_text(manifest)
    with pytest.raises(ForeignFolderError):
        put(NEW, site)
    assert tree(site) == OLD


def test_a_manifest_that_lists_other_places_removes_nothing_there(site: Path) -> None:
    outside = site.parent / "outside.txt"
    outside.write_text("precious")
    mine, theirs = sha256(b"old home").hexdigest(), sha256(b"precious").hexdigest()
    listed = {"../outside.txt": theirs, "index.html": mine, str(outside): theirs}
    (site / MANIFEST).write_text(json.dumps({"files": listed}))
    (site / "index.html").write_text("old home")
    put({"x.html": "x"}, site)
    assert outside.read_text() == "precious" and not (site / "index.html").exists()


def test_a_manifest_of_another_program_removes_no_other_file(site: Path) -> None:
    (site / "thesis.txt").write_text("years of work")
    (site / "link.txt").symlink_to("thesis.txt")
    listed = json.loads((site / MANIFEST).read_text())
    listed["files"] |= {"thesis.txt": sha256(b"another").hexdigest(), "link.txt": sha256(b"years of work").hexdigest()}
    (site / MANIFEST).write_text(json.dumps(listed))
    published = put(NEW, site)
    assert "thesis.txt" not in published.removed and "gone.html" in published.removed
    assert (site / "thesis.txt").read_text() == (site / "link.txt").read_text() == "years of work"


def test_a_file_that_was_changed_and_no_site_needs_is_kept(site: Path) -> None:
    (site / "gone.html").write_text("my own words")
    put(NEW, site)
    assert (site / "gone.html").read_text() == "my own words"


def test_a_folder_with_only_a_gitignore_counts_as_empty(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("*")
    with pytest.raises(ForeignFolderError, match="gitignore"):
        put({".gitignore": "x"}, tmp_path)
    put(OLD, tmp_path)
    assert tree(tmp_path) == OLD | {".gitignore": "*"}


@pytest.mark.parametrize(
    ("mine", "artifact"), [("b", "b/three.html"), ("c/mine.txt", "c"), ("b/three.html", "b/three.html")]
)
def test_what_others_wrote_is_never_written_over(site: Path, mine: str, artifact: str) -> None:
    (site / mine).parent.mkdir(exist_ok=True)
    (site / mine).write_text("mine")
    with pytest.raises(ForeignFolderError, match="move it elsewhere"):
        put({artifact: "x"}, site)
    assert tree(site) == OLD | {mine: "mine"}


def test_a_file_that_was_written_alike_by_hand_is_adopted(site: Path) -> None:
    (site / ".nojekyll").write_text("")
    assert ".nojekyll" in put(OLD | {".nojekyll": ""}, site).unchanged
    assert put(OLD, site).removed == (".nojekyll",)


def test_links_in_a_site_are_not_followed(site: Path) -> None:
    outside = site.parent / "outside"
    outside.mkdir()
    (outside / "index.html").write_text("precious")
    (site / "index.html").unlink()
    (site / "index.html").symlink_to(outside / "index.html")
    (site / "link").symlink_to(outside)
    put(NEW, site)
    assert (outside / "index.html").read_text() == "precious" and os.listdir(outside) == ["index.html"]
    assert not (site / "index.html").is_symlink() and os.readlink(site / "link") == str(outside)
    with pytest.raises(ForeignFolderError):
        put({"link/index.html": "x"}, site)
    assert (outside / "index.html").read_text() == "precious"


def test_a_site_behind_a_link_is_published_where_the_link_leads(site: Path) -> None:
    link = site.parent / "link"
    link.symlink_to(site)
    put(NEW, link)
    assert link.is_symlink() and tree(site) == NEW


def test_leftovers_beside_a_site_are_cleared_even_when_they_are_links(site: Path) -> None:
    outside = site.parent / "outside"
    outside.mkdir()
    (outside / "x").write_text("precious")
    (site.parent / ".site.sheetgen-staged").symlink_to(outside)
    put(NEW, site)
    assert tree(outside) == {"x": "precious"} and sorted(os.listdir(site.parent)) == ["outside", "site"]


def test_an_output_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "site").write_text("x")
    with pytest.raises(ForeignFolderError, match="is a file"):
        put(OLD, tmp_path / "site")


def test_a_whole_volume_is_refused() -> None:
    with pytest.raises(PublishError, match="within it"):
        put(OLD, Path("/proc"))


def test_a_failure_leaves_the_old_site(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(PublishError, match="No space left"):
        put(NEW, site)
    assert tree(site) == OLD and os.listdir(site.parent) == ["site"]


FULL = """
import resource, sys
from pathlib import Path
from sheetgen.output.publish import Artifact, PublishError, publish

resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    publish([Artifact("a.html", b"x" * 100), Artifact("b.html", b"x" * 9000)], Path(sys.argv[1]))
except PublishError as error:
    sys.exit(str(error))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no bound on what a process may write")
def test_a_disk_that_takes_no_more_leaves_the_old_site(site: Path) -> None:
    """The kernel itself refuses to write on, in the middle of a file."""
    ended = subprocess.run([sys.executable, "-c", FULL, str(site)], capture_output=True, text=True, check=False)
    assert ended.returncode == 1 and "File too large" in ended.stderr and "Traceback" not in ended.stderr
    assert tree(site) == OLD and os.listdir(site.parent) == ["site"]


def test_without_links_and_without_exchange(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unsupported(*paths: object, **options: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", unsupported)
    monkeypatch.setattr(output, "exchange", lambda a, b: False)
    os.utime(site / "a/one.html", ns=(5, 5))
    put(NEW, site)
    assert tree(site) == NEW and os.listdir(site.parent) == ["site"]
    assert (site / "a/one.html").stat().st_mtime_ns == 5


KILLED = dedent("""
    import os, signal, sys
    from pathlib import Path
    from sheetgen.output import publish as output
    folder, exchange = Path(sys.argv[1]), sys.argv[2] == "exchange"
    old = [output.Artifact(p, t.encode()) for p, t in {old!r}.items()]
    new = [output.Artifact(p, t.encode()) for p, t in {new!r}.items()]
    if not exchange:
        output.exchange = lambda a, b: False
    seen = 0

    def kill_at(point):
        def watch(frame, event, called):
            global seen
            if event == "c_call" and getattr(called, "__module__", None) in ("posix", "ctypes", "_io", None):
                seen += 1
                if seen == point:
                    os.kill(os.getpid(), signal.SIGKILL)
        return watch

    for point in range(1, 100_000):
        output.publish(old, folder)
        child = os.fork()
        if child == 0:
            sys.setprofile(kill_at(point))
            output.publish(new, folder)
            os._exit(0)
        ended = os.waitpid(child, 0)[1]
        found = {{p.relative_to(folder).as_posix(): p.read_text() for p in folder.rglob("*") if p.is_file()}}
        found.pop(output.MANIFEST, None)
        if folder.exists():
            assert found in ({old!r}, {new!r}), (point, found)
        else:
            assert not exchange, point
        print("new" if found == {new!r} else "old" if found else "away")
        output.publish(new, folder)
        assert sorted(os.listdir(folder.parent)) == [folder.name], point
        if os.WIFEXITED(ended):
            break
""")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that can be killed")
@pytest.mark.parametrize("way", ["exchange", "two renames"])
def test_killed_at_any_moment_the_old_site_or_the_new_one_is_whole(tmp_path: Path, way: str) -> None:
    script = KILLED.format(old=OLD, new=NEW)
    folder = tmp_path / "parent" / "site"
    command = [sys.executable, "-c", script, str(folder), way]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    states = ended.stdout.split()
    assert states.count("old") > 20 and states.count("new") > 5
    assert ("away" in states) == (way == "two renames") or sys.platform == "darwin"


@pytest.mark.parametrize(
    "path",
    [
        "", "/etc/passwd", "../x", "a/../b", "a/./b", "a//b", "a/", "a\\b", "a\0b", "a\nb", "a:b", "a?b", 'a"b', "con",
        "CON.html", "a/nul.txt", "lpt1", "COM¹.x", "aux .txt", "a.", "a /b", " a", "a|b", "x" * 256, MANIFEST,
        MANIFEST.upper(), "\ud800",
    ],
)  # fmt: skip
def test_unsafe_paths(path: str, tmp_path: Path) -> None:
    with pytest.raises(UnsafePathError):
        put({path: "x"}, tmp_path / "site")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("path", ["index.html", "a/b c/d.html", "é/日本.html", ".nojekyll", "console.html", "a..b"])
def test_safe_paths(path: str, tmp_path: Path) -> None:
    check_path(path)
    assert put({path: "x"}, tmp_path / "site").written == (path,) and tree(tmp_path / "site") == {path: "x"}


@pytest.mark.parametrize("paths", [["a", "A"], ["é", "e\u0301"], ["straße", "STRASSE"], ["a", "A/b"], ["a/b", "a"]])
def test_paths_that_collide_somewhere(paths: list[str]) -> None:
    with pytest.raises(UnsafePathError):
        check_paths(paths)


def test_two_artifacts_with_one_path(tmp_path: Path) -> None:
    with pytest.raises(UnsafePathError, match="two artifacts"):
        publish([Artifact("a", b""), Artifact("a", b"")], tmp_path / "site")


@given(st.text(max_size=30))
def test_no_path_leads_out(path: str) -> None:
    try:
        check_path(path)
    except UnsafePathError:
        return
    root = os.path.abspath("root")
    assert os.path.normpath(os.path.join(root, path)).startswith(root + os.sep)


def test_what_stands_as_it_is_to_be_is_read_once(tmp_path: Path) -> None:
    reads: list[str] = []
    artifacts = [Artifact(f"{n}.html", lambda n=n: reads.append(f"{n}") or b"page %d" % n) for n in range(3)]  # type: ignore[func-returns-value,misc]
    publish(artifacts, tmp_path / "site")
    reads.clear()
    assert len(publish(artifacts, tmp_path / "site").unchanged) == 3 and reads == ["0", "1", "2"]


@pytest.fixture
def settled(site: Path) -> Path:
    """A site whose files are older than the list of them, by a few seconds."""
    for path in OLD:
        os.utime(site / path, ns=(5, 5))
    return site


def read_by(monkeypatch: pytest.MonkeyPatch, run: Callable[[], object], site: Path) -> list[str]:
    """The files of a site that are read meanwhile, but for the list of them."""
    reads: list[str] = []
    whole = output._digest
    with monkeypatch.context() as patched:
        patched.setattr(output, "_digest", lambda path: reads.append(os.path.relpath(path, site)) or whole(path))  # type: ignore[func-returns-value]
        run()
    return sorted({*reads} - {MANIFEST})


def test_files_that_stand_as_they_did_are_not_read(
    settled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Cache(tmp_path / "cache")

    def again(files: dict[str, str] = OLD) -> Published:
        return publish([Artifact(path, text.encode()) for path, text in files.items()], settled, cache)

    assert read_by(monkeypatch, again, settled) == sorted(OLD)
    assert read_by(monkeypatch, again, settled) == []
    manifest = again().manifest
    assert read_by(monkeypatch, lambda: stands_as_published(settled, manifest, cache), settled) == []
    assert read_by(monkeypatch, lambda: again(NEW), settled) == []
    assert tree(settled) == NEW
    assert "a/one.html" not in read_by(monkeypatch, lambda: again(NEW), settled)


def test_a_file_that_was_changed_and_given_its_old_time_is_written_again(settled: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    artifacts = [Artifact(path, text.encode()) for path, text in OLD.items()]
    manifest = publish(artifacts, settled, cache).manifest
    assert FileStates(cache, settled).known(manifest).keys() == OLD.keys()
    (settled / "index.html").write_text("bad home")
    os.utime(settled / "index.html", ns=(5, 5))
    assert not stands_as_published(settled, manifest, cache)
    assert publish(artifacts, settled, cache).written == ("index.html",)
    assert tree(settled) == OLD and stands_as_published(settled, manifest, cache)


def test_a_file_as_young_as_the_list_of_files_is_not_known_by_its_state(site: Path, tmp_path: Path) -> None:
    """Another change within the same moment of the clock would leave it the same time."""
    cache = Cache(tmp_path / "cache")
    written = (site / MANIFEST).stat().st_mtime_ns
    for path, time in (("index.html", written), ("a/one.html", written - 1)):
        os.utime(site / path, ns=(time, time))
    manifest = publish([Artifact(path, text.encode()) for path, text in OLD.items()], site, cache).manifest
    known = FileStates(cache, site).known(manifest)
    assert "index.html" not in known and "a/one.html" in known


@pytest.mark.parametrize("noted", [b"", b"{}", b"[1]", b'["", 5]', b"\xff"])
def test_states_that_are_none_have_all_files_read(settled: Path, tmp_path: Path, noted: bytes) -> None:
    cache = Cache(tmp_path / "cache")
    artifacts = [Artifact(path, text.encode()) for path, text in OLD.items()]
    manifest = publish(artifacts, settled, cache).manifest
    cache.put(FileStates(cache, settled)._key, noted)
    assert not FileStates(cache, settled).known(manifest)
    assert publish(artifacts, settled, cache) == Published((), tuple(sorted(OLD)), ())

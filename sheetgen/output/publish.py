"""The only writer of a site: artifacts in, a folder of files out, all of them or none.

A site is staged in a folder beside its own, and then the two change places in one step, so that a reader, or a process
that is killed, sees the old site or the new one. A folder that sheetgen did not make is never emptied, and files in a
site that it did not write, or that were changed since, are kept.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import file_digest, sha256
from itertools import chain
from pathlib import Path

from sheetgen.output.exchange import exchange
from sheetgen.output.file_states import FileStates
from sheetgen.output.paths import MANIFEST, UnsafePathError, check_paths
from sheetgen.processes import results
from sheetgen.text.cache import Cache
from sheetgen.text.source import State, state_of

try:
    import fcntl
except ImportError:  # Windows: two builds of one site at the same time are the user's own care
    fcntl = None  # type: ignore[assignment]

__all__ = [
    "Artifact", "ForeignFolderError", "PublishError", "Published", "UnsafePathError", "publish", "stands_as_published",
]  # fmt: skip


PORTION = 100
"""Files of which one process takes the digests at a time."""


class PublishError(Exception):
    """A site that could not be written, with the reason for users; the old one stays."""


class ForeignFolderError(PublishError):
    """The output folder holds something that sheetgen did not make."""


@dataclass(frozen=True)
class Artifact:
    """One file of a site: its path, relative and with forward slashes, and its bytes, or what reads them."""

    path: str
    content: bytes | Callable[[], bytes | Iterator[bytes]]
    """What reads them is asked when they are needed, so that all files are never in memory; a large one in parts."""
    known_digest: str = ""
    """The SHA-256 of its bytes, where it is known without reading them."""

    def parts(self) -> Iterator[bytes]:
        """Its bytes, part by part."""
        content = self.content if isinstance(self.content, bytes) else self.content()
        return iter((content,)) if isinstance(content, bytes) else content

    def digest(self) -> str:
        """The SHA-256 of its bytes."""
        if self.known_digest:
            return self.known_digest
        total = sha256()
        for part in self.parts():
            total.update(part)
        return total.hexdigest()


def _by_path(artifacts: Iterable[Artifact]) -> dict[str, Artifact]:
    by_path: dict[str, Artifact] = {}
    for artifact in artifacts:
        if by_path.setdefault(artifact.path, artifact) is not artifact:
            raise UnsafePathError(f"two artifacts have the path `{artifact.path}`")
    return by_path


@dataclass(frozen=True)
class Published:
    """The outcome of publishing, as sorted paths."""

    written: tuple[str, ...]
    unchanged: tuple[str, ...]
    removed: tuple[str, ...]
    manifest: str = field(default="", compare=False)
    """The digest of the list of all files; see `stands_as_published`."""


def publish(artifacts: Iterable[Artifact], folder: Path, cache: Cache | None = None) -> Published:
    """Make `folder` hold exactly these artifacts, and what else in it sheetgen did not write.

    A file whose bytes are the same keeps its time of change. With a `cache`, files that stand as they did when they
    were published are not read. Raises `UnsafePathError` for a path that a site
    must not have, `ForeignFolderError` for a folder of other things, and `PublishError` where the system refuses.
    """
    contents = _by_path(artifacts)
    check_paths(contents)
    folder = folder.resolve()
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _locked(folder.parent):
            _recover(folder)
            return _publish(contents, folder, FileStates(cache, folder))
    except OSError as error:
        raise PublishError(
            f"{folder} could not be written: {error.strerror or error}; the old site is whole"
        ) from error


def stands_as_published(folder: Path, manifest: str, cache: Cache | None = None) -> bool:
    """Whether the site of a list of files, by the digest of that list, stands in a folder with the bytes of each.

    Files that stand as the cache says that they did are not read.
    """
    if any(_beside(folder, role).exists() for role in ("staged", "previous")):
        return False
    listed = _listed(folder) if _digest(str(folder / MANIFEST)) == manifest else None
    if listed is None:
        return False
    standing = _Standing(listed, FileStates(cache, folder).known(manifest))
    with suppress(OSError):
        return standing.digests({path: os.lstat(f"{folder}/{path}") for path in listed}, folder) == listed
    return False


def write(path: Path, content: bytes) -> None:
    """Write one file that a user asked for by name, whole or not at all, through a link. Raises `PublishError`."""
    path = path.resolve()
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_name(f".{path.name}.part")
        half.write_bytes(content)
        half.replace(path)
    except OSError as error:
        raise PublishError(f"{path} could not be written: {error.strerror or error}") from error


def _publish(contents: Mapping[str, Artifact], folder: Path, states: FileStates) -> Published:
    _check_folder(folder)
    listed = _listed(folder)
    present = dict(_files(str(folder))) if folder.exists() else {}
    if listed is None:
        _check_empty(folder, present)
    known = states.known(_digest(str(folder / MANIFEST))) if listed else {}
    digests = {path: contents[path].digest() for path in sorted(contents)}
    asked = [path for path in present if path in digests or (listed and path in listed)]
    seen = {path: present[path].stat(follow_symlinks=False) for path in asked}
    standing = _Standing(listed or {}, known).digests(seen, folder)
    unchanged = {path for path, digest in standing.items() if digest == digests.get(path)}
    ours = unchanged | _own(listed or {}, standing, contents)
    kept = {path for path in present if path not in ours and path != MANIFEST}
    _check_kept(folder, kept, contents)
    manifest = _manifest(digests)
    published = Published(
        written=tuple(sorted(contents.keys() - unchanged)),
        unchanged=tuple(sorted(unchanged)),
        removed=tuple(sorted((ours & present.keys()) - contents.keys())),
        manifest=sha256(manifest).hexdigest(),
    )
    verified = {path: state_of(seen[path]) for path in unchanged}
    if published.written or published.removed or not _same(present.get(MANIFEST), manifest):
        try:
            staged = _beside(folder, "staged")
            verified |= _stage(staged, contents, manifest, {path: present[path] for path in sorted(kept | unchanged)})
            _replace(folder, staged)
        finally:
            _recover(folder)
    states.note(published.manifest, verified, known)
    return published


def _stage(
    staged: Path, contents: Mapping[str, Artifact], manifest: bytes, carried: Mapping[str, os.DirEntry[str]]
) -> Mapping[str, State]:
    """Build the whole new site in a folder of its own; gives the states of the files that are written."""
    staged.mkdir()
    made, written = {str(staged)}, {}
    for path, old in carried.items():
        _carry(old, _ready(f"{staged}/{path}", made))
    for path, artifact in contents.items():
        if path not in carried:
            with open(_ready(f"{staged}/{path}", made), "wb") as file:
                file.writelines(artifact.parts())
            written[path] = state_of(os.lstat(f"{staged}/{path}"))
    (staged / MANIFEST).write_bytes(manifest)
    return written


def _replace(folder: Path, staged: Path) -> None:
    """Put the staged site in the place of the old one, which stays beside it for `_recover` to clear away."""
    if not folder.exists():
        staged.rename(folder)
        return
    shutil.copymode(folder, staged)
    if not exchange(staged, folder):
        # Here is a moment without a site; `_recover` brings the old one back when this is killed in it.
        folder.rename(_beside(folder, "previous"))
        staged.rename(folder)


def _recover(folder: Path) -> None:
    """Clear away what a run left beside the folder, whether it ended or was killed."""
    previous, staged = _beside(folder, "previous"), _beside(folder, "staged")
    if previous.exists() and not folder.exists():
        previous.rename(folder)
    _discard(previous)
    _discard(staged)


def _beside(folder: Path, role: str) -> Path:
    return folder.with_name(f".{folder.name}.sheetgen-{role}")


def _discard(folder: Path) -> None:
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)


def _ready(path: str, made: set[str]) -> str:
    """A path in the staged site whose folder exists."""
    folder = path.rpartition("/")[0]
    if folder not in made:
        os.makedirs(folder, exist_ok=True)
        made.add(folder)
    return path


def _carry(old: os.DirEntry[str], new: str) -> None:
    """Take a file over as it is: the same file under both names where the system can, else a copy."""
    if old.is_symlink():
        os.symlink(os.readlink(old.path), new)
        return
    if old.is_dir():
        os.makedirs(new, exist_ok=True)
        return
    try:
        os.link(old.path, new)
    except OSError:
        shutil.copy2(old.path, new, follow_symlinks=False)


def _files(folder: str, prefix: str = "") -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Every file, link and empty folder below a folder, by relative path; links are not followed."""
    with os.scandir(folder) as entries:
        for entry in entries:
            path = prefix + entry.name
            inner = list(_files(entry.path, f"{path}/")) if entry.is_dir(follow_symlinks=False) else []
            yield from inner or [(path, entry)]


def _same(file: os.DirEntry[str] | None, content: bytes) -> bool:
    if file is None or not file.is_file(follow_symlinks=False):
        return False
    return file.stat(follow_symlinks=False).st_size == len(content) and Path(file.path).read_bytes() == content


def _manifest(files: Mapping[str, str]) -> bytes:
    return (json.dumps({"made_by": "sheetgen", "files": files}, ensure_ascii=False, indent=0) + "\n").encode()


def _own(listed: Mapping[str, object], standing: Mapping[str, object], contents: Mapping[str, Artifact]) -> set[str]:
    """The files that may be written over or removed: those that the manifest lists.

    Any program may have written a manifest. A file that the new site does not need is therefore removed only where its
    bytes are those that were listed, so that no other file is lost.
    """
    return {path for path in listed.keys() & standing if path in contents or standing[path] == listed[path]}


@dataclass(frozen=True)
class _Standing:
    """The files of a site: their digests by the list of them, and the states in which they had these."""

    listed: Mapping[str, object]
    known: Mapping[str, State]

    def digests(self, files: Mapping[str, os.stat_result], folder: Path) -> dict[str, object]:
        """The SHA-256 of each of some files, by path, in their order; those that are not known to stand as they did
        are read, by several processes where they are many."""
        digests = {path: self._known(path, status) for path, status in files.items()}
        left = [path for path, digest in digests.items() if digest is None]
        portions = (left[start : start + PORTION] for start in range(0, len(left), PORTION))
        read = chain.from_iterable(results([partial(_digests, folder, portion) for portion in portions]))
        return digests | dict(zip(left, read, strict=True))

    def _known(self, path: str, status: os.stat_result) -> object:
        return self.listed.get(path) if self.known.get(path) == state_of(status) else None


def _digests(folder: Path, paths: Sequence[str]) -> list[str]:
    return [_digest(f"{folder}/{path}") for path in paths]


def _digest(path: str) -> str:
    if os.path.islink(path) or not os.path.isfile(path):
        return ""
    with open(path, "rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _listed(folder: Path) -> Mapping[str, object] | None:
    """The digests that the manifest of a folder lists by path; None where it has none that can be read."""
    path = folder / MANIFEST
    if path.is_symlink() or not path.is_file():
        return None
    with suppress(ValueError, RecursionError):
        manifest = json.loads(path.read_bytes())
        if isinstance(manifest, dict) and isinstance(manifest.get("files"), dict):
            return dict(manifest["files"])
    return None


def _check_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise ForeignFolderError(f"{folder} is a file; give a folder to write the site to")
    if folder.is_mount():
        raise PublishError(f"{folder} is a whole disk or volume; give a folder within it, such as {folder / 'site'}")


def _check_empty(folder: Path, present: Mapping[str, os.DirEntry[str]]) -> None:
    foreign = next((path for path in sorted(present) if not path.startswith((".git", ".DS_Store"))), None)
    if foreign is not None:
        raise ForeignFolderError(
            f"{folder} holds `{foreign}`, which sheetgen did not make, so nothing in it was touched; "
            "give another output folder, or empty this one yourself"
        )


def _check_kept(folder: Path, kept: Iterable[str], contents: Mapping[str, Artifact]) -> None:
    """Refuse to write over, under or through a file that sheetgen did not make."""
    inner = {path.rpartition("/")[0] for path in contents if "/" in path}
    folders = {f"{place}/"[: at + 1] for place in inner for at, char in enumerate(f"{place}/") if char == "/"}
    for path in sorted(kept):
        parents = {path[:at] for at, char in enumerate(path) if char == "/"}
        blocked = (
            path in contents or (f"{path}/" in folders and not _is_folder(folder / path)) or parents & contents.keys()
        )
        if blocked:
            raise ForeignFolderError(
                f"{folder / path} stands where the site needs a file of its own, and sheetgen did not make it; "
                "move it elsewhere"
            )


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Let one run at a time publish beside each other; the system ends the lock with the process."""
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some network file systems have no locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)

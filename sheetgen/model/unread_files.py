"""Files of a project that are not read: reported, so that no author looks for them on the site."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from sheetgen.model.ruleset.text_types import is_language
from sheetgen.model.style_sheets import check_styles
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.source import YAML, SourceFile, UnreadableError, Walk, content, files, nowhere, own_files, read

PAGES = (".md",)
"""How the names of pages end."""
_MEANT = re.compile(r"\.(?:ya?ml|md|markdown|mdown|mkd)(?:\.\w+)?$|\.txt$|^[^.]*$", re.IGNORECASE)
"""Names that authors gave to an entry or page, rather than to something else."""
_ABOUT_THE_FOLDER = frozenset(
    (
        *("readme", "notes", "todo", "credits", "authors", "notice", "ofl", "license", "licence", "copying"),
        *("changelog", "changes", "contributing", "security"),
    )
)
_CONTENT = re.compile(
    r"\.(?:ya?ml|md|markdown|txt|css|csv|html?|docx?|odt|ods|xlsx?)(?:\.(?:txt|bak|old))?$", re.IGNORECASE
)
"""Names of what authors write."""
RULESET_FILES = ("ruleset.yaml", "rulings.yaml", "cases.yaml", "facts.yaml", "bodies.yaml")
_BESIDE = ("theme.css",)
"""What else may stand beside them."""
RULESET_FOLDERS = (
    "rules",
    "kinds",
    "entries",
    "reference",
    "templates",
    "marks",
    "fonts",
    "pictures",
    "portraits",
    "campaign",
    "languages",
    "exports",
)
_OTHER_FOLDERS = ("site", "public", "docs", "images", "tests", "tools", "scripts", "node_modules")
"""Folders that may stand in a ruleset's without being a part of it."""


def report_unread(path: Path, root: Path, ending: str, diagnostics: Diagnostics) -> None:
    """Report a file that is not read: an error where it was meant to be, by its name."""
    stem = path.name.split(".")[0]
    message, hint = f"this file is not read: its name must end in {ending}", f"rename it to `{stem}{ending}`"
    if ending in PAGES and path.suffix.lower() in YAML:
        hint = "if it is an entry, move it to the folder of its kind"
    if _MEANT.search(path.name):
        diagnostics.error("ignored-file", message, nowhere(path, root), hint)
        _fail_unread(path, root, diagnostics)
    else:
        diagnostics.warning("ignored-file", message, nowhere(path, root), "put it in another folder")


def _fail_unread(path: Path, root: Path, diagnostics: Diagnostics) -> None:
    """Note that whatever a file defines is missing."""
    stem = path.name.split(".")[0]
    diagnostics.fail(stem)
    with suppress(UnreadableError):
        diagnostics.fail(stem, at=read(path, root).whole, unread=True)


def check_text(path: Path, root: Path, diagnostics: Diagnostics) -> SourceFile | None:
    """A style sheet or template, which is reported where it cannot be read as text. There may be none."""
    try:
        if os.path.lexists(path):
            return read(path, root)
    except UnreadableError as error:
        diagnostics.error("unreadable-file", str(error), error.span, *error.hints)
    return None


def check_entries(folder: Path, root: Path, diagnostics: Diagnostics, walk: Walk = os.walk) -> None:
    """Report files in a folder of entries that are none."""
    for path in own_files(folder, without=YAML, walk=walk):
        report_unread(path, root, ".yaml", diagnostics)


def check_campaign(folder: Path, root: Path, diagnostics: Diagnostics) -> None:
    """Report a style sheet that cannot be read, and pages beside the folder of pages. A README may stand there."""
    if styles := check_text(folder / "theme.css", root, diagnostics):
        check_styles(styles, diagnostics)
    for path in files(folder, *PAGES):
        if path.stem.lower() not in _ABOUT_THE_FOLDER:
            message, hint = "this page is not read: only those in pages/ are", f"move it to pages/{path.name}"
            diagnostics.warning("ignored-file", message, nowhere(path, root), hint)


def check_pages(folder: Path, root: Path, read: Sequence[str], diagnostics: Diagnostics) -> None:
    """Report files in a folder of pages that are neither a page nor something that a page may show, by its ending."""
    for path in own_files(folder):
        ending = path.suffix.lower()
        if ending in PAGES and path.parent != folder:
            message = f"this page is not read: only those in {folder.name}/ itself are, not those of folders in it"
            diagnostics.error("ignored-file", message, nowhere(path, root), f"move it to {folder.name}/{path.name}")
            _fail_unread(path, root, diagnostics)
        elif ending not in (*PAGES, *read):
            report_unread(path, root, ".md", diagnostics)


def check_ruleset(folder: Path, root: Path, diagnostics: Diagnostics) -> None:
    """Report files in a ruleset's folder that are no part of it, or whose style sheet cannot be read."""
    if styles := check_text(folder / "theme.css", root, diagnostics):
        check_styles(styles, diagnostics)
    for path in sorted(path for path in folder.iterdir() if not path.name.startswith(".")):
        if path.name in RULESET_FOLDERS and not path.is_dir():
            message = f"`{path.name}` is a file, where a ruleset has a folder"
            diagnostics.error("ignored-file", message, nowhere(path, root), "give it another name")
        elif not path.is_dir():
            _check_beside(path, root, diagnostics)
        elif path.name not in RULESET_FOLDERS:
            _check_unknown_folder(path, root, diagnostics)
    for path in sorted((folder / "languages").glob("*")):
        if path.is_dir() and not is_language(path.name):
            message, hint = (
                f"nothing in `{path.name}` is read",
                "call the folder by the tag of its language, such as `de`",
            )
            diagnostics.error("ignored-file", message, nowhere(path, root), hint)
    check_house_rules(folder, root, diagnostics)
    _check_flat(folder / "marks", root, (".svg",), diagnostics)
    check_entries(folder / "entries", root, diagnostics)


def _check_beside(path: Path, root: Path, diagnostics: Diagnostics) -> None:
    """Report a file beside `ruleset.yaml` that is none of a ruleset's, though it has something to read."""
    stem = path.name.partition(".")[0]
    if path.name in (*RULESET_FILES, *_BESIDE) or stem.lower() in _ABOUT_THE_FOLDER or not _CONTENT.search(path.name):
        return
    near = did_you_mean(path.name, (*RULESET_FILES, *_BESIDE))
    hint = near if near.startswith("did") else ""
    if path.suffix.lower() in PAGES:
        hint = f"if it is a chapter, move it to reference/{path.name}"
    message = f"this file is not read: a ruleset has {', '.join((*RULESET_FILES, *_BESIDE))} and folders for all else"
    report = diagnostics.error if path.suffix.lower() in YAML else diagnostics.warning
    report("ignored-file", message, nowhere(path, root), hint)


def _check_unknown_folder(folder: Path, root: Path, diagnostics: Diagnostics) -> None:
    """Report a folder of a ruleset of which nothing is read, where that may have been meant: by its name, or by entries
    and pages in it."""
    near = did_you_mean(folder.name, RULESET_FOLDERS)
    message = f"nothing in `{folder.name}` is read"
    if near.startswith("did"):
        diagnostics.error("ignored-file", message, nowhere(folder, root), near)
    elif folder.name not in _OTHER_FOLDERS and _has_content(folder):
        hint = f"folders of a ruleset are {', '.join(RULESET_FOLDERS)}"
        diagnostics.warning("ignored-file", message, nowhere(folder, root), hint)


def _has_content(folder: Path) -> bool:
    """Whether a folder has entries or pages, and is no project or ruleset by itself."""
    names = {path.name for path in own_files(folder) if path.suffix.lower() in (*YAML, *PAGES)}
    return bool(names) and names.isdisjoint(("ruleset.yaml", "campaign.yaml", "site.yaml"))


def check_house_rules(folder: Path, root: Path, diagnostics: Diagnostics) -> None:
    """Report files among the rules and kinds of a ruleset or campaign that are none."""
    for name in ("rules", "kinds"):
        _check_flat(folder / name, root, YAML, diagnostics)


def _check_flat(folder: Path, root: Path, endings: Sequence[str], diagnostics: Diagnostics) -> None:
    for path in own_files(folder):
        if path.suffix.lower() not in endings:
            report_unread(path, root, endings[0], diagnostics)
        elif path.parent != folder:
            message = f"this file is not read: only those in {folder.name}/ itself are, not those of folders in it"
            diagnostics.error("ignored-file", message, nowhere(path, root), f"move it to {folder.name}/{path.name}")
            _fail_unread(path, root, diagnostics)


def check_templates(folder: Path, shared: Path, root: Path, diagnostics: Diagnostics) -> None:
    """Report templates that cannot be read, that replace none of the shared ones, or that none of their neighbours
    takes in."""
    known = sorted(_relative(own_files(shared), shared))
    own = list(own_files(folder))
    texts = {path: content(path) or b"" for path in own}
    together = b"\0".join(texts.values())
    for path, name in zip(own, _relative(own, folder), strict=True):
        if not path.is_file():
            check_text(path, root, diagnostics)
        if name in known and path.suffix != ".html":
            message = "this file is not read: of the shared ones, only templates can be replaced"
            hint = "write styles into theme.css, beside templates/" if path.suffix == ".css" else ""
            diagnostics.error("ignored-file", message, nowhere(path, root), hint)
        if name in known or together.count(name.encode()) > texts[path].count(name.encode()):
            continue
        same = [name for name in known if name.rpartition("/")[2] == path.name]
        near = "" if diagnostics.crowded else did_you_mean(name, known)
        hint = f"did you mean `{', '.join(same)}`?" if 0 < len(same) <= 3 else near
        message = f"this template replaces nothing: there is no shared template `{name}`"
        diagnostics.error("ignored-file", message, nowhere(path, root), hint if hint.startswith("did") else "")


def _relative(paths: Iterable[Path], folder: Path) -> Iterator[str]:
    return (path.relative_to(folder).as_posix() for path in paths)

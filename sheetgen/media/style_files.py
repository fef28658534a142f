"""Files that style sheets of authors name: pictures and fonts beside them, of bounded size, nothing from elsewhere."""

from __future__ import annotations

from pathlib import Path

from sheetgen.media.fonts import ENDINGS, FontError, own_font
from sheetgen.media.images import PAGE, TYPES, PictureError, published_picture
from sheetgen.text.diagnostics import did_you_mean
from sheetgen.text.shipped import shipped
from sheetgen.text.source import content, leads_out

MOST_BYTES = 2_000_000
"""Bytes of a picture that a style sheet names, as it is published."""


def local_file(folder: Path, address: str) -> Path | None:
    """The file that an address in a style sheet of this folder names; None for what is none of the folder's."""
    name = address.partition("?")[0].partition("#")[0]
    if not name or ":" in name or name.startswith(("/", "../")) or Path(shipped("templates"), "assets", name).is_file():
        return None
    return folder / name


def style_file(path: Path, folder: Path) -> bytes:
    """A picture or font as it is published. Raises PictureError, which says what helps, where it cannot be."""
    ending = path.suffix.lower()
    if ".." in path.parts or leads_out(path, folder):
        raise PictureError("leads out of the folder of the style sheet", "put the file beside it")
    if ending not in (*TYPES, *ENDINGS):
        known = ", ".join(part.removeprefix(".") for part in (*TYPES, *ENDINGS))
        raise PictureError("is neither a picture nor a font", f"such files end in {known}")
    data = content(path)
    if data is None:
        near = [other.relative_to(folder).as_posix() for other in folder.rglob(f"*{ending}")]
        raise PictureError("is no file of this folder", did_you_mean(path.relative_to(folder).as_posix(), near))
    if ending in ENDINGS:
        try:
            own_font(path, data)
        except FontError as error:
            raise PictureError(str(error), "") from error
        return data
    picture = published_picture(path, PAGE)
    if len(picture) > MOST_BYTES:
        raise PictureError(f"is larger than {MOST_BYTES // 1000:,} kB", "save it smaller")
    return picture


def file_problem(address: str, folder: Path) -> tuple[str, str]:
    """What is wrong with the file that an address names, and what helps; empty where nothing is."""
    if address.startswith(("http:", "https:", "//")):
        return f"`{address}` is not fetched: pages take nothing from elsewhere", "put the file beside the style sheet"
    path = local_file(folder, address)
    if path is None:
        return "", ""
    try:
        style_file(path, folder)
    except PictureError as error:
        return f"`{address}` {error.message}", error.hint
    return "", ""

"""Pictures of chapters and entries as they stand in the book."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from markupsafe import Markup, escape

from sheetgen.media.images import OwnPicture, PublishedFile, own_picture
from sheetgen.print.jobs import Chapter
from sheetgen.print.measure.rich_text import PICTURE
from sheetgen.reference.context import ROOT

_PICTURE = re.compile(rf'<img src="{ROOT}([^"]*)" alt="([^"]*)"(?: class="([^"]*)")?[^>]*>')
_WIDE = 1.9
"""A picture so many times as wide as it is high stands across all columns."""


def with_pictures(chapter: Chapter, files: Mapping[str, PublishedFile]) -> Chapter:
    """A chapter whose pictures are printed; `files` are those of its texts by their addresses on the site.

    What shows the chapter and says nothing is read aloud by the title of the chapter.

    Raises `PictureError` for one that cannot be read any more.
    """
    pictures: dict[str, OwnPicture] = {}

    def printed(match: re.Match[str]) -> str:
        picture = own_picture(files[match[1]])
        pictures[f"{PICTURE}{picture.digest}"] = picture
        size = files[match[1]].size()
        sort = match[3] or ("across" if size and size[0] >= _WIDE * size[1] else "")
        said, names = match[2] or escape(chapter.title), f"picture {sort}".strip()
        return f'<img src="{PICTURE}{picture.digest}" alt="{said}" class="{names}">'

    return replace(chapter, html=Markup(_PICTURE.sub(printed, chapter.html)), pictures=pictures)

"""Pictures of a project as they are published: readable, no larger than what shows them, without metadata.

Cameras and editors leave places, names and comments in a picture; nothing of that goes out. A picture that cannot be
read, or that would take long to draw, is a `PictureError`, which says what helps.
"""

from __future__ import annotations

import io
import warnings
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sheetgen.text.cache import Cache, digest

if TYPE_CHECKING:
    from PIL import Image

TYPES = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".gif": "image/gif",
}
"""The media type of each ending."""

LARGEST_PICTURE = 30_000_000
"""Bytes of a file that are read as a picture."""
MOST_PIXELS = 80_000_000
"""Pixels that a picture may have, all frames of an animation together."""

_FORMATS = {"image/png": "PNG", "image/jpeg": "JPEG", "image/webp": "WEBP", "image/gif": "GIF"}
_QUALITY = 88
"""Of a JPEG or WebP that was scaled or turned; others keep theirs."""


class PictureError(Exception):
    """A picture that cannot be published: why, and what helps."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


@dataclass(frozen=True)
class PictureFrame:
    """The frame of a picture, in pixels; larger pictures are scaled down until they just cover it, or fit into it."""

    width: int
    height: int
    cover: bool

    def scaled(self, width: int, height: int) -> tuple[int, int]:
        """The size at which a picture of this size is published; never larger than it is."""
        pick = max if self.cover else min
        part = min(1.0, pick(self.width / width, self.height / height))
        return max(1, round(width * part)), max(1, round(height * part))


PORTRAIT = PictureFrame(800, 650, cover=True)
"""The portrait of a sheet, 62 × 50 mm at 320 dots an inch, which it fills."""
PAGE = PictureFrame(2560, 2560, cover=False)
"""A picture in a text: a laptop's screen at two dots a pixel."""


@dataclass(frozen=True)
class PublishedFile:
    """A file of the project that the site takes over: a picture, or a PDF as it is."""

    path: Path
    frame: PictureFrame = PAGE

    def read(self) -> bytes:
        """The bytes that are published. Raises `PictureError`."""
        return published_picture(self.path, self.frame) if self.path.suffix.lower() in TYPES else self.path.read_bytes()

    def size(self) -> tuple[int, int] | None:
        """Width and height as it is published, in pixels; None for what is no picture. Raises `PictureError`."""
        ending = self.path.suffix.lower()
        return _size(self.read(), ending) if ending in TYPES else None


@dataclass(frozen=True)
class OwnPicture:
    """A picture by its file and a digest of what is published of it, so that changed files are other pictures."""

    file: str
    digest: str
    frame: PictureFrame = PAGE

    @property
    def ending(self) -> str:
        """How its name ends."""
        return Path(self.file).suffix.lower()

    def read(self) -> bytes:
        """It as it is published. Raises `PictureError`."""
        return published_picture(Path(self.file), self.frame)

    @property
    def address(self) -> str:
        """It as an address with the picture in it. Raises `PictureError`."""
        return f"data:{TYPES[self.ending]};base64,{b64encode(self.read()).decode()}"


def own_picture(file: PublishedFile) -> OwnPicture:
    """A picture that the site takes over, known by what its file holds now. Raises `PictureError`."""
    data = published_picture(file.path, file.frame)
    return OwnPicture(str(file.path), blake2b(data, digest_size=16).hexdigest(), file.frame)


def published_picture(path: Path, frame: PictureFrame) -> bytes:
    """A picture as it is published, in the format of its ending. Raises `PictureError`."""
    kind = TYPES[path.suffix.lower()]
    try:
        if path.stat().st_size > LARGEST_PICTURE:
            raise PictureError(f"has more than {LARGEST_PICTURE // 1_000_000} MB", "save it smaller")
        data = path.read_bytes()
    except OSError as error:
        raise PictureError(f"cannot be read: {error.strerror or error}", "") from error
    if kind == TYPES[".svg"]:
        # Read where a project has such pictures, like Pillow below: both take long to load.
        from sheetgen.media.svg import SvgError, cleaned

        try:
            return cleaned(data, lambda inner, sort: _raster(inner, sort, PAGE))
        except SvgError as error:
            raise PictureError(str(error), "save it anew, or as PNG") from error
    cache, key = Cache.of_user(), digest("picture", version("pillow"), kind, repr(frame), data)
    kept = cache.get(key)
    if kept is None:
        kept = _raster(data, kind, frame)
        cache.put(key, kept)
    return kept


def _size(data: bytes, ending: str) -> tuple[int, int]:
    if ending == ".svg":
        from sheetgen.media.svg import size

        return size(data, PAGE.width)
    cache, key = Cache.of_user(), digest("size of a picture", data)
    kept = cache.get(key)
    if kept is None:
        from PIL import Image

        with Image.open(io.BytesIO(data)) as image:
            kept = b"%d %d" % image.size
        cache.put(key, kept)
    width, height = kept.split()
    return int(width), int(height)


def _raster(data: bytes, kind: str, frame: PictureFrame) -> bytes:
    from PIL import Image, ImageFile, UnidentifiedImageError

    if data[4:8] == b"ftyp" and data[8:12] in (b"heic", b"heix", b"mif1", b"hevc", b"msf1"):
        raise PictureError("is a HEIC picture, whatever its name says", "save it as JPG and name that file")
    with warnings.catch_warnings(), _whole_only(ImageFile):
        warnings.simplefilter("ignore")
        try:
            with Image.open(io.BytesIO(data), formats=list(_FORMATS.values())) as image:
                return _saved(image, kind, frame)
        except UnidentifiedImageError as error:
            raise PictureError("is no picture that can be read", "save it anew as PNG or JPG") from error
        except (OSError, SyntaxError, ValueError, EOFError, Image.DecompressionBombError) as error:
            raise PictureError(f"is damaged: {error}", "save it anew as PNG or JPG") from error


@contextmanager
def _whole_only(reader: Any) -> Iterator[None]:
    """Treat truncated pictures as mistakes, though the PDF engine lets Pillow draw as much as there is."""
    before, reader.LOAD_TRUNCATED_IMAGES = reader.LOAD_TRUNCATED_IMAGES, False
    try:
        yield
    finally:
        reader.LOAD_TRUNCATED_IMAGES = before


def _saved(image: Image.Image, kind: str, frame: PictureFrame) -> bytes:
    frames = getattr(image, "n_frames", 1)
    if image.width * image.height * frames > MOST_PIXELS:
        millions = MOST_PIXELS // 1_000_000
        raise PictureError(f"has more than {millions} million pixels", "save it smaller")
    moving = frames > 1 and not frame.cover and kind != TYPES[".jpg"]
    same = image.format == _FORMATS[kind] and not ({"icc_profile", "exif"} & image.info.keys())
    same = same and (moving or frame.scaled(*image.size) == image.size)
    picture = image if same or moving else _fitting(image, frame, kind)
    picture.info = {name: picture.info[name] for name in ("transparency", "duration", "loop") if name in picture.info}
    settings: dict[str, Any] = {"save_all": True} if moving else {}
    if kind == TYPES[".jpg"]:
        settings |= {"quality": "keep" if same else _QUALITY, "optimize": True}
    elif kind == TYPES[".webp"]:
        settings["quality"] = _QUALITY
    written = io.BytesIO()
    picture.save(written, _FORMATS[kind], **settings)
    return written.getvalue()


def _fitting(image: Image.Image, frame: PictureFrame, kind: str) -> Image.Image:
    """A picture the right way up, in its frame's size, and in colours that its format can hold."""
    from PIL import ImageOps

    profile = image.info.get("icc_profile")
    # A JPEG is read at a fraction of its size where that is enough, lying or standing, in a fraction of the time.
    lying, standing = frame.scaled(*image.size), frame.scaled(*image.size[::-1])[::-1]
    image.draft(None, (max(lying[0], standing[0]), max(lying[1], standing[1])))
    turned = ImageOps.exif_transpose(image)
    clear = turned.has_transparency_data and kind != TYPES[".jpg"]
    grey = turned.mode in ("1", "L", "I;16") and not profile
    coloured = turned.convert("RGBA" if clear else "L" if grey else "RGB")
    size = frame.scaled(*coloured.size)
    return _in_srgb(coloured if coloured.size == size else coloured.resize(size, reducing_gap=3.0), profile)


def _in_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """A picture in the colours that screens take where no profile is said; as it is where its own is of no use."""
    if profile is None or image.mode not in ("RGB", "RGBA"):
        return image
    from PIL import ImageCms

    try:
        own, screen = ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB")
        return ImageCms.profileToProfile(image, own, screen, outputMode=image.mode) or image
    except (ImageCms.PyCMSError, OSError, ValueError):
        return image

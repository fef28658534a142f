"""Pictures as they are published: without metadata, no larger than shown, and never in the way of a build."""

from __future__ import annotations

import io
import re
import time
from base64 import b64encode
from pathlib import Path

import pytest
from PIL import Image, ImageFile, PngImagePlugin
from projects import Write
from small_game import GAME

from sheetgen.build import Options, build, check
from sheetgen.media.images import MOST_PIXELS, PAGE, PORTRAIT, PictureError, PublishedFile, published_picture
from sheetgen.media.svg import cleaned

SVG = "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 9 9'>%s</svg>"
BOMB = SVG % (
    "<g id='a0'><path d='M0 0h1'/></g>"
    + "".join(f"<g id='a{i}'>" + f"<use href='#a{i - 1}'/>" * 10 + "</g>" for i in range(1, 7))
    + "<use href='#a6'/>"
)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEETGEN_CACHE", str(tmp_path / "cache"))


def photo(width: int, height: int, kind: str = "JPEG") -> bytes:
    """A picture whose left half is red, as a phone keeps it: lying on its side, with the place where it was taken."""
    image = Image.new("RGB", (width, height), "blue")
    image.paste("red", (0, 0, width // 2, height))
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "Maker of the camera"
    exif.get_ifd(0x8825)[1] = "N"
    written = io.BytesIO()
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Comment", "Maker of the camera")
    image.save(written, kind, exif=exif, comment=b"Maker of the camera", pnginfo=notes)
    return written.getvalue()


@pytest.mark.parametrize(("name", "kind"), [("a.jpg", "JPEG"), ("a.png", "PNG"), ("a.webp", "WEBP"), ("a.png", "JPEG")])
@pytest.mark.parametrize(("frame", "size"), [(PORTRAIT, (800, 1600)), (PAGE, (1280, 2560))])
def test_a_photo_loses_its_metadata_and_what_is_not_visible(
    tmp_path: Path, name: str, kind: str, frame: object, size: tuple[int, int]
) -> None:
    path = tmp_path / name
    path.write_bytes(photo(3200, 1600, kind))
    data = published_picture(path, frame)
    image = Image.open(io.BytesIO(data))
    assert (image.size, image.format) == (size, {"jpg": "JPEG", "png": "PNG", "webp": "WEBP"}[name[2:]])
    assert not image.getexif() and b"Maker" not in data and b"Exif" not in data
    red, _, blue = image.convert("RGB").getpixel((size[0] // 2, 5))
    assert red > 200 > 50 > blue, "it stands the right way up"
    assert published_picture(path, frame) == data, "the kept one is the same"


def test_a_small_picture_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Author", "Maker")
    Image.effect_noise((64, 48), 90).save(path, pnginfo=notes)
    data = published_picture(path, PORTRAIT)
    assert Image.open(io.BytesIO(data)).tobytes() == Image.open(path).tobytes() and b"Maker" not in data


def test_a_moving_picture_of_a_page_keeps_moving(tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    frames = [Image.new("RGB", (20, 20), colour) for colour in ("red", "green", "blue")]
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=80, loop=0, comment=b"Maker")
    data = published_picture(path, PAGE)
    assert Image.open(io.BytesIO(data)).n_frames == 3 and b"Maker" not in data
    assert Image.open(io.BytesIO(published_picture(path, PORTRAIT))).n_frames == 1


@pytest.mark.parametrize(
    ("drawn", "kept"),
    [
        ("<style>@import url(SECRET.css); a{fill:url(#b)}</style>", "<style> a{fill:url(#b)}</style>"),
        ("<style>@import 'SECRET.css'</style>", "<style></style>"),
        ("<style>a{fill:URL( 'https://SECRET')}</style>", "<style>a{fill:none}</style>"),
        ("<style>a{fill:u\\72l(//SECRET)}</style>", None),
        ("<style>a{b:image-set('SECRET' 1x)}</style>", "<style>a{b:none}</style>"),
        ("<style>a{b:image-set('#a' 1x, 'SECRET' 2x);c:d}</style>", "<style>a{b:none;c:d}</style>"),
        ("<style>a{b:-webkit-cross-fade('data:,', url(SECRET), 9%)}</style>", "<style>a{b:-webkit-none}</style>"),
        ("<g style='background:image(\"SECRET\", red)'/>", "<g style='background:none'/>"),
        (
            "<style>a{b:url(data:font/woff2;base64,AA==)}</style>",
            "<style>a{b:url(data:font/woff2;base64,AA==)}</style>",
        ),
        ("<g style='background:url(SECRET)'/>", "<g style='background:none'/>"),
        ("<g fill='url( &quot;SECRET.svg#a&quot;)' mask='url(#b)'/>", "<g fill='none' mask='url(#b)'/>"),
        ("<g transform='rotate(3) scale(2)'/>", "<g transform='rotate(3) scale(2)'/>"),
        ("<a><animate attributeName='href' to='SECRET'/><g/></a>", "<a><g/></a>"),
        ("<a><set attributeName=' xlink:HREF ' to='SECRET'/></a>", "<a/>"),
        ("<g><animate attributeName='x' to='9'/></g>", "<g><animate attributeName='x' to='9'/></g>"),
    ],
)
def test_an_svg_takes_nothing_from_elsewhere_and_leads_nowhere(drawn: str, kept: str | None) -> None:
    """Neither by styles nor by animations, also where the file is opened without a page."""
    made = cleaned((SVG % drawn).encode(), lambda data, kind: data).decode().replace('"', "'")
    assert "SECRET" not in made or (kept is None and "url" not in made and "u\\" not in made)
    assert kept is None or kept in made.replace("<style/>", "<style></style>")


def test_an_svg_keeps_only_what_it_draws(tmp_path: Path) -> None:
    inner = b64encode(photo(40, 20)).decode()
    path = tmp_path / "a.svg"
    path.write_text(
        "<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY who 'red'>]><?editor SECRET?><!-- SECRET -->"
        + SVG.replace("<svg ", "<svg xmlns:ink='http://inkscape.example' ink:docname='SECRET.svg' onload='SECRET()' ")
        % (
            "<metadata>SECRET</metadata><title>SECRET</title><script>SECRET</script><ink:page SECRET='1'/>"
            "<style>/* SECRET */ .a{fill:red}</style>"
            "<a href='https://example.org/SECRET'><path class='a' d='M0 0h9'/></a>"
            "<foreignObject>SECRET</foreignObject><image href='http://example.org/SECRET.png'/>"
            "<rect fill='&who;' width='1' height='1' onclick='SECRET'/>"
            f"<image xlink:href='data:image/jpeg;base64,{inner}' width='9' height='9'/>"
            "<linearGradient id='g'/><path fill='url(#g)' d='M1 1h1'/><use href='#g'/>"
        ),
        encoding="utf-8",
    )
    text = published_picture(path, PORTRAIT).decode()
    assert "SECRET" not in text and "inkscape" not in text and "example.org" not in text
    assert "M0 0h9" in text and ".a{fill:red}" in text and "url(#g)" in text and 'fill="red"' in text
    assert "data:image/jpeg;base64," in text and inner not in text


HEIC = b"\x00\x00\x00\x24ftypheic" + bytes(40)
WRONG = {
    "heic.jpg": (HEIC, "HEIC"),
    "text.png": (b"this is no picture", "no picture"),
    "cut.png": (photo(400, 300, "PNG")[:700], "damaged"),
    "cut.svg": (b"<svg xmlns='http://www.w3.org/2000/svg'><g>", "damaged"),
    "page.svg": (b"<html/>", "no SVG"),
    "bomb.svg": (BOMB.encode(), "shapes"),
    "circle.svg": ((SVG % "<g id='a'><use href='#a'/></g>").encode(), "itself"),
    "fill.svg": ((SVG % "<pattern id='a'><path fill='url(#a)' d='M0 0h1'/></pattern>").encode(), "itself"),
    "many.svg": ((SVG % ("<rect width='1'/>" * 30_000)).encode(), "shapes"),
    "entities.svg": (
        (
            "<!DOCTYPE svg [<!ENTITY a0 'aaaaaaaaaa'>"
            + "".join(f"<!ENTITY a{i} '{f'&a{i - 1};' * 10}'>" for i in range(1, 9))
            + "]>"
            + SVG % "<text>&a8;</text>"
        ).encode(),
        "damaged",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_drawn_is_answered_soon(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)  # as the PDF engine leaves it
    data, message = WRONG[name]
    (tmp_path / name).write_bytes(data)
    started = time.process_time()
    with pytest.raises(PictureError, match=message):
        published_picture(tmp_path / name, PORTRAIT)
    assert time.process_time() - started < 2


def test_a_picture_of_too_many_pixels_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    Image.new("1", (MOST_PIXELS // 5_000 + 1, 5_000)).save(path)
    with pytest.raises(PictureError, match="million pixels"):
        published_picture(path, PORTRAIT)


@pytest.mark.parametrize("command", ["check", "build"])
def test_a_wrong_picture_is_told_where_it_is_named(project: Write, command: str) -> None:
    otter = GAME["beasts/otter.yaml"].rstrip() + "\n        portrait: portraits/vera.jpg\n"
    folder = project({**GAME, "beasts/otter.yaml": otter, "pages/plan.md": "# Plan\n\n![The quay](quay.png)\n"})
    (folder / "portraits").mkdir()
    (folder / "portraits/vera.jpg").write_bytes(HEIC)
    (folder / "pages/quay.png").write_bytes(b"no picture")
    if command == "check":
        mistakes, _ = check(folder)
    else:
        mistakes = build(Options(folder, pdf=False)).diagnostics
    assert [(mistake.code, mistake.span.file.name, mistake.span.text) for mistake in mistakes if mistake.span] == [
        ("unreadable-file", "beasts/otter.yaml", "portraits/vera.jpg"),
        ("unreadable-file", "pages/plan.md", "quay.png"),
    ]
    assert [mistake.hints for mistake in mistakes] == [
        ("save it as JPG and name that file",),
        ("save it anew as PNG or JPG",),
    ]


def test_the_site_shows_pictures_without_metadata(project: Write) -> None:
    otter = GAME["beasts/otter.yaml"].rstrip() + "\n        portrait: portraits/vera.jpg\n"
    folder = project({**GAME, "beasts/otter.yaml": otter, "pages/plan.md": "# Plan\n\n![The quay](quay.jpg)\n"})
    (folder / "portraits").mkdir()
    (folder / "portraits/vera.jpg").write_bytes(photo(2000, 1500))
    (folder / "pages/quay.jpg").write_bytes(photo(40, 30))
    result = build(Options(folder, pdf=False))
    assert not len(result.diagnostics)
    site = folder / "site/small"
    with Image.open(site / "beasts/otter.jpg") as image:
        assert image.size == (800, 1067)
    assert [p.name for p in site.rglob("*.jpg") if b"Maker" in p.read_bytes()] == []


@pytest.mark.parametrize(
    ("drawing", "size"),
    [
        ('width="40" height="30"', (40, 30)),
        ('width="1in" height="25.4mm"', (96, 96)),
        ('width="40" viewBox="0 0 8 6"', (40, 30)),
        ('height="3e1" viewBox="0,0,80,60"', (PAGE.width, PAGE.width * 3 // 4)),
        ('width="100%" viewBox="0 0 8 6"', (PAGE.width, PAGE.width * 3 // 4)),
        ('viewBox="0 0 1 1e99"', (PAGE.width, 100_000)),
        ('viewBox="0 0 0 0"', (300, 150)),
        ("", (300, 150)),
    ],
)
def test_a_drawing_has_the_size_that_browsers_give_it(tmp_path: Path, drawing: str, size: tuple[int, int]) -> None:
    path = tmp_path / "a.svg"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {drawing}/>')
    assert PublishedFile(path).size() == size


def test_a_picture_keeps_its_place_while_the_page_loads(project: Write) -> None:
    text = "# Plan\n\n![The quay](quay.jpg)\n\n![Again](quay.jpg)\n"
    folder = project({**GAME, "pages/plan.md": text})
    for width, height in ((40, 30), (80, 60)):
        (folder / "pages/quay.jpg").write_bytes(photo(width, height))  # lying on its side
        build(Options(folder, pdf=False))
        page = (folder / "site/small/plan.html").read_text("utf-8")
        size = f'width="{height}" height="{width}"'
        assert re.findall("<img [^>]*>", page) == [
            f'<img src="files/quay.jpg" alt="The quay" {size} />',
            f'<img src="files/quay.jpg" alt="Again" {size} loading="lazy" />',
        ]

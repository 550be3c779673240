"""Tests of pictures from any source: which are read, and which are refused with a message, within bounds."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from xiangqi import recognise
from xiangqi.errors import PictureError
from xiangqi.recognition.images import LONGEST_SIDE, decoded, picture_of


def gradient(width: int = 200, height: int = 120) -> Image.Image:
    """Return a picture that is dark at the left and light at the right."""
    return Image.linear_gradient("L").rotate(90).resize((width, height)).convert("RGB")


def content(image: Image.Image, form: str, **options: object) -> bytes:
    """Return a picture as a file's content."""
    stream = io.BytesIO()
    image.save(stream, form, **options)
    return stream.getvalue()


def outcome(data: bytes) -> str:
    """Return the mode of an image file's content, or the reason why it cannot be read.

    Any other error is a failure.
    """
    try:
        return decoded(data).mode
    except PictureError as error:
        return str(error)


def png(width: int, height: int, data: bytes, depth: int = 8, kind: int = 2) -> bytes:
    """Return a PNG file with arbitrary values in its header."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(data))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "WEBP", "BMP"])
def test_every_format_is_read(form: str) -> None:
    image = decoded(content(gradient(), form))
    assert (image.mode, image.size) == ("RGB", (200, 120))
    assert image.getpixel((10, 60))[0] < 60 < 180 < image.getpixel((190, 60))[0]


@pytest.mark.parametrize("mode", ["1", "L", "P", "LA", "RGBA", "CMYK", "I;16"])
def test_every_kind_of_colour_becomes_red_green_and_blue(mode: str) -> None:
    if mode == "I;16":
        data = png(
            200, 120, b"".join(b"\0" + struct.pack(">200H", *range(0, 65400, 327)) for _ in range(120)), 16, 0
        )
    else:
        data = content(gradient().convert(mode), "JPEG" if mode == "CMYK" else "PNG")
    image = decoded(data)
    assert (image.mode, image.size) == ("RGB", (200, 120))
    left, right = (float(np.asarray(image.crop((x, 0, x + 20, 120))).mean()) for x in (0, 180))
    assert left < right / 4


@pytest.mark.parametrize(("ink", "page"), [((20, 20, 20), 255), ((240, 240, 240), 0)])
def test_what_is_transparent_lies_on_a_page_from_which_it_stands_out(
    ink: tuple[int, int, int], page: int
) -> None:
    image = Image.new("RGBA", (100, 100))
    image.paste((*ink, 255), (20, 20, 80, 80))
    read = decoded(content(image, "PNG"))
    assert read.getpixel((5, 5)) == (page,) * 3
    assert read.getpixel((50, 50)) == ink


def test_the_camera_is_held_upright_and_damaged_tags_do_no_harm() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    assert decoded(content(gradient(), "JPEG", exif=exif)).size == (120, 200)
    assert decoded(content(gradient(), "JPEG", exif=b"Exif\0\0MM\0*\xff\xff\xff\xff")).size == (200, 120)


def test_the_first_picture_of_an_animation_is_read() -> None:
    others = [Image.new("RGB", (200, 120), "red")] * 3
    for form in ("GIF", "WEBP", "PNG"):
        read = decoded(content(gradient(), form, save_all=True, append_images=others))
        assert read.getpixel((10, 60))[0] < 60, form


def test_large_pictures_become_smaller() -> None:
    image = picture_of(Image.new("RGB", (LONGEST_SIDE * 2, LONGEST_SIDE)))
    assert image.size == (LONGEST_SIDE, LONGEST_SIDE // 2)
    left, right = (picture_of(gradient(5000, 200)).getpixel((x, 50))[0] for x in (100, 2300))
    assert left < 20 < 230 < right


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "the file is empty"),
        (b"hello", "not a readable picture"),
        (b"\x89PNG\r\n\x1a\n", "not a readable picture"),
        (content(gradient(), "TIFF"), "not a readable picture"),
        (content(gradient(), "PNG")[:300], "damaged or cut off"),
        (content(gradient(), "JPEG")[:900], "damaged or cut off"),
        (png(30_000, 30_000, b""), "at most 40 million pixels"),
        (png(1, 1, bytes(4)), "it has 1 × 1 pixels"),
        (png(40_000, 10, bytes(120_001 * 10)), "it has 40000 × 10 pixels"),
        (
            b"BM" + struct.pack("<IHHIIiiHHIIiiII", 54, 0, 0, 54, 40, 2**31 - 1, 2**31 - 1, 1, 24, *[0] * 6),
            "at most 40 million pixels",
        ),
        (bytes((64 << 20) + 1), "64 MiB"),
    ],
    ids=["empty", "text", "start", "other", "cut png", "cut jpeg", "bomb", "dot", "stripe", "bmp", "bytes"],
)
def test_what_cannot_be_read_is_refused_in_words(data: bytes, reason: str) -> None:
    with pytest.raises(PictureError, match=reason):
        decoded(data)


def test_every_cut_and_many_changed_bytes_are_read_or_refused() -> None:
    for form in ("PNG", "JPEG", "GIF", "WEBP", "BMP"):
        whole = content(gradient(80, 70), form)
        for place in range(0, len(whole), max(1, len(whole) // 60)):
            for data in (whole[:place], whole[:place] + b"\xff" + whole[place + 1 :]):
                assert outcome(data)


@pytest.mark.parametrize("path", ["nowhere.png", ".", "/dev/zero"])
def test_what_is_no_file_is_named_and_refused(path: str) -> None:
    with pytest.raises(PictureError, match=f"{path}: cannot be opened"):
        picture_of(path)


@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak of a process's memory")
def test_a_picture_as_large_as_can_be_needs_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "large.png"
    path.write_bytes(png(6_300, 6_300, bytes((6_300 * 4 + 1) * 6_300), kind=6))
    script = (
        "import sys; from xiangqi.recognition.images import picture_of; picture_of(sys.argv[1]);"
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    run = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
    assert int(run.stdout) < 300 << 10


def test_files_contents_and_images_can_all_be_recognised(tmp_path: Path) -> None:
    path = tmp_path / "plain.png"
    gradient().save(path)
    for source in (path, str(path), path.read_bytes(), gradient(), gradient().convert("LA")):
        assert recognise(source).board is None
    with pytest.raises(PictureError, match="it has 10 × 10 pixels"):
        recognise(Image.new("RGB", (10, 10)))

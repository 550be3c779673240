"""Pictures made of any bytes, which must lead to a reading or a PictureError in bounded memory and time."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from tools.fuzzing.unsound import UnsoundError
from xiangqi.errors import PictureError
from xiangqi.fen import parse_fen
from xiangqi.recognition import recognise
from xiangqi.recognition.images import LONGEST_SIDE, SHORTEST_SIDE, decoded

_FORMATS: Final = ("PNG", "JPEG", "GIF", "WEBP", "BMP")
_HEADS: Final = (b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM")
_SMALL: Final = 400  # pixels a side of a picture that is read


def accepts(data: bytes) -> bool:
    """Return whether a file begins like a picture of a known format."""
    return data.startswith(_HEADS)


def open_one(data: bytes) -> None:
    """Open a picture, and check its size and mode."""
    try:
        picture = decoded(data)
    except PictureError:
        return
    if picture.mode != "RGB" or not SHORTEST_SIDE <= min(picture.size) <= max(picture.size) <= LONGEST_SIDE:
        raise UnsoundError(f"a picture in {picture.mode}, {picture.size}")


def read_one(data: bytes) -> None:
    """Read the position in a picture, shrunk if necessary, and check that it is a valid FEN."""
    try:
        picture = decoded(data)
        if max(picture.size) > _SMALL:
            picture.thumbnail((_SMALL, _SMALL))
        found = recognise(picture)
    except PictureError:
        return
    if found.board is not None:
        parse_fen(found.board)


def samples() -> Sequence[bytes]:
    """Return pictures of one simple board in each format, some in unusual colours, rotated or animated."""
    board = Image.new("RGB", (180, 200), "wheat")
    pen = ImageDraw.Draw(board)
    for place in range(10, 180, 20):
        pen.line((place, 10, place, 190), "black")
        pen.line((10, place, 170, place), "black")
    pen.ellipse((82, 2, 98, 18), "red")
    found = []
    for form in _FORMATS:
        for mode in ("RGB", "P", "L", "RGBA", "1", "CMYK", "I;16", "LA"):
            stream = io.BytesIO()
            try:
                board.convert(mode).save(stream, form)
            except (OSError, ValueError, KeyError):
                continue  # the format has no such colours
            found.append(stream.getvalue())
    turned, moving = io.BytesIO(), io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6
    board.save(turned, "JPEG", exif=exif, progressive=True)
    board.save(moving, "GIF", save_all=True, append_images=[board.rotate(90)])
    return [*found, turned.getvalue(), moving.getvalue()]

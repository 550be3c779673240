"""Opens pictures from untrusted sources within bounds on memory and time; every refusal has a message.

PNG, JPEG, GIF, WebP and BMP are supported. The result stands upright, has no transparency and at most
`LONGEST_SIDE` pixels a side; coordinates are pixels of the result, from the top left.
"""

from __future__ import annotations

import contextlib
import io
import math
import os
import warnings
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image, UnidentifiedImageError

from xiangqi.disk import read_file
from xiangqi.errors import PictureError
from xiangqi.i18n.message import Message, system_reason

Source = str | os.PathLike[str] | bytes | Image.Image
"""A path, the bytes of a file, or an image that is already open."""

MAX_BYTES: Final = 64 << 20
LONGEST_SIDE: Final = 2400
"""Larger pictures are reduced; a board on a quarter of a large screen still has 60 pixels per cell."""

SHORTEST_SIDE: Final = 64
"""Smaller pictures are refused, since nobody could tell nine files and ten ranks apart."""

_FORMATS: Final = ("PNG", "JPEG", "GIF", "WEBP", "BMP")
_MOST_PIXELS: Final = 40_000_000  # 160 MB decoded; screens of 8K have 33 million
_MOST_PIXELS_BASELINE: Final = 80_000_000  # for a JPEG that is decoded at half its size or less
_MOST_PIXELS_PROGRESSIVE: Final = 24_000_000  # for a JPEG that must be decoded as a whole first
_STRIP: Final = 64  # rows reduced at a time, to avoid a second copy in full size
_ORIENTATION: Final = 0x0112  # EXIF tag for the orientation of the camera
_LIGHT: Final = 170  # mean brightness of the opaque pixels above which the picture is meant for a dark page


def picture_of(source: Source) -> Image.Image:
    """Return a picture in RGB.

    Raises:
        PictureError: the picture cannot be read; the message gives the reason and, for a file, the name.
    """
    if isinstance(source, Image.Image):
        return _bounded(source)
    if isinstance(source, bytes):
        return decoded(source)
    try:
        return decoded(read_file(Path(source), MAX_BYTES))
    except OSError as error:
        reason: str = Message("detail.unopened", reason=system_reason(error))
    except PictureError as error:
        reason = str(error)
    raise PictureError(Message("detail.of_file", file=os.fspath(source), reason=reason))


def decoded(data: bytes) -> Image.Image:
    """Return the image in the bytes of a file, or the first frame of an animation.

    Raises:
        PictureError: the data is empty, too large, damaged or not a picture.
    """
    if not data:
        raise PictureError(Message("detail.picture.empty"))
    if len(data) > MAX_BYTES:
        raise PictureError(Message("detail.too_large", size=f"{MAX_BYTES >> 20} MiB"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            warnings.filterwarnings("ignore", category=UserWarning)  # about irrelevant tags
            with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
                return _bounded(image)
    except PictureError:
        raise
    except UnidentifiedImageError:
        raise PictureError(Message("detail.picture.unknown")) from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning, MemoryError):
        raise PictureError(_too_many_pixels(_MOST_PIXELS)) from None
    except Exception:  # decoders raise all kinds of errors for damaged data
        raise PictureError(Message("detail.picture.damaged")) from None


def _bounded(image: Image.Image) -> Image.Image:
    """Return an image with the properties that the module promises; the argument need not be decoded yet.

    Raises:
        PictureError: it is too large, too small or too narrow.
    """
    most = _most_pixels(image)
    if image.width * image.height > most:
        raise PictureError(_too_many_pixels(most))
    scale = min(1.0, LONGEST_SIDE / max(image.size))
    if min(image.size) * scale < SHORTEST_SIDE:
        told = f"{image.width} × {image.height}"
        raise PictureError(Message("detail.picture.small", size=told, least=SHORTEST_SIDE))
    turn = _orientation(image)
    size = (round(image.width * scale), round(image.height * scale))
    image.draft(None, size)
    upright = _on_a_page(_smaller(image, size))
    return upright if turn is None else upright.transpose(turn)


def _most_pixels(image: Image.Image) -> int:
    if image.format not in ("JPEG", "MPO"):
        return _MOST_PIXELS
    return _MOST_PIXELS_PROGRESSIVE if image.info.get("progressive") else _MOST_PIXELS_BASELINE


def _too_many_pixels(most: int) -> Message:
    return Message("detail.picture.pixels", most=most // 1_000_000)


def _orientation(image: Image.Image) -> Image.Transpose | None:
    """Return the transposition that turns an image upright; None if it is upright or its tags are damaged."""
    with contextlib.suppress(Exception):  # damaged tags raise all kinds of errors
        turned = image.getexif().get(_ORIENTATION, 1)
        return _TURNS.get(turned)
    return None


_TURNS: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""The transpositions by EXIF orientation."""


def _smaller(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Return an image in another size, in RGB or, if parts are transparent, RGBA."""
    see_through = image.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in image.info
    mode = "RGBA" if see_through else "RGB"
    width, height = size
    made = Image.new(mode, size)
    image.load()
    lightest = _lightest(image)
    for top in range(0, height, _STRIP):
        bottom = min(top + _STRIP, height)
        first, end = top * image.height / height, bottom * image.height / height
        strip = image.crop((0, int(first), image.width, math.ceil(end)))
        strip = _eight_bits(strip, lightest).convert(mode)
        box = (0, first - int(first), image.width, end - int(first))
        made.paste(strip.resize((width, bottom - top), Image.Resampling.BOX, box), (0, top))
    return made


def _lightest(image: Image.Image) -> float:
    """Return the value of white in a greyscale image with more than eight bits, or 0 for other images."""
    if not image.mode.startswith(("I", "F")):
        return 0
    _, lightest = image.getextrema()
    assert not isinstance(lightest, tuple)
    return max(1.0, lightest)


def _eight_bits(image: Image.Image, lightest: float) -> Image.Image:
    if not lightest:
        return image
    return Image.fromarray((np.asarray(image, np.float32) / lightest * 255).astype(np.uint8))


def _on_a_page(image: Image.Image) -> Image.Image:
    """Return an image on a white page, or on a dark one if its contents are light."""
    if image.mode == "RGB":
        return image
    pixels = np.asarray(image.reduce(4), np.float32)
    opacity = pixels[..., 3]
    brightness = float((pixels[..., :3].mean(2) * opacity).sum() / max(1.0, float(opacity.sum())))
    page = Image.new("RGB", image.size, "black" if brightness > _LIGHT else "white")
    page.paste(image, mask=image.getchannel("A"))
    return page

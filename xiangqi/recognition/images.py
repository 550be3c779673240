"""Pictures that may come from anywhere: bounded in memory and time, each refusal in words.

PNG, JPEG, GIF, WebP and BMP are read. What is returned stands upright, has no transparency and no more than
`LONGEST_SIDE` pixels a side; places in a picture are those in these pixels, counted from the top left.
"""

from __future__ import annotations

import contextlib
import io
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
"""A file, the content of one, or a picture that has been read."""

MAX_BYTES: Final = 64 << 20
LONGEST_SIDE: Final = 2400
"""Larger pictures are made smaller: a board that fills a quarter of a large screen keeps 60 pixels a point."""

SHORTEST_SIDE: Final = 64
"""Nine files and ten ranks of fewer pixels cannot be told apart by anybody."""

SUFFIXES: Final = frozenset({".png", ".jpg", ".jpeg", ".jfif", ".gif", ".webp", ".bmp"})

_FORMATS: Final = ("PNG", "JPEG", "GIF", "WEBP", "BMP")
_MOST_PIXELS: Final = 24_000_000  # 96 MB decoded, and a copy of that where there is transparency
_MOST_PIXELS_DRAFTED: Final = 80_000_000  # of a JPEG that is decoded in eighths: no memory for the whole
_ORIENTATION: Final = 0x0112  # EXIF: how the camera was held
_LIGHT: Final = 170  # mean brightness of what is opaque, above which it was meant for a dark page


def is_picture(data: bytes) -> bool:
    """Return whether the first bytes are those of a format that is read."""
    starts = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"BM")
    return data.startswith(starts) or (data[:4] == b"RIFF" and data[8:12] == b"WEBP")


def picture_of(source: Source) -> Image.Image:
    """Return a picture in RGB.

    Raises:
        PictureError: it cannot be read; the message names the file, if it is one, and has the reason.
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
    """Return the picture in the content of a file, the first one of an animation.

    Raises:
        PictureError: it is empty, too large or damaged, or no picture.
    """
    if not data:
        raise PictureError(Message("detail.picture.empty"))
    if len(data) > MAX_BYTES:
        raise PictureError(Message("detail.too_large", size=f"{MAX_BYTES >> 20} MiB"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            warnings.filterwarnings("ignore", category=UserWarning)  # of tags that have nothing to do with it
            with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
                return _bounded(image)
    except PictureError:
        raise
    except UnidentifiedImageError:
        raise PictureError(Message("detail.picture.unknown")) from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning, MemoryError):
        raise PictureError(_too_many_pixels(_MOST_PIXELS)) from None
    except Exception:  # the decoders answer damaged data with errors of every kind
        raise PictureError(Message("detail.picture.damaged")) from None


def _bounded(image: Image.Image) -> Image.Image:
    """Return an image as it is promised; it need not have been decoded yet.

    Raises:
        PictureError: it is too large, too small or too narrow.
    """
    drafted = image.format in ("JPEG", "MPO") and not image.info.get("progressive")
    most = _MOST_PIXELS_DRAFTED if drafted else _MOST_PIXELS
    if image.width * image.height > most:
        raise PictureError(_too_many_pixels(most))
    longest = max(image.size)
    scale = min(1.0, LONGEST_SIDE / longest)
    if min(image.size) * scale < SHORTEST_SIDE:
        size = f"{image.width} × {image.height}"
        raise PictureError(Message("detail.picture.small", size=size, least=SHORTEST_SIDE))
    if drafted:
        image.draft(None, (round(image.width * scale), round(image.height * scale)))
    turn = _orientation(image)
    upright = _smaller(_on_a_page(_eight_bits(image)))
    return upright if turn is None else upright.transpose(turn)


def _too_many_pixels(most: int) -> Message:
    return Message("detail.picture.pixels", most=most // 1_000_000)


def _orientation(image: Image.Image) -> Image.Transpose | None:
    """Return how an image must be turned to stand upright, None if it does or its tags are damaged."""
    with contextlib.suppress(Exception):  # damaged tags raise errors of every kind
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
"""By the numbers of EXIF."""


def _eight_bits(image: Image.Image) -> Image.Image:
    """Return an image as RGB, or as RGBA if some of it is transparent."""
    if image.mode.startswith(("I", "F")):  # greys of 16 bits and more
        greys = np.asarray(image, np.float32)
        return Image.fromarray((greys / max(1.0, greys.max()) * 255).astype(np.uint8)).convert("RGB")
    see_through = image.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in image.info
    return image.convert("RGBA" if see_through else "RGB")


def _smaller(image: Image.Image) -> Image.Image:
    """Return an image with no side longer than LONGEST_SIDE."""
    if max(image.size) <= LONGEST_SIDE:
        return image
    scale = LONGEST_SIDE / max(image.size)
    size = (round(image.width * scale), round(image.height * scale))
    return image.resize(size, Image.Resampling.BOX, reducing_gap=2.0)


def _on_a_page(image: Image.Image) -> Image.Image:
    """Return an image on a white page, or on a dark one if what is to be seen is light."""
    if image.mode == "RGB":
        return image
    image = _smaller(image)
    pixels = np.asarray(image, np.float32)
    opacity = pixels[..., 3]
    brightness = float((pixels[..., :3].mean(2) * opacity).sum() / max(1.0, float(opacity.sum())))
    page = Image.new("RGB", image.size, "black" if brightness > _LIGHT else "white")
    page.paste(image, mask=image.getchannel("A"))
    return page

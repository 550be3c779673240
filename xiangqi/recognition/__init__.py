"""Reads the position from a picture of a board: a screenshot, a diagram or a photo."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xiangqi.errors import CancelledError
from xiangqi.i18n.message import Message
from xiangqi.recognition.reading import Corners, Reading

if TYPE_CHECKING:
    from xiangqi.board import Board
    from xiangqi.recognition.images import Source

__all__ = ["Corners", "Reading", "recognise"]


def recognise(
    image: Source,
    *,
    corners: Corners | None = None,
    near: Board | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Reading:
    """Return the reading of a picture; its board is None if there is none to be found.

    Args:
        image: shows one board; a path, the bytes of a file, or a Pillow image. Pixel coordinates refer to the
            result of `images.picture_of`, which reduces large pictures.
        corners: the corners of the grid, if known: top left, top right, bottom right, bottom left.
        near: a position that is probably within a few moves of the one shown.
        cancelled: called from time to time; returns whether to give up.

    Raises:
        PictureError: the picture cannot be read.
        CancelledError: `cancelled` returned true.
    """
    from xiangqi.recognition import (
        choosing,
        images,
    )  # loads NumPy and Pillow, which users of the names alone do not need

    def check() -> None:
        if cancelled():
            raise CancelledError(Message("recognition.cancelled"))

    return choosing.recognised(images.picture_of(image), corners, near, check)

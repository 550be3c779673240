"""A picture of a board becomes a position: screenshots, diagrams and photos."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xiangqi.errors import CancelledError
from xiangqi.i18n.message import Message
from xiangqi.recognition.reading import Corners, Reading

if TYPE_CHECKING:
    from PIL import Image

    from xiangqi.board import Board

__all__ = ["Corners", "Reading", "recognise"]


def recognise(
    image: Image.Image,
    *,
    corners: Corners | None = None,
    near: Board | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Reading:
    """Return what a picture shows.

    Args:
        image: with one board, in any mode.
        corners: the outermost points of the lines, where they are known: top left, top right, bottom right,
            bottom left.
        near: a position that the picture is probably a few moves away from.
        cancelled: asked now and then whether the reading is still wanted.

    Raises:
        CancelledError: it is no longer wanted.
    """
    from xiangqi.recognition import choosing  # loads NumPy and Pillow: not where only the names are wanted

    def check() -> None:
        if cancelled():
            raise CancelledError(Message("recognition.cancelled"))

    return choosing.recognised(image.convert("RGB"), corners, near, check)

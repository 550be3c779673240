"""The internal command ``read-picture``: opens a picture and reads the position in it.

It is a separate process, since it holds Python's lock for longer than a frame takes, may be stopped at any
time, and opens files from untrusted sources.
"""

from __future__ import annotations

import pickle
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from PIL import Image, ImageGrab

from xiangqi.app.pixels import Pixels
from xiangqi.app.recognition.state import Source
from xiangqi.board import Board
from xiangqi.errors import PictureError
from xiangqi.i18n.message import Message
from xiangqi.recognition import recognise
from xiangqi.recognition.images import picture_of
from xiangqi.recognition.reading import Corners, Reading


@dataclass(frozen=True)
class Order:
    """The input of the process, as a pickle."""

    source: Source
    corners: Corners | None
    near: str | None


Answer = Pixels | Reading | str
"""The output of the process, one pickle each: the picture, then the reading; or an error message."""


def main(_words: list[str]) -> int:
    """Read an order from stdin, and write the answers to stdout."""
    serve(pickle.load(sys.stdin.buffer), sys.stdout.buffer)
    return 0


def serve(order: Order, sink: IO[bytes]) -> None:
    """Write the answers to an order to a stream."""

    def answer(told: Answer) -> None:
        pickle.dump(told, sink)
        sink.flush()

    try:
        image = picture_of(clipboard_picture() if order.source is None else order.source)
    except PictureError as error:
        answer(str(error))
        return
    answer(Pixels(image.width, image.height, image.tobytes()))
    near = None if order.near is None else Board(order.near)
    answer(recognise(image, corners=order.corners, near=near))


def clipboard_picture() -> Image.Image | Path:
    """Return the picture in the clipboard, or the path of a copied picture file.

    Raises:
        PictureError: there is none, or the clipboard cannot be read.
    """
    try:
        found = ImageGrab.grabclipboard()
    except RuntimeError:  # there is no program that reads the clipboard
        raise PictureError(Message("detail.picture.program")) from None
    except OSError:  # the clipboard cannot be read
        raise PictureError(Message("detail.picture.none")) from None
    if isinstance(found, list) and found:
        return Path(found[0])
    if not isinstance(found, Image.Image):
        raise PictureError(Message("detail.picture.none"))
    return found

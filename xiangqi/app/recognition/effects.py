"""Effects that read pictures, and the events that report the results."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.pixels import Pixels
from xiangqi.app.recognition.state import Source
from xiangqi.recognition.reading import Corners, Reading


@dataclass(frozen=True)
class ReadPicture(Effect):
    """Open a picture and read the position in it, abandoning any picture still being read."""

    recognition_id: int  # stamps the events
    source: Source
    corners: Corners | None = None  # corners of the board, if the player has set them
    near: str | None = None  # position of the current game, which may be a few moves away


@dataclass(frozen=True)
class StopPicture(Effect):
    """Stop reading; nothing is reported."""


@dataclass(frozen=True)
class PictureOpened(Event):
    """The picture has been opened and can be shown."""

    recognition_id: int
    picture: Pixels


@dataclass(frozen=True)
class PictureRead(Event):
    """The picture has been read, or reading it has failed."""

    recognition_id: int
    reading: Reading | None
    failure: str = ""

"""Effects that read pictures, and the events with the outcomes."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.recognition.state import Source
from xiangqi.app.share.state import Pixels
from xiangqi.recognition.reading import Corners, Reading


@dataclass(frozen=True)
class ReadPicture(Effect):
    """Open a picture and read the position in it; another one that is being read is given up."""

    recognition_id: int  # stamps the reports
    source: Source
    corners: Corners | None = None  # where the board is, if the player has said so
    near: str | None = None  # the position of the running game, which may be a few moves away


@dataclass(frozen=True)
class StopPicture(Effect):
    """Stop reading; nothing is reported."""


@dataclass(frozen=True)
class PictureOpened(Event):
    """The picture can be looked at."""

    recognition_id: int
    picture: Pixels


@dataclass(frozen=True)
class PictureRead(Event):
    """The picture has been read, or cannot be."""

    recognition_id: int
    reading: Reading | None
    failure: str = ""

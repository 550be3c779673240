"""What `update` wants done by the window: sounds, the clipboard, pictures. It fetches them with
`Runner.take_view_effects()`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Sound(str, Enum):
    """Kinds of sounds."""

    MOVE = "move"
    CAPTURE = "capture"
    CHECK = "check"
    ILLEGAL = "illegal"
    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    LOW_TIME = "low_time"


@dataclass(frozen=True)
class PlaySound:
    """Let a sound be heard, at the volume of the settings."""

    sound: Sound


@dataclass(frozen=True)
class CopyText:
    """Put text on the clipboard."""

    text: str


@dataclass(frozen=True)
class TakePicture:
    """Keep a picture of the board as it is seen, with everything that is drawn upon it."""


ViewEffect = PlaySound | CopyText | TakePicture

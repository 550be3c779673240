"""What `update` wants done in the world: the base of all effects, and those that the window performs.

A feature's own effects are in its `effects` module. The window fetches its effects with
`Runner.take_view_effects()`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Effect:
    """Something to be done in the world. One worker performs each kind, and declares so."""


class Sound(str, Enum):
    """Kinds of sounds."""

    MOVE = "move"
    CAPTURE = "capture"
    CHECK = "check"
    ILLEGAL = "illegal"
    WIN = "win"
    SUCCESS = "success"  # a task of a lesson is done
    LOSS = "loss"
    DRAW = "draw"
    LOW_TIME = "low_time"


@dataclass(frozen=True)
class PlaySound(Effect):
    """Let a sound be heard, at the volume of the settings."""

    sound: Sound


@dataclass(frozen=True)
class CopyText(Effect):
    """Put text on the clipboard."""

    text: str


@dataclass(frozen=True)
class TakePicture(Effect):
    """Keep a picture of the board as it is seen, with everything that is drawn upon it."""


ViewEffect = PlaySound | CopyText | TakePicture

"""The base class of all effects, and the effects that the window performs.

A feature's own effects are in its `asks` modules. The window fetches its effects with
`Runner.take_view_effects()`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar


class Effect:
    """An action that `update` requests outside the session; a worker or the window performs each kind."""

    goes_first: ClassVar[bool] = False  # whether it is performed before all others that an input leads to


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
    """Play a sound at the volume of the settings."""

    sound: Sound


@dataclass(frozen=True)
class CopyText(Effect):
    """Copy text to the clipboard."""

    text: str


@dataclass(frozen=True)
class TakePicture(Effect):
    """Save a picture of the board exactly as it is shown."""


ViewEffect = PlaySound | CopyText | TakePicture

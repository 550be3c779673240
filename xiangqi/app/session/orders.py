"""Effects that several features ask for."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.session.training import ReviewMistake, TrainingRequest
from xiangqi.board import Move
from xiangqi.storage.settings import Settings


@dataclass(frozen=True)
class SaveSettings(Effect):
    """Save the settings."""

    settings: Settings


@dataclass(frozen=True)
class LoadPractice(Effect):
    """Read the progress in exercises, courses and the deck, and the player's rating."""


@dataclass(frozen=True)
class LoadTraining(Effect):
    """Choose exercises for a request."""

    request: TrainingRequest


@dataclass(frozen=True)
class KeepMistakes(Effect):
    """Add the player's mistakes in a reviewed game to the deck; cards about cleared moves leave it."""

    slips: tuple[ReviewMistake, ...]
    cleared: tuple[tuple[str, Move], ...] = ()  # positions and the player's moves there that are not marked

"""The game's notices to the features that follow it."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.notice import Notice
from xiangqi.engine.common.types import Info
from xiangqi.line import Moves


class MoveMade(Notice):
    """A move has been made in the current game, which may have ended it; it is not in the journal yet."""


@dataclass(frozen=True)
class GameBegun(Notice):
    """A game has been put on the board; its clock and engines do not run yet."""

    resumed: bool = False  # whether it is an unfinished game that was left before


class GameEnded(Notice):
    """The current game has ended."""


class GameLeft(Notice):
    """Another game is about to replace the document on the board, or the program is about to end."""


@dataclass(frozen=True)
class EngineAnswers(Notice):
    """An engine's move is about to be played in the current game."""

    info: Info | None  # the engine's latest report; None if it moves without a search


@dataclass(frozen=True)
class Advised(Notice):
    """The engine has found the move that the player asked for."""

    line: Moves  # the move and the continuation, as far as it is known
    at_once: bool  # whether to show the move without the preceding steps

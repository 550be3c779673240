"""Intents that a feature answers and others send, by `dispatch.handle`."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.intent import Help, Intent, Leaves
from xiangqi.board import Move
from xiangqi.line import Moves


@dataclass(frozen=True)
class ToggleAnalysis(Intent, allowed_in_editor=False, on_board=True, helps=Help.ENGINE):
    """Start or stop analysing the position on the board."""


@dataclass(frozen=True)
class StartReview(Intent, allowed_in_editor=False, helps=Help.ENGINE):
    """Have the engine judge every position of the line on the board."""

    decisive: bool = False  # whether to begin with the player's costliest mistake, if the review is known


@dataclass(frozen=True)
class Hint(Intent, allowed_in_editor=False, on_board=True, helps=Help.HINT):
    """Ask the built-in engine for a move, which is shown but not played; asking again reveals more of it."""

    at_once: bool = False  # whether to show the move without the preceding steps


@dataclass(frozen=True)
class ExplainBetter(Intent, allowed_in_editor=True):
    """Have the coach find why a better line than a practised mistake is better."""

    fen: str  # the position before the mistake
    line: Moves  # at least one move
    played: Move  # the mistake


@dataclass(frozen=True)
class AnalyseCopy(Intent, allowed_in_editor=False, helps=Help.ENGINE):
    """Put a copy of the game on the board, to try out moves in it; the game itself stays as it is."""


@dataclass(frozen=True)
class UseHelp(Intent, allowed_in_editor=True):
    """Use help in a rated game, which then does not count for the rating."""

    then: Intent  # the request for help


@dataclass(frozen=True)
class PutGameAside(Intent, allowed_in_editor=True):
    """Put aside the unfinished game, which would lock a record, and open the record."""

    then: Intent  # the request for the record


@dataclass(frozen=True)
class Quit(Intent, leaves_document=Leaves.EVERYTHING, allowed_in_editor=True):
    """Close the window. The journal keeps the unfinished game."""

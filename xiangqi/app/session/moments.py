"""The moments of a reviewed game: its costliest moves, which the story, end card and practice share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xiangqi.app.session import analysed, positions
from xiangqi.app.session.assess import MoveVerdict
from xiangqi.app.session.once import once_a_state
from xiangqi.app.session.state import AppState
from xiangqi.coach.grades import Grade
from xiangqi.fen import START_FEN

MOST: Final = 6
"""The most moments of a game."""

_SMALL: Final = 3  # the most moments of a game in which nobody made a mistake
_DEAR: Final = (Grade.MISTAKE, Grade.BLUNDER)


@dataclass(frozen=True)
class Moment:
    """A costly move of a reviewed game."""

    number: int  # from 1, in the order in which the moves were played
    verdict: MoveVerdict
    before: float  # the mover's winning chance before it, 0.0 to 1.0

    @property
    def ply(self) -> int:
        """The ply of the position after the move."""
        return self.verdict.ply

    @property
    def side(self) -> int:
        """The side that made the move."""
        return self.verdict.side


@once_a_state
def moments(state: AppState) -> tuple[Moment, ...]:
    """Return the costliest mistakes of both sides in the line on the board, as far as known, in order.

    If nobody made a mistake, they are the costliest inaccuracies. The first move from the starting position is
    never one.
    """
    found = analysed.assessment(state)
    first = 2 if state.document.start_fen == START_FEN else 1
    marked = [one for one in found.marked if one.better and one.ply >= first]
    chosen = [one for one in marked if one.grade in _DEAR]
    most = MOST
    if not chosen and found.is_complete:
        chosen, most = marked, _SMALL
    dearest = sorted(chosen, key=lambda one: (-one.loss, one.ply))[:most]
    return tuple(
        Moment(number, one, _before(one))
        for number, one in enumerate(sorted(dearest, key=lambda one: one.ply), 1)
    )


def _before(verdict: MoveVerdict) -> float:
    """Return the mover's chance before a move, in agreement with the loss of the verdict."""
    return min(1.0, verdict.after + verdict.loss)


def own_moments(state: AppState) -> tuple[Moment, ...]:
    """Return the moments of the player of the game on the board, or all if the player's side is unknown."""
    side = state.document.player_side
    return tuple(one for one in moments(state) if side in (None, one.side))


def moment_at(state: AppState, ply: int) -> Moment | None:
    """Return the moment of the move that led to a ply, or None."""
    return next((one for one in moments(state) if one.ply == ply), None)


def fen_before(state: AppState, moment: Moment) -> str:
    """Return the position before the move of a moment."""
    return positions.snapshot(state.document.line.upto(moment.ply - 1)).fen

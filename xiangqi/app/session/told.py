"""The session in words, for those who hear it: what can be asked about, and why a move is refused."""

from __future__ import annotations

from functools import lru_cache

from xiangqi.app.session import view
from xiangqi.app.session.selection import RefusedMove
from xiangqi.app.session.state import AppState
from xiangqi.core.constants import BLACK, RED
from xiangqi.notation import Style
from xiangqi.spoken.questions import Situation
from xiangqi.spoken.teller import Teller


def teller(state: AppState) -> Teller:
    """Return what tells of pieces and moves in the player's language and notation."""
    return _teller(state.settings.language, state.settings.notation)


@lru_cache(maxsize=8)
def _teller(language: str, notation: str) -> Teller:
    return Teller(language, Style(notation))


def situation(state: AppState) -> Situation:
    """Return what can be asked about: the line on the board up to the shown position, and the clocks."""
    readings = {side: view.reading(state, side) for side in (RED, BLACK)}
    clocks = {side: clock.text for side, clock in readings.items() if clock is not None}
    return Situation(view.board_line(state).here, clocks)


def refused(state: AppState, refusal: RefusedMove) -> str:
    """Return why a move is refused, with the pieces that prevent it."""
    tell, pieces = teller(state), view.snapshot(state).pieces
    reason = tell(f"refusal.{refusal.reason.value}")
    blockers = [tell.standing(pieces[square], square) for square in refusal.blockers if square in pieces]
    if not blockers:
        return reason
    return tell("spoken.headed", head=reason, rest=tell("spoken.apart").join(blockers))

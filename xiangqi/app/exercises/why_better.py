"""Asks the coach why the better move is better, once a practised mistake is solved or its solution shown."""

from __future__ import annotations

from xiangqi.app.exercises.modes import Challenge, ChallengeState, Puzzle
from xiangqi.app.session.dispatch import handle, hears
from xiangqi.app.session.intents import ExplainBetter
from xiangqi.app.session.notices import InputHandled
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done
from xiangqi.board import Move
from xiangqi.line import Moves


@hears(InputHandled)
def ask_why(state: AppState, _notice: InputHandled) -> Result:
    """Ask once for each mistake; the answer is in the coach's part of the session."""
    puzzle = state.mode(Puzzle)
    line, played = ((), None) if puzzle is None else (_better(puzzle), _mistake(puzzle))
    if puzzle is None or played is None or not line:
        return done(state)
    fen, asked = puzzle.setup.start_fen, state.coaching.better
    known = asked is not None and asked.fen == fen
    return done(state) if known else handle(state, ExplainBetter(fen, line, played))


def _better(puzzle: Puzzle) -> Moves:
    """Return the better line of a mistake that is known to the player by now; () before, and without one."""
    if isinstance(puzzle, Challenge):
        is_known = puzzle.state in (ChallengeState.SOLVED, ChallengeState.SHOWN)
        return puzzle.assignment.task.solution if is_known else ()
    return (puzzle.task.best,) if puzzle.task is not None and puzzle.found else ()


def _mistake(puzzle: Puzzle) -> Move | None:
    """Return the player's move to be improved on; None in other exercises."""
    if isinstance(puzzle, Challenge):
        return puzzle.assignment.mistake
    return None if puzzle.task is None else puzzle.task.played

"""Asks the coach why the better move is better, once a practised mistake is solved or its solution shown."""

from __future__ import annotations

from xiangqi.app.exercises.modes import Challenge, ChallengeState, Puzzle
from xiangqi.app.session.dispatch import handle, hears
from xiangqi.app.session.intents import ExplainBetter
from xiangqi.app.session.notices import InputHandled
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done
from xiangqi.line import Moves


@hears(InputHandled)
def ask_why(state: AppState, _notice: InputHandled) -> Result:
    """Ask once for each mistake; the answer is in the coach's part of the session."""
    puzzle = state.mode(Puzzle)
    line = () if puzzle is None else _better(puzzle)
    asked = state.coaching.better
    if puzzle is None or not line or (asked is not None and asked.fen == puzzle.setup.start_fen):
        return done(state)
    return handle(state, ExplainBetter(puzzle.setup.start_fen, line))


def _better(puzzle: Puzzle) -> Moves:
    """Return the better line of a mistake that is known to the player by now; () before, and without one."""
    if isinstance(puzzle, Challenge):
        is_known = puzzle.state in (ChallengeState.SOLVED, ChallengeState.SHOWN)
        is_mistake = puzzle.assignment.card is not None or puzzle.assignment.played is not None
        return puzzle.assignment.task.solution if is_known and is_mistake else ()
    return (puzzle.task.best,) if puzzle.task is not None and puzzle.found else ()
